"""Rules for strings: questions about a text become a regular language that is walked character by character."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, cast

from refute.logic.regular import Language, ending, starting
from refute.logic.rules.shapes import known_prefix, rebuilt_sequence
from refute.logic.terms import STR, Kind, Term, constant_value

if TYPE_CHECKING:
    from refute.logic.reducer import Reducer

# Predicates that hold of a text when they hold of each character; the second group also of the empty text.
_EACH = frozenset({"isdigit", "isalpha", "isalnum", "isdecimal", "isnumeric", "isspace"})
_EACH_OR_EMPTY = frozenset({"isascii", "isprintable"})


def match_(r: Reducer, args: tuple[Term, ...], data: Hashable) -> Term | None:
    text, language = args[0], cast(Language, data)
    if text.op == "const":
        value = constant_value(text)
        if not isinstance(value, str | bytes):
            return r.raising(TypeError("expected string or bytes-like object"))
        return r.const(language.matches(value if isinstance(value, str) else value.decode("latin-1")))
    if text.op != "seq":
        return r.false if language.empty else None
    shape = known_prefix(r, text)
    assert shape is not None
    items, rest = shape
    walked = 0
    for item in items:
        if item.op != "const":
            break
        char = constant_value(item)
        language = language.derivative(char if isinstance(char, str) else chr(char))
        walked += 1
    if language.empty:
        return r.false
    if not walked:
        return None
    assert isinstance(text.data, Kind)
    return r.make("match", (rebuilt_sequence(r, text.data.of, items[walked:], rest),), language)


def found(r: Reducer, args: tuple[Term, ...], data: Hashable) -> Term | None:
    """`re.fullmatch(…)` itself is only ever asked whether it is None or true; see booleans and comparisons."""
    return None


def text_method(r: Reducer, name: str, receiver: Term, rest: tuple[Term, ...]) -> Term | None:
    """A method called on what is known to be a string."""
    if receiver.sort != STR or receiver.value:
        return None
    if name in ("startswith", "endswith") and len(rest) == 1 and rest[0].op == "const":
        affix = constant_value(rest[0])
        if isinstance(affix, str):
            return r.make("match", (receiver,), (starting if name == "startswith" else ending)(affix))
    if (name in _EACH or name in _EACH_OR_EMPTY) and not rest and not _single(receiver):
        char = r.fresh(STR)
        each = r.make("method", (r.variable(char),), name)
        inside = r.make("all", (r.make("comp", (receiver, each, r.true), char),))
        if name in _EACH_OR_EMPTY:
            return inside
        some = r.make("lt", (r.const(0), r.make("len", (receiver,))))
        return r.make("and", (some, inside))
    return None


def _single(term: Term) -> bool:
    """A bound variable over the characters of a text: asked as it is, since it is one character."""
    return term.op == "var" and str(term.data).startswith("$")


TEXT = {"match": match_, "found": found}
