"""Patterns of `re` as the regular languages of the texts that they match.

Python's own parser reads the syntax, and `re` itself says which characters are digits, spaces or parts of words
and which match without regard to case, so the two cannot disagree there. What remains are assertions:

    ahead(p)     consumes nothing, holds where all of the remaining text is in p
    behind(l)    consumes nothing, holds where all of the text so far is in l

`(?=x)` is ahead(x Σ*), `$` is ahead(\\n?), `^` is behind of the empty text, `(?<=x)` is behind(Σ* x), and a
word boundary is a choice of both. When a character is consumed, ahead(p) leaves p as an obligation on all that
follows, and behind(l) becomes behind(l.derivative(char)), wherever in the pattern it stands. `close` makes a
language of a piece by fixing its context, nothing before and nothing after it:

    close((?=.*0)[ab0]*)  =  .*0 Σ* ∩ [ab0]*
    close((?:(?!--).)*)   --'-'-->  close((?:(?!--).)*) ∩ ¬(- Σ*)
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache

# The parser is private to the standard library and has no stubs. Writing another one would mean keeping up
# with every release of Python by hand; the tests compare the two on every supported release.
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any, Literal

from refute.errors import RefuteError
from refute.logic.regular.affixes import literal
from refute.logic.regular.character_sets import END, Bounds, any_of
from refute.logic.regular.interning import intern
from refute.logic.regular.language import (
    ALL,
    EMPTY,
    EPSILON,
    Concat,
    Language,
    Repeat,
    Transition,
    Union,
    characters,
    concat,
    intersection,
    repeat,
    sequence,
    spine,
    union,
)

_CATEGORIES = {
    op.CATEGORY_DIGIT: r"\d",
    op.CATEGORY_NOT_DIGIT: r"\D",
    op.CATEGORY_SPACE: r"\s",
    op.CATEGORY_NOT_SPACE: r"\S",
    op.CATEGORY_WORD: r"\w",
    op.CATEGORY_NOT_WORD: r"\W",
}
# Derivatives recurse into nested groups: a pattern that can be read must not fail later.
_DEEPEST = 40
_TYPE_FLAGS = re.ASCII | re.UNICODE | re.LOCALE


class NotRegularError(RefuteError):
    """A pattern whose matches are not a regular language, or not one that is supported exactly."""


How = Literal["fullmatch", "match", "search"]


def language(pattern: str | bytes, flags: int = 0, how: How = "fullmatch") -> Language:
    """The texts in which `re.fullmatch` (or `re.match`, `re.search`) finds a match of `pattern`.

    A bytes pattern gives the language of the texts decoded as latin-1: all characters are below 256, and
    \\w, \\d, \\s and case are those of ASCII.

    Raises `NotRegularError` for backreferences, conditional groups, atomic groups, possessive quantifiers,
    a lookahead or `$` or `\\b` inside a lookbehind, the LOCALE flag, and for what is not a pattern.
    """
    flags = int(flags) & ~re.DEBUG
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(pattern, flags)
            parsed = _parser.parse(pattern, flags)
        reader = _Reader(END if isinstance(pattern, str) else 256, how)
        piece = reader.sequence(parsed, parsed.state.flags)
    except (re.error, OverflowError, ValueError) as error:
        raise NotRegularError(f"not a pattern of re: {error}") from None
    except RecursionError:
        raise NotRegularError("the pattern is nested too deeply") from None
    if how != "fullmatch":
        piece = concat(piece, reader.anything)
    if how == "search":
        piece = concat(reader.anything, piece)
    return close(piece)


class _Reader:
    """Turns parsed items into pieces over the characters below `end`, which is 256 for bytes."""

    def __init__(self, end: int, how: How) -> None:
        self.depth = 0
        self.end = end
        self.how = how
        self.anything = repeat(characters((0, end)), 0, None)

    def sequence(self, items: Iterable[tuple[Any, Any]], flags: int) -> Language:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise NotRegularError(f"the pattern is nested more than {_DEEPEST} levels deep")
        piece = sequence(self.item(operator, argument, flags) for operator, argument in items)
        self.depth -= 1
        return piece

    def item(self, operator: Any, argument: Any, flags: int) -> Language:
        if flags & re.LOCALE:
            raise NotRegularError("the LOCALE flag makes matches depend on the locale")
        match operator:
            case op.LITERAL:
                return self.one_of([(operator, argument)], flags)
            case op.NOT_LITERAL:
                return self.one_of([(op.NEGATE, None), (op.LITERAL, argument)], flags)
            case op.IN:
                return self.one_of(argument, flags)
            case op.ANY:
                return characters((0, self.end) if flags & re.DOTALL else (0, 10, 11, self.end))
            case op.BRANCH:
                return union([self.sequence(branch, flags) for branch in argument[1]])
            case op.SUBPATTERN:
                _, added, removed, items = argument
                if added & _TYPE_FLAGS and self.how == "search":
                    # Looking for a place to begin, re.search applies the flags of the whole pattern.
                    raise NotRegularError("re.search does not respect the flags a and u of a group")
                kept = flags & ~_TYPE_FLAGS if added & _TYPE_FLAGS else flags
                return self.sequence(items, (kept | added) & ~removed)
            case op.MAX_REPEAT | op.MIN_REPEAT:
                low, high, items = argument
                return repeat(self.sequence(items, flags), low, None if high is op.MAXREPEAT else high)
            case op.AT:
                return self.anchor(argument, flags)
            case op.ASSERT | op.ASSERT_NOT:
                direction, items = argument
                return self.assertion(self.sequence(items, flags), direction, operator is op.ASSERT)
            case op.FAILURE:
                return EMPTY
            case op.GROUPREF:
                raise NotRegularError(f"backreference \\{argument} is not regular")
            case op.GROUPREF_EXISTS:
                raise NotRegularError(f"conditional group (?({argument[0]})...) is not regular")
            case op.ATOMIC_GROUP:
                raise NotRegularError("atomic group (?>...) is not handled: it drops matches of its content")
            case op.POSSESSIVE_REPEAT:
                raise NotRegularError("possessive quantifier is not handled: it drops matches of its content")
            case _:
                raise NotRegularError(f"operator {operator} of re is not known")

    def one_of(self, items: list[tuple[Any, Any]], flags: int) -> Language:
        if flags & re.IGNORECASE:
            source = "".join(_source(operator, argument) for operator, argument in items)
            return characters(_matched_by(f"[{source}]", re.IGNORECASE | _width(flags), self.end))
        found = any_of([self.members(operator, argument, flags) for operator, argument in items])
        if items[0][0] is op.NEGATE:
            found = tuple(sorted({0, self.end}.symmetric_difference(found)))
        return characters(found)

    def members(self, operator: Any, argument: Any, flags: int) -> Bounds:
        match operator:
            case op.NEGATE:
                return ()
            case op.LITERAL:
                return argument, argument + 1
            case op.RANGE:
                return argument[0], argument[1] + 1
            case _:
                return _matched_by(_source(operator, argument), _width(flags), self.end)

    def assertion(self, piece: Language, direction: int, positive: bool) -> Language:
        if direction > 0:
            return ahead(concat(piece, self.anything), positive)
        if piece.looks_ahead:
            raise NotRegularError("a lookbehind that looks ahead is not handled")
        past = close(concat(self.anything, piece))
        return behind(past if positive else past.complement())

    def anchor(self, where: Any, flags: int) -> Language:
        lines = flags & re.MULTILINE
        newline = literal("\n")
        match where:
            case op.AT_BEGINNING if lines:
                return behind(union((EPSILON, concat(self.anything, newline))))
            case op.AT_BEGINNING | op.AT_BEGINNING_STRING:
                return behind(EPSILON)
            case op.AT_END if lines:
                return ahead(union((EPSILON, concat(newline, self.anything))))
            case op.AT_END:
                return ahead(union((EPSILON, newline)))
            case op.AT_END_STRING:
                return ahead(EPSILON)
            case op.AT_BOUNDARY | op.AT_NON_BOUNDARY:
                return self.boundary(where is op.AT_BOUNDARY, flags)
            case _:
                raise NotRegularError(f"anchor {where} of re is not known")

    def boundary(self, positive: bool, flags: int) -> Language:
        word = characters(_matched_by(r"\w", _width(flags), self.end))
        ends = concat(self.anything, word)
        begins = concat(word, self.anything)
        after_word, after_other = behind(ends), behind(ends.complement())
        if positive:
            return union((concat(after_word, ahead(begins, False)), concat(after_other, ahead(begins))))
        outside = concat(after_other, ahead(begins, False))
        if not re.search(r"\B", ""):
            # Before Python 3.14, \B does not match in the empty text.
            somewhere = union((behind(EPSILON.complement()), ahead(EPSILON, False)))
            outside = concat(somewhere, outside)
        return union((concat(after_word, ahead(begins)), outside))


def _source(operator: Any, argument: Any) -> str:
    match operator:
        case op.NEGATE:
            return "^"
        case op.LITERAL:
            return f"\\U{argument:08x}"
        case op.RANGE:
            return f"\\U{argument[0]:08x}-\\U{argument[1]:08x}"
        case op.CATEGORY:
            return _CATEGORIES[argument]
        case _:
            raise NotRegularError(f"operator {operator} of re is not known in a set")


def _width(flags: int) -> int:
    """The flag under which a str pattern classifies characters as the pattern with these flags does."""
    return 0 if flags & re.UNICODE else re.ASCII


@lru_cache(maxsize=1024)
def _matched_by(source: str, flags: int, end: int) -> Bounds:
    """The characters that a pattern of one character matches."""
    # In this text a character stands at the index of its own code point.
    spans = (found.span() for found in re.finditer(f"{source}+", _all_characters(), flags))
    return tuple(min(edge, end) for span in spans if span[0] < end for edge in span)


@lru_cache(maxsize=1)
def _all_characters() -> str:
    return "".join(map(chr, range(END)))


class _Ahead(Language):
    """A lookahead: matches the empty text where the remaining text is in `piece`, or is not if not `positive`."""

    def __init__(self, piece: Language, positive: bool) -> None:
        super().__init__((piece,), nullable=False, looks_ahead=True, looks_behind=piece.looks_behind)
        self.piece = piece
        self.positive = positive

    def transitions(self, char: str) -> Iterator[Transition]:
        yield from ()

    def _empty_match(self) -> Language:
        rest = close(self.piece)
        return rest if self.positive else rest.complement()

    def _advanced(self, char: str) -> Language:
        return ahead(self.piece.advanced(char), self.positive)


class _Behind(Language):
    """A lookbehind: matches the empty text where the text so far is in `past`."""

    def __init__(self, past: Language) -> None:
        super().__init__((past,), nullable=False, looks_behind=True)
        self.past = past

    def transitions(self, char: str) -> Iterator[Transition]:
        yield from ()

    def _empty_match(self) -> Language:
        return ALL if self.past.nullable else EMPTY

    def _advanced(self, char: str) -> Language:
        return behind(self.past.derivative(char))


class _Closed(Language):
    """The language of a piece whose assertions are not all decided yet."""

    def __init__(self, piece: Language) -> None:
        super().__init__((piece,), nullable=piece.empty_match().nullable)
        self.piece = piece

    def _step(self, char: str) -> Language:
        return union(intersection((close(rest), obligation)) for rest, obligation in self.piece.transitions(char))


def ahead(piece: Language, positive: bool = True) -> Language:
    """The lookahead for a piece, in normal form."""
    if piece is EMPTY or piece is ALL:
        return EPSILON if positive == (piece is ALL) else EMPTY
    return intern(_Ahead, piece, positive)


def behind(past: Language) -> Language:
    """The lookbehind for a language, in normal form."""
    if past is EMPTY or past is ALL:
        return EPSILON if past is ALL else EMPTY
    return intern(_Behind, past)


def close(piece: Language) -> Language:
    """The language of a piece with nothing before and nothing after it.

    >>> language("(?=.*0)[ab0]*").derivative("0")
    /[0a-b]*/
    """
    return _before(_decide_lookbehind(piece), EPSILON)


def _decide_lookbehind(piece: Language) -> Language:
    """Decides the lookbehinds at the start of a piece, where the text so far is empty."""
    if not piece.looks_behind:
        return piece
    match piece:
        case _Behind():
            return EPSILON if piece.past.nullable else EMPTY
        case _Ahead():
            return ahead(_decide_lookbehind(piece.piece), piece.positive)
        case Union():
            return union(map(_decide_lookbehind, piece.parts))
        case Concat():
            head = _decide_lookbehind(piece.left)
            holds = head is EPSILON or isinstance(head, _Ahead)
            return concat(head, _decide_lookbehind(piece.right) if holds else piece.right)
        case _:
            return piece


def _before(piece: Language, rest: Language) -> Language:
    """`piece` and then `rest` up to the end of the text, with lookaheads decided as far as possible."""
    parts = spine(piece)
    while parts and not parts[-1].looks_behind:
        part = parts.pop()
        if not part.looks:
            rest = concat(part, rest)
        elif isinstance(part, _Ahead):
            rest = intersection((part.empty_match(), rest))
        elif isinstance(part, Union):
            rest = union([_before(member, rest) for member in part.parts])
        elif isinstance(part, Repeat) and part.high == 1:
            rest = union((_before(part.body, rest), rest))
        else:
            rest = intern(_Closed, concat(part, rest))
    return intern(_Closed, concat(sequence(parts), rest)) if parts else rest
