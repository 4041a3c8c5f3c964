"""One rule an operator: from arguments in normal form to a simpler term, or None where nothing is to be said yet."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING

from refute.logic.rules.booleans import BOOLEANS
from refute.logic.rules.collections import COLLECTIONS
from refute.logic.rules.comparisons import COMPARISONS
from refute.logic.rules.data import DATA
from refute.logic.rules.folds import FOLDS
from refute.logic.rules.linear import rebuilt
from refute.logic.rules.loops import LOOPS
from refute.logic.rules.membership import MEMBERSHIP
from refute.logic.rules.numbers import NUMBERS
from refute.logic.rules.places import PLACES
from refute.logic.rules.sequences import SEQUENCES
from refute.logic.rules.text import TEXT
from refute.logic.rules.totality import after
from refute.logic.terms import Term

if TYPE_CHECKING:
    from refute.logic.reducer import Reducer

Rule = Callable[["Reducer", tuple[Term, ...], Hashable], Term | None]

RULES: Mapping[str, Rule] = {
    **BOOLEANS,
    **NUMBERS,
    **COMPARISONS,
    **MEMBERSHIP,
    **SEQUENCES,
    **LOOPS,
    **FOLDS,
    **PLACES,
    **COLLECTIONS,
    **TEXT,
    **DATA,
    "lin": rebuilt,
    "after": after,
}
