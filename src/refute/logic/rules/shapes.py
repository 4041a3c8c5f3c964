"""What is known of a sequence's shape: a beginning, item by item, and perhaps an unknown rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from refute.logic.terms import Constant, Kind, Maker, Term

if TYPE_CHECKING:
    from refute.logic.reducer import Reducer

Prefix = tuple[tuple[Term, ...], Term | None]


def known_prefix(r: Reducer, term: Term) -> Prefix | None:
    """The items a sequence (or set, or dict: its keys) begins with, and the rest; None if not even that is known."""
    if term.op in ("seq", "set", "dict"):
        assert isinstance(term.data, Kind)
        items = term.args[:-1] if term.data.open else term.args
        rest = term.args[-1] if term.data.open else None
        return (items[::2] if term.op == "dict" else items), rest
    if term.op == "make" and cast(Maker, term.data).form == "tuple":
        return term.args, None
    if term.op == "const":
        assert isinstance(term.data, Constant)
        value = term.data.value
        if isinstance(value, str | bytes | range):
            return tuple(r.const(item) for item in value), None
    return None


def rebuilt_sequence(r: Reducer, kind: str, items: Iterable[Term], rest: Term | None) -> Term:
    items = tuple(items)
    if rest is None:
        return r.make("seq", items, Kind(kind))
    return r.make("seq", (*items, rest), Kind(kind, True))
