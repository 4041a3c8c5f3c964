"""The type of an argument after a call.

A function may change a list that it is given in any way, and the refinements of a parameter are preconditions only. But
an instance of a class has to be of its class again: its fields of their types, the invariants of the class true.

    class Account:                     def pay(accounts: Annotated[list[Account], where(lambda v: v)], sum: Nat)
        balance: Nat
                                       after the call: a list; every Account in it has balance >= 0
"""

from __future__ import annotations

from dataclasses import replace

from refute.logic.reading.predicates import Predicate
from refute.types.landmarks import predicates_in
from refute.types.model import (
    Alias,
    Anything,
    BaseClass,
    Constructor,
    Data,
    DictOf,
    Field,
    Named,
    Param,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Type,
    Union,
    mapped,
    walk,
)

_ANYTHING = Anything(())


def type_after_call(tp: Type) -> Type | None:
    """The type that an argument has to be of after a call; None if it may be anything."""
    found = _AfterCall().lenient(tp)
    return None if found == _ANYTHING else found


class _AfterCall:
    """Derives types after a call. Each class and alias is derived once, as they may be recursive."""

    def __init__(self) -> None:
        self._constructors: dict[Constructor, Constructor] = {}
        self._aliases: dict[Alias, Alias] = {}

    def lenient(self, tp: Type) -> Type:
        """The type of a value that may be changed freely, but for instances of classes in it."""
        match tp:
            case Param():
                return tp
            case _ if not _is_asked(tp):
                return _ANYTHING
            case Refined(base=Data() as base, predicates=predicates):
                declared = tuple(predicate for predicate in predicates if predicate in base.constructor.declared)
                return self._instance(base, declared)
            case Refined(base=base):
                return self.lenient(base)
            case Data():
                return self._instance(tp, ())
            case BaseClass():
                return replace(tp, members=tuple(map(self.lenient, tp.members)))
            case Union(members=members):
                return self._either(members)
            case SequenceOf() | SetOf() | DictOf() | TupleOf():
                return mapped(tp, self.lenient)
            case Named(alias=alias, args=args):
                return Named(self._alias(alias), tuple(map(self.lenient, args)))
        return _ANYTHING

    def _instance(self, tp: Data, declared: tuple[Predicate, ...]) -> Type:
        whole = self._strict(Refined(tp, declared) if declared else tp)
        return whole if tp.constructor.form == "mapping" else BaseClass((whole,), object)

    def _either(self, members: tuple[Type, ...]) -> Type:
        """A union: instances of its classes have to be right, anything else is accepted."""
        found = [self.lenient(member) for member in members]
        classes = [part for tp in found if isinstance(tp, BaseClass) for part in tp.members]
        return BaseClass(tuple(classes), object) if classes else Union(tuple(found))

    def _strict(self, tp: Type) -> Type:
        """The type of a field: as its class declares it."""
        match tp:
            case Data(constructor=constructor, args=args):
                return replace(tp, constructor=self._constructor(constructor), args=tuple(map(self._strict, args)))
        return mapped(tp, self._strict)

    def _constructor(self, constructor: Constructor) -> Constructor:
        if constructor not in self._constructors:
            change = self._strict if constructor.declares_fields else self.lenient

            def read_fields() -> tuple[Field, ...]:
                return tuple(replace(field, type=change(field.type)) for field in constructor.fields)

            self._constructors[constructor] = replace(constructor, read_fields=read_fields)
        return self._constructors[constructor]

    def _alias(self, alias: Alias) -> Alias:
        if alias not in self._aliases:
            self._aliases[alias] = replace(alias, read=lambda: self.lenient(alias.type))
        return self._aliases[alias]


def _is_asked(tp: Type) -> bool:
    """Whether a type contains classes whose instances are checked after a call."""
    return any(isinstance(part, Data) and _is_constrained(part.constructor) for part in walk(tp))


def _is_constrained(constructor: Constructor) -> bool:
    """Whether a class has invariants, or refined fields that can be changed."""
    if constructor.declared:
        return True
    refined = constructor.declares_fields and any(predicates_in(field.type) for field in constructor.fields)
    return refined and (not constructor.frozen or any(_is_mutable(f.type) for f in constructor.fields))


def _is_mutable(tp: Type) -> bool:
    """Whether values of a type, or parts of them, are mutable."""
    return any(map(_changes, walk(tp)))


def _changes(part: Type) -> bool:
    match part:
        case SequenceOf(kind=kind):
            return kind != "tuple"
        case SetOf(kind=kind):
            return kind != "frozenset"
        case Data(constructor=constructor):
            return not constructor.frozen
    return isinstance(part, DictOf)
