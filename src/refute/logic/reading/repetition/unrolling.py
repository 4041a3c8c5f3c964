"""Nested loops over known iterables, which reduction would unroll: their lengths multiply.

all(i * j != n for i in range(2, 400) for j in range(2, 400))   158,404 conditions on n
"""

from __future__ import annotations

from refute.logic.terms.term import INTEGERS, Container, Term, constant_value, subterms

_MOST = 10_000


def unrolls_too_far(term: Term) -> bool:
    """Whether loops in loops of a term would be unrolled into too many conditions, so that it is better run."""
    counts: dict[int, int] = {}

    def count(part: Term) -> int:
        """How often the innermost body of a term is evaluated; 1 for an iteration over something unknown."""
        found = counts.get(id(part))
        if found is None:
            found = max(map(count, part.args), default=1)
            if part.op == "comp":
                source, *body = part.args
                found = max(count(source), _length(source) * max(map(count, body)))
            counts[id(part)] = found
        return found

    loops = (part for part in subterms(term) if part.op == "comp")
    return any(count(loop) > _MOST and max(map(count, loop.args[1:])) > 1 for loop in loops)


def _length(source: Term) -> int:
    """How many items an iterable has, as far as can be told; a range that begins somewhere counts from 0."""
    if source.op == "range" and all(bound.op == "const" and bound.sort in INTEGERS for bound in source.args[1:]):
        first, stop, step = source.args
        start = constant_value(first) if first.op == "const" and first.sort in INTEGERS else 0
        stride = constant_value(step)
        return max(1, -((start - constant_value(stop)) // stride)) if stride else 1
    if source.op in ("seq", "set") and isinstance(source.data, Container) and not source.data.open:
        return max(1, len(source.args))
    if source.op == "const" and isinstance(constant_value(source), str | bytes):
        return max(1, len(constant_value(source)))
    return 1
