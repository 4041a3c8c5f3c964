"""The law of equal objects: they are equal after the same call, too, and so is what it makes of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from refute.conform.wording import message_of
from refute.judge.calls.callers import calls_code_under_test
from refute.judge.oracles import CAUGHT
from refute.programs.contracts.law import Wrong
from refute.programs.interface.operation import Operation
from refute.programs.promises.wording import shown

_ONE = "one"


@dataclass(frozen=True)
class Alike:
    """Makes one call on two objects."""

    operation: Operation
    place: int  # of the parameter that is given the object
    makes_instances: bool  # whether what it returns is to be equal, too
    contract: str = "alike"
    method: str = ""
    may_change: bool = True
    is_statement: bool = True

    @property
    def name(self) -> str:
        return self.operation.name

    @property
    def imports(self) -> Sequence[str]:
        return ["from refute import assert_alike"]

    def text(self, texts: Sequence[str | None]) -> str:
        first, second, *others = texts
        others.insert(self.place, _ONE)
        results = ", results=True" if self.makes_instances else ""
        return f"assert_alike({first}, {second}, lambda {_ONE}: {self._written(others)}{results})"

    def _written(self, texts: Sequence[str | None]) -> str:
        return self.operation.form.expression(texts) or self.operation.text(texts)

    def broken(self, values: Sequence[Any]) -> Wrong | None:
        first, second, *others = values
        return difference(first, second, lambda one: self._act(one, deepcopy(others)), results=self.makes_instances)

    def _act(self, value: Any, others: list[Any]) -> Any:
        others.insert(self.place, value)
        return self.operation.act(*others)


@calls_code_under_test
def difference(first: Any, second: Any, call: Callable[[Any], Any], *, results: bool) -> Wrong | None:
    """What tells two objects apart after a call that were equal before; with `results`, also what it returned."""
    try:
        if (first == second) is not True:
            return None
    except CAUGHT:
        return None
    before = f"{shown(first)} and {shown(second)}"
    did = [_did(call, one) for one in (first, second)]
    (one, one_raised), (other, other_raised) = did
    says = f"objects that are equal have to be equal after the same call: {before}"
    if type(one_raised) is not type(other_raised):
        return Wrong(" and ".join(_told(*each) for each in did), says, ("raised",))
    try:
        if (first == second) is False:
            return Wrong(f"left {shown(first)} and {shown(second)}", says, ("left",))
        if results and one_raised is None and type(one) is type(other) and (one == other) is False:
            return Wrong(f"returned {shown(one)} and {shown(other)}", says, ("returned",))
    except CAUGHT:
        return None  # a matter of `==`
    return None


def _did(call: Callable[[Any], Any], value: Any) -> tuple[Any, BaseException | None]:
    try:
        return call(value), None
    except CAUGHT as error:
        return None, error


def _told(result: Any, error: BaseException | None) -> str:
    return f"returned {shown(result)}" if error is None else f"raised {message_of(error)}"


def assert_alike(first: Any, second: Any, call: Callable[[Any], Any], *, results: bool = False) -> None:
    """Raise AssertionError if a call on each of two equal objects leaves them unequal; with `results`, also if what it
    returned is not equal."""
    wrong = difference(first, second, call, results=results)
    if wrong is not None:
        raise AssertionError(f"{wrong.outcome}: {wrong.why}")
