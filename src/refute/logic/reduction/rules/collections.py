"""Rules for sets and dicts: set algebra, and views of a dict that is known in part.

Items of a set, or keys of a dict, that has a rest are distinct, also from the rest: that is how spaces select them. The
items of a set display with unknowns, `{x, y}`, need not be.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import cast

from refute.logic.reduction.evaluate import refuse_mixed
from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.shapes import rebuilt_sequence
from refute.logic.reduction.totality import are_sets, total
from refute.logic.terms.term import Container, Term, is_set


def set_(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    """A set of values is a value, with each item once; one with a rest absorbs the items of its rest."""
    assert isinstance(data, Container)
    if data.open:
        *items, rest = args
        if not items and set_kind(rest) == data.of:
            return rest
        if rest.op == "set":
            assert isinstance(rest.data, Container)
            return r.make("set", (*items, *rest.args), Container(data.of, rest.data.open))
        return None
    if all(arg.value for arg in args):
        items = [r.concrete(arg) for arg in args]
        if any(arg.ranked for arg in args):
            refuse_mixed(items)
        try:
            return r.const(set(items) if data.of == "set" else frozenset(items))
        except TypeError as error:
            return r.raising(error)
    distinct = tuple(sorted(set(args), key=lambda arg: arg.serial))
    return r.intern(Term("set", distinct, data))


def dict_(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    """A dict of known keys: the last value for a key, at the key's first position."""
    assert isinstance(data, Container)
    if data.open:
        rest = args[-1]
        if len(args) == 1 and rest.op == "dict":
            return rest
        if rest.op == "dict":
            assert isinstance(rest.data, Container)
            return r.make("dict", (*args[:-1], *rest.args), Container("dict", rest.data.open))
        return None
    if args and all(key.value for key in args[::2]):
        if any(key.ranked for key in args[::2]):
            refuse_mixed(r.concrete(key) for key in args[::2])
        try:
            table: dict[object, tuple[Term, Term]] = {}
            for key, value in zip(args[::2], args[1::2], strict=True):
                first, _ = table.setdefault(r.concrete(key), (key, value))
                table[r.concrete(key)] = first, value
        except TypeError as error:
            return r.raising(error)
        if len(table) < len(args) // 2 and all(map(total, args)):
            return r.make("dict", tuple(part for pair in table.values() for part in pair), data)
    return None


def set_kind(term: Term) -> str | None:
    """ "set" or "frozenset" for a term that is known to be one."""
    match term.op:
        case "set":
            return cast(Container, term.data).of
        case "convert" if is_set(term.sort):
            return cast(str, term.data)
        case "union" | "inter" | "diff":
            return cast("str | None", term.data)
        case "ite":
            kinds = {set_kind(branch) for branch in term.args[1:]}
            return kinds.pop() if len(kinds) == 1 else None
    return None


def union(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    """Flat, with the known items in one set. Its payload is its kind, which is that of the first operand."""
    if all(arg.value for arg in args):
        return None
    kind = cast("str | None", data) or set_kind(args[0])
    known: list[Term] = []
    parts: list[Term] = []
    for arg in args:
        for part in arg.args if arg.op == "union" else (arg,):
            if part.op == "set":
                assert isinstance(part.data, Container)
                known.extend(part.args[:-1] if part.data.open else part.args)
                if part.data.open:
                    parts.append(part.args[-1])
            elif part not in parts:
                parts.append(part)
    # an operand that determines the kind stays in front until the kind is known
    if known or not parts:
        parts.insert(0 if kind else 1, r.make("set", tuple(known), Container(kind or "frozenset")))
    if len(parts) > 1:
        return r.intern(Term("union", tuple(parts), kind))
    return parts[0] if kind in (None, set_kind(parts[0])) else r.make("convert", (parts[0],), kind)


def _of_two(op: str) -> Callable[[Rewriter, tuple[Term, ...], Hashable], Term | None]:
    def rule(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
        kind = set_kind(args[0])
        return None if kind == data or all(arg.value for arg in args) else r.intern(Term(op, args, kind))

    return rule


def _algebra(op: str) -> Callable[[Rewriter, tuple[Term, ...], Hashable], Term | None]:
    def rule(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
        """`|` and `&` of sets; of numbers and flags they are bit operations."""
        if all(arg.value for arg in args) or not are_sets(args):
            return None
        return r.make(op, args)

    return rule


def _view(op: str) -> Callable[[Rewriter, tuple[Term, ...], Hashable], Term | None]:
    def rule(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
        box = args[0]
        if box.op != "dict" or box.value or not total(box):
            return None
        assert isinstance(box.data, Container)
        pairs, rest = (box.args[:-1], box.args[-1]) if box.data.open else (box.args, None)
        keys, values = pairs[::2], pairs[1::2]
        if rest is None and len(keys) > 1 and not all(key.value for key in keys):
            return None  # keys may turn out equal
        match op:
            case "keys":
                items = list(keys)
            case "values":
                items = list(values)
            case _:
                items = [r.make("seq", pair, Container("tuple")) for pair in zip(keys, values, strict=True)]
        return rebuilt_sequence(r, op, items, None if rest is None else r.make(op, (rest,)))

    return rule


COLLECTIONS = {
    "set": set_,
    "dict": dict_,
    "union": union,
    "inter": _of_two("inter"),
    "diff": _of_two("diff"),
    "bitor": _algebra("union"),
    "bitand": _algebra("inter"),
    "keys": _view("keys"),
    "values": _view("values"),
    "items": _view("items"),
}
