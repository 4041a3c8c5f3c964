"""Instantiation of the type variables of a function: in one call, all occurrences of one stand for the same type.

A variable with constraints stands for each of them. So a parameter becomes a union, and the members of a later one are
guarded by the values of earlier ones:

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
from refute.logic.reading.predicates import Conjunct, Predicate
from refute.logic.terms.opaque import Run
from refute.logic.terms.term import ANY, TRUE, Term, const, var
from refute.types.landmarks import refined
from refute.types.membership import SCALARS, inhabits
from refute.types.model import (
    Anything,
    Atom,
    Data,
    DictOf,
    Finite,
    Iterated,
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
from refute.types.substitution import Guard, filled, free_variables

# Combinations of constraints inside one type. Of further variables, only the first constraint is used.
_MOST = 16
_SCALARS = (bool, int, float, str, bytes, type(None))


class Instantiation:
    """The instances of type variables in the parameters of a function. `types` are their types as written, by name."""

    def __init__(
        self,
        types: Mapping[str, Type],
        defaults: Mapping[str, Any],
        alternatives: Callable[[Any], tuple[Type, ...]],
        known: Mapping[Any, Type],
    ) -> None:
        """`defaults` are those of parameters that may be left out; `known` are instances that are given.

        `alternatives` gives the instances of a variable; one that has none stays free.
        """
        self._types = types
        self._defaults = defaults
        self._one: dict[Any, Type] = dict(known)
        self._several: dict[Any, tuple[Type, ...]] = {}
        self.cut: list[Any] = []  # variables of which only the first constraint is used
        for variable in (v for tp in types.values() for v in free_variables(tp)):
            if variable in self._one or variable in self._several:
                continue
            found = alternatives(variable)
            if not found:
                continue
            around = [tp for tp in types.values() if variable in free_variables(tp)]
            combinations = max(map(self._combinations, around)) * len(found)
            if len(found) > 1 and combinations <= _MOST and not any(map(has_functions, around)):
                self._several[variable] = found
                continue
            self._one[variable] = found[0]
            if len(found) > 1:
                self.cut.append(variable)

    def _combinations(self, tp: Type) -> int:
        """How many members a type has so far."""
        return prod(len(self._several[variable]) for variable in free_variables(tp) if variable in self._several)

    def __repr__(self) -> str:
        instances = {**{variable: (tp,) for variable, tp in self._one.items()}, **self._several}
        return f"<{', '.join(f'{variable}: {types}' for variable, types in instances.items())}>"

    def parameter(self, name: str) -> Type:
        """The type of a parameter on its own."""
        return self._instance(self._types[name], (), (*self._one, *self._several))

    def later(self, name: str, tp: Type, earlier: Sequence[str]) -> Type:
        """The type of a parameter whose value is chosen after others; `tp` is its type on its own."""
        related = any(self._is_told(variable, earlier) for variable in free_variables(self._types[name]))
        return self._instance(self._types[name], earlier, (*self._one, *self._several)) if related else tp

    def result(self, tp: Type, tied: Collection[Any]) -> Type:
        """The type of a result in which the tied variables have the same instances as in the parameters.

        Those of generic classes without arguments may stand for anything.
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
        """Whether the values of some parameters determine the instance of a variable."""
        return variable in self._several and any(variable in free_variables(self._types[name]) for name in earlier)

    def _guards(self, variable: Any, chosen: Type, earlier: Sequence[str]) -> list[Predicate]:
        """The condition that the values of earlier parameters are those for an instance of a variable."""
        names = [name for name in earlier if variable in free_variables(self._types[name])]
        if not names:
            return []
        types = {name: _unrefined(self._instance_with(self._types[name], variable, chosen)) for name in names}

        def fits(value: Any, *others: Any) -> bool:
            return all(self._fits(name, types[name], other) for name, other in zip(names, others, strict=True))

        terms = [self._term(name, variable, chosen) for name in names]
        text = f"{getattr(variable, '__name__', variable)} is {chosen.written()}"
        reason = ""
        if any(term is None for term in terms):
            reason = "it is told by the values of other parameters"
            terms = [Term("truth", (Term("opaque", (const(None), *map(var, names)), Run(fits)),))]
        whole = Term("and", tuple(term for term in terms if term is not None))
        return [Guard(fits, tuple(names), (Conjunct(text, whole, reason),), text)]

    def _instance_with(self, tp: Type, variable: Any, chosen: Type) -> Type:
        """A type with one variable instantiated, and the others by any of their instances."""
        others = {other: union_of(types) for other, types in self._several.items()}
        return filled(tp, {**self._one, **others, variable: chosen})

    def _fits(self, name: str, tp: Type, value: Any) -> bool:
        if name in self._defaults and value is self._defaults[name]:
            return True
        try:
            return inhabits(tp, value)
        except RefinementError:  # a refinement inside a class raised
            return True

    def _term(self, name: str, variable: Any, chosen: Type) -> Term | None:
        """The condition as a term, for one earlier parameter; None if there is no such term."""
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
    """The type variables written in a type, without those of generic classes without arguments."""
    found: dict[Any, None] = {tp.variable: None} if isinstance(tp, Param) and not tp.implied else {}
    for part in tp.parts():
        found |= written_variables(part)
    return found


def _loosened(tp: Type) -> Type:
    """A type with implied type variables replaced by Anything."""
    if isinstance(tp, Param):
        return Anything(()) if tp.implied else tp
    return mapped(tp, _loosened)


def _unrefined(tp: Type) -> Type:
    if isinstance(tp, Refined):
        return _unrefined(tp.base)
    plain = mapped(tp, _unrefined)
    return union_of((plain, *plain.args)) if isinstance(plain, Iterated) else plain  # which is seen as a list


def _classes_of(tp: Type) -> tuple[type, ...] | None:
    """The classes whose instances are exactly the values of a type; None if there are none."""
    match tp:
        case Atom(kind=kind):
            return (SCALARS[kind],)
        case Finite(name="bool" | "None", values=values):
            return tuple({type(constant.value) for constant in values})
        case Data(constructor=constructor, args=()) if constructor.form != "mapping":
            return (constructor.cls,)
    return None


def _written(tp: Type, variable: Any, classes: tuple[type, ...], subject: Term) -> Term | None:
    """The condition that the parts of a value where a type variable stands are instances of some classes."""
    if variable not in free_variables(tp):
        return TRUE
    match tp:
        case Param():
            return Term("isinstance", (subject,), classes)
        case Refined(base=base):
            return _written(base, variable, classes, subject)
        case Iterated(args=(items,)):
            return _written(items, variable, classes, Term("attr", (subject,), "items"))
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
