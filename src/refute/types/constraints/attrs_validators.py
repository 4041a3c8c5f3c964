"""Constraints of attrs: validators of `attrs.validators`, functions as validators, converters."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from attr import fields, make_class, validators

from refute.errors import Place
from refute.logic.reading.predicates import Predicate, name_of
from refute.logic.reading.source import find_source
from refute.types.constraints.combined import each, either, negated
from refute.types.constraints.reading import Reading
from refute.types.constraints.vocabulary import (
    bound,
    function,
    instance_of,
    is_none,
    length,
    one_of,
    opaque,
    pattern,
)
from refute.types.data.refusals import REFUSALS
from refute.types.reading.context import Context

v: Any = validators
# The attribute passed to a validator that stands in an annotation.
_STAND_IN: Any = fields(make_class("Value", ["v"])).v
Validator = Callable[[Any, Any, Any], Any]


@dataclass(frozen=True)
class Validated:
    """A validator with its attribute. Added to the metadata of an attribute by data.attrs_classes."""

    validator: Validator
    attribute: Any

    def __repr__(self) -> str:
        return repr(self.validator)


@dataclass(frozen=True)
class LeavesUnchanged:
    """A converter as a constraint: it leaves the value unchanged."""

    converter: Callable[[Any], Any]


@dataclass(frozen=True)
class _Setting:
    attribute: Any
    place: Place | None


def read(metadata: object, context: Context) -> Reading | None:
    if isinstance(metadata, Validated):
        return [*_predicates(metadata.validator, _Setting(metadata.attribute, context.place))]
    if isinstance(metadata, LeavesUnchanged):
        return [_kept(metadata.converter, context.place)]
    if type(metadata) in _READERS:
        return [*_predicates(metadata, _Setting(_STAND_IN, context.place))]
    return None


def conjuncts(validator: Validator) -> list[Validator]:
    """The validators that a conjunction of validators consists of."""
    if type(validator) is _AND:
        return [part for inner in _members(validator) for part in conjuncts(inner)]
    return [validator]


def needs_instance(validator: Validator) -> bool:
    """Whether a validator may use the instance."""
    if type(validator) in _READERS:
        return any(map(needs_instance, _members(validator)))
    if not isinstance(validator, FunctionType):
        return True
    source = find_source(validator)
    if source is None or len(source.node.args.args) != 3:
        return True
    instance = source.node.args.args[0].arg
    return any(isinstance(part, ast.Name) and part.id == instance for part in ast.walk(source.node))


def instance_types(validator: Validator | None) -> tuple[type, ...]:
    """The classes of an `instance_of` validator, for attributes without annotation."""
    for part in conjuncts(validator) if validator is not None else ():
        if type(part) is _INSTANCE_OF:
            return _classes(part)
    return ()


def _predicates(validator: Any, setting: _Setting) -> list[Predicate]:
    reader = _READERS.get(type(validator), _custom)
    return reader(validator, setting)


_PARTS = (
    "validator",
    "member_validator",
    "iterable_validator",
    "key_validator",
    "value_validator",
    "mapping_validator",
)


def _members(validator: Any) -> Iterator[Validator]:
    """The validators inside a validator."""
    yield from getattr(validator, "_validators", ()) or getattr(validator, "validators", ())
    yield from (inner for name in _PARTS if (inner := getattr(validator, name, None)) is not None)


def _custom(validator: Any, setting: _Setting) -> list[Predicate]:
    def accepts(value: Any) -> bool:
        try:
            validator(None, setting.attribute, value)
        except REFUSALS:
            return False
        return True

    return [opaque(accepts, f"{name_of(validator)} accepts v", setting.place, "a validator can only be run")]


def _kept(converter: Callable[[Any], Any], place: Place | None) -> Predicate:
    def keeps(value: Any) -> bool:
        try:
            result = converter(value)
        except REFUSALS:
            return False
        return result is value or (type(result) is type(value) and bool(result == value))

    return opaque(keeps, f"{name_of(converter)}(v) == v", place, "a converter can only be run")


def _classes(validator: Any) -> tuple[type, ...]:
    """The classes that `instance_of` was given: one, a union, or a tuple of either."""
    found: list[type] = []
    waiting = [validator.type]
    while waiting:
        match waiting.pop(0):
            case type() as cls:
                found.append(cls)
            case tuple() as several:
                waiting[:0] = several
            case union:
                waiting[:0] = getattr(union, "__args__", ())
    return tuple(found)


def _conjunction(validator: Any, setting: _Setting) -> list[Predicate]:
    return [part for inner in _members(validator) for part in _predicates(inner, setting)]


def _negation(validator: Any, setting: _Setting) -> list[Predicate]:
    if not {ValueError, TypeError}.issubset(validator.exc_types):
        return _custom(validator, setting)
    return [negated(_predicates(validator.validator, setting), setting.place)]


def _optional(validator: Any, setting: _Setting) -> list[Predicate]:
    ways = [[is_none(setting.place)], _predicates(validator.validator, setting)]
    return [either(ways, setting.place)]


def _disjunction(validator: Any, setting: _Setting) -> list[Predicate]:
    return [either([_predicates(inner, setting) for inner in validator.validators], setting.place)]


def _deep_iterable(validator: Any, setting: _Setting) -> list[Predicate]:
    outer = _predicates(validator.iterable_validator, setting) if validator.iterable_validator is not None else []
    return [*outer, each(_predicates(validator.member_validator, setting), setting.place)]


def _deep_mapping(validator: Any, setting: _Setting) -> list[Predicate]:
    outer = _predicates(validator.mapping_validator, setting) if validator.mapping_validator is not None else []
    for part, inner in (("key", validator.key_validator), ("value", validator.value_validator)):
        if inner is not None:
            outer.append(each(_predicates(inner, setting), setting.place, part))
    return outer


# attrs does not export the classes of its validators, only the functions that make them.
_AND = type(v.and_())
_INSTANCE_OF = type(v.instance_of(int))
_READERS: dict[type, Callable[[Any, _Setting], list[Predicate]]] = {
    _AND: _conjunction,
    _INSTANCE_OF: lambda validator, s: [instance_of(_classes(validator), s.place)],
    type(v.in_(())): lambda validator, s: [one_of(validator.options, s.place)],
    type(v.gt(0)): lambda validator, s: [bound(validator.compare_func.__name__, validator.bound, s.place)],
    type(v.min_len(0)): lambda validator, s: [length("ge", validator.min_length, s.place)],
    type(v.max_len(0)): lambda validator, s: [length("le", validator.max_length, s.place)],
    type(v.matches_re("")): lambda validator, s: [pattern(validator.pattern, s.place, validator.match_func.__name__)],
    type(v.is_callable()): lambda validator, s: [function(callable, s.place)],
    type(v.optional(v.gt(0))): _optional,
    type(v.not_(v.gt(0))): _negation,
    type(v.deep_iterable(v.gt(0))): _deep_iterable,
    type(v.deep_mapping(v.gt(0), v.gt(0))): _deep_mapping,
}
if hasattr(v, "or_"):
    _READERS[type(v.or_())] = _disjunction
if hasattr(v, "_subclass_of"):
    _READERS[type(v._subclass_of(int))] = _custom
