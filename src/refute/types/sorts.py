"""What the logic is told of a type: the sort of its values, where all of them are of one."""

from __future__ import annotations

from refute.logic.terms.term import ANY, BOOL, INT, STR, Constant, Sort, data_sort, dict_sort, seq_sort, set_sort
from refute.types.model import Atom, Data, DictOf, Finite, Refined, SequenceOf, SetOf, TupleOf, Type


def sort_of_type(tp: Type) -> Sort:
    match tp:
        case Atom(kind="int"):
            return INT
        case Atom(kind="str"):
            return STR
        case Finite(values=values):
            return sort_of_values(values)
        case SequenceOf(kind=kind, element=element):
            return seq_sort(sort_of_type(element), kind)
        case TupleOf(elements=elements):
            return sort_of_tuple(tuple(sort_of_type(element) for element in elements))
        case SetOf(element=element):
            return set_sort(sort_of_type(element))
        case DictOf(key=key, value=value):
            return dict_sort(sort_of_type(key), sort_of_type(value))
        case Data(constructor=constructor):
            return data_sort(constructor)
        case Refined(base=base):
            return sort_of_type(base)
    return ANY


def sort_of_values(values: tuple[Constant, ...]) -> Sort:
    """The sort of scalars that are all of one type."""
    kinds = {type(value.value) for value in values}
    return {bool: BOOL, int: INT, str: STR}.get(kinds.pop(), ANY) if len(kinds) == 1 else ANY


def sort_of_tuple(elements: tuple[Sort, ...]) -> Sort:
    """That of a tuple of fixed length."""
    return seq_sort(elements[0] if len(set(elements)) == 1 else ANY, "tuple")
