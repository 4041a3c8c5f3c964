"""Texts and bytes in a solver's words: their characters, what they are joined of, the languages they are in."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import z3

from refute.logic.regular import Language
from refute.logic.smt_text import Octets, Untranslatable, anything, language_of, letters, one_of, text_value
from refute.logic.terms import Term, constant_value, sequence_kind

if TYPE_CHECKING:
    from refute.logic.smt import Translator

_MOST_TIMES = 16


def spelled(t: Translator, term: Term) -> tuple[Any, Callable[[Any], Any]]:
    """The characters of a text or of bytes, and how to make one of the kind from others."""
    value = t.expression(term)
    return (value.text, Octets) if isinstance(value, Octets) else (t.text(term), lambda text: text)


def characters(t: Translator, term: Term) -> Any:
    return spelled(t, term)[0]


def length_of(t: Translator, term: Term) -> Any:
    return z3.Length(characters(t, term))


def contained(t: Translator, item: Term, box: Term) -> Any:
    whole, _ = spelled(t, box)
    part = t.expression(item)
    if isinstance(t.expression(box), Octets) and z3.is_int(part):
        part = Octets(z3.StrFromCode(part))
    return z3.Contains(whole, part.text if isinstance(part, Octets) else t.text(item))


def concatenated(t: Translator, term: Term) -> Any:
    parts = [spelled(t, arg) for arg in term.args]
    wrapped = parts[0][1]
    return wrapped(z3.Concat(*[text for text, _ in parts]) if len(parts) > 1 else parts[0][0])


def repeated(t: Translator, term: Term) -> Any:
    for text, times in (term.args, term.args[::-1]):
        many = constant_value(times) if times.op == "const" else None
        if type(many) is int and many <= _MOST_TIMES:
            found, wrapped = spelled(t, text)
            copies = [found] * many
            return wrapped(text_value("") if not copies else z3.Concat(*copies) if len(copies) > 1 else found)
    raise Untranslatable("a text repeated very often")


def character(t: Translator, term: Term) -> Any:
    text, wrapped = spelled(t, term.args[0])
    place = t.integer(term.args[1])
    found = z3.SubString(text, z3.If(place >= 0, place, z3.Length(text) + place), 1)
    return z3.StrToCode(found) if wrapped is Octets else found


def bounds_of(t: Translator, length: Any, bounds: tuple[Term, ...]) -> tuple[Any, Any]:
    """Where a slice begins and ends."""
    start, stop, step = bounds
    if step.op != "const" or constant_value(step) not in (None, 1):
        raise Untranslatable("a slice with steps")

    def place(bound: Term, otherwise: Any) -> Any:
        if bound.op == "const" and constant_value(bound) is None:
            return otherwise
        value = t.integer(bound)
        from_end = length + value
        return z3.If(value >= 0, z3.If(value < length, value, length), z3.If(from_end > 0, from_end, z3.IntVal(0)))

    return place(start, z3.IntVal(0)), place(stop, length)


def cut(t: Translator, box: Term, bounds: tuple[Term, ...]) -> Any:
    text, wrapped = spelled(t, box)
    start, stop = bounds_of(t, z3.Length(text), bounds)
    return wrapped(z3.SubString(text, start, stop - start))


def member(t: Translator, term: Term) -> Any:
    expression, exact = language_of(cast(Language, term.data), t.narrow)
    t.exact = t.exact and exact
    return z3.InRe(characters(t, term.args[0]), expression)


def each(t: Translator, term: Term) -> Any:
    """A condition on every character of a text."""
    text, wanted = _wanted(t, term, none=True)
    return z3.InRe(text, z3.Star(one_of(wanted))) if wanted else text == text_value("")


def some(t: Translator, term: Term) -> Any:
    text, wanted = _wanted(t, term, none=False)
    return z3.InRe(text, z3.Concat(anything(), one_of(wanted), anything())) if wanted else z3.BoolVal(False)


def _wanted(t: Translator, term: Term, *, none: bool) -> tuple[Any, list[str]]:
    """The characters a condition holds of; of texts, only common ones are looked at. `none` says what it is of those
    that are passed over."""
    comp = term.args[0]
    kind = sequence_kind(comp.args[0].sort) if comp.op == "comp" else None
    if kind not in ("str", "bytes"):
        raise Untranslatable("a condition on items that are not known")
    source, body, among = comp.args
    r = t.reducer
    bound = r.variable(comp.data)
    if not body.free <= bound.free or not among.free <= bound.free:
        raise Untranslatable("a condition on characters that depends on other unknowns")
    t.exact = t.exact and kind == "bytes"

    def holds(char: str) -> bool:
        item = r.const(char if kind == "str" else ord(char))
        if r.replace(among, bound, item) is not r.true:
            return none
        return r.replace(body, bound, item) is r.true

    return characters(t, source), list(filter(holds, letters() if kind == "str" else map(chr, range(256))))


# -- methods ---------------------------------------------------------------------------------------------------------


def found(t: Translator, term: Term) -> Any:
    """`find`, and `index`, which raises where that gives -1."""
    text, part, *start = term.args
    whole = characters(t, text)
    if not start:
        return z3.IndexOf(whole, characters(t, part), 0)
    begin, _ = bounds_of(t, z3.Length(whole), (start[0], t.reducer.none, t.reducer.none))
    after_end = z3.And(t.integer(start[0]) > z3.Length(whole))
    return z3.If(after_end, z3.IntVal(-1), z3.IndexOf(whole, characters(t, part), begin))


def found_last(t: Translator, term: Term) -> Any:
    return z3.LastIndexOf(characters(t, term.args[0]), characters(t, term.args[1]))


def begins(t: Translator, term: Term) -> Any:
    return z3.PrefixOf(characters(t, term.args[1]), characters(t, term.args[0]))


def ends(t: Translator, term: Term) -> Any:
    return z3.SuffixOf(characters(t, term.args[1]), characters(t, term.args[0]))


def stripped(t: Translator, term: Term) -> Any:
    """Made up: what is between two texts of the characters that go, and neither begins nor ends with one."""
    text, wrapped = spelled(t, term.args[0])
    gone = _stripped_off(term, wrapped is Octets)
    goes = z3.Star(one_of(gone))
    before, kept, after = (z3.FreshConst(z3.StringSort(), "strip") for _ in range(3))
    facts = [text == z3.Concat(before, kept, after)]
    clean = z3.Intersect(z3.Complement(one_of(gone)), z3.AllChar(z3.ReSort(z3.StringSort())))
    if term.data == "rstrip":
        facts.append(before == text_value(""))
    else:
        facts += [z3.InRe(before, goes), z3.Or(kept == text_value(""), z3.InRe(z3.SubString(kept, 0, 1), clean))]
    if term.data == "lstrip":
        facts.append(after == text_value(""))
    else:
        last = z3.SubString(kept, z3.Length(kept) - 1, 1)
        facts += [z3.InRe(after, goes), z3.Or(kept == text_value(""), z3.InRe(last, clean))]
    if term.data == "strip":
        facts.append(z3.Or(kept != text_value(""), after == text_value("")))
    t.define(term, *facts)
    return wrapped(kept)


def _stripped_off(term: Term, octets: bool) -> str:
    match term.args[1:]:
        case ():
            return " \t\n\r\x0b\x0c" if octets else _spaces()
        case (Term(op="const") as given,) if isinstance(constant_value(given), bytes if octets else str):
            return constant_value(given).decode("latin-1") if octets else str(constant_value(given))
    raise Untranslatable("what is stripped off is not known")


@cache
def _spaces() -> str:
    return "".join(char for char in map(chr, range(0x3001)) if char.isspace())


METHODS: dict[str, Callable[[Translator, Term], Any]] = {
    "find": found,
    "index": found,
    "rfind": found_last,
    "rindex": found_last,
    "startswith": begins,
    "endswith": ends,
    "strip": stripped,
    "lstrip": stripped,
    "rstrip": stripped,
}
STRINGS: dict[str, Callable[[Translator, Term], Any]] = {
    "concat": concatenated,
    "match": member,
}
