"""Sort inference: the sort of an operator applied to arguments, from their sorts and the operator's payload."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol, cast

from refute.logic.terms.payloads import Constant, Container
from refute.logic.terms.sorts import (
    ANY,
    BOOL,
    INT,
    INTEGERS,
    NAT,
    NUMBER,
    STR,
    DataSort,
    Sort,
    common_sort,
    data_sort,
    dict_sort,
    element_sort,
    is_data,
    is_dict,
    is_row,
    is_set,
    row_sort,
    seq_sort,
    sequence_kind,
    set_sort,
)

_LONGEST_ROW = 8  # a longer tuple is a sequence like any other


class Argument(Protocol):
    """What inference needs of a term."""

    op: str
    data: Hashable
    sort: Sort


_BOOL_OPS = frozenset(
    {
        "not",
        "and",
        "or",
        "truth",
        "eq",
        "lt",
        "le",
        "is",
        "in",
        "all",
        "any",
        "distinct",
        "isinstance",
        "match",
        "same",
    }
)
_ARITHMETIC = frozenset({"add", "sub", "mul", "floordiv", "mod", "neg", "pos", "abs"})


def sort_of(op: str, args: tuple[Argument, ...], data: Hashable) -> Sort:
    """The sort of an operator applied to arguments, for every operator but `const`."""
    if op in _BOOL_OPS:
        return BOOL
    if op == "len":
        return NAT
    if op == "lin":
        return INT
    if op in _ARITHMETIC and args and all(t.sort in INTEGERS for t in args):
        return INT
    rule = _SORTS.get(op)
    return ANY if rule is None else rule(args, data)


def _elements(args: tuple[Argument, ...]) -> Sort:
    return common_sort([element_sort(t.sort) for t in args]) if args else ANY


def _extreme_sort(args: tuple[Argument, ...], _: Hashable) -> Sort:
    found = common_sort([t.sort for t in args])
    return found if found in INTEGERS else ANY


def _structure_sort(args: tuple[Argument, ...], data: Hashable) -> Sort:
    kind = cast(Container, data)
    if kind.of == "str":
        return STR
    items = args[:-1] if kind.open else args
    sorts = [t.sort for t in items]
    if kind.open:
        sorts.append(element_sort(args[-1].sort))
    elif kind.of == "tuple" and 0 < len(sorts) <= _LONGEST_ROW:
        return row_sort(sorts)
    return seq_sort(common_sort(sorts) if sorts else ANY, kind.of)


def _set_sort_of(args: tuple[Argument, ...], data: Hashable) -> Sort:
    kind = cast(Container, data)
    sorts = [t.sort for t in (args[:-1] if kind.open else args)]
    if kind.open:
        sorts.append(element_sort(args[-1].sort))
    return set_sort(common_sort(sorts) if sorts else ANY)


def _dict_sort_of(args: tuple[Argument, ...], data: Hashable) -> Sort:
    kind = cast(Container, data)
    pairs = args[:-1] if kind.open else args
    keys, values = [t.sort for t in pairs[::2]], [t.sort for t in pairs[1::2]]
    if kind.open:
        rest = args[-1].sort
        keys.append(rest[1] if is_dict(rest) else ANY)
        values.append(rest[2] if is_dict(rest) else ANY)
    return dict_sort(common_sort(keys) if keys else ANY, common_sort(values) if values else ANY)


def _index_sort(args: tuple[Argument, ...], _: Hashable) -> Sort:
    box, place = args[0].sort, args[1]
    if box == STR:
        return STR
    if is_row(box):
        spot = cast(Constant, place.data).value if place.op == "const" else None
        return box[1:][spot] if type(spot) is int and -len(box) < spot < len(box) - 1 else element_sort(box)
    return box[-1] if isinstance(box, tuple) and not is_set(box) else ANY


def _view_sort(op: str) -> Callable[[tuple[Argument, ...], Hashable], Sort]:
    def sort(args: tuple[Argument, ...], _: Hashable) -> Sort:
        box = args[0].sort
        if not is_dict(box):
            return ANY
        key, value = box[1], box[2]
        return seq_sort({"keys": key, "values": value, "items": row_sort((key, value))}[op], op)

    return sort


def _converted_sort(args: tuple[Argument, ...], data: Hashable) -> Sort:
    element = element_sort(args[0].sort)
    return set_sort(element) if data in ("set", "frozenset") else seq_sort(element, cast(str, data))


def _joined_sort(args: tuple[Argument, ...], data: Hashable) -> Sort:
    return STR if data == "str" else seq_sort(_elements(args), cast(str, data))


def _summed_sort(args: tuple[Argument, ...], _: Hashable) -> Sort:
    """The sum of an empty collection is the start value, which may be a Boolean."""
    if not INTEGERS.issuperset((element_sort(args[0].sort), args[1].sort)):
        return ANY
    return INT if args[1].sort in (INT, NAT) else NUMBER


def _attribute_sort(args: tuple[Argument, ...], data: Hashable) -> Sort:
    owner = args[0].sort
    return owner.sorts.get(cast(str, data), ANY) if is_data(owner) else ANY


# Operators that are missing have the sort ANY.
_SORTS: dict[str, Callable[[tuple[Argument, ...], Hashable], Sort]] = {
    "ite": lambda args, _: common_sort((args[1].sort, args[2].sort)),
    "make": lambda _, data: data_sort(cast(DataSort, data)),
    "attr": _attribute_sort,
    "after": lambda args, _: args[-1].sort,
    "min": _extreme_sort,
    "max": _extreme_sort,
    **dict.fromkeys(("sum", "added"), _summed_sort),
    "seq": _structure_sort,
    "set": _set_sort_of,
    "dict": _dict_sort_of,
    "comp": lambda args, _: seq_sort(args[1].sort),
    "range": lambda args, _: seq_sort(INT),
    "zip": lambda args, _: seq_sort(row_sort([element_sort(t.sort) for t in args])),
    "enumerate": lambda args, _: seq_sort(row_sort((INT, element_sort(args[0].sort)))),
    "concat": _joined_sort,
    "chain": lambda args, _: seq_sort(_elements(args)),
    "flatten": lambda args, _: seq_sort(element_sort(element_sort(args[0].sort))),
    "slice": lambda args, _: seq_sort(element_sort(args[0].sort), "tuple") if is_row(args[0].sort) else args[0].sort,
    "reversed": lambda args, _: args[0].sort if sequence_kind(args[0].sort) else seq_sort(element_sort(args[0].sort)),
    "unpack": lambda args, _: args[0].sort if is_row(args[0].sort) else seq_sort(element_sort(args[0].sort), "tuple"),
    "union": lambda args, _: set_sort(_elements(args)),
    "inter": lambda args, _: set_sort(_elements(args)),
    "diff": lambda args, _: set_sort(element_sort(args[0].sort)),
    "sorted": lambda args, _: seq_sort(element_sort(args[0].sort), "list"),
    "convert": _converted_sort,
    "index": _index_sort,
    "smallest": lambda args, _: common_sort([element_sort(args[0].sort), *(t.sort for t in args[1:])]),
    "largest": lambda args, _: common_sort([element_sort(args[0].sort), *(t.sort for t in args[1:])]),
    "keys": _view_sort("keys"),
    "values": _view_sort("values"),
    "items": _view_sort("items"),
}
