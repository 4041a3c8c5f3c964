"""Texts in a solver's words: their characters, what they are joined of, the languages they are in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import z3

from refute.logic.regular import Language
from refute.logic.smt_text import Untranslatable, language_of, letters
from refute.logic.terms import STR, Term

if TYPE_CHECKING:
    from refute.logic.smt import Translator


def joined(t: Translator, term: Term) -> Any:
    parts = [t.text(arg) for arg in term.args]
    return parts[0] if len(parts) == 1 else z3.Concat(*parts)


def character(t: Translator, term: Term) -> Any:
    text, place = t.text(term.args[0]), t.integer(term.args[1])
    return z3.SubString(text, z3.If(place >= 0, place, z3.Length(text) + place), 1)


def member(t: Translator, term: Term) -> Any:
    expression, exact = language_of(cast(Language, term.data), t.narrow)
    t.exact = t.exact and exact
    return z3.InRe(t.text(term.args[0]), expression)


def each(t: Translator, term: Term) -> Any:
    """A condition on every character of a text: only common characters are looked at."""
    comp = term.args[0]
    if comp.op != "comp" or comp.args[0].sort != STR:
        raise Untranslatable("a condition on items that are not known")
    source, body, among = comp.args
    r = t.reducer
    bound = r.variable(comp.data)
    if not body.free <= bound.free or not among.free <= bound.free:
        raise Untranslatable("a condition on characters that depends on other unknowns")
    t.exact = False
    wanted = [
        letter
        for letter in letters()
        if r.replace(among, bound, r.const(letter)) is not r.true or r.replace(body, bound, r.const(letter)) is r.true
    ]
    if not wanted:
        return t.text(source) == z3.StringVal("")
    alphabet = [z3.Re(letter) for letter in wanted]
    return z3.InRe(t.text(source), z3.Star(z3.Union(*alphabet) if len(alphabet) > 1 else alphabet[0]))


STRINGS: dict[str, Callable[[Translator, Term], Any]] = {
    "concat": joined,
    "index": character,
    "match": member,
    "all": each,
}
