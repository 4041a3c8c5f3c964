"""Rules for sets and dicts: set algebra as far as membership needs it, views of a partly known dict."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from refute.logic.evaluate import lift
from refute.logic.rules.shapes import rebuilt_sequence
from refute.logic.terms import Kind, Term, is_set

if TYPE_CHECKING:
    from refute.logic.reducer import Reducer


def set_(r: Reducer, args: tuple[Term, ...], data: Hashable) -> Term | None:
    """A set of known items is a value with each item once; an open one joins what becomes known of its rest."""
    assert isinstance(data, Kind)
    if data.open:
        *items, rest = args
        if rest.op == "set":
            assert isinstance(rest.data, Kind)
            return r.make("set", (*items, *rest.args), Kind(data.of, rest.data.open))
        return None
    if all(arg.value for arg in args):
        try:
            return r.intern(lift(r, (set if data.of == "set" else frozenset)(map(r.concrete, args))))
        except TypeError as error:
            return r.raising(error)
    distinct = tuple(sorted(set(args), key=lambda arg: arg.serial))
    return r.intern(Term("set", distinct, data))


def dict_(r: Reducer, args: tuple[Term, ...], data: Hashable) -> Term | None:
    assert isinstance(data, Kind)
    if data.open and args[-1].op == "dict":
        rest = args[-1]
        assert isinstance(rest.data, Kind)
        return r.make("dict", (*args[:-1], *rest.args), Kind("dict", rest.data.open))
    return None


def union(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
    """Flat, and what is known of it in one set."""
    known: list[Term] = []
    parts: list[Term] = []
    for arg in args:
        for part in arg.args if arg.op == "union" else (arg,):
            if part.op == "set":
                assert isinstance(part.data, Kind)
                known.extend(part.args[:-1] if part.data.open else part.args)
                if part.data.open:
                    parts.append(part.args[-1])
            elif part not in parts:
                parts.append(part)
    if known or not parts:
        parts.insert(0, r.make("set", tuple(known), Kind("frozenset")))
    return parts[0] if len(parts) == 1 else r.intern(Term("union", tuple(parts)))


def _algebra(op: str) -> Callable[[Reducer, tuple[Term, ...], Hashable], Term | None]:
    def rule(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
        """`|`, `&` and `-` mean sets if a set is there; on numbers and flags they are left to Python."""
        if all(arg.value for arg in args) or not any(is_set(arg.sort) for arg in args):
            return None
        return r.make(op, args)

    return rule


def _view(op: str) -> Callable[[Reducer, tuple[Term, ...], Hashable], Term | None]:
    def rule(r: Reducer, args: tuple[Term, ...], _: Hashable) -> Term | None:
        box = args[0]
        if box.op != "dict" or box.value:
            return None
        assert isinstance(box.data, Kind)
        pairs, rest = (box.args[:-1], box.args[-1]) if box.data.open else (box.args, None)
        keys, values = pairs[::2], pairs[1::2]
        match op:
            case "keys":
                items = list(keys)
            case "values":
                items = list(values)
            case _:
                items = [r.make("seq", pair, Kind("tuple")) for pair in zip(keys, values, strict=True)]
        return rebuilt_sequence(r, "list", items, None if rest is None else r.make(op, (rest,)))

    return rule


COLLECTIONS = {
    "set": set_,
    "dict": dict_,
    "union": union,
    "bitor": _algebra("union"),
    "bitand": _algebra("inter"),
    "keys": _view("keys"),
    "values": _view("values"),
    "items": _view("items"),
}
