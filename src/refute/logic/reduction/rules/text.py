"""Rules for text.

A regular language is stepped through by derivatives, other methods become conditions on characters:

    bool(re.fullmatch("a+b?c*", "ab" + s))  ->  bool(re.fullmatch("c*", s))
    s.isdigit()                             ->  0 < len(s) and all(c.isdigit() for c in s)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import cast

from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.shapes import is_bound, kind_of, rebuilt_sequence, split
from refute.logic.regular.affixes import ending, starting
from refute.logic.regular.language import ALL, Language
from refute.logic.terms.term import STR, Container, Term, constant_value

# Methods that hold of a text if they hold of each character; those of the second group also hold of the empty text.
_EACH = frozenset({"isdigit", "isalpha", "isalnum", "isdecimal", "isnumeric", "isspace"})
_EACH_OR_EMPTY = frozenset({"isascii", "isprintable"})


def match_(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    text, language = args[0], cast(Language, data)
    if text.op == "const":
        value = constant_value(text)
        if isinstance(value, str | bytes):
            return r.const(language.matches(value if isinstance(value, str) else value.decode("latin-1")))
    if text.value:
        return r.raising(TypeError("expected string or bytes-like object"))
    if kind_of(text) in ("str", "bytes") and (language is ALL or language.empty):
        return r.after((text,), r.const(language is ALL))
    if text.op != "seq" or kind_of(text) not in ("str", "bytes"):
        return None
    items, rest = split(text)
    walked = 0
    for item in items:
        if item.op != "const":
            break
        char = constant_value(item)
        language = language.derivative(char if isinstance(char, str) else chr(char))
        walked += 1
    if not walked:
        return None
    return r.make("match", (rebuilt_sequence(r, cast(Container, text.data).of, items[walked:], rest),), language)


def text_method(r: Rewriter, name: str, receiver: Term, rest: tuple[Term, ...]) -> Term | None:
    """A method of a string."""
    if receiver.sort != STR or receiver.value:
        return None
    if name in ("startswith", "endswith") and len(rest) == 1:
        return _affix(r, starting if name == "startswith" else ending, receiver, rest[0])
    if name == "count" and len(rest) == 1 and rest[0].op == "const" and _is_character(constant_value(rest[0])):
        char = r.fresh(STR)
        same = r.make("ite", (r.make("eq", (r.variable(char), rest[0])), r.const(1), r.const(0)))
        return r.make("sum", (r.make("comp", (receiver, same, r.true), char), r.const(0)))
    if name in ("islower", "isupper") and not rest and not is_bound(receiver):
        return _cased(r, name, receiver)
    if (name in _EACH or name in _EACH_OR_EMPTY) and not rest and not is_bound(receiver):
        char = r.fresh(STR)
        each = r.make("method", (r.variable(char),), name)
        inside = r.make("all", (r.make("comp", (receiver, each, r.true), char),))
        if name in _EACH_OR_EMPTY:
            return inside
        some = r.make("lt", (r.const(0), r.make("len", (receiver,))))
        return r.make("and", (some, inside))
    return None


def _is_character(value: object) -> bool:
    return isinstance(value, str) and len(value) == 1


def _cased(r: Rewriter, name: str, receiver: Term) -> Term:
    """`islower` and `isupper`: some character has this case and none has another, title case included."""
    char = r.fresh(STR)
    lower, upper, title = (r.make("method", (r.variable(char),), kind) for kind in ("islower", "isupper", "istitle"))
    only_title = r.make("and", (r.make("not", (upper,)), title))
    wanted, unwanted = (lower, title) if name == "islower" else (upper, r.make("or", (lower, only_title)))
    some = r.make("any", (r.make("comp", (receiver, wanted, r.true), char),))
    none = r.make("all", (r.make("comp", (receiver, r.make("not", (unwanted,)), r.true), char),))
    return r.make("and", (some, none))


def _affix(r: Rewriter, language: Callable[[str], Language], receiver: Term, affix: Term) -> Term | None:
    """`startswith` and `endswith` with a known text, or with a tuple of texts."""
    if not affix.value:
        return None
    options = r.concrete(affix)
    if not isinstance(options, tuple):
        options = (options,)
    if not all(isinstance(option, str) for option in options):
        return None
    return r.make("or", tuple(r.make("match", (receiver,), language(option)) for option in options))


TEXT = {"match": match_}
