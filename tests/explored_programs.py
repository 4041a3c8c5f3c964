"""The shortest programs that show the faults of the modules to be explored, by exhaustive search over small arguments.

A program is named after the module that it is given, and tells whether that keeps its promise to the end.
"""

from __future__ import annotations

from typing import Any

from refute.types.reading.invariants import is_invariant

CALLS = {
    "sorted_list": 3,
    "redblack_zipper": 5,
    "avl_union": 10,
    "avl_remove": 7,
    "bdd": 3,
    "skew_heap": 5,
    "leftist_heap": 5,
    "bankers_queue": 4,
    "bank_account": 4,
    "lru_cache": 6,
    "token_bucket": 2,
    "text_buffer": 5,
    "interval_map": 3,
    "ordered_dict": 6,
    "ring_buffer": 7,
    "linked_list": 4,
}


def holds(value: Any) -> bool:
    """Whether a value has all the invariants that its class declares, of which there is one at least."""
    invariants = [method for method in vars(type(value)).values() if is_invariant(method)]
    assert invariants
    return all(method(value) for method in invariants)


def sorted_list(module: Any) -> bool:
    return holds(module.add(1, module.add(0, module.empty())))


def redblack_zipper(module: Any) -> bool:
    """The zipper of the empty tree below a key, put around the tree with the key itself."""
    tree = module.insert(0, module.empty())
    pointer = module.move(module.Direction.LEFT, module.zip_open(tree))
    if isinstance(pointer, tuple):
        pointer = tree, pointer[1]
    return holds(module.zip_close(pointer))


def avl_union(module: Any) -> bool:
    one = other = module.empty()
    for key in (0, 1, 5):
        one = module.add(key, one)
    for key in (4, 3, 7, 2, 6):
        other = module.add(key, other)
    assert holds(one)
    assert holds(other)
    return holds(module.union(one, other))


def avl_remove(module: Any) -> bool:
    items = module.empty()
    for key in (0, 4, 3, 1, 2):
        items = module.put(key, 0, items)
    assert holds(items)
    return holds(module.remove(3, items))


def bdd(module: Any) -> bool:
    variable = module.var(0)
    return holds(module.or_(variable, module.not_(variable)))


def skew_heap(module: Any) -> bool:
    heap = module.empty()
    for item in (0, 0, 1, 1):
        assert holds(heap)
        heap = module.insert(item, heap)
    return holds(heap)


def leftist_heap(module: Any) -> bool:
    two = module.insert(0, module.insert(0, module.empty()))
    three = module.insert(1, two)
    assert holds(three)
    return holds(module.merge(two, three))


def bankers_queue(module: Any) -> bool:
    _, queue = module.pop(module.push(0, module.push(0, module.empty())))
    return holds(queue)


def bank_account(module: Any) -> bool:
    account = module.Account()
    account.deposit(1)
    account.withdraw(1)
    account.withdraw(1)
    return holds(account)


def lru_cache(module: Any) -> bool:
    cache = module.LruCache(2)
    cache.put(0, 0)
    cache.put(1, 0)
    cache.get(0)
    cache.put(2, 0)
    return 0 in cache


def token_bucket(module: Any) -> bool:
    bucket = module.TokenBucket(0, 1)
    bucket.refill(1)
    return holds(bucket)


def text_buffer(module: Any) -> bool:
    buffer = module.TextBuffer()
    buffer.insert(0, "")
    buffer.undo()
    buffer.insert(0, "")
    return buffer.redo() is False


def interval_map(module: Any) -> bool:
    intervals = module.IntervalMap()
    intervals.assign(0, 1, 0)
    intervals.assign(0, 1, None)
    return holds(intervals)


def ordered_dict(module: Any) -> bool:
    items = module.OrderedDict()
    for key in (0, 1, 2):
        items.put(key, 0)
    items.remove(0)
    return items.items() == [(1, 0), (2, 0)]


def ring_buffer(module: Any) -> bool:
    ring = module.RingBuffer(3)
    ring.append(0)
    ring.popleft()
    ring.extend([0, 0, 0])
    ring.popleft()
    ring.append(1)
    return ring.items() == [0, 0, 1]


def linked_list(module: Any) -> bool:
    linked = module.LinkedList()
    linked.append(0)
    linked.append(0)
    linked.remove_first()
    return holds(linked)
