"""Strategies of Hypothesis for the functions of a library: made from types, or by hand for the data there is.

Those made from types know nothing of refinements, except that numbers are not negative; inputs that do not fit are for
`assume`. Those made by hand build maps and trees by inserting, and stack sets by dealing out distinct windows and tags.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, TypeVar

from hypothesis import strategies as st

from libraries.maps import balancing, folding, ranks
from libraries.maps import trees as maps
from libraries.redblack import combining
from libraries.redblack import trees as redblack
from libraries.stackset import layout, screens
from libraries.targets import Target
from refute import Nat

Bound = dict[Any, Any]  # what type variables stand for
ByHand = dict[Any, st.SearchStrategy[Any]]


def from_types(target: Target) -> st.SearchStrategy[tuple[Any, ...]]:
    return _Made({}).arguments(target.function)


def by_hand(target: Target) -> st.SearchStrategy[tuple[Any, ...]]:
    whole = _SIDES.get(target.function)
    return whole if whole is not None else _Made(_BY_HAND).arguments(target.function)


class _Made:
    def __init__(self, given: ByHand) -> None:
        self._given = given
        self._classes: dict[Any, st.SearchStrategy[Any]] = {}

    def arguments(self, function: Callable[..., Any]) -> st.SearchStrategy[tuple[Any, ...]]:
        hints = typing.get_type_hints(function, include_extras=True)
        return st.tuples(*[self.of(tp, {}) for name, tp in hints.items() if name != "return"])

    def of(self, tp: Any, bound: Bound) -> st.SearchStrategy[Any]:
        if isinstance(tp, TypeVar):
            return self.of(bound[tp], bound)
        origin, args = typing.get_origin(tp), typing.get_args(tp)
        if origin is Annotated:
            return self._refined(tp, bound)
        if origin in (types.UnionType, typing.Union):
            return st.one_of([self.of(arg, bound) for arg in args])
        if origin in (list, frozenset):
            element = self.of(args[0], bound)
            return st.lists(element) if origin is list else st.frozensets(element)
        if origin is tuple:
            if args[1:] == (...,):
                return st.lists(self.of(args[0], bound)).map(tuple)
            return st.tuples(*[self.of(arg, bound) for arg in args])
        if origin is not None and typing.get_origin(tp) is typing.get_origin(Callable[[int], int]):
            return _functions(self.of(args[-1], bound))
        return self._of_class(origin or tp, args, bound)

    def _refined(self, tp: Any, bound: Bound) -> st.SearchStrategy[Any]:
        """By hand for the type with as many of its refinements as there is something for."""
        base, refinements = tp.__origin__, tp.__metadata__
        for count in range(len(refinements), 0, -1):
            known = Annotated[(base, *refinements[:count])]
            if known in self._given:
                return self._given[known]
            if known == Nat:
                return st.integers(min_value=0)
        return self.of(base, bound)

    def _of_class(self, cls: Any, args: tuple[Any, ...], bound: Bound) -> st.SearchStrategy[Any]:
        if cls is types.NoneType or cls is None:
            return st.none()
        if cls is int:
            return st.integers()
        if getattr(cls, "_is_protocol", False):
            hints = typing.get_type_hints(cls.__call__, include_extras=True)
            return _functions(self.of(hints["return"], bound))
        if not is_dataclass(cls):
            return st.from_type(cls)
        if cls not in self._classes:
            self._classes[cls] = st.deferred(lambda: self._built(cls, args, bound))
        return self._classes[cls]

    def _built(self, cls: Any, args: tuple[Any, ...], bound: Bound) -> st.SearchStrategy[Any]:
        hints = typing.get_type_hints(cls, include_extras=True)
        # inside of itself a class has the same arguments but for refinements, which nothing here knows of
        inner = {**bound, **dict(zip(getattr(cls, "__parameters__", ()), args, strict=False))}
        return st.builds(cls, **{field.name: self.of(hints[field.name], inner) for field in fields(cls)})


def _functions(returns: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.functions(like=lambda *args: None, returns=returns, pure=True)


_KEYS = st.integers(min_value=0, max_value=100)
_ENTRIES = st.lists(st.tuples(_KEYS, st.booleans()))
_MAPS = _ENTRIES.map(folding.from_list)
_TREES = st.lists(_KEYS).map(combining.from_list)


@st.composite
def _stacks(draw: st.DrawFn) -> screens.Stack:
    focus, *rest = draw(st.lists(_KEYS, unique=True, min_size=1))
    up = draw(st.integers(0, len(rest)))
    return screens.Stack(focus, tuple(rest[:up]), tuple(rest[up:]))


@st.composite
def _stack_sets(draw: st.DrawFn) -> screens.StackSet:
    tags = draw(st.lists(st.integers(0, 20), unique=True, min_size=1, max_size=6))
    windows = draw(st.lists(_KEYS, unique=True))
    workspaces = []
    for tag in tags:
        count = draw(st.integers(0, len(windows)))
        mine, windows = windows[:count], windows[count:]
        stack = None
        if mine:
            up = draw(st.integers(0, len(mine) - 1))
            stack = screens.Stack(mine[0], tuple(mine[1 : up + 1]), tuple(mine[up + 1 :]))
        workspaces.append(screens.Workspace(tag, stack))
    shown = draw(st.integers(1, len(tags)))
    current, *visible = [screens.Screen(workspace, i, None) for i, workspace in enumerate(workspaces[:shown])]
    return screens.StackSet(current, tuple(visible), tuple(workspaces[shown:]))


@st.composite
def _around_a_key(draw: st.DrawFn, made: Callable[[Any], Any], more: st.SearchStrategy[Any] | None) -> tuple[Any, ...]:
    """A key, and something made of keys below and of keys above it."""
    keys = sorted(draw(st.sets(_KEYS, min_size=1)))
    place = draw(st.integers(0, len(keys) - 1))
    middle = (keys[place],) if more is None else (keys[place], draw(more))
    return (*middle, made(keys[:place]), made(keys[place + 1 :]))


@st.composite
def _in_sequence(draw: st.DrawFn, made: Callable[[Any], Any]) -> tuple[Any, ...]:
    keys = sorted(draw(st.sets(_KEYS)))
    place = draw(st.integers(0, len(keys)))
    return made(keys[:place]), made(keys[place:])


@st.composite
def _at_a_place(draw: st.DrawFn, *before: st.SearchStrategy[Any]) -> tuple[Any, ...]:
    """The place of an entry, and the map that has it."""
    m = folding.from_list(draw(st.lists(st.tuples(_KEYS, st.booleans()), min_size=1)))
    return (*map(draw, before), draw(st.integers(0, len(maps.pairs(m)) - 1)), m)


@st.composite
def _tags_and_screens(draw: st.DrawFn) -> tuple[list[int], int]:
    tags = draw(st.lists(st.integers(0, 20), unique=True, min_size=1))
    return tags, draw(st.integers(1, len(tags)))


def _map_of(keys: list[int]) -> Any:
    return folding.from_list([(key, key % 2 == 0) for key in keys])


_BY_HAND: ByHand = {
    maps.OkMap: _MAPS,
    redblack.OkTree: _TREES,
    redblack.Inner: _TREES,
    screens.OkStack: _stacks(),
    screens.OkStackSet: _stack_sets(),
    folding.Ascending: _MAPS.map(maps.pairs),
    combining.Ascending: _TREES.map(redblack.keys),
}
_SIDES = {
    balancing.balance: _around_a_key(_map_of, st.booleans()),
    balancing.link: _around_a_key(_map_of, st.booleans()),
    balancing.glue: _in_sequence(_map_of),
    balancing.concat: _in_sequence(_map_of),
    ranks.delete_at: _at_a_place(),
    ranks.update_at: _at_a_place(_functions(st.none() | st.booleans())),
    layout.new: _tags_and_screens(),
    combining.join: _around_a_key(combining.from_list, None),
    combining.concat: _in_sequence(combining.from_list),
}
