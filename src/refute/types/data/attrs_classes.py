"""attrs classes: `define`, `frozen`, `attr.s`; with private names, defaults, converters, validators and hooks."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from types import FunctionType
from typing import Any, get_args

from attr import NOTHING, Factory

from refute.logic.reading.predicates import Predicate
from refute.logic.terms.term import const
from refute.types.constraints.attrs_validators import (
    LeavesUnchanged,
    Validated,
    conjuncts,
    instance_types,
    needs_instance,
)
from refute.types.data.checks import read_checks, read_validator
from refute.types.data.description import ConstructorArgument, Description
from refute.types.reading.context import own_annotations

_FACTORY: Any = Factory  # its stubs declare a function


def describe(cls: Any) -> Description | None:
    attributes: tuple[Any, ...] | None = getattr(cls, "__attrs_attrs__", None)
    if attributes is None or not _generated(cls.__init__):
        return None  # not of attrs, or with a constructor of its own: a plain class
    arguments = [_AttrsArgument(cls, a) for a in attributes if a.init]
    chosen = [a for a in arguments if a.annotation is not None]
    left_out = [a for a in arguments if a.annotation is None]
    if any(a.attribute.default is NOTHING for a in left_out):
        return None
    converted = frozenset(a.name for a in chosen if a.becomes_another)
    names = frozenset(a.name for a in chosen) - converted
    checks = read_checks(cls, "__attrs_post_init__", names)
    validation = _Validation(chosen, names)
    unread = [checks.unread, *validation.unread]
    if hasattr(cls, "__attrs_pre_init__"):
        unread.append("it has an __attrs_pre_init__")
    fixed = {a.name: const(a.default) for a in attributes if not a.init and not _made(a.default)}
    return Description(
        arguments=tuple(a.described(validation.beside[a.name], by_name=bool(left_out)) for a in chosen),
        frozen=getattr(cls.__setattr__, "__name__", "") == "_frozen_setattrs",
        structural=_generated(cls.__eq__)
        and not converted
        and all(a.eq and a.eq_key is None and a.init for a in attributes),
        computed=fixed | dict(checks.computed),
        changed=checks.changed | converted,
        lost=converted,
        invariants=(*validation.invariants, *checks.invariants),
        unread="; ".join(reason for reason in unread if reason),
    )


class _AttrsArgument:
    """One argument of the constructor.

    A converter that takes values of the type it returns is a constraint: the attribute holds values that it leaves
    unchanged. One that takes another type, or the instance, is run when an instance is built.
    """

    def __init__(self, cls: Any, attribute: Any) -> None:
        self.attribute = attribute
        self.name = attribute.name
        self.parameter = attribute.alias or attribute.name.lstrip("_")
        annotated = next((base for base in cls.__mro__ if self.name in own_annotations(base)), None)
        self.owner = annotated or cls
        self.annotation = _declared(attribute)
        if annotated is not None:
            self.annotation = own_annotations(annotated)[self.name] or type(None)
        self.becomes_another = False
        self.converter: Callable[[Any], Any] | None = None
        if attribute.converter is not None:
            self._look_at_converter(cls)

    def _look_at_converter(self, cls: Any) -> None:
        self.converter = _alone(self.attribute.converter)
        # attrs annotates the parameter with the type that the converter takes.
        taken = cls.__init__.__annotations__.get(self.parameter, self.annotation)
        own = (self.annotation, self.attribute.type, Any, object)
        self.becomes_another = self.converter is None or not any(t in own for t in (taken, *get_args(taken)))
        if self.becomes_another:
            self.annotation = taken
            self.owner = self.converter or self.owner

    def described(self, validated: tuple[Any, ...], by_name: bool) -> ConstructorArgument:
        kept = () if self.converter is None or self.becomes_another else (LeavesUnchanged(self.converter),)
        keyword = by_name or bool(self.attribute.kw_only)
        return ConstructorArgument(self.name, self.annotation, self.owner, (*kept, *validated), self.parameter, keyword)


def _alone(converter: Any) -> Callable[[Any], Any] | None:
    """A converter as a function of the argument alone; None if it takes more."""
    if not hasattr(converter, "takes_self"):
        return converter if callable(converter) else None
    return None if converter.takes_self or converter.takes_field else _alone(converter.converter)


class _Validation:
    """Validators of a class: constraints of one attribute, conditions on several, or only known by building."""

    def __init__(self, arguments: list[_AttrsArgument], names: frozenset[str]) -> None:
        self.beside: dict[str, tuple[Validated, ...]] = {}
        self.invariants: list[Predicate] = []
        self.unread: list[str] = []
        for argument in arguments:
            self.beside[argument.name] = ()
            if argument.becomes_another:
                self.unread.append(f"{argument.name} is what its converter makes of the argument")
            elif argument.attribute.validator is not None:
                self._read(argument.attribute, names)

    def _read(self, attribute: Any, names: frozenset[str]) -> None:
        for validator in conjuncts(attribute.validator):
            if isinstance(validator, FunctionType):
                found = read_validator(validator, attribute.name, names)
                if found is not None:
                    self.invariants += found
                    continue
            if needs_instance(validator):
                self.unread.append(f"a validator of {attribute.name} may look at the whole object")
            else:
                self.beside[attribute.name] += (Validated(validator, attribute),)


def _declared(attribute: Any) -> Any:
    """The type of an attribute without annotation: its `type` argument, or that of an `instance_of` validator."""
    if attribute.type is not None:
        return attribute.type
    classes = instance_types(attribute.validator)
    return reduce(or_, classes) if classes else None


def _made(default: Any) -> bool:
    return default is NOTHING or isinstance(default, _FACTORY)


def _generated(method: Any) -> bool:
    return getattr(getattr(method, "__code__", None), "co_filename", "").startswith("<attrs generated")
