"""Which texts to look for letter by letter: of which lengths, and of which characters."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from refute.logic.regular.language import Language
from refute.logic.smt.strings.encoding import letters
from refute.logic.smt.strings.letter_by_letter import LetterByLetter
from refute.logic.terms.term import Term, constant_value, subterms
from refute.search.solver.skeletons import Constraints
from refute.search.solver.unknowns import Spelling

_SHORT = 16  # texts up to this length are looked for anyway
_LONGEST = 200
_MOST = 200  # choices of lengths
# Characters of many kinds: white space, other scripts and digits, case that changes the length, what needs four bytes.
_UNCOMMON = "\t\n\r\0\x1c\x7f\x85\xa0éßñÿıŁЖ中٣²ǅ\u200b\ufeffﬁ\U0001f600"


def spellings(left: Constraints, *, common: bool) -> Iterator[Spelling]:
    """Choices of lengths and their alphabet: of one text, the lengths that conditions speak of, then the shortest."""
    names = [unknown.name for unknown in left.unknowns if unknown.kind in ("str", "bytes")]
    parts = [part for condition in left.conditions for part in subterms(condition)]
    texts = LetterByLetter(letters() if common else _alphabet(parts))
    marked = sorted({length for length in _marks(parts) if 0 <= length <= _LONGEST})
    lengths = list(dict.fromkeys([*marked, *range(_SHORT + 1)]))
    for chosen in itertools.islice(_chosen(lengths, len(names)), _MOST):
        yield Spelling(dict(zip(names, chosen, strict=True)), texts)


def _chosen(lengths: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """Lengths of several texts, those with the smallest sum first; of one, as they come."""
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
    if count == 1:
        yield from ((total,),) if total in lengths else ()
        return
    for first in lengths:
        if first <= total:
            yield from ((first, *others) for others in _exactly(lengths, count - 1, total - first))


def _marks(parts: Iterable[Term]) -> Iterator[int]:
    """Lengths that conditions may speak of."""
    for part in parts:
        match part.op, part.data:
            case "match", Language() as language:
                least = language.shortest()
                yield from () if least is None else (least, least + 1)
            case "lin", (int(constant), _):
                yield from (abs(constant) - 1, abs(constant), abs(constant) + 1)
            case "const", _:
                value = constant_value(part)
                if isinstance(value, int):
                    yield from (value - 1, value, value + 1)
                elif isinstance(value, str | bytes):
                    yield from (len(value), len(value) + 1)


def _alphabet(parts: Iterable[Term]) -> list[str]:
    """Common characters and others, among them one or two of each kind that the conditions tell apart."""
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
