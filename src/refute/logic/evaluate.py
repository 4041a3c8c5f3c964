"""Between terms and Python values: build the value of a known term, name a value as a term, run an operator."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from refute.logic.terms import Kind, Maker, RankTouched, Term, const, constant_value

if TYPE_CHECKING:
    from refute.logic.reducer import Reducer


def _joined(parts: list[str]) -> str:
    return "".join(parts)


def _paired(parts: list[Any]) -> dict[Any, Any]:
    return dict(zip(parts[::2], parts[1::2], strict=True))


BUILDERS: dict[str, Callable[[list[Any]], Any]] = {
    "list": list,
    "tuple": tuple,
    "str": _joined,
    "bytes": bytes,
    "deque": deque,
    "set": set,
    "frozenset": frozenset,
    "dict": _paired,
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
}
_LISTED: tuple[type, ...] = (
    zip,
    enumerate,
    map,
    filter,
    reversed,
    type({}.keys()),
    type({}.values()),
    type({}.items()),
)


def concrete(term: Term) -> Any:
    """The Python value of a term in which nothing is unknown."""
    if term.op == "const":
        return constant_value(term)
    parts = [concrete(arg) for arg in term.args]
    if term.op == "make":
        return cast(Maker, term.data).build(parts)
    assert isinstance(term.data, Kind)
    return BUILDERS[term.data.of](parts)


def lift(r: Reducer, value: object) -> Term:
    """The term of a Python value: structures become structure terms, so that rules can look inside."""
    kind = type(value)
    match value:
        case list() | tuple() | deque() if kind in (list, tuple, deque):
            return Term("seq", tuple(r.const(item) for item in value), Kind(kind.__name__))
        case set() | frozenset() if kind in (set, frozenset):
            items = sorted((r.const(item) for item in value), key=lambda term: term.serial)
            return Term("set", tuple(items), Kind(kind.__name__))
        case dict() if kind is dict:
            flat = [r.const(part) for pair in value.items() for part in pair]
            return Term("dict", tuple(flat), Kind("dict"))
        case _ if kind in _LISTED or hasattr(kind, "__next__"):
            return Term("seq", tuple(r.const(item) for item in cast(Sequence[object], value)), Kind("list"))
    maker = r.makers.get(kind)
    if maker is not None:
        return Term("make", tuple(r.const(part) for part in maker.parts(value)), maker)
    return const(value)


def _call_method(name: str, receiver: Any, *args: Any) -> Any:
    return getattr(receiver, name)(*args)


# How each operator is run on values. Those that are missing are decided by their rules alone.
_RUN: dict[str, Callable[..., Any]] = {
    "eq": operator.eq,
    "lt": operator.lt,
    "le": operator.le,
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
    "sorted": sorted,
    "reversed": lambda box: list(reversed(box)),
    "zip": zip,
    "enumerate": enumerate,
    "range": range,
    "items": lambda box: list(box.items()),
    "keys": lambda box: list(box),
    "values": lambda box: list(box.values()),
    "all": all,
    "any": any,
    "distinct": lambda box: len(set(box)) == len(box),
    "smallest": min,
    "largest": max,
}


def run(r: Reducer, term: Term) -> Term | None:
    """Run an operator all of whose arguments are known; None if this operator is not one to run."""
    op, data = term.op, term.data
    function: Callable[..., Any]
    if op in _RUN:
        function = _RUN[op]
    elif op == "attr":
        name = cast(str, data)

        def function(subject: Any) -> Any:
            return getattr(subject, name)

    elif op == "method":
        name = cast(str, data)

        def function(receiver: Any, *rest: Any) -> Any:
            return _call_method(name, receiver, *rest)

    elif op == "isinstance":
        classes = cast(tuple[type, ...], data)

        def function(subject: Any) -> Any:
            return isinstance(subject, classes)

    elif op == "convert":
        builder = KIND_TYPES[cast(str, data)]

        def function(subject: Any) -> Any:
            return builder(subject)

    elif op in ("call", "opaque", "apply"):
        if op == "opaque" and term.ranked:
            raise RankTouched
        function = cast(Callable[..., Any], data)
    else:
        return None
    if term.ranked and op in ("attr", "method", "apply", "isinstance"):
        raise RankTouched
    try:
        result = function(*[concrete(arg) for arg in term.args])
        return r.const(result)
    except Exception as error:
        return r.raising(error)
