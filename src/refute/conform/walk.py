"""Mismatches: where a value fails to be of a type, found by walking both. Slow, and right where in doubt.

The walk keeps an explicit stack, so values may nest deeply. A part that is met again inside itself is taken to conform
(coinductively): a list that contains itself is a `list[Json]`. An exception raised by the user's objects is a mismatch.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any

from refute.conform.failed_conjunct import failed_conjunct
from refute.conform.typing_rules import (
    SCALARS,
    accepted_class,
    all_of_range,
    as_list,
    attribute_names,
    class_named_by,
    container_of,
    elements,
    is_a,
    is_indexed,
    is_mapping,
    is_member,
    is_unfinished,
    may_be_a,
    pairs,
    returned_by,
    widened,
    yields,
)
from refute.errors import RefinementError
from refute.logic.reading.predicates import Predicate
from refute.types.membership import Closure
from refute.types.model import (
    ABSENT,
    Anything,
    Atom,
    BaseClass,
    Data,
    DictOf,
    Finite,
    FunctionOf,
    Instance,
    Iterated,
    IteratorOf,
    Named,
    Open,
    Param,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Type,
    Union,
)

# Recursion limit for a predicate on a deep value, within a C stack of 8 MB.
_DEEP = 6_000
# Visits of a part inside itself: the second checks it under the conditions of its own parts.
_ROUNDS = 2


@dataclass(frozen=True)
class Step:
    """The path to a part, by attributes, positions and keys."""

    before: Step | None = None
    how: str = ""  # attribute, index, key, place: a position by iteration, or end: what a generator returned
    what: Any = None


@dataclass(frozen=True)
class Mismatch:
    """A part that is not of its type: a predicate is false, the type is another, or looking at it raised."""

    step: Step
    type: Type
    value: Any
    siblings: Mapping[str, Any]
    predicate: Predicate | None = None
    error: Exception | None = None
    actual: Mapping[str, Any] | None = None  # the objects that the siblings are copies of


_Env = Mapping[Any, Closure]
_Walk = Generator[Any, "Mismatch | None", "Mismatch | None"]


def mismatch_of(
    tp: Type, value: Any, siblings: Mapping[str, Any], actual: Mapping[str, Any] | None = None
) -> Mismatch | None:
    """The first mismatch in a value, or None if it is of the type. Raises RefinementError if a sibling is unknown.

    `actual` has the objects that `siblings` are copies of, where they are copies.
    """
    walk = _Walker(siblings, actual)
    waiting: list[_Walk] = [walk.judge(tp, value, {}, siblings, Step())]
    answer: Mismatch | None = None
    while waiting:
        try:
            waiting.append(waiting[-1].send(answer))
            answer = None
        except StopIteration as done:
            waiting.pop()
            answer = done.value
    return answer


class _Walker:
    def __init__(self, siblings: Mapping[str, Any], actual: Mapping[str, Any] | None) -> None:
        self.inside: Counter[tuple[int, int]] = Counter()
        self._fine: set[tuple[int, int]] = set()  # objects that are of a class, as long as no other fails to be
        self._siblings = siblings
        self._actual = actual

    def judge(self, tp: Type, value: Any, env: _Env, siblings: Mapping[str, Any], step: Step) -> _Walk:
        fine = False
        match tp:
            case Anything() | Open():
                return None
            case Refined(base=base, predicates=predicates):
                mismatch = yield self.judge(base, value, env, siblings, step)
                if mismatch is None and not is_unfinished(value):
                    actual = self._actual if siblings is self._siblings else None
                    mismatches = (_asked(p, tp, as_list(value), siblings, step, actual) for p in predicates)
                    mismatch = next((mismatch for mismatch in mismatches if mismatch is not None), None)
                return mismatch
            case BaseClass():
                return (yield self._subclass(tp, value, env, siblings, step))
            case Union():
                return (yield self._either(tp, value, env, siblings, step))
            case Param(variable=variable):
                if variable not in env:
                    return None
                given = env[variable]
                return (yield self.judge(given.type, value, given.env, given.siblings, step))
            case Named(alias=alias, args=args):
                inner = {p: Closure(arg, env, siblings) for p, arg in zip(alias.params, args, strict=False)}
                return (yield self._met(value, tp, self.judge(alias.type, value, inner, siblings, step)))
            case Iterated(accepts=cls):
                fine = is_a(value, cls)
            case Data():
                return (yield self._met(value, tp, self._data(tp, value, env, siblings, step)))
            case SequenceOf() | SetOf() | DictOf() | TupleOf() | IteratorOf():
                return (yield self._met(value, tp, self._container(tp, value, env, siblings, step)))
            case Atom(kind=kind):
                fine = is_a(value, SCALARS[kind])
            case Finite():
                fine = is_member(tp, value)
            case FunctionOf():
                fine = callable(value)
            case Instance(cls=cls):
                fine = is_a(value, cls)
        return None if fine else Mismatch(step, tp, value, siblings)

    def _met(self, value: Any, asked: Type, walk: _Walk) -> _Walk:
        """Continue with a value, unless it is inside itself and was compared with the same type before."""
        key = (id(value), id(asked))
        if self.inside[key] >= _ROUNDS or key in self._fine:
            return None
        self.inside[key] += 1
        mismatch = yield walk
        self.inside[key] -= 1
        if mismatch is not None:
            self._fine.clear()
        elif isinstance(asked, Data) and asked.may_be_shared:
            self._fine.add(key)
        return mismatch

    def _either(self, tp: Union, value: Any, env: _Env, siblings: Mapping[str, Any], step: Step) -> _Walk:
        """The mismatch with a union: that of a member which fits but for a part or a predicate, if there is one."""
        closest: Mismatch | None = None
        for member in tp.members:
            mismatch = yield self.judge(member, value, env, siblings, step)
            if mismatch is None:
                return None
            plain = mismatch.step is step and mismatch.predicate is None and mismatch.error is None
            if closest is None and not plain:
                closest = mismatch
        return closest or Mismatch(step, tp, value, siblings)

    def _subclass(self, tp: BaseClass, value: Any, env: _Env, siblings: Mapping[str, Any], step: Step) -> _Walk:
        """An instance of a subclass that is known has to be of its type; any other instance will do."""
        if not may_be_a(value, tp.cls):
            return Mismatch(step, tp, value, siblings)
        classes = [(member, class_named_by(member)) for member in tp.members]
        known = tuple(member for member, cls in classes if cls is not None and is_a(value, cls))
        if not known:
            return Mismatch(step, tp, value, siblings) if any(is_a(value, cls) for cls in tp.barred) else None
        return (yield self._either(Union(known), value, env, siblings, step))

    def _container(
        self,
        tp: SequenceOf | SetOf | DictOf | TupleOf | IteratorOf,
        value: Any,
        env: _Env,
        siblings: Mapping[str, Any],
        step: Step,
    ) -> _Walk:
        parts: list[tuple[Type, Any, Step]] = []
        try:
            match tp:
                case TupleOf(elements=kinds):
                    inside = elements(value, tuple)
                    if inside is None or len(inside) != len(kinds):
                        return Mismatch(step, tp, value, siblings)
                    parts = [(k, v, Step(step, "index", i)) for i, (k, v) in enumerate(zip(kinds, inside, strict=True))]
                case DictOf(key=key_type, value=item_type):
                    items = pairs(value, container_of(tp))
                    if items is None:
                        return Mismatch(step, tp, value, siblings)
                    for i, (key, item) in enumerate(items):
                        parts.append((key_type, key, Step(step, "place", i)))
                        parts.append((item_type, item, Step(step, "key", key)))
                case IteratorOf(element=element, cls=cls, returned=returned):
                    inside = yields(value, cls)
                    if inside is None:
                        return Mismatch(step, tp, value, siblings)
                    parts = [(element, item, Step(step, "place", i)) for i, item in enumerate(inside)]
                    if returned is not None and returned_by(value) is not ABSENT:
                        parts.append((returned, returned_by(value), Step(step, "end")))
                case SequenceOf(element=element) | SetOf(element=element):
                    inside = elements(value, container_of(tp)) if not all_of_range(element, value) else ()
                    if inside is None:
                        return Mismatch(step, tp, value, siblings)
                    how = "index" if is_indexed(value) else "place"
                    parts = [(element, item, Step(step, how, i)) for i, item in enumerate(inside)]
        except Exception as error:
            return Mismatch(step, tp, value, siblings, error=error)
        for part, item, where in parts:
            mismatch = yield self.judge(part, item, env, siblings, where)
            if mismatch is not None:
                return mismatch
        return None

    def _data(self, tp: Data, value: Any, env: _Env, siblings: Mapping[str, Any], step: Step) -> _Walk:
        constructor = tp.constructor
        mapping = constructor.form == "mapping"
        if not (is_mapping(value) if mapping else is_a(value, accepted_class(tp))):
            return Mismatch(step, tp, value, siblings)
        if constructor.fits is not None:
            return None if constructor.fits(value) else Mismatch(step, tp, value, siblings)
        inner = {p: Closure(arg, env, siblings) for p, arg in zip(constructor.params, tp.args, strict=False)}
        known: dict[str, Any] = {}
        if constructor.taken:
            return (yield self._taken(tp, value, inner, siblings, step))
        for field, kept in zip(constructor.fields, attribute_names(constructor), strict=True):
            known[field.name] = ABSENT
            if kept is None:
                continue
            where = Step(step, "key" if mapping else "attribute", kept)
            try:
                part = value.get(kept, ABSENT) if mapping else getattr(value, kept)
            except Exception as error:
                if isinstance(error, AttributeError) and not mapping:
                    continue  # not stored under this name
                return Mismatch(where, field.type, value, siblings, error=error)
            if part is ABSENT:
                if not field.optional:
                    return Mismatch(where, field.type, ABSENT, siblings)
                continue
            mismatch = yield self.judge(field.type, part, inner, dict(known), where)
            if mismatch is not None:
                return mismatch
            known[field.name] = part
        return None

    def _taken(self, tp: Data, value: Any, inner: _Env, siblings: Mapping[str, Any], step: Step) -> _Walk:
        """The arguments from which a recipe builds a value. Those of a container are its own elements."""
        constructor = tp.constructor
        try:
            parts = constructor.parts(value)
        except Exception as error:
            return Mismatch(step, tp, value, siblings, error=error)
        if any(part is ABSENT for part in parts):
            return Mismatch(step, tp, value, siblings)
        known: dict[str, Any] = {}
        for field, part in zip(constructor.fields, parts, strict=True):
            where = step if constructor.scalar else Step(step, "attribute", field.name)
            mismatch = yield self.judge(field.type, part, inner, dict(known), where)
            if mismatch is not None:
                return mismatch
            known[field.name] = part
        return None


def _asked(
    predicate: Predicate,
    tp: Refined,
    value: Any,
    siblings: Mapping[str, Any],
    step: Step,
    actual: Mapping[str, Any] | None,
) -> Mismatch | None:
    """The mismatch of a predicate that fails. One that depends on an absent field is not evaluated."""
    unknown = [name for name in predicate.names if name not in siblings]
    if unknown:
        raise RefinementError(
            f"the refinement `{predicate.text}` depends on {unknown[0]!r}, which is not there",
            place=predicate.place,
            remedy="Name an earlier field of the class, or a parameter of the function.",
        )
    if any(siblings[name] is ABSENT for name in predicate.names):
        return None
    try:
        fine = _run(predicate, value, siblings)
        error = None
    except Exception as raised:
        fine, error = False, raised
    if not fine and (wide := widened(tp.base, value)) is not None:
        try:
            fine = _run(predicate, wide, siblings)
        except Exception:
            fine = False  # the exception for the value itself is reported
    if not fine and actual is not None and predicate.names:
        fine = failed_conjunct(predicate, value, siblings, actual) is None
    return None if fine else Mismatch(step, tp, value, siblings, predicate, error, actual)


def _run(predicate: Predicate, value: Any, siblings: Mapping[str, Any]) -> bool:
    try:
        return predicate.holds(value, siblings)
    except RecursionError:
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, _DEEP))
        try:
            return predicate.holds(value, siblings)
        finally:
            sys.setrecursionlimit(before)
