"""Terms as expressions of Z3: what a solver can be asked about scalars that are not known yet."""

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
    """Encodes terms by the rules of this package."""

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
