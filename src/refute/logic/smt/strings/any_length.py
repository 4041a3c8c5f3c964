"""What can be done with texts that are strings of Z3, which have any length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from refute.logic.regular.language import Language
from refute.logic.smt.strings.encoding import Untranslatable, anything, language_of, letters, one_of, text_value
from refute.logic.terms.term import Term


class Texts:
    """Texts as Z3 has them. `narrow` makes them of common characters only, where a language has some."""

    def __init__(self, narrow: bool = False) -> None:
        self.narrow = narrow
        self.wanted: dict[tuple[Term, bool], list[str]] = {}  # characters that conditions were found to hold of

    def value(self, text: str) -> Any:
        return text_value(text)

    def is_text(self, value: Any) -> bool:
        return bool(z3.is_string(value))

    def spelling(self, text: Any) -> Sequence[Any]:
        """The codes of its characters, where it is spelled out."""
        raise Untranslatable("the characters of a text whose length is not known")

    def letters(self) -> Sequence[str]:
        """The characters that conditions on characters are tried with."""
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
        """What is between two places in the text."""
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
        """Where a part is first, from a place in the text on, or -1."""
        return z3.IndexOf(whole, part, start)

    def found_last(self, whole: Any, part: Any) -> Any:
        return z3.LastIndexOf(whole, part)

    def member(self, text: Any, language: Language) -> tuple[Any, bool]:
        """Whether it is in a language, and whether that is exactly so."""
        expression, exact = language_of(language, self.narrow)
        return z3.InRe(text, expression), exact

    def all_of(self, text: Any, chars: Sequence[str]) -> Any:
        return z3.InRe(text, z3.Star(one_of(chars))) if chars else text == text_value("")

    def some_of(self, text: Any, chars: Sequence[str]) -> Any:
        return z3.InRe(text, z3.Concat(anything(), one_of(chars), anything())) if chars else z3.BoolVal(False)

    def stripped(self, text: Any, chars: str, *, left: bool, right: bool) -> tuple[Any, list[Any]]:
        """A text made up, and what holds of it: it is what is left once these characters are gone at its ends."""
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
        """What `int` makes of a text of common digits."""
        return z3.StrToInt(text)

    def digits(self, number: Any) -> Any:
        """A number that is not negative, spelled out."""
        return z3.IntToStr(number)

    def mapped(self, text: Any, table: dict[str, str]) -> Any:
        """Every character replaced by another."""
        raise Untranslatable("characters replaced in a text")
