"""refute tries to refute what a program says about itself.

A name is imported when it is first asked for: `import refute` costs next to nothing, and pytest pays no more than that.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from refute.contract.enforce import ContractError, contract
    from refute.contract.verify import verify
    from refute.errors import (
        AnnotationError,
        ConstraintError,
        ConstructorError,
        EmptyTypeError,
        ExplosionError,
        RefinementError,
        RefuteError,
        ScopeError,
        TargetError,
    )
    from refute.judge.findings import Finding
    from refute.judge.immutability import unchanged
    from refute.logic.reading.measures import MeasureWarning, measure
    from refute.logic.reading.predicates import where
    from refute.programs.contracts.alike import assert_alike
    from refute.programs.interface.interface import Interface
    from refute.programs.threads.interleaving import interleaved
    from refute.programs.threads.judging import assert_linear
    from refute.pytest_plugin import test as test
    from refute.quantifiers.quantifiers import exists, exists_unique, forall
    from refute.report.checked import Report, check
    from refute.report.comparisons.compared import Comparison, compare
    from refute.report.explored import explore
    from refute.run.limits import Limits
    from refute.run.wall.rules import Rules, allow
    from refute.spaces.ground.palette import Palette
    from refute.spaces.inhabitants import inhabitants
    from refute.spaces.scope import Scope
    from refute.spaces.space import Shard, Space
    from refute.targets.skips import skip
    from refute.types.aliases import Nat, NonEmpty, NonZero, Pos, Rng, Sorted, Unique
    from refute.types.callables.assume import assume
    from refute.types.callables.promises import raises, stays
    from refute.types.data.abstract.stand_ins import stand_in
    from refute.types.data.recipes.registering import made, register
    from refute.types.reading.invariants import invariant

__version__ = "0.1.0"

__all__ = [
    "AnnotationError",
    "Comparison",
    "ConstraintError",
    "ConstructorError",
    "ContractError",
    "EmptyTypeError",
    "ExplosionError",
    "Finding",
    "Interface",
    "Limits",
    "MeasureWarning",
    "Nat",
    "NonEmpty",
    "NonZero",
    "Palette",
    "Pos",
    "RefinementError",
    "RefuteError",
    "Report",
    "Rng",
    "Rules",
    "Scope",
    "ScopeError",
    "Shard",
    "Sorted",
    "Space",
    "TargetError",
    "Unique",
    "allow",
    "assert_alike",
    "assert_linear",
    "assume",
    "check",
    "compare",
    "contract",
    "exists",
    "exists_unique",
    "explore",
    "forall",
    "inhabitants",
    "interleaved",
    "invariant",
    "made",
    "measure",
    "raises",
    "register",
    "skip",
    "stand_in",
    "stays",
    "unchanged",
    "verify",
    "where",
]

_NAMES = {
    "report.checked": "Report check",
    "report.comparisons.compared": "Comparison compare",
    "report.explored": "explore",
    "programs.contracts.alike": "assert_alike",
    "programs.interface.interface": "Interface",
    "programs.threads.interleaving": "interleaved",
    "programs.threads.judging": "assert_linear",
    "types.callables.assume": "assume",
    "contract.enforce": "ContractError contract",
    "contract.verify": "verify",
    "judge.findings": "Finding",
    "judge.immutability": "unchanged",
    "errors": "AnnotationError ConstraintError ConstructorError EmptyTypeError ExplosionError "
    "RefinementError RefuteError ScopeError TargetError",
    "logic.reading.measures": "MeasureWarning measure",
    "logic.reading.predicates": "where",
    "spaces.ground.palette": "Palette",
    "spaces.inhabitants": "inhabitants",
    "run.limits": "Limits",
    "run.wall.rules": "Rules allow",
    "quantifiers.quantifiers": "exists exists_unique forall",
    "spaces.scope": "Scope",
    "spaces.space": "Shard Space",
    "targets.skips": "skip",
    "types.aliases": "Nat NonEmpty NonZero Pos Rng Sorted Unique",
    "types.reading.invariants": "invariant",
    "types.callables.promises": "raises stays",
    "types.data.recipes.registering": "made register",
    "types.data.abstract.stand_ins": "stand_in",
    "pytest_plugin": "test",
}
_HOMES = {name: f"refute.{module}" for module, names in _NAMES.items() for name in names.split()}


if not TYPE_CHECKING:  # where it would make every name a right one

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module 'refute' has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})


class _Package(ModuleType):
    """Importing the module `refute.check` does not hide the function `refute.check`."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
