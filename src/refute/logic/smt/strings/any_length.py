"""Texts as strings of Z3, which have any length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from refute.logic.regular.language import Language
from refute.logic.smt.strings.encoding import Untranslatable, anything, language_of, letters, one_of, text_value
from refute.logic.terms.term import Term


class Texts:
    """Operations on texts that are strings of Z3. With `narrow`, languages are restricted to common characters."""

    def __init__(self, narrow: bool = False) -> None:
        self.narrow = narrow
        self.accepted: dict[tuple[Term, bool], list[str]] = {}  # the characters of which each condition holds

    def value(self, text: str) -> Any:
        return text_value(text)

    def is_text(self, value: Any) -> bool:
        return bool(z3.is_string(value))

    def spelling(self, text: Any) -> Sequence[Any]:
        """The codes of the characters of a text of known length."""
        raise Untranslatable("the characters of a text whose length is not known")

    def letters(self) -> Sequence[str]:
        """The characters for which conditions on characters are evaluated."""
        return letters()

    def length(self, text: Any) -> Any:
        return z3.Length(text)

    def equal(self, a: Any, b: Any) -> Any:
        return a == b

    def before(self, a: Any, b: Any) -> Any:
        return a < b

    def chosen(self, condition: Any, a: Any, b: Any) -> Any:
        return z3.If(condition, a, b)

    def joined(self, parts: Sequence[Any]) -> Any:
        return z3.Concat(*parts) if len(parts) > 1 else parts[0]

    def part(self, text: Any, start: Any, stop: Any) -> Any:
        """The part of a text between two positions."""
        return z3.SubString(text, start, stop - start)

    def code(self, text: Any) -> Any:
        """The code of a text of one character."""
        return z3.StrToCode(text)

    def letter(self, code: Any) -> Any:
        return z3.StrFromCode(code)

    def contains(self, whole: Any, part: Any) -> Any:
        return z3.Contains(whole, part)

    def begins(self, whole: Any, part: Any) -> Any:
        return z3.PrefixOf(part, whole)

    def ends(self, whole: Any, part: Any) -> Any:
        return z3.SuffixOf(part, whole)

    def found(self, whole: Any, part: Any, start: Any) -> Any:
        """The first position of a part, from a given position on, or -1."""
        return z3.IndexOf(whole, part, start)

    def found_last(self, whole: Any, part: Any) -> Any:
        return z3.LastIndexOf(whole, part)

    def member(self, text: Any, language: Language) -> tuple[Any, bool]:
        """Membership in a language, and whether the encoding is exact."""
        expression, exact = language_of(language, self.narrow)
        return z3.InRe(text, expression), exact

    def all_of(self, text: Any, chars: Sequence[str]) -> Any:
        return z3.InRe(text, z3.Star(one_of(chars))) if chars else text == text_value("")

    def some_of(self, text: Any, chars: Sequence[str]) -> Any:
        return z3.InRe(text, z3.Concat(anything(), one_of(chars), anything())) if chars else z3.BoolVal(False)

    def stripped(self, text: Any, chars: str, *, left: bool, right: bool) -> tuple[Any, list[Any]]:
        """The text without these characters at its ends: an auxiliary variable and its definition."""
        before, kept, after = (z3.FreshConst(z3.StringSort(), "strip") for _ in range(3))
        empty = text_value("")
        goes = z3.Star(one_of(chars))
        stays = z3.Intersect(z3.Complement(one_of(chars)), z3.AllChar(z3.ReSort(z3.StringSort())))
        first, last = z3.SubString(kept, 0, 1), z3.SubString(kept, z3.Length(kept) - 1, 1)
        facts = [text == z3.Concat(before, kept, after)]
        facts += [z3.InRe(before, goes), z3.Or(kept == empty, z3.InRe(first, stays))] if left else [before == empty]
        facts += [z3.InRe(after, goes), z3.Or(kept == empty, z3.InRe(last, stays))] if right else [after == empty]
        if left and right:
            facts.append(z3.Or(kept != empty, after == empty))
        return kept, facts

    def number(self, text: Any) -> Any:
        """The value of `int` of a text of ASCII digits."""
        return z3.StrToInt(text)

    def digits(self, number: Any) -> Any:
        """The decimal digits of a non-negative number."""
        return z3.IntToStr(number)

    def mapped(self, text: Any, table: dict[str, str]) -> Any:
        """The text with every character replaced according to a table."""
        raise Untranslatable("characters replaced in a text")
