"""The partial evaluator: rewrites terms into normal form, as far as what is known allows, by Python's semantics.

What is not known stays: `black_height(left) + 1 == 2` becomes `black_height(left) == 1`. These normal forms are the
*residuals* that spaces are memoised on: two questions that are the same should reduce to the same term.
"""

from __future__ import annotations

from collections.abc import Mapping

from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.rules import RULES
from refute.logic.terms.term import Maker


class Reducer(Rewriter):
    """Rewrites terms by the rules of this package."""

    def __init__(self, makers: Mapping[type, Maker] | None = None) -> None:
        super().__init__(RULES, makers)
