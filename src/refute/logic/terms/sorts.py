"""Sorts: what is known of a term's type, enough to tell which algebra is allowed on it."""

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
NAT: Sort = "nat"  # an integer that is not negative: lengths, positions
BOOL: Sort = "bool"
NUMBER: Sort = "number"  # an integer or a Boolean: which one, only its type could tell
STR: Sort = "str"
RANK: Sort = "rank"
ANY: Sort = "any"
INTEGERS = frozenset({INT, NAT, BOOL, NUMBER})


def seq_sort(element: Sort, kind: str = "seq") -> Sort:
    """A sequence; `kind` names its Python type where that is known."""
    return (kind, element)


def set_sort(element: Sort) -> Sort:
    return ("set", element)


def dict_sort(key: Sort, value: Sort) -> Sort:
    return ("dict", key, value)


def row_sort(parts: Sequence[Sort]) -> Sort:
    """A tuple of a fixed length."""
    return ("row", *parts)


def data_sort(maker: DataSort) -> Sort:
    """Instances of just one class, that are no containers as well."""
    return maker if maker.form == "object" else ANY


def is_data(sort: Sort) -> TypeGuard[DataSort]:
    return not isinstance(sort, str | tuple)


def is_row(sort: Sort) -> TypeGuard[tuple[Sort, ...]]:
    return isinstance(sort, tuple) and sort[0] == "row"


def element_sort(sort: Sort) -> Sort:
    """The sort of what iterating over a term of this sort gives."""
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
    """The Python type, by name, of a sequence of this sort, where it is known."""
    if sort == STR:
        return "str"
    if isinstance(sort, tuple) and sort[0] in ("list", "tuple", "deque", "bytes"):
        return str(sort[0])
    return "tuple" if is_row(sort) else None


def common_sort(sorts: Sequence[Sort]) -> Sort:
    distinct = set(sorts)
    if len(distinct) == 1:
        return sorts[0]
    if distinct and distinct <= INTEGERS:
        return INT if distinct == {INT, NAT} else NUMBER
    return ANY
