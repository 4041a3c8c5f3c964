"""Random walks through the modules to be explored: each makes many calls, and compares what comes of them.

A walk is named after the module that it is given.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

from explored.models.interval_map import ModelIntervalMap
from explored.models.lru_cache import ModelLruCache
from explored.models.ordered_dict import ModelOrderedDict
from explored.models.ring_buffer import ModelRingBuffer
from explored.models.text_buffer import ModelTextBuffer

from explored_programs import holds


def agree(subject: Any, model: Any, method: str, *arguments: Any) -> bool:
    """Whether the same call on an object and its model returns the same, or raises exceptions of the same class."""
    return bool(_outcome(getattr(subject, method), *arguments) == _outcome(getattr(model, method), *arguments))


def _outcome(function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except Exception as error:
        return type(error)


def sorted_list(module: Any, random: Random) -> None:
    items, expected = module.empty(), []
    for _ in range(20):
        item = random.randrange(10)
        items, expected = module.add(item, items), sorted([*expected, item])
        assert holds(items)
        assert [*items] == expected
        assert pickle.loads(pickle.dumps(items)) == copy.copy(items) == items


def redblack_zipper(module: Any, random: Random) -> None:
    tree, keys = module.empty(), set()
    for _ in range(20):
        key = random.randrange(30)
        tree, keys = module.insert(key, tree), keys | {key}
        assert holds(tree)
        assert [*tree] == sorted(keys)
        pointer = module.zip_open(tree)
        for _ in range(10):
            if random.random() < 0.3:
                pointer = module.move_up(pointer) or pointer
            else:
                pointer = module.move(random.choice([*module.Direction]), pointer) or pointer
        closed = module.zip_close(pointer)
        assert holds(closed)
        assert [*closed] == [*tree]


def avl_union(module: Any, random: Random) -> None:
    """Sets of unlike sizes, which are united; then keys are removed from what comes of it."""
    for _ in range(20):
        one, other = (module.empty() for _ in range(2))
        for key in random.sample(range(200), random.randrange(5, 20)):
            one = module.add(key, one)
        for key in random.sample(range(200), random.randrange(20, 60)):
            other = module.add(key, other)
        united, expected = module.union(one, other), {*one, *other}
        assert holds(one)
        assert holds(other)
        for key in (99, *random.sample(sorted(expected), 5)):
            assert module.mem(key, united) == (key in expected)
            assert holds(united)
            assert [*united] == sorted(expected)
            united, expected = module.remove(key, united), expected - {key}


def avl_remove(module: Any, random: Random) -> None:
    items, expected = module.empty(), {}
    for _ in range(100):
        key, value = random.randrange(20), random.randrange(3)
        if random.random() < 0.6:
            items, expected = module.put(key, value, items), {**expected, key: value}
        else:
            items = module.remove(key, items)
            expected.pop(key, None)
        assert holds(items)
        assert [*items] == sorted(expected)
        assert all(module.get(key, items) == expected.get(key) for key in range(20))


def bdd(module: Any, random: Random) -> None:
    """Beside each diagram is the set of assignments of three variables for which it is true: one diagram a set."""
    every = frozenset(product((False, True), repeat=3))
    known = {every: module.true(), frozenset(): module.false()}
    known |= {frozenset(bits for bits in every if bits[number]): module.var(number) for number in range(3)}
    assert all(map(holds, known.values()))
    for _ in range(300):
        (a, one), (b, other), (c, third) = (random.choice([*known.items()]) for _ in range(3))
        truth, made = random.choice(
            [
                (every - a, module.not_(one)),
                (a & b, module.and_(one, other)),
                (a | b, module.or_(one, other)),
                ((a & b) | (c - a), module.ite(one, other, third)),
            ]
        )
        assert holds(made)
        assert known.setdefault(truth, made) is made
    assert all(copy.deepcopy(made) is pickle.loads(pickle.dumps(made)) is made for made in known.values())


def skew_heap(module: Any, random: Random) -> None:
    heaps: list[tuple[Any, list[int]]] = [(module.empty(), [])]
    for _ in range(100):
        (heap, items), (other, others), item = random.choice(heaps), random.choice(heaps), random.randrange(9)
        made, expected = random.choice(
            [
                (module.insert(item, heap), sorted([item, *items])),
                (module.merge(heap, other), sorted(items + others)),
                (module.delete_min(heap), items[1:]),
            ]
        )
        assert holds(made)
        assert sorted(made) == expected
        assert module.find_min(made) == (expected[0] if expected else None)
        if len(expected) <= 20:
            heaps.append((made, expected))


def leftist_heap(module: Any, random: Random) -> None:
    skew_heap(module, random)


def bankers_queue(module: Any, random: Random) -> None:
    queue, items = module.empty(), []
    for number in range(100):
        if random.random() < 0.6:
            queue, items = module.push(number, queue), [*items, number]
        elif not items:
            assert module.pop(queue) is None
        else:
            first, queue = module.pop(queue)
            assert first == items.pop(0)
        assert holds(queue)
        assert [*queue] == items
        assert len(queue) == len(items)
        assert module.peek(queue) == (items[0] if items else None)


def bank_account(module: Any, random: Random) -> None:
    account, balance = module.Account(), 0
    for _ in range(50):
        amount = random.randrange(4)
        if random.random() < 0.5:
            account.deposit(amount)
            balance += amount
        elif account.withdraw(amount):
            balance -= amount
        else:
            assert balance < amount
        assert holds(account)
        assert account.balance == balance


def token_bucket(module: Any, random: Random) -> None:
    capacity, rate = random.randrange(5), random.randrange(3)
    bucket, tokens, time = module.TokenBucket(capacity, rate), capacity, 0
    for _ in range(50):
        now, wanted = max(0, time + random.randrange(-2, 4)), random.randrange(4)
        tokens = min(capacity, tokens + rate * max(0, now - time))
        time = max(now, time)
        if random.random() < 0.3:
            bucket.refill(now)
        else:
            assert bucket.take(wanted, now) == (wanted <= tokens)
            tokens -= wanted if wanted <= tokens else 0
        assert holds(bucket)
        assert bucket.tokens == tokens


def lru_cache(module: Any, random: Random) -> None:
    capacity = random.randrange(4)
    cache, model = module.LruCache(capacity), ModelLruCache(capacity)
    for _ in range(100):
        key = random.randrange(5)
        call = random.choice([("get", key), ("put", key, random.randrange(3)), ("__contains__", key), ("__len__",)])
        assert agree(cache, model, *call)
        assert holds(cache)


def text_buffer(module: Any, random: Random) -> None:
    buffer, model = module.TextBuffer(), ModelTextBuffer()
    for _ in range(100):
        at, end = random.randrange(-1, 6), random.randrange(-1, 6)
        call = random.choice(
            [("insert", at, random.choice(["", "a", "bc"])), ("delete", at, end), ("undo",), ("redo",)]
        )
        assert agree(buffer, model, *call)
        assert buffer.text == model.text


def interval_map(module: Any, random: Random) -> None:
    intervals, model = module.IntervalMap(), ModelIntervalMap()
    for _ in range(50):
        start, end, value = random.randrange(9), random.randrange(9), random.choice([None, 0, 1])
        assert agree(intervals, model, "assign", start, end, value)
        assert holds(intervals)
        assert all(agree(intervals, model, "get", position) for position in range(-1, 10))


def ordered_dict(module: Any, random: Random) -> None:
    items, model = module.OrderedDict(), ModelOrderedDict()
    keys = random.choice([range(5), range(0, 80, 8), range(-30, 30)])
    for _ in range(150):
        key = random.choice(keys)
        call = random.choice([("put", key, random.randrange(3)), ("put", key, 0), ("remove", key), ("get", key)])
        assert agree(items, model, *call)
        assert holds(items)
        assert items.items() == model.items()
        assert len(items) == len(model)


def ring_buffer(module: Any, random: Random) -> None:
    capacity = random.randrange(1, 7)
    ring, model = module.RingBuffer(capacity), ModelRingBuffer(capacity)
    for number in range(100):
        items = [*range(number, number + random.randrange(4))]
        call = random.choice([("append", number), ("extend", items), ("popleft",), ("popleft",), ("__len__",)])
        assert agree(ring, model, *call)
        assert agree(ring, model, "items")


def linked_list(module: Any, random: Random) -> None:
    linked, items = module.LinkedList(), []
    for number in range(100):
        match random.randrange(4):
            case 0:
                linked.prepend(number)
                items.insert(0, number)
            case 1:
                linked.append(number)
                items.append(number)
            case 2:
                assert linked.remove_first() == (items.pop(0) if items else None)
            case _:
                assert linked.remove_last() == (items.pop() if items else None)
        assert holds(linked)
        assert [*linked] == items
        assert len(linked) == len(items)
