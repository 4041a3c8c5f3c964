"""The rules of the reducer, one for each operator."""

from __future__ import annotations

from collections.abc import Mapping

from refute.logic.reduction.rewriter import Rule
from refute.logic.reduction.rules.booleans import BOOLEANS
from refute.logic.reduction.rules.collections import COLLECTIONS
from refute.logic.reduction.rules.comparisons import COMPARISONS
from refute.logic.reduction.rules.data import DATA
from refute.logic.reduction.rules.folds import FOLDS
from refute.logic.reduction.rules.indexing import INDEXING
from refute.logic.reduction.rules.loops import LOOPS
from refute.logic.reduction.rules.membership import MEMBERSHIP
from refute.logic.reduction.rules.numbers import NUMBERS
from refute.logic.reduction.rules.sequences import SEQUENCES
from refute.logic.reduction.rules.text import TEXT

RULES: Mapping[str, Rule] = {
    **BOOLEANS,
    **NUMBERS,
    **COMPARISONS,
    **MEMBERSHIP,
    **SEQUENCES,
    **LOOPS,
    **FOLDS,
    **INDEXING,
    **COLLECTIONS,
    **TEXT,
    **DATA,
}
