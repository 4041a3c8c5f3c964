"""Totality: terms whose evaluation never raises. Others may raise, so that no rule may drop them.

`x - x` is 0 for an integer x, but `v[0] - v[0]` raises if v is empty. What is marked as a measure counts as total: if
it raises for some structure, that is reported when it is evaluated there, though not in expressions that are decided
without it. A plain function that is read as a measure does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, cast

from refute.logic.terms.measure import Measure
from refute.logic.terms.term import (
    INTEGERS,
    RANK,
    STR,
    Constant,
    Container,
    Sort,
    Term,
    element_sort,
    is_container,
    is_data,
    is_dict,
    is_row,
    is_set,
    sequence_kind,
)

ORDERED = INTEGERS | {RANK}
_SLICED = ("list", "tuple", "str", "bytes")


def total(term: Term) -> bool:
    """Whether evaluating a term never raises."""
    if term.total is None:
        term.total = term.value or _total(term, ())
    return term.total


def in_any_order(terms: Iterable[Term]) -> list[Term]:
    """Conditions in a canonical order, if their order does not matter because none of them may raise."""
    found = list(terms)
    return sorted(found, key=attrgetter("serial")) if len(found) > 1 and all(map(total, found)) else found


Known = tuple[Term, ...]  # `isinstance` tests that hold where a term is evaluated


def _total(term: Term, known: Known) -> bool:
    match term.op:
        case "and" | "or":
            for arg in term.args:
                if not _total_where(arg, known):
                    return False
                known = (*known, *_learned(arg, term.op == "and"))
            return True
        case "ite":
            condition, then, otherwise = term.args
            return (
                _total_where(condition, known)
                and _total_where(then, (*known, *_learned(condition, True)))
                and _total_where(otherwise, (*known, *_learned(condition, False)))
            )
        case "attr" if any(_has_field(test, term) for test in known):
            return _total_where(term.args[0], known)
    return all(_total_where(arg, known) for arg in term.args) and _given_total_arguments(term)


def _total_where(term: Term, known: Known) -> bool:
    return total(term) or (bool(known) and not term.value and _total(term, known))


def _learned(condition: Term, holds: bool) -> Known:
    """The `isinstance` tests that hold once a condition is decided."""
    if condition.op == "not":
        return _learned(condition.args[0], not holds)
    if condition.op == ("and" if holds else "or"):
        return tuple(test for part in condition.args for test in _learned(part, holds))
    return (condition,) if holds and condition.op == "isinstance" else ()


def _has_field(test: Term, access: Term) -> bool:
    """Whether every instance of the classes of a test has the field that is accessed."""
    classes = cast("tuple[type, ...]", test.data)
    return test.args[0] is access.args[0] and all(access.data in getattr(cls, "__match_args__", ()) for cls in classes)


def comparable(a: Sort, b: Sort) -> bool:
    """Whether `<` between values of these sorts never raises."""
    if a in ORDERED and b in ORDERED:
        return True
    if (a == STR and b == STR) or (is_set(a) and is_set(b)):
        return True
    kind = sequence_kind(a)
    return kind is not None and kind == sequence_kind(b) and comparable(element_sort(a), element_sort(b))


def are_sets(args: Iterable[Term]) -> bool:
    """Whether operands are sets. A measure that does not declare its result counts as one beside another set."""
    args = tuple(args)
    return any(is_set(arg.sort) for arg in args) and all(is_set(arg.sort) or arg.op == "call" for arg in args)


def hashable(term: Term) -> bool:
    """Whether the value of a term is surely hashable."""
    if term.value:
        return hashable_value(term)
    return _hashable(term.sort)


def hashable_elements(term: Term) -> bool:
    """Whether all elements of a collection are surely hashable."""
    return _hashable(element_sort(term.sort))


def hashable_value(term: Term) -> bool:
    if term.op == "const":
        return getattr(type(cast(Constant, term.data).value), "__hash__", None) is not None
    if isinstance(term.data, Container):
        return term.data.of in ("tuple", "frozenset") and all(map(hashable_value, term.args))
    return getattr(cast(Any, term.data).cls, "__hash__", None) is not None and all(map(hashable_value, term.args))


def _hashable(sort: Sort) -> bool:
    if sort in ORDERED or sort == STR:
        return True
    if is_row(sort):
        return all(map(_hashable, sort[1:]))
    return isinstance(sort, tuple) and sort[0] in ("tuple", "bytes") and _hashable(sort[1])


def _given_total_arguments(term: Term) -> bool:
    if term.op in _ALWAYS:
        return True
    rule = _RULES.get(term.op)
    return rule is not None and rule(term)


def _integers(term: Term) -> bool:
    return all(arg.sort in INTEGERS for arg in term.args)


def _constant(term: Term) -> Any:
    return term.data.value if isinstance(term.data, Constant) and term.op == "const" else None


def _divides(term: Term) -> bool:
    return _integers(term) and bool(_constant(term.args[1]))


def _iterable(term: Term) -> bool:
    return all(is_container(arg.sort) for arg in term.args)


def _contained(term: Term) -> bool:
    item, box = term.args
    if box.sort == STR:
        return item.sort == STR
    if is_set(box.sort) or is_dict(box.sort) or box.op == "keys":
        return hashable(item)
    return is_container(box.sort)


def _summed(term: Term) -> bool:
    return element_sort(term.args[0].sort) in INTEGERS and term.args[1].sort in INTEGERS


def _selected(term: Term) -> bool:
    """A set or dict of hashable items; with a rest, its items have been elements before."""
    assert isinstance(term.data, Container)
    items = term.args[::2] if term.op == "dict" else term.args
    return term.data.open or all(map(hashable, items))


def _converted(term: Term) -> bool:
    source = term.args[0].sort
    return is_container(source) and (
        term.data not in ("set", "frozenset") or is_set(source) or is_dict(source) or _hashable(element_sort(source))
    )


def _cut(term: Term) -> bool:
    box, *bounds = term.args
    if sequence_kind(box.sort) not in _SLICED:
        return False
    return all(b.sort in INTEGERS or (b.op == "const" and _constant(b) is None) for b in bounds) and (
        bounds[2].op == "const" and _constant(bounds[2]) != 0
    )


def _at_fixed_place(term: Term) -> bool:
    row, place = term.args[0].sort, _constant(term.args[1])
    return is_row(row) and type(place) is int and 1 - len(row) <= place < len(row) - 1


def _asked_of_text(term: Term) -> bool:
    if term.args[0].sort != STR:
        return False
    name = str(term.data)
    if name.startswith("is") and hasattr(str, name):
        return len(term.args) == 1
    return name in ("startswith", "endswith") and len(term.args) == 2 and term.args[1].sort == STR


def _surely_there(term: Term) -> bool:
    owner = term.args[0].sort
    return is_data(owner) and term.data in owner.sorts


def _promised(measure: Measure[..., Any]) -> bool:
    return measure.marked and measure.body is not None


_ALWAYS = frozenset({"var", "not", "and", "or", "ite", "truth", "is", "isinstance", "eq", "same"})
_ALWAYS |= frozenset({"seq", "make", "after", "lin", "test"})
_RULES: dict[str, Callable[[Term], bool]] = {
    **dict.fromkeys(("add", "sub", "mul", "neg", "pos", "abs", "min", "max", "bitand", "bitor", "bitxor"), _integers),
    **dict.fromkeys(("floordiv", "mod"), _divides),
    **dict.fromkeys(("lt", "le"), lambda term: comparable(term.args[0].sort, term.args[1].sort)),
    "in": _contained,
    **dict.fromkeys(("len", "all", "any", "zip", "chain"), _iterable),
    "sum": _summed,
    **dict.fromkeys(("set", "dict"), _selected),
    "comp": lambda term: is_container(term.args[0].sort),
    "enumerate": lambda term: is_container(term.args[0].sort) and term.args[1].sort in INTEGERS,
    "range": lambda term: _integers(term) and bool(_constant(term.args[2])),
    "flatten": lambda term: is_container(element_sort(term.args[0].sort)),
    "concat": lambda term: all(sequence_kind(arg.sort) == term.data for arg in term.args),
    "reversed": lambda term: sequence_kind(term.args[0].sort) is not None or term.args[0].op == "range",
    "sorted": lambda term: _iterable(term) and comparable(*[element_sort(term.args[-1].sort)] * 2),
    "distinct": lambda term: hashable_elements(term.args[0]),
    "convert": _converted,
    **dict.fromkeys(("keys", "values", "items"), lambda term: is_dict(term.args[0].sort)),
    **dict.fromkeys(("union", "inter", "diff"), lambda term: are_sets(term.args)),
    "slice": _cut,
    "index": _at_fixed_place,
    "unpack": lambda term: is_row(term.args[0].sort) and len(term.args[0].sort) == 1 + cast(int, term.data),
    **dict.fromkeys(("match", "found"), lambda term: sequence_kind(term.args[0].sort) in ("str", "bytes")),
    "call": lambda term: _promised(cast(Measure[..., Any], term.data)),
    "method": _asked_of_text,
    "attr": _surely_there,
}
