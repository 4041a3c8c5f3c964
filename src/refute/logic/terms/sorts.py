"""Sorts: the static types of terms, as far as they decide which algebraic rules apply.

A sort is a name, a name with the sorts of its parts, or the constructor of data: `("list", "int")` is the sort of lists
of integers, `("row", "int", "str")` that of pairs. `ANY` is the sort of a term of which nothing is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias, TypeGuard


class DataSort(Protocol):
    """The sort of the instances of a class: what a sort says of a data constructor."""

    @property
    def cls(self) -> type: ...
    @property
    def form(self) -> str:
        """How fields are reached: "object" by attribute, "tuple" also by position, "mapping" by key."""
        ...

    @property
    def sorts(self) -> Mapping[str, Sort]:
        """Sorts of the attributes that hold a field unchanged; every instance has these attributes."""
        ...

    def __hash__(self) -> int: ...


Sort: TypeAlias = "str | tuple[Sort, ...] | DataSort"
INT: Sort = "int"
NAT: Sort = "nat"  # a non-negative integer: a length, a position
BOOL: Sort = "bool"
NUMBER: Sort = "number"  # an integer or a Boolean
STR: Sort = "str"
RANK: Sort = "rank"
ANY: Sort = "any"
INTEGERS = frozenset({INT, NAT, BOOL, NUMBER})


def seq_sort(element: Sort, kind: str = "seq") -> Sort:
    """Sequences; `kind` names their Python type where it is known."""
    return (kind, element)


def set_sort(element: Sort) -> Sort:
    return ("set", element)


def dict_sort(key: Sort, value: Sort) -> Sort:
    return ("dict", key, value)


def row_sort(parts: Sequence[Sort]) -> Sort:
    """Tuples of a fixed length."""
    return ("row", *parts)


def data_sort(maker: DataSort) -> Sort:
    """Instances of one class that are not containers as well."""
    return maker if maker.form == "object" else ANY


def is_data(sort: Sort) -> TypeGuard[DataSort]:
    return not isinstance(sort, str | tuple)


def is_row(sort: Sort) -> TypeGuard[tuple[Sort, ...]]:
    return isinstance(sort, tuple) and sort[0] == "row"


def element_sort(sort: Sort) -> Sort:
    """The sort of the items that iteration over a term of this sort yields."""
    if sort == STR:
        return STR
    if is_row(sort):
        return common_sort(sort[1:]) if len(sort) > 1 else ANY
    return sort[1] if isinstance(sort, tuple) else ANY


def is_container(sort: Sort) -> bool:
    return isinstance(sort, tuple) or sort == STR


def is_set(sort: Sort) -> TypeGuard[tuple[Sort, ...]]:
    return isinstance(sort, tuple) and sort[0] == "set"


def is_dict(sort: Sort) -> TypeGuard[tuple[Sort, ...]]:
    return isinstance(sort, tuple) and sort[0] == "dict"


def sequence_kind(sort: Sort) -> str | None:
    """The name of the Python type of a sequence of this sort, if it is known."""
    if sort == STR:
        return "str"
    if isinstance(sort, tuple) and sort[0] in ("list", "tuple", "deque", "bytes"):
        return str(sort[0])
    return "tuple" if is_row(sort) else None


def common_sort(sorts: Sequence[Sort]) -> Sort:
    """The least sort that includes all of these.

    >>> common_sort([NAT, INT]), common_sort([INT, BOOL]), common_sort([INT, STR])
    ('int', 'number', 'any')
    """
    distinct = set(sorts)
    if len(distinct) == 1:
        return sorts[0]
    if distinct and distinct <= INTEGERS:
        return INT if distinct == {INT, NAT} else NUMBER
    return ANY
