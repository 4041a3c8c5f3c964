"""The types of random expressions, and small random values of them.

Types are tuples: ("int",), ("list", ("int",)), ("tuple", …).
"""

from __future__ import annotations

import random
from collections import deque
from typing import Any

from small_world import Colour, Leaf, Node, Point, Rose

Type = tuple[Any, ...]
INT: Type = ("int",)
BOOL: Type = ("bool",)
STR: Type = ("str",)
OPTION: Type = ("option",)
TREE: Type = ("tree",)
COLOUR: Type = ("colour",)
INTS: Type = ("list", INT)
MATRIX: Type = ("list", INTS)
WORDS: Type = ("list", STR)
ROW: Type = ("tuple...", INT)
PAIR: Type = ("tuple", INT, INT)
MIXED: Type = ("tuple", INT, STR, INTS)
PAIRS: Type = ("list", PAIR)
SET: Type = ("set", INT)
DICT: Type = ("dict", INT, INT)
FLOAT: Type = ("float",)
FLOATS: Type = ("list", FLOAT)
DEQUE: Type = ("deque", INT)
FROZEN: Type = ("frozenset", INT)
NAMED: Type = ("named",)
ROSE: Type = ("rose",)
OPTIONS: Type = ("list", OPTION)

VARIABLE_TYPES = (INT, BOOL, STR, OPTION, TREE, COLOUR, INTS, INTS, INTS, MATRIX, WORDS, ROW, PAIR, MIXED, PAIRS)
VARIABLE_TYPES += (SET, DICT, FLOATS, DEQUE, FROZEN, NAMED, ROSE, OPTIONS)
RESULT_TYPES = (BOOL, BOOL, BOOL, BOOL, INT, INT, STR, INTS, SET, PAIR, MATRIX, OPTION, TREE, ROW, FLOAT)
_FLOATS = (0.1, 0.2, 0.3, -0.0, 0.0, 1.0, 2.5, 1e16, -1e16)
LETTERS = "ab01 é"


def random_value(rng: random.Random, tp: Type) -> Any:
    """A small value. Numbers repeat often; now and then a Boolean stands where a number is expected."""
    match tp:
        case ("int",):
            return rng.choice((0, 1, 1, 2, 2, 3, -1, -2, 4, 7)) if rng.random() < 0.95 else rng.random() < 0.5
        case ("bool",):
            return rng.random() < 0.5
        case ("str",):
            return "".join(rng.choice(LETTERS) for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4))))
        case ("option",):
            return None if rng.random() < 0.4 else random_value(rng, INT)
        case ("tree",):
            return _random_tree(rng, rng.choice((0, 1, 2, 3)))
        case ("colour",):
            return rng.choice((Colour.RED, Colour.BLACK))
        case ("list", element):
            return [random_value(rng, element) for _ in range(rng.choice((0, 1, 2, 2, 3, 3, 4)))]
        case ("deque", element):
            return deque(random_value(rng, element) for _ in range(rng.choice((0, 1, 2, 3))))
        case ("float",):
            return rng.choice(_FLOATS)
        case ("named",):
            return Point(random_value(rng, INT), random_value(rng, INT))
        case ("rose",):
            return _random_rose(rng, 3)
        case ("frozenset", element):
            return frozenset(random_value(rng, ("set", element)))
        case ("tuple...", element):
            return tuple(random_value(rng, element) for _ in range(rng.choice((0, 1, 2, 3))))
        case ("tuple", *elements):
            return tuple(random_value(rng, element) for element in elements)
        case ("set", element):
            return {random_value(rng, element) for _ in range(rng.choice((0, 1, 2, 3)))}
        case ("dict", key, value):
            return {random_value(rng, key): random_value(rng, value) for _ in range(rng.choice((0, 1, 2, 3)))}
    raise AssertionError(tp)


def _random_tree(rng: random.Random, depth: int) -> Leaf | Node:
    if depth == 0 or rng.random() < 0.2:
        return Leaf()
    return Node(random_value(rng, INT), _random_tree(rng, depth - 1), _random_tree(rng, depth - 1))


def _random_rose(rng: random.Random, depth: int) -> Rose:
    count = rng.choice((0, 0, 1, 2)) if depth else 0
    return Rose(random_value(rng, INT), tuple(_random_rose(rng, depth - 1) for _ in range(count)))
