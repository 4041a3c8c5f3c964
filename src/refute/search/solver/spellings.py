"""Spellings: the lengths and the alphabet with which texts are searched for character by character."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, digits
from typing import Any

import z3

from refute.logic.regular.language import Language
from refute.logic.smt.strings.encoding import Octets, letters
from refute.logic.smt.strings.letter_by_letter import LetterByLetter, Spelled, unknown_text
from refute.logic.terms.term import Term, constant_value, subterms
from refute.search.solver.constraints import Constraints
from refute.search.solver.unknowns import Unknown

_SHORT = 16  # texts up to this length are always searched for
_LONGEST = 200
_MOST = 200  # combinations of lengths
# Characters of many classes: white space, other scripts and digits, case that changes the length, four bytes in UTF-8.
_UNCOMMON = "\t\n\r\0\x1c\x7f\x85\xa0éßñÿıŁЖ中٣²ǅ\u200b\ufeffﬁ\U0001f600"


@dataclass(frozen=True)
class Spelling:
    """The length of each unknown text, by name, and the alphabet of all of them."""

    lengths: Mapping[str, int]
    texts: LetterByLetter

    def variable(self, unknown: Unknown) -> Any:
        text = unknown_text(unknown.name, self.lengths[unknown.name])
        return Octets(text) if unknown.kind == "bytes" else text

    def possible(self, variable: Any) -> list[Any]:
        """The condition that a text consists of characters of the alphabet."""
        octets = isinstance(variable, Octets)
        return self.texts.possible(variable.text if octets else variable, octets=octets)

    def is_plain(self, variable: Any) -> Any:
        """The condition that a text consists of lower-case letters and digits, which is tried first."""
        text = variable.text if isinstance(variable, Octets) else variable
        return self.texts.all_of(text, ascii_lowercase + digits) if isinstance(text, Spelled) else z3.BoolVal(True)


def spellings(constraints: Constraints, *, common: bool) -> Iterator[Spelling]:
    """Spellings to try in turn: the lengths that conditions mention first, then the shortest.

    The alphabet is that of `common` characters, or includes characters of every class that conditions distinguish.
    """
    names = [unknown.name for unknown in constraints.unknowns if unknown.kind in ("str", "bytes")]
    parts = [part for condition in constraints.conditions for part in subterms(condition)]
    texts = LetterByLetter(letters() if common else _alphabet(parts))
    marked = sorted({length for length in _marks(parts) if 0 <= length <= _LONGEST})
    lengths = list(dict.fromkeys([*marked, *range(_SHORT + 1)]))
    for chosen in itertools.islice(_chosen(lengths, len(names)), _MOST):
        yield Spelling(dict(zip(names, chosen, strict=True)), texts)


def _chosen(lengths: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """Lengths of several texts by ascending sum; of one text, in the given order."""
    if count <= 1:
        yield from itertools.product(lengths, repeat=count)
        return
    lengths = sorted(lengths)
    for total in range(count * lengths[-1] + 1):
        for first in lengths:
            if first <= total:
                rest = _exactly(lengths, count - 1, total - first)
                yield from ((first, *others) for others in rest)


def _exactly(lengths: Sequence[int], count: int, total: int) -> Iterator[tuple[int, ...]]:
    """Lengths of several texts that add up to a total."""
    if count == 1:
        yield from ((total,),) if total in lengths else ()
        return
    for first in lengths:
        if first <= total:
            yield from ((first, *others) for others in _exactly(lengths, count - 1, total - first))


def _marks(parts: Iterable[Term]) -> Iterator[int]:
    """Lengths that conditions may mention: their numbers, the lengths of their texts, and neighbours of these."""
    for part in parts:
        match part.op, part.data:
            case "match", Language() as language:
                shortest = language.shortest()
                yield from () if shortest is None else (shortest, shortest + 1)
            case "lin", (int(constant), _):
                yield from (abs(constant) - 1, abs(constant), abs(constant) + 1)
            case "const", _:
                value = constant_value(part)
                if isinstance(value, int):
                    yield from (value - 1, value, value + 1)
                elif isinstance(value, str | bytes):
                    yield from (len(value), len(value) + 1)


def _alphabet(parts: Iterable[Term]) -> list[str]:
    """Common and uncommon characters, among them one or two of each class that the conditions distinguish."""
    found = dict.fromkeys([*letters(), *_UNCOMMON])
    for part in parts:
        if isinstance(part.data, Language):
            found |= dict.fromkeys(part.data.alphabet())
        elif part.op == "const":
            value = constant_value(part)
            spelled = value.decode("latin-1") if isinstance(value, bytes) else value
            found |= dict.fromkeys(spelled) if isinstance(spelled, str) else {}
            if isinstance(value, int) and 0 <= value < 256:
                found[chr(value)] = None
    return list(found)
