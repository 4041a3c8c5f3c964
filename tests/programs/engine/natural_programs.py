"""All programs of few calls, as Python runs them: variables in one heap, every choice of an operation and arguments.

The reference that explorations are held against. It is slow and plain: to try a call, all variables are copied.

How many calls a program has is counted for each use, as explorations do: a call has one, and those of each *fragment*
that its arguments are of. A fragment is what variables share: two that lead to the same mutable object are of one.

    a = Box()              1
    b = Box.around(a)      2     b holds a: from now on, they are one fragment
    a.fill(1)              3
    b.merge(a)             4     both arguments are of one fragment
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import chain, product
from typing import Any

Situation = tuple[Any, ...]  # the name of an operation, and all that can be seen of its arguments
SCALARS = (int, str, bool, float, type(None))
HEARD: list[Situation] = []  # the calls of operations by clients, as they happen
_inside: list[None] = []


@dataclass(frozen=True)
class Several:
    """A parameter that takes lists of up to two variables of a class."""

    cls: type


@dataclass(frozen=True)
class Doing:
    """An operation: what is called with an argument for each parameter, which is a class or a list of constants."""

    act: Callable[..., Any]
    takes: Sequence[type | Several | Sequence[Any]] = ()


def heard(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that notes each call of it, unless it is made by another one of these."""

    def call(*arguments: Any) -> Any:
        if not _inside:
            HEARD.append((function.__qualname__, seen(arguments)))
        _inside.append(None)
        try:
            return function(*arguments)
        finally:
            _inside.pop()

    call.__name__, call.__qualname__ = function.__name__, function.__qualname__
    call.__module__, call.__annotations__ = function.__module__, function.__annotations__
    call.__wrapped__ = function  # type: ignore[attr-defined]
    return call


def seen(values: Sequence[Any]) -> Situation:
    """What can be seen of values: classes, scalars, and which mutable objects are met again."""
    places: dict[int, int] = {}

    def look(value: Any) -> Any:
        if isinstance(value, SCALARS):
            return value
        if isinstance(value, tuple):
            return ("tuple", *map(look, value))
        if not mutable_parts(value):
            return (type(value).__name__, *((name, look(part)) for name, part in sorted(vars(value).items())))
        if id(value) in places:
            return ("again", places[id(value)])
        places[id(value)] = len(places)
        if isinstance(value, list):
            return ("list", *map(look, value))
        if isinstance(value, dict):
            return ("dict", *((look(key), look(part)) for key, part in value.items()))
        return (type(value).__name__, *((name, look(part)) for name, part in sorted(vars(value).items())))

    return tuple(map(look, values))


def mutable_parts(value: Any) -> set[int]:
    """The identities of what can change in a value: of frozen objects, if they hold something that can."""
    found: set[int] = set()

    def look(value: Any) -> None:
        if isinstance(value, SCALARS) or id(value) in found or _is_frozen(value):
            return
        if isinstance(value, tuple):
            parts = list(value)
        else:
            found.add(id(value))
            parts = list(value) if isinstance(value, list) else list(vars(value).values())
            parts = [*value, *value.values()] if isinstance(value, dict) else parts
        for part in parts:
            look(part)

    look(value)
    return found


def _is_frozen(value: Any) -> bool:
    is_frozen = is_dataclass(value) and type(value).__dataclass_params__.frozen  # type: ignore[attr-defined]
    return is_frozen and all(isinstance(part, SCALARS) for part in vars(value).values())


@dataclass
class Heap:
    """Variables, all different objects, and how many calls the fragment of each has."""

    variables: list[Any]
    calls: list[int]

    def fragments(self) -> list[set[int]]:
        """The places of variables that share mutable objects, directly or by others."""
        parts = [mutable_parts(value) for value in self.variables]
        left, found = set(range(len(parts))), []
        while left:
            own = {left.pop()}
            while more := {one for one in left if any(parts[one] & parts[other] for other in own)}:
                own |= more
                left -= more
            found.append(own)
        return found


def situations(doings: Sequence[Doing], kinds: tuple[type, ...], most_calls: int) -> set[Situation]:
    """The calls that programs of up to so many calls end in."""
    found: set[Situation] = set()
    waiting = [(Heap([], []), 0)]
    known: set[Any] = set()
    while waiting:
        heap, length = waiting.pop()
        state = (seen(heap.variables), tuple(heap.calls), length)
        if state in known or length == most_calls:
            continue
        known.add(state)
        for doing in doings:
            for chosen in _choices(doing, heap):
                after, calls, situation = _called(doing, heap, chosen, kinds)
                if calls <= most_calls:
                    found.add(situation)
                    waiting.append((after, length + 1))
    return found


Chosen = Sequence[tuple[str, Any]]  # an argument each: a constant, the place of a variable, or places


def _choices(doing: Doing, heap: Heap) -> Iterator[Chosen]:
    def of(cls: type) -> list[int]:
        return [place for place, value in enumerate(heap.variables) if isinstance(value, cls)]

    each: list[list[tuple[str, Any]]] = []
    for one in doing.takes:
        match one:
            case Several(cls=cls):
                lengths = (product(of(cls), repeat=length) for length in range(3))
                each.append([("variables", places) for places in chain.from_iterable(lengths)])
            case type():
                each.append([("variables", place) for place in of(one)])
            case _:
                each.append([("constant", value) for value in one])
    yield from product(*each)


def _given(how: str, what: Any, variables: Sequence[Any]) -> Any:
    if how == "constant":
        return copy.deepcopy(what)
    return variables[what] if isinstance(what, int) else [variables[place] for place in what]


def _is_used(fragment: set[int], chosen: Chosen) -> bool:
    places = [{what} if isinstance(what, int) else {*what} for how, what in chosen if how == "variables"]
    return any(one & fragment for one in places)


def _called(doing: Doing, heap: Heap, chosen: Chosen, kinds: tuple[type, ...]) -> tuple[Heap, int, Situation]:
    """The heap after a call, how many calls that has, and what it is."""
    variables = copy.deepcopy(heap.variables)
    fragments = heap.fragments()
    calls = 1 + sum(max(heap.calls[place] for place in one) for one in fragments if _is_used(one, chosen))
    before = {frozenset(one): seen([variables[place] for place in sorted(one)]) for one in fragments}
    del HEARD[:]
    try:
        result = doing.act(*[_given(how, what, variables) for how, what in chosen])
    except (LookupError, ValueError):
        result = None
    situation = HEARD[0]
    for one in (*_parts(result, kinds), *_parts(variables[:], kinds)):
        if not any(one is other for other in variables):
            variables.append(one)
    after = Heap(variables, [*heap.calls, *[calls] * (len(variables) - len(heap.variables))])
    for one in after.fragments():
        if before.get(frozenset(one)) != seen([variables[place] for place in sorted(one)]):
            for place in one:
                after.calls[place] = calls
    return after, calls, situation


def _parts(value: Any, kinds: tuple[type, ...]) -> Iterator[Any]:
    """The instances in a value, and those in their public data."""
    if isinstance(value, kinds):
        yield value
        if is_dataclass(value):
            for one in fields(value):
                yield from _parts(getattr(value, one.name), kinds)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _parts(part, kinds)
