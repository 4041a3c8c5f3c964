"""The translator: terms as expressions of Z3, by the rules of this package.

The expressions follow Python where Z3 differs, as in division by a negative number:

    >>> import z3
    >>> from refute.logic.reduction.reducer import Reducer
    >>> from refute.logic.terms.term import INT, Term, const, var
    >>> quotient = Term("floordiv", (var("n", INT), const(-2)))
    >>> quotient, z3.simplify(Translator(Reducer(), {"n": z3.Int("n")}).expression(quotient))
    (n // -2, (-1*n)/2)
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from refute.logic.reduction.rewriter import Rewriter
from refute.logic.smt.bits import BITS
from refute.logic.smt.conditions import CONDITIONS
from refute.logic.smt.containers import CONTAINERS
from refute.logic.smt.dates import DATES
from refute.logic.smt.encoder import Encoder, EncodingRule
from refute.logic.smt.functions import FUNCTIONS
from refute.logic.smt.numbers import NUMBERS
from refute.logic.smt.strings.any_length import Texts
from refute.logic.smt.strings.operations import STRINGS

_RULES: Mapping[str, EncodingRule] = {
    **CONDITIONS,
    **CONTAINERS,
    **NUMBERS,
    **BITS,
    **STRINGS,
    **DATES,
    **FUNCTIONS,
}


class Translator(Encoder):
    """An encoder with the rules of this package."""

    def __init__(
        self,
        reducer: Rewriter,
        unknowns: Mapping[str, Any],
        *,
        texts: Texts | None = None,
        ieee: bool = False,
        words: int | None = None,
        decimals: Container[str] = (),
    ) -> None:
        super().__init__(_RULES, reducer, unknowns, texts=texts, ieee=ieee, words=words, decimals=decimals)
