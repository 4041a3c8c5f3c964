"""Evaluation: the value of a known term, the term of a value, and the Python function of each operator."""

from __future__ import annotations

import functools
import itertools
import operator
from collections import deque
from collections.abc import Callable, Hashable, ItemsView, Iterable, KeysView, Mapping, ValuesView
from typing import Any, cast

from refute.logic.terms.term import Container, Maker, Rank, RankTouched, Term, const, constant_value


def _joined(parts: list[str]) -> str:
    return "".join(parts)


def _paired(parts: list[Any]) -> dict[Any, Any]:
    return dict(zip(parts[::2], parts[1::2], strict=True))


def _keys(parts: list[Any]) -> KeysView[Any]:
    return dict.fromkeys(parts).keys()


def _values(parts: list[Any]) -> ValuesView[Any]:
    return dict(enumerate(parts)).values()


def _items(parts: list[Any]) -> ItemsView[Any, Any]:
    return dict(parts).items()


BUILDERS: dict[str, Callable[[list[Any]], Any]] = {
    "list": list,
    "tuple": tuple,
    "str": _joined,
    "bytes": bytes,
    "deque": deque,
    "set": set,
    "frozenset": frozenset,
    "dict": _paired,
    "keys": _keys,
    "values": _values,
    "items": _items,
}
KIND_TYPES: dict[str, type] = {
    "list": list,
    "tuple": tuple,
    "str": str,
    "bytes": bytes,
    "deque": deque,
    "set": set,
    "frozenset": frozenset,
    "dict": dict,
    "keys": type({}.keys()),
    "values": type({}.values()),
    "items": type({}.items()),
}
_VIEWS = {KIND_TYPES[name]: name for name in ("keys", "values", "items")}


def concrete(term: Term) -> Any:
    """The Python value of a term that is a value."""
    if term.op == "const":
        return constant_value(term)
    parts = [concrete(arg) for arg in term.args]
    if term.op == "make":
        return cast(Maker, term.data).build(parts)
    assert isinstance(term.data, Container)
    return BUILDERS[term.data.of](parts)


def lift(value: object, part: Callable[[object], Term], makers: Mapping[type, Maker]) -> Term:
    """The term of a Python value: structures for containers and data, constants for anything else.

    `part` makes the terms of its parts, `makers` are the constructors of data by class.
    """
    kind = type(value)
    match value:
        case list() | tuple() | deque() if kind in (list, tuple, deque):
            return Term("seq", tuple(part(item) for item in value), Container(kind.__name__))
        case set() | frozenset() if kind in (set, frozenset):
            known = sorted((part(item) for item in value), key=lambda term: term.serial)
            return Term("set", tuple(known), Container(kind.__name__))
        case dict() if kind is dict:
            flat = [part(one) for pair in value.items() for one in pair]
            return Term("dict", tuple(flat), Container("dict"))
        case _ if kind not in makers and (kind in _VIEWS or hasattr(kind, "__next__")):
            items = tuple(part(item) for item in cast(Iterable[object], value))
            return Term("seq", items, Container(_VIEWS.get(kind, "list")))
    maker = makers.get(kind)
    if maker is not None:
        return Term("make", tuple(map(part, maker.parts(value))), maker)
    return const(value)


def _unpack(count: int, box: Any) -> tuple[Any, ...]:
    items = tuple(box)
    if len(items) != count:
        raise ValueError(f"{'too many' if len(items) > count else 'not enough'} values to unpack (expected {count})")
    return items


def _sorted(descending: bool, box: Any, keys: Any = None) -> list[Any]:
    if keys is None:
        return sorted(box, reverse=descending)
    order = zip(keys, box, strict=True)
    return [item for _, item in sorted(order, key=operator.itemgetter(0), reverse=descending)]


def _turned(box: Any) -> Any:
    return box[::-1] if type(box) in (list, tuple, str, bytes, range) else list(reversed(box))


# The Python functions of operators. Operators that are missing are decided by their rules alone.
_RUN: dict[str, Callable[..., Any]] = {
    "eq": operator.eq,
    "lt": operator.lt,
    "le": operator.le,
    "same": lambda a, b: a is b or a == b,
    "is": operator.is_,
    "in": lambda item, box: item in box,
    "truth": bool,
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "pow": operator.pow,
    "neg": operator.neg,
    "pos": operator.pos,
    "abs": abs,
    "min": min,
    "max": max,
    "bitand": operator.and_,
    "bitor": operator.or_,
    "bitxor": operator.xor,
    "shift_left": operator.lshift,
    "shift_right": operator.rshift,
    "invert": operator.invert,
    "index": operator.getitem,
    "slice": lambda box, start, stop, step: box[start:stop:step],
    "len": len,
    "sum": sum,
    "added": lambda box, start: functools.reduce(operator.add, box, start),
    "reversed": _turned,
    "zip": zip,
    "enumerate": enumerate,
    "range": range,
    "items": lambda box: box.items(),
    "keys": lambda box: box.keys(),
    "values": lambda box: box.values(),
    "union": lambda *parts: functools.reduce(operator.or_, parts),
    "inter": operator.and_,
    "diff": operator.sub,
    "all": all,
    "any": any,
    "distinct": lambda box: len(set(box)) == len(box),
    "smallest": lambda box, *seen: min([*seen, *box]),
    "largest": lambda box, *seen: max([*seen, *box]),
}


def runner(op: str, data: Hashable) -> Callable[..., Any] | None:
    """The Python function of an operator, if it can be run."""
    match op:
        case "attr":
            return lambda subject: getattr(subject, cast(str, data))
        case "method":
            return lambda receiver, *rest: getattr(receiver, cast(str, data))(*rest)
        case "isinstance":
            return lambda subject: isinstance(subject, cast("tuple[type, ...]", data))
        case "convert":
            return KIND_TYPES[cast(str, data)]
        case "sorted":
            return functools.partial(_sorted, data == "descending")
        case "concat":
            return lambda *parts: functools.reduce(operator.add, parts)
        case "flatten":
            return itertools.chain.from_iterable
        case "unpack":
            return functools.partial(_unpack, cast(int, data))
        case "call" | "opaque" | "apply" | "found":
            return cast("Callable[..., Any]", data)
    return _RUN.get(op)


# Operators that depend on more of a value than its rank.
_BEYOND_ORDER = frozenset({"opaque", "attr", "method", "apply", "isinstance"})
# Operators that compare by hash, so that a rank among numbers would not notice.
_HASHING = frozenset({"in", "union", "inter", "diff", "eq", "le", "lt", "distinct", "convert", "index"})


def refuse_mixed(values: Iterable[Any]) -> None:
    """Raises RankTouched if there are both ranks and numbers among values: their equality is unknown."""
    kinds: set[bool] = set()
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list | tuple | set | frozenset):
            waiting += value
        elif isinstance(value, Rank | int):
            kinds.add(type(value) is Rank)
    if len(kinds) > 1:
        raise RankTouched


def evaluated(function: Callable[..., Any], term: Term) -> Any:
    """The result of an operator's function, applied to arguments that are all values."""
    if term.ranked and term.op in _BEYOND_ORDER:
        raise RankTouched
    values = [concrete(arg) for arg in term.args]
    if term.ranked and term.op in _HASHING:
        refuse_mixed(values)
    return function(*values)
