"""What is promised of the instances of a kind: the refinements and invariants of their class, and declared ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from refute.conform.compiled import contract_of
from refute.conform.explain import explain
from refute.conform.wording import message_of
from refute.contract.verify import type_of_class
from refute.judge.findings import Failure
from refute.judge.oracles import CAUGHT
from refute.programs.interface.beside import real_part
from refute.programs.interface.declared import Kind
from refute.programs.interface.operation import Condition
from refute.programs.interface.shapes import is_abstract
from refute.programs.promises.wording import shown, variable

_NOBODY: Mapping[str, Any] = {}


class KindPromises:
    """Looks at new instances of one kind."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self._type = None if is_abstract(kind.cls) or not kind.is_judged else type_of_class(kind.subject)
        contract = None if self._type is None else contract_of(self._type)
        self._holds = None if contract is None else contract.holds
        self._accepts = None if contract is None else contract.accepts

    def holds(self, value: Any) -> bool:
        """Whether there is surely nothing wrong with an instance."""
        value = real_part(value)
        try:
            if self._accepts is not None and not self._accepts(value, _NOBODY):
                return False
            for invariant in self.kind.invariants:
                if invariant(value) is False:
                    return False
        except CAUGHT:
            return False
        return True

    def broken(self, value: Any, did: Callable[[], str]) -> Failure | None:
        """What is wrong with an instance, as a call left it; `did` is what the call did."""
        value = real_part(value)
        if self._holds is not None and self._type is not None:
            try:
                fine = self._holds(value, {})
            except CAUGHT:
                fine = False
            if not fine:
                explanation = explain(self._type, value, {}, variable(self.kind.name))
                if explanation is not None:
                    key = ("violation", "invariant", self.kind.name, explanation.text or explanation.expected)
                    return Failure("violation", key, did(), (explanation.message(shown),), shown_by="refute:verify")
        for invariant in self.kind.invariants:
            name = getattr(invariant, "__name__", "invariant")
            try:
                if invariant(value) is not False:
                    continue
                why = f"the invariant `{name}` is false of {shown(value)}"
            except CAUGHT as error:
                why = f"the invariant `{name}` raised {message_of(error)}"
            key = ("violation", "invariant", self.kind.name, name)
            return Failure("violation", key, did(), (why,), shown_by=_named(invariant))
        return None


def _named(condition: Condition) -> str:
    """Where a condition can be imported from."""
    return f"{getattr(condition, '__module__', '')}:{getattr(condition, '__qualname__', '')}"
