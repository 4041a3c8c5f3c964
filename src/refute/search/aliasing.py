"""Inputs in which two parameters are one object.

    def extend(xs: list[int], more: Sequence[int]) -> None

Both may be the same list, and code that changes one of them changes the other. Such inputs are built from a signature
without the second parameter. The object is passed as both, where it satisfies what is said of both.
"""

from __future__ import annotations

import inspect
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

from refute.types.landmarks import names_in, predicates_in
from refute.types.model import (
    Anything,
    Atom,
    Data,
    DictOf,
    Iterated,
    Named,
    Open,
    Param,
    Refined,
    SequenceOf,
    SetOf,
    Type,
    Union,
    has_functions,
    mapped,
)
from refute.types.signatures import Parameter, Signature

_MOST_PAIRS = 6
_MUTABLE: dict[str, type] = {"list": list, "deque": deque, "set": set}
_NAMED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def pairs_of(signature: Signature) -> tuple[tuple[str, str], ...]:
    """The names of parameters that may be one object: the one by whose type it is built, and the other."""
    parameters = [p for p in signature.parameters if p.kind in _NAMED]
    if any(has_functions(parameter.type) for parameter in signature.parameters):
        return ()
    found: dict[frozenset[str], tuple[str, str]] = {}
    for kept, dropped in sorted(permutations(parameters, 2), key=_refinements, reverse=True):
        if _common(kept.type, dropped.type) is not None:
            found.setdefault(frozenset((kept.name, dropped.name)), (kept.name, dropped.name))
    return tuple(found.values())[:_MOST_PAIRS]


def _refinements(pair: tuple[Parameter, Parameter]) -> int:
    """How many refinements of the first one hold by construction, if the second is left out."""
    kept, dropped = pair
    return sum(dropped.name not in predicate.names for predicate in predicates_in(kept.type))


def without(signature: Signature, kept: str, dropped: str) -> Signature:
    """The signature by which the object is built: without the parameter that is dropped, and what refers to it."""
    by_name = {p.name: p for p in signature.parameters}
    common = _common(by_name[kept].type, by_name[dropped].type)
    assert common is not None
    parameters = []
    for parameter in signature.parameters:
        if parameter.name == dropped:
            continue
        tp = common if parameter.name == kept else parameter.type
        is_given = parameter.name == kept or dropped in names_in(parameter.type)
        default = inspect.Parameter.empty if is_given else parameter.default
        parameters.append(replace(parameter, type=_without_name(tp, dropped), default=default))
    order = tuple(name for name in signature.order if name != dropped)
    return replace(signature, parameters=tuple(parameters), order=order)


def related(signature: Signature, kept: str, dropped: str) -> tuple[str, ...]:
    """The parameters whose types have to be looked at again, with the object in the place of both."""
    return tuple(p.name for p in signature.parameters if p.name in (kept, dropped) or dropped in names_in(p.type))


def may_share_more(signature: Signature, pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether a mutable object could be in several places of an input, and not only as the two parameters of a pair.

    It is for types without containers of data, and without recursion.
    """
    by_name = {p.name: p.type for p in signature.parameters}
    places = {name: _places(tp, {}) for name, tp in by_name.items()}
    left = set(map(frozenset, pairs))
    for what, often in sum(places.values(), Counter()).items():
        if often == 1:
            continue
        holders = frozenset(name for name, own in places.items() if own[what])
        if often > 2 or holders not in left or not all(_is_itself(by_name[name], what) for name in holders):
            return True
        left.remove(holders)  # a pair is given objects of one type
    return False


def _places(tp: Type, given: Mapping[Any, Type]) -> Counter[object]:
    """In how many places of a value there may be one mutable object of each type. `given`: for type parameters."""
    found: Counter[object] = Counter()
    if (what := _what(tp)) is not None:
        found[what] += 1
    match tp:
        case Union(members=members):
            for member in members:
                found |= _places(member, given)
            return found
        case Param(variable=variable) if variable in given:
            return _places(given[variable], {})
        case Named(alias=alias, args=args):
            return _places(alias.type, {**given, **dict(zip(alias.params, args, strict=False))})
        case Data(constructor=constructor, args=args):
            given = {**given, **dict(zip(constructor.params, args, strict=False))}
            parts: Sequence[Type] = [own.type for own in constructor.fields]
        case _:
            parts = tp.parts()
    return sum((_places(part, given) for part in parts), found)


def _is_itself(tp: Type, what: object) -> bool:
    """Whether values of a type hold a mutable object only by being that object."""
    return all(_what(_bare(part)) == what for part in _alternatives(tp) if _places(part, {})[what])


def _what(tp: Type) -> object | None:
    """What is the same for two types if one object may be of both; None if their values cannot be changed."""
    if _class_of(tp) is None:
        return None
    return tp.constructor if isinstance(tp, Data) else _bare(tp)


def _without_name(tp: Type, name: str) -> Type:
    """A type without the refinements that refer to a parameter."""
    inside = mapped(tp, lambda part: _without_name(part, name))
    if not isinstance(inside, Refined):
        return inside
    own = tuple(predicate for predicate in inside.predicates if name not in predicate.names)
    return replace(inside, predicates=own) if own else inside.base


def _common(kept: Type, dropped: Type) -> Type | None:
    """The part of a type whose values are mutable, and of the other type as well."""
    others = [_bare(part) for part in _alternatives(dropped)]
    parts = list(_alternatives(kept))
    for part in parts:
        bare = _bare(part)
        if _class_of(bare) is not None and any(_is_also(bare, other) for other in others):
            return kept if len(parts) == 1 else part
    return None


def _alternatives(tp: Type) -> Iterator[Type]:
    """The members of unions, in refinements and aliases too."""
    match tp:
        case Anything() | Open():
            return
        case Union(members=members):
            for member in members:
                yield from _alternatives(member)
        case Refined(base=Union() | Named() as base):
            yield from _alternatives(base)
        case Named(alias=alias, args=()):
            yield from _alternatives(alias.type)
        case _:
            yield tp


def _class_of(tp: Type) -> type | None:
    """The class of the values of a type, if they can be changed."""
    match tp:
        case SequenceOf(kind=kind) | SetOf(kind=kind):
            return _MUTABLE.get(kind)
        case DictOf():
            return dict
        case Data(constructor=constructor) if not (constructor.frozen or isinstance(tp, Iterated)):
            return dict if constructor.form == "mapping" else constructor.cls
    return None


def _is_also(tp: Type, other: Type) -> bool:
    """Whether values of a type are of another one: the same, or one that takes its class, with the same elements."""
    if tp == other:
        return True
    accepted, cls = getattr(other, "accepts", None), _class_of(tp)
    is_taken = isinstance(accepted, type) and cls is not None and issubclass(cls, accepted)
    return is_taken and isinstance(other, SequenceOf | SetOf | DictOf) and tp.parts() == other.parts()


def _bare(tp: Type) -> Type:
    """A type as plain Python has it, without refinements."""
    match tp:
        case Refined(base=base):
            return _bare(base)
        case Atom(kind=kind):
            return Atom(kind)
    return mapped(tp, _bare)
