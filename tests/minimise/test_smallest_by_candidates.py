"""From whatever fails, shrinking comes to the best counterexample there is."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "bench"))

from shrinking import challenges
from shrinking.challenges import Add, Div, Heap, score

from linked_functions import DList, Node
from refute.minimise.candidates import Shrinker
from refute.spaces.arguments import admits
from refute.types.signatures import read_signature


def shrunk(challenge: Any, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The first smaller version that fails, again and again."""
    signature = read_signature(challenge)
    shrinker = Shrinker(signature.reader.constructors)
    while True:
        for smaller in shrinker.argument_lists(values):
            if admits(signature, smaller) and not challenge(*smaller):
                values = smaller
                break
        else:
            return values


def numbers(chance: random.Random, count: int, low: int, high: int) -> list[int]:
    return [chance.randint(low, high) for _ in range(count)]


def heap(chance: random.Random, low: int, depth: int) -> Heap | None:
    if depth == 0 or chance.random() < 0.1:
        return None
    value = low + chance.randint(0, 9)
    return Heap(value, heap(chance, value, depth - 1), heap(chance, value, depth - 1))


def expression(chance: random.Random, depth: int) -> Any:
    if depth == 0 or chance.random() < 0.1:
        return chance.randint(-9, 9)
    return chance.choice((Add, Div))(expression(chance, depth - 1), expression(chance, depth - 1))


def lists(chance: random.Random) -> list[list[int]]:
    return [numbers(chance, chance.randint(0, 5), -50, 50) for _ in range(6)]


FAILING = {
    challenges.reverse: lambda c: (numbers(c, 9, -50, 50),),
    challenges.distinct: lambda c: (numbers(c, 9, -50, 50),),
    challenges.nested_lists: lambda c: (lists(c),),
    challenges.large_union_list: lambda c: (lists(c),),
    challenges.coupling: lambda c: (numbers(c, 9, 0, 8),),
    challenges.deletion: lambda c: (numbers(c, 9, 0, 8), c.randint(0, 8)),
    challenges.length_list: lambda c: (numbers(c, 9, 0, 1000),),
    challenges.difference_not_zero: lambda c: (c.randint(1, 40), c.randint(1, 40)),
    challenges.difference_not_small: lambda c: (c.randint(1, 99), c.randint(1, 99)),
    challenges.difference_not_one: lambda c: (c.randint(1, 40), c.randint(1, 40)),
    challenges.binary_heap: lambda c: (heap(c, 0, 4),),
    challenges.calculator: lambda c: (expression(c, 4),),
}


@pytest.mark.parametrize("challenge", FAILING, ids=lambda challenge: challenge.__name__)
@pytest.mark.parametrize("seed", range(5))
def test_shrinking_ends_at_the_best_counterexample(challenge: Any, seed: int) -> None:
    chance = random.Random(seed)
    signature = read_signature(challenge)
    while True:
        values = FAILING[challenge](chance)
        if admits(signature, values) and not challenge(*values):
            break
    best = challenges.BEST[challenge]
    assert sum(map(score, shrunk(challenge, values))) == sum(map(score, best))


def is_short_or_begins_with_more(numbers: DList) -> bool:
    return numbers.size < 3 or numbers.values()[0] > 20


def linked(values: list[int]) -> DList:
    head: Node | None = None
    for value in reversed(values):
        head = Node(value, head)
        if head.next is not None:
            head.next.prev = head
    return DList(head, len(values))


@pytest.mark.parametrize("seed", range(3))
def test_shrinking_of_heaps_with_large_numbers_ends_at_the_simplest(seed: int) -> None:
    chance = random.Random(seed)
    heap = linked([-chance.getrandbits(70), *numbers(chance, 5, -(2**70), 2**70)])
    (smallest,) = shrunk(is_short_or_begins_with_more, (heap,))
    assert smallest.values() == [0, 0, 0]
    assert smallest.is_linked()
