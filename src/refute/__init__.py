"""refute tries to refute what a program says about itself."""

from typing import Any

from refute.check import Report, check
from refute.judge.assuming import assume
from refute.judge.enforcing import ContractError, contract
from refute.judge.findings import Finding
from refute.logic.errors import (
    AnnotationError,
    ConstraintError,
    EmptyTypeError,
    ExplosionError,
    RefinementError,
    RefuteError,
    ScopeError,
    TargetError,
)
from refute.logic.measures import MeasureWarning, measure
from refute.logic.predicates import where
from refute.report.html import as_html
from refute.report.verdicts import as_text
from refute.spaces.inhabitants import inhabitants
from refute.spaces.quantifiers import exists, exists_unique, forall
from refute.spaces.scope import Scope
from refute.spaces.space import Shard, Space
from refute.types.aliases import Nat, NonEmpty, NonZero, Pos, Rng, Sorted, Unique
from refute.types.invariants import invariant
from refute.types.promises import raises, stays

__version__ = "0.1.0"

__all__ = [
    "AnnotationError",
    "ConstraintError",
    "ContractError",
    "EmptyTypeError",
    "ExplosionError",
    "Finding",
    "MeasureWarning",
    "Nat",
    "NonEmpty",
    "NonZero",
    "Pos",
    "RefinementError",
    "RefuteError",
    "Report",
    "Rng",
    "Scope",
    "ScopeError",
    "Shard",
    "Sorted",
    "Space",
    "TargetError",
    "Unique",
    "assume",
    "check",
    "contract",
    "exists",
    "exists_unique",
    "forall",
    "inhabitants",
    "invariant",
    "measure",
    "raises",
    "stays",
    "where",
]

Report.as_text, Report.as_html = as_text, as_html


def __getattr__(name: str) -> Any:
    """`refute.test` needs pytest, which is imported when it is asked for."""
    if name == "test":
        from refute.pytest_plugin import test

        return test
    raise AttributeError(f"module 'refute' has no attribute {name!r}")
