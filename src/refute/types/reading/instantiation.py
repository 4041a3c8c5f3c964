"""Type variables of a function: in one call, all occurrences of one stand for the same type.

A variable with constraints stands for each of them in turn. So a parameter becomes a union, and what a later one may be
is guarded by what the earlier ones are:

    def add(x: N, y: N) -> N          N = TypeVar("N", int, str)

    x: int | str
    y: int, if x is int | str, if x is str
    result: int, if x and y are int | str, if x and y are str
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from refute.errors import RefinementError
from refute.logic.reading.calls import Run
from refute.logic.reading.predicates import Conjunct, Predicate
from refute.logic.terms.term import ANY, TRUE, Term, const, var
from refute.types.landmarks import refined
from refute.types.membership import SCALARS, inhabits
from refute.types.model import (
    Anything,
    Atom,
    Data,
    DictOf,
    Finite,
    Param,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Type,
    has_functions,
    mapped,
    union_of,
)
from refute.types.substitution import filled, free_variables

# Combinations of constraints that are tried; of further variables, only the first constraint is.
_MOST = 16
_SCALARS = (bool, int, float, str, bytes, type(None))


class Instantiation:
    """What the variables in the parameters of a function stand for. `types` has these, by name, as they are written."""

    def __init__(
        self,
        types: Mapping[str, Type],
        defaults: Mapping[str, Any],
        alternatives: Callable[[Any], tuple[Type, ...]],
        known: Mapping[Any, Type],
    ) -> None:
        """`defaults` are those of parameters that may be left out; `known` is what some variables are known to be."""
        self._types = types
        self._defaults = defaults
        self._one: dict[Any, Type] = dict(known)
        self._several: dict[Any, tuple[Type, ...]] = {}
        for variable in (v for tp in types.values() for v in free_variables(tp)):
            if variable in self._one or variable in self._several:
                continue
            found = alternatives(variable)
            combinations = prod(map(len, self._several.values())) * len(found)
            in_function = any(variable in free_variables(tp) for tp in types.values() if has_functions(tp))
            if len(found) == 1 or combinations > _MOST or in_function:
                self._one[variable] = found[0]
            else:
                self._several[variable] = found

    def parameter(self, name: str) -> Type:
        """The type of a parameter alone."""
        return self._instance(self._types[name], (), (*self._one, *self._several))

    def later(self, name: str, tp: Type, earlier: Sequence[str]) -> Type:
        """The type of a parameter whose value is chosen after others; `tp` is its type alone."""
        related = any(self._is_told(variable, earlier) for variable in free_variables(self._types[name]))
        return self._instance(self._types[name], earlier, (*self._one, *self._several)) if related else tp

    def result(self, tp: Type, tied: Collection[Any]) -> Type:
        """The type of a result in which some variables stand for what they do in the parameters.

        Those of generic classes that were given none may stand for anything.
        """
        return self._instance(_loosened(tp), tuple(self._types), tied)

    def _instance(self, tp: Type, earlier: Sequence[str], variables: Collection[Any]) -> Type:
        one = {variable: self._one[variable] for variable in variables if variable in self._one}
        inside = [v for v in free_variables(tp) if v in self._several and v in variables]
        members = []
        for chosen in product(*(self._several[variable] for variable in inside)):
            several = {v: refined(c, self._guards(v, c, earlier)) for v, c in zip(inside, chosen, strict=True)}
            members.append(filled(tp, one | several))
        return union_of(members)

    def _is_told(self, variable: Any, earlier: Sequence[str]) -> bool:
        """Whether the values of some parameters say what a variable stands for."""
        return variable in self._several and any(variable in free_variables(self._types[name]) for name in earlier)

    def _guards(self, variable: Any, chosen: Type, earlier: Sequence[str]) -> list[Predicate]:
        """The condition that a variable stands for a type, as far as the values of earlier parameters tell."""
        names = [name for name in earlier if variable in free_variables(self._types[name])]
        if not names:
            return []
        types = {name: _unrefined(self._instance_with(self._types[name], variable, chosen)) for name in names}

        def fits(value: Any, *others: Any) -> bool:
            return all(self._fits(name, types[name], other) for name, other in zip(names, others, strict=True))

        terms = [self._term(name, variable, chosen) for name in names]
        text = f"{getattr(variable, '__name__', variable)} is {_named(chosen)}"
        reason = ""
        if any(term is None for term in terms):
            reason = "it is told by the values of other parameters"
            terms = [Term("truth", (Term("opaque", (const(None), *map(var, names)), Run(fits)),))]
        whole = Term("and", tuple(term for term in terms if term is not None))
        return [Predicate(fits, tuple(names), (Conjunct(text, whole, reason),), text)]

    def _instance_with(self, tp: Type, variable: Any, chosen: Type) -> Type:
        """A type in which one variable is chosen, and the others may be any of theirs."""
        others = {other: union_of(types) for other, types in self._several.items()}
        return filled(tp, {**self._one, **others, variable: chosen})

    def _fits(self, name: str, tp: Type, value: Any) -> bool:
        if name in self._defaults and value is self._defaults[name]:
            return True
        try:
            return inhabits(tp, value)
        except RefinementError:  # a refinement inside a class raised: whatever the value is, it is not told by this
            return True

    def _term(self, name: str, variable: Any, chosen: Type) -> Term | None:
        """The condition that a parameter has its type if a variable is chosen; None if it cannot be written."""
        classes = _classes_of(chosen)
        if classes is None or not all(_classes_of(other) for other in self._several[variable]):
            return None
        term = _written(self._types[name], variable, classes, var(name))
        if term is None or name not in self._defaults:
            return term
        default = self._defaults[name]
        if type(default) not in _SCALARS:
            return None
        return Term("or", (Term("is", (var(name), const(default))), term))


def written_variables(tp: Type) -> dict[Any, None]:
    """The type variables that a type was written with, without those of generic classes that were given none."""
    found: dict[Any, None] = {tp.variable: None} if isinstance(tp, Param) and not tp.implied else {}
    for part in tp.parts():
        found |= written_variables(part)
    return found


def _loosened(tp: Type) -> Type:
    """A type with anything in the place of variables that are only implied."""
    if isinstance(tp, Param):
        return Anything(()) if tp.implied else tp
    return mapped(tp, _loosened)


def _unrefined(tp: Type) -> Type:
    return _unrefined(tp.base) if isinstance(tp, Refined) else mapped(tp, _unrefined)


def _classes_of(tp: Type) -> tuple[type, ...] | None:
    """The classes that tell whether a value is of a type; None if they do not."""
    match tp:
        case Atom(kind=kind):
            return (SCALARS[kind],)
        case Finite(name="bool" | "None", values=values):
            return tuple({type(constant.value) for constant in values})
        case Data(constructor=constructor, args=()) if constructor.form != "mapping":
            return (constructor.cls,)
    return None


def _written(tp: Type, variable: Any, classes: tuple[type, ...], subject: Term) -> Term | None:
    """The condition that all values of a type variable in a value are instances of some classes."""
    if variable not in free_variables(tp):
        return TRUE
    match tp:
        case Param():
            return Term("isinstance", (subject,), classes)
        case Refined(base=base):
            return _written(base, variable, classes, subject)
        case SequenceOf(element=element) | SetOf(element=element):
            return _of_each(element, variable, classes, subject)
        case TupleOf(elements=elements):
            places = [Term("index", (subject, const(place))) for place in range(len(elements))]
            parts = [_written(part, variable, classes, at) for part, at in zip(elements, places, strict=True)]
            known = tuple(part for part in parts if part is not None)
            return Term("and", known) if len(known) == len(parts) else None
        case DictOf(key=key, value=value):
            keys = _of_each(key, variable, classes, Term("keys", (subject,)))
            values = _of_each(value, variable, classes, Term("values", (subject,)))
            return None if keys is None or values is None else Term("and", (keys, values))
    return None


def _of_each(element: Type, variable: Any, classes: tuple[type, ...], source: Term) -> Term | None:
    name = f"#each{source.height}"
    condition = _written(element, variable, classes, var(name))
    return None if condition is None else Term("all", (Term("comp", (source, condition, TRUE), (name, ANY)),))


def _named(tp: Type) -> str:
    match tp:
        case Refined(base=base):
            return _named(base)
        case Atom(kind=kind):
            return SCALARS[kind].__name__
        case Finite(name=name):
            return name
        case Data(constructor=constructor):
            return constructor.name
    return str(tp)
