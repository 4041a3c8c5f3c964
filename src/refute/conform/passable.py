"""Whether values may be passed to some parameters, by plain evaluation of their types."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from refute.conform.compiled import contract_of
from refute.types.signatures import Signature


class Passable:
    """Tests values for all parameters of a function: whether they are right for those of some names."""

    def __init__(self, signature: Signature, names: Collection[str]) -> None:
        self._signature = signature
        self._names = names
        self._contracts = {p.name: contract_of(p.type) for p in signature.parameters if p.name in names}

    def __call__(self, values: Sequence[Any]) -> bool:
        """They are not, where a refinement raises."""
        siblings = self._signature.siblings(values)
        try:
            return self._signature.passes_all(values) and all(
                contract.holds(siblings[name], siblings) for name, contract in self._contracts.items()
            )
        except (Exception, SystemExit):  # of the user's refinements
            return False

    def __reduce__(self) -> tuple[Any, ...]:
        return Passable, (self._signature, self._names)  # what is compiled is made again in another process
