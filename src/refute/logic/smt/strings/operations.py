"""Encoding of operations on texts and bytes: characters, slices, concatenation, languages, methods."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, cast

import z3

from refute.logic.regular.language import Language
from refute.logic.smt.encoder import Encoder, EncodingRule
from refute.logic.smt.strings.encoding import Octets, Untranslatable
from refute.logic.terms.term import Term, constant_value, sequence_kind

_MOST_TIMES = 16


def spelled(t: Encoder, term: Term) -> tuple[Any, Callable[[Any], Any]]:
    """The characters of a text or of bytes, and the wrapper for others of the same type."""
    value = t.expression(term)
    return (value.text, Octets) if isinstance(value, Octets) else (t.text(term), lambda text: text)


def characters(t: Encoder, term: Term) -> Any:
    return spelled(t, term)[0]


def length_of(t: Encoder, term: Term) -> Any:
    return t.texts.length(characters(t, term))


def contained(t: Encoder, item: Term, box: Term) -> Any:
    whole, wrapped = spelled(t, box)
    if wrapped is Octets and z3.is_int(t.expression(item)):
        return t.texts.contains(whole, t.texts.letter(t.integer(item)))
    return t.texts.contains(whole, characters(t, item))


def concatenated(t: Encoder, term: Term) -> Any:
    parts = [spelled(t, arg) for arg in term.args]
    return parts[0][1](t.texts.joined([text for text, _ in parts]))


def repeated(t: Encoder, term: Term) -> Any:
    for text, times in (term.args, term.args[::-1]):
        many = constant_value(times) if times.op == "const" else None
        if type(many) is int and many <= _MOST_TIMES:
            found, wrapped = spelled(t, text)
            return wrapped(t.texts.joined([found] * many) if many > 0 else t.texts.value(""))
    raise Untranslatable("a text repeated very often")


def character(t: Encoder, term: Term) -> Any:
    text, wrapped = spelled(t, term.args[0])
    place = t.integer(term.args[1])
    start = z3.If(place >= 0, place, t.texts.length(text) + place)
    found = t.texts.part(text, start, start + 1)
    return t.texts.code(found) if wrapped is Octets else found


def bounds_of(t: Encoder, length: Any, bounds: tuple[Term, ...]) -> tuple[Any, Any]:
    """The start and the end of a slice."""
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


def cut(t: Encoder, box: Term, bounds: tuple[Term, ...]) -> Any:
    text, wrapped = spelled(t, box)
    start, stop = bounds_of(t, t.texts.length(text), bounds)
    return wrapped(t.texts.part(text, start, z3.If(stop < start, start, stop)))


def member(t: Encoder, term: Term) -> Any:
    condition, exact = t.texts.member(characters(t, term.args[0]), cast(Language, term.data))
    t.exact = t.exact and exact
    return condition


def each(t: Encoder, term: Term) -> Any:
    """A condition on every character of a text."""
    comp = _loop(term)
    if _is_about_more(t, comp):
        return z3.And(*[z3.Implies(there, value) for value, there in looped(t, comp, conditions=True)])
    return t.texts.all_of(*_accepted(t, comp, left_out=True))


def some(t: Encoder, term: Term) -> Any:
    comp = _loop(term)
    if _is_about_more(t, comp):
        return z3.Or(*[z3.And(there, value) for value, there in looped(t, comp, conditions=True)])
    return t.texts.some_of(*_accepted(t, comp, left_out=False))


def _loop(term: Term) -> Term:
    comp = term.args[0]
    if comp.op != "comp" or sequence_kind(comp.args[0].sort) not in ("str", "bytes"):
        raise Untranslatable("a condition on items that are not known")
    return comp


def _is_about_more(t: Encoder, comp: Term) -> bool:
    """Whether the condition of a loop over characters depends on other unknowns."""
    _, body, among = comp.args
    bound = t.reducer.variable(comp.data)
    return not (body.free | among.free) <= bound.free


def looped(t: Encoder, comp: Term, *, conditions: bool = False) -> list[tuple[Any, Any]]:
    """The elements of a comprehension over the characters of a text, each with its condition."""
    source, body, among = comp.args
    text, wrapped = spelled(t, source)
    found = []
    for code in t.texts.spelling(text):
        inside = t.where(str(t.reducer.variable(comp.data).data), code if wrapped is Octets else t.texts.letter(code))
        value = inside.condition(body) if conditions else inside.number(body)
        found.append((value, inside.condition(among)))
        t.exact = t.exact and inside.exact
    return found


def _accepted(t: Encoder, comp: Term, *, left_out: bool) -> tuple[Any, list[str]]:
    """A text and the characters of which a condition holds; those that a loop skips are included if `left_out`."""
    source, body, among = comp.args
    r = t.reducer
    bound = r.variable(comp.data)
    octets = sequence_kind(source.sort) == "bytes"
    t.exact = t.exact and octets
    known = t.texts.accepted.get((comp, left_out))
    if known is None:

        def holds(char: str) -> bool:
            item = r.const(ord(char) if octets else char)
            if r.replace(among, bound, item) is not r.true:
                return left_out
            return r.replace(body, bound, item) is r.true

        known = list(filter(holds, map(chr, range(256)) if octets else t.texts.letters()))
        t.texts.accepted[comp, left_out] = known
    return characters(t, source), known


# -- methods ---------------------------------------------------------------------------------------------------------


def _found(t: Encoder, term: Term) -> Any:
    """`find`, and `index`, which raises where that gives -1."""
    text, part, *start = term.args
    whole = characters(t, text)
    if not start:
        return t.texts.found(whole, characters(t, part), z3.IntVal(0))
    length = t.texts.length(whole)
    begin, _ = bounds_of(t, length, (start[0], t.reducer.none, t.reducer.none))
    found = t.texts.found(whole, characters(t, part), begin)
    return z3.If(t.integer(start[0]) > length, z3.IntVal(-1), found)


def _found_last(t: Encoder, term: Term) -> Any:
    return t.texts.found_last(characters(t, term.args[0]), characters(t, term.args[1]))


def _begins(t: Encoder, term: Term) -> Any:
    return t.texts.begins(characters(t, term.args[0]), characters(t, term.args[1]))


def _ends(t: Encoder, term: Term) -> Any:
    return t.texts.ends(characters(t, term.args[0]), characters(t, term.args[1]))


def _stripped(t: Encoder, term: Term) -> Any:
    text, wrapped = spelled(t, term.args[0])
    gone = _stripped_off(term, wrapped is Octets)
    kept, facts = t.texts.stripped(text, gone, left=term.data != "rstrip", right=term.data != "lstrip")
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


def _replaced(t: Encoder, term: Term) -> Any:
    """One character by another."""
    text, wrapped = spelled(t, term.args[0])
    given = [constant_value(arg) if arg.op == "const" else None for arg in term.args[1:]]
    pair = [part.decode("latin-1") if isinstance(part, bytes) else part for part in given]
    if len(pair) != 2 or not all(isinstance(part, str) and len(part) == 1 for part in pair):
        raise Untranslatable("a part of a text replaced by one of another length")
    return wrapped(t.texts.mapped(text, {str(pair[0]): str(pair[1])}))


def _cased(t: Encoder, term: Term) -> Any:
    """`upper` and `lower`, of characters that stay one."""
    text = t.text(term.args[0])
    changed = {char: str(getattr(char, str(term.data))()) for char in t.texts.letters()}
    return t.texts.mapped(text, {old: new for old, new in changed.items() if len(new) == 1})


# Each with the least and the greatest number of arguments.
METHODS: dict[str, tuple[int, int, EncodingRule]] = {
    "find": (1, 2, _found),
    "index": (1, 2, _found),
    "rfind": (1, 1, _found_last),
    "rindex": (1, 1, _found_last),
    "startswith": (1, 1, _begins),
    "endswith": (1, 1, _ends),
    "strip": (0, 1, _stripped),
    "lstrip": (0, 1, _stripped),
    "rstrip": (0, 1, _stripped),
    "replace": (2, 2, _replaced),
    "upper": (0, 0, _cased),
    "lower": (0, 0, _cased),
}
STRINGS: dict[str, EncodingRule] = {
    "concat": concatenated,
    "match": member,
}
