"""Immutable arguments that are changed all the same, through a back door such as `object.__setattr__`.

Inputs share their immutable parts, so a call that changes one makes later inputs wrong. Looking at every input would
cost more than calling the function. So it is noted once what the parts that a space keeps were built from, and compared
now and then, at the end of a stage, and before a failure is told (`Watch`). If something has changed, the stage is run
anew, with a look at the arguments before and after every call (`Snapshot`), which finds the call that did it and undoes
what it did.

Only what a constructor was given is compared. What an object adds to itself is its own affair: a cached property, a
hash that is kept.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter, is_
from time import perf_counter  # bound here: clocks of code under test may be stopped
from typing import Any

from refute.conform.wording import short
from refute.errors import RefuteError
from refute.judge.findings import Failure
from refute.search.schedule.stages import Exhaust
from refute.spaces.nodes.sharing import Shared
from refute.types.data import describe
from refute.types.model import ABSENT, Constructor
from refute.types.spelling import spelled

_SHARE = 0.02  # of the time that may go into looking
_CONTAINERS = (tuple, list, set, frozenset, deque)


@dataclasses.dataclass(frozen=True)
class _Fields:
    """What is compared of the instances of a class: the attributes that hold arguments of its constructor."""

    names: tuple[str, ...]
    frozen: bool

    @functools.cached_property
    def of(self) -> Callable[[Any], tuple[Any, ...]]:
        get: Any = attrgetter(*self.names)
        return get if len(self.names) > 1 else lambda value: (get(value),)

    def still_of(self, value: Any) -> tuple[Any, ...]:
        """The same of a value that had all of them; some may have been deleted."""
        try:
            return self.of(value)
        except AttributeError:
            return tuple(getattr(value, name, ABSENT) for name in self.names)


@dataclasses.dataclass(frozen=True)
class Change:
    cls: str
    field: str
    was: str
    now: str

    def failure(self) -> Failure:
        where = f"{self.cls}.{self.field}"
        explanation = f"{where} was {self.was}, is {self.now}: {self.cls} is frozen, and other values may share it"
        key, outcome = ("violation", "changed", where), "changed an immutable argument"
        return Failure("violation", key, outcome, (explanation,), shown_by="refute:unchanged")


def is_watched(constructors: Mapping[Any, Constructor]) -> bool:
    """Whether values can have parts that are shared and have an inside that a back door leads to."""
    return any(made.frozen and made.form == "object" and made.fields for made in constructors.values())


class Watch:
    """Gives the inputs of a stage, and looks after the parts that they share."""

    def __init__(self, stage: Exhaust) -> None:
        self.stage = stage
        self._shared: Shared | None = None
        self._groups: list[_Group] = []
        self._next = 0.0
        self._classes = _Classes()

    def start(self, index: int) -> Iterator[Any]:
        if self._shared is None:
            self._shared = self.stage.space.shared()
        return self.stage.start(index, self._remember)

    def is_due(self) -> bool:
        return perf_counter() >= self._next

    def sees_a_change(self) -> bool:
        begin = perf_counter()
        changed = any(group.has_changed() for group in self._groups)
        end = perf_counter()
        self._next = end + (end - begin) / _SHARE
        return changed

    def _remember(self) -> None:
        """Note the parts that no call has seen yet."""
        assert self._shared is not None
        for kept in self._shared.new():
            kinds = {*map(type, kept)}
            for cls in kinds:
                fields = self._classes[cls]
                if fields is not None and fields.frozen:
                    values = kept if len(kinds) == 1 else [value for value in kept if type(value) is cls]
                    self._groups.append(_Group(values, fields))


class _Group:
    """Instances of one class that are shared, and what they were built from."""

    def __init__(self, values: list[Any], fields: _Fields) -> None:
        self._values = values
        self._fields = fields
        self._was = list(chain.from_iterable(map(fields.of, values)))

    def has_changed(self) -> bool:
        try:
            if all(map(is_, chain.from_iterable(map(self._fields.of, self._values)), self._was)):
                return False
        except AttributeError:  # deleted
            return True
        width = len(self._fields.names)
        return any(
            _first_change(value, self._fields, self._was[place * width :][:width]) is not None
            for place, value in enumerate(self._values)
        )


class Snapshot:
    """The immutable parts of some arguments, as they are before a call."""

    def __init__(self, values: Iterable[Any], classes: _Classes) -> None:
        self._parts = list(_frozen_parts(values, classes))

    def undo(self) -> Iterator[Change]:
        """What has been changed since, each put back to what it was."""
        for value, fields, was in self._parts:
            if all(map(is_, was, fields.still_of(value))):
                continue
            change = _first_change(value, fields, was)
            for name, item in zip(fields.names, was, strict=True):
                try:
                    object.__setattr__(value, name, item)
                except (AttributeError, TypeError):  # it has its own way, and nobody else's
                    break
            if change is not None:
                yield change


class _Classes(dict[type, _Fields | None]):
    def __missing__(self, cls: type) -> _Fields | None:
        found = self[cls] = _fields_of(cls)
        return found


def new_classes() -> _Classes:
    """What is known of classes, found as they are met."""
    return _Classes()


def _fields_of(cls: type) -> _Fields | None:
    if cls.__module__ == "builtins" or cls.__module__.startswith("refute."):
        return None
    try:
        description = describe(cls)
    except RefuteError:
        return None
    if description is None or description.form != "object":
        return None
    private = _left_out_of_comparison(cls)
    hidden = description.changed | description.lost | private
    names = tuple(
        argument.name
        for argument in description.arguments
        if argument.name not in hidden and argument.name.isidentifier()
    )
    return _Fields(names, description.frozen) if names else None


def _left_out_of_comparison(cls: Any) -> set[str]:
    """Fields that do not make one value different from another: what is remembered in them is no change."""
    found = {field.name for field in getattr(cls, "__attrs_attrs__", ()) if field.eq is False}
    if dataclasses.is_dataclass(cls):
        found |= {field.name for field in dataclasses.fields(cls) if not field.compare}
    return found


def _frozen_parts(values: Iterable[Any], classes: _Classes) -> Iterator[tuple[Any, _Fields, tuple[Any, ...]]]:
    seen: set[int] = set()
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        cls = type(value)
        if cls in _CONTAINERS:
            waiting.extend(value)
        elif cls is dict:
            waiting.extend(value)
            waiting.extend(value.values())
        else:
            fields = classes[cls]
            if fields is None:
                continue
            try:
                parts = fields.of(value)
            except Exception:  # its attributes are the user's code
                continue
            if fields.frozen:
                yield value, fields, parts
            waiting.extend(parts)
        seen.add(id(value))


def _first_change(value: Any, fields: _Fields, was: Sequence[Any]) -> Change | None:
    """The first field that is another, if one is: an equal object in the place of another is no change."""
    for name, before, after in zip(fields.names, was, fields.still_of(value), strict=True):
        if before is not after and spelled(before) != spelled(after):
            return Change(type(value).__name__, name, short(before), short(after))
    return None


def unchanged(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that raises if a call changes an immutable argument."""

    def call(*args: Any, **kwargs: Any) -> Any:
        before = Snapshot((*args, *kwargs.values()), new_classes())
        result = function(*args, **kwargs)
        return finished(result, before) if inspect.iscoroutine(result) else checked(result, before)

    async def finished(result: Any, before: Snapshot) -> Any:
        return checked(await result, before)

    def checked(result: Any, before: Snapshot) -> Any:
        for change in before.undo():
            raise AssertionError(change.failure().explanation[0])
        return result

    return call
