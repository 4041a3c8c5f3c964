"""Holes report every look that Python lets an object notice."""

# ruff: noqa: SIM105, PT012  # handlers are what is tested

from __future__ import annotations

import copy
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import pytest

from refute.spaces.narrowing.holes import Demand, Demands, Hole, MappingHole


@dataclass(frozen=True)
class Point:
    x: Any
    y: Any = 0


class Colour(Enum):
    RED = 1


def matches_class(v: Any) -> bool:
    match v:
        case Point(x=0):
            return True
    return False


def matches_literal(v: Any) -> bool:
    match v:
        case 0 | "zero":
            return True
    return False


def matches_sequence(v: Any) -> bool:
    match v:
        case [_, *_]:
            return True
    return False


def matches_inside(v: Any) -> bool:
    match Point(v):
        case Point(x=1):
            return True
    return False


def matches_mapping(v: Any) -> bool:
    match v:
        case {"key": _}:
            return True
    return False


LOOKS: dict[str, Callable[[Any], Any]] = {
    "isinstance": lambda v: isinstance(v, Point),
    "isinstance of several": lambda v: isinstance(v, int | str),
    "isinstance of an abstract class": lambda v: isinstance(v, Sequence),
    "isinstance of a mapping": lambda v: isinstance(v, Mapping),
    "__class__": lambda v: v.__class__,
    "class pattern": matches_class,
    "literal pattern": matches_literal,
    "pattern of a part": matches_inside,
    "attribute": lambda v: v.x,
    "hasattr": lambda v: hasattr(v, "x"),
    "setattr": lambda v: setattr(v, "x", 1),
    "v + 1": lambda v: v + 1,
    "1 + v": lambda v: 1 + v,
    "text + v": lambda v: "a" + v,
    "list * v": lambda v: [0] * v,
    "v ** 2": lambda v: v**2,
    "7 // v": lambda v: 7 // v,
    "divmod": lambda v: divmod(7, v),
    "v & 1": lambda v: v & 1,
    "-v": operator.neg,
    "v < 1": lambda v: v < 1,
    "1 < v": lambda v: 1 < v,  # noqa: SIM300
    "v == None": lambda v: v == None,  # noqa: E711
    "1 == v": lambda v: 1 == v,  # noqa: SIM300
    "v != v": lambda v: v != v,
    "v in list": lambda v: v in [1, 2],
    "v in set": lambda v: v in {1, 2},
    "1 in v": lambda v: 1 in v,
    "v[0]": lambda v: v[0],
    "list[v]": lambda v: [1, 2][v],
    "dict[v]": lambda v: {1: 2}[v],
    "hash": hash,
    "hash of what holds it": lambda v: hash(Point(v)),
    "equality of what holds it": lambda v: Point(v) == Point(0),
    "iteration": list,
    "reversed": reversed,
    "unpacking": lambda v: [*v],
    "len": len,
    "f-string": lambda v: f"{v}",
    "f-string with a format": lambda v: f"{v:>3}",
    "repr": repr,
    "repr of what holds it": lambda v: repr(Point(v)),
    "percent": lambda v: "%d" % v,  # noqa: UP031
    "range": range,
    "int": int,
    "float": float,
    "round": round,
    "floor": math.floor,
    "bool": bool,
    "not": operator.not_,
    "call": lambda v: v(),
    "with": lambda v: v.__enter__(),
    "sorted": lambda v: sorted([v, 1]),
    "sum": lambda v: sum([v, 1]),
    "max": lambda v: max(1, v),
    "copy": copy.copy,
    "deepcopy": lambda v: copy.deepcopy([v]),
    "enumeration": lambda v: Colour(v),
    "super": lambda v: v.__dict__,
}


@pytest.mark.parametrize("kind", [Hole, MappingHole])
@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_a_look_at_a_hole_is_a_demand_for_it(look: Callable[[Any], Any], kind: type[Hole] | type[MappingHole]) -> None:
    demands = Demands()
    with pytest.raises(Demand) as demand:
        look(kind((1, 2), demands))
    assert demand.value.path == demands.first == (1, 2)


@pytest.mark.parametrize(("look", "kind"), [(matches_sequence, Hole), (matches_mapping, MappingHole)])
def test_patterns_of_containers_look_at_holes_of_their_kind(look: Callable[[Any], bool], kind: Any) -> None:
    with pytest.raises(Demand):
        look(kind((), Demands()))


def test_passing_a_hole_around_is_no_look() -> None:
    demands = Demands()
    hole = Hole((), demands)
    held = Point([hole, {"key": hole}], (hole,))
    assert held.y[0] is hole
    assert demands.first is None


def test_a_bare_except_does_not_hide_a_look() -> None:
    demands = Demands()
    first, second = Hole((0,), demands), Hole((1,), demands)
    try:
        first > 0  # noqa: B015
    except:  # noqa: E722
        pass
    try:
        second > 0  # noqa: B015
    except BaseException:
        pass
    assert demands.first == (0,)


def test_no_handler_of_exceptions_catches_a_demand() -> None:
    with pytest.raises(Demand):
        try:
            len(Hole((), Demands()))  # type: ignore[arg-type]
        except Exception:
            pass
