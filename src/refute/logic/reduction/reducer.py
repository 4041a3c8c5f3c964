"""The partial evaluator: rewrites terms into normal form by Python's semantics, as far as their parts are known.

Unknown parts remain. Once the first element of a list is known to be 3, a condition on the list is one on its tail:

    >>> from refute.logic.terms.term import INT, Container, Term, const, seq_sort, var
    >>> r = Reducer()
    >>> xs = r.intern(var("xs", seq_sort(INT, "list")))
    >>> begun = r.make("seq", (r.const(3), xs), Container("list", True))
    >>> begun
    [3, *xs]
    >>> total = r.make("le", (r.make("sum", (xs, r.const(0))), r.const(10)))
    >>> total, r.replace(total, xs, begun)
    (sum(xs) <= 10, sum(xs) <= 7)
    >>> unique = r.make("distinct", (xs,))
    >>> unique, r.replace(unique, xs, begun)
    (distinct(xs), 3 not in xs and distinct(xs))

These normal forms are the *residuals* that spaces are memoised on: equivalent conditions should have the same one.
"""

from __future__ import annotations

from collections.abc import Mapping

from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.rules import RULES
from refute.logic.terms.term import Maker


class Reducer(Rewriter):
    """A rewriter with the rules of this package."""

    def __init__(self, makers: Mapping[type, Maker] | None = None) -> None:
        super().__init__(RULES, makers)
