"""What an operation promises: its exceptions, the type of its result, its declared conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from refute.conform.compiled import contract_of
from refute.conform.wording import message_of, short
from refute.judge.calls.outcomes import Outcome
from refute.judge.calls.refusals import MEANT, MEANT_OF_STATES, Refusal
from refute.judge.findings import Failure
from refute.judge.oracles import (
    CAUGHT,
    DemandedExceptions,
    Exceptions,
    Oracle,
    Property,
    Remaining,
    ResultType,
    Tolerance,
    Verdict,
    Words,
    looks_at_inputs,
)
from refute.programs.interface.beside import Beside, real_parts
from refute.programs.interface.operation import Condition, Operation
from refute.programs.interface.shapes import Of, classes_in, without_invariants
from refute.programs.models.running import Agreed, Disagreement
from refute.run.steps.marks import RAISED
from refute.types.callables.specified import is_specified
from refute.types.landmarks import predicates_in
from refute.types.model import Data, Instance, Named, Type, mapped
from refute.types.reading.annotations import Reader
from refute.types.signatures import LEFT_OUT, Signature

Tell = Callable[[Refusal], None]


class OperationPromises:
    """Judges what calls of one operation did."""

    def __init__(
        self, operation: Operation, tolerance: Tolerance, tell: Tell, *, lenient: bool = True, home: str = ""
    ) -> None:
        """`tell` hears in which ways arguments are refused. A `lenient` judge lets methods refuse arguments also where
        their class has invariants, by any exception that a statement of theirs raises. `home` is the directory that
        places are told from."""
        self._operation = operation
        signature = _lightened(operation, operation.signature or _bare(operation), lenient)
        self._words = Words(signature)
        names = [taken.name for taken in operation.takes]
        self._places = [names.index(p.name) if p.name in names else None for p in signature.parameters]
        meant = MEANT_OF_STATES if lenient else MEANT
        self._exceptions = Exceptions(signature, self._words, tolerance, tell, home, meant)
        self._oracles: list[Oracle] = []
        if signature.raises:
            self._oracles.append(DemandedExceptions(signature, self._words))
        if signature.is_property:
            self._oracles.append(Property(self._words))
        if any(parameter.after is not None for parameter in signature.parameters):
            self._oracles.append(Remaining(signature, self._words))
        if operation.signature is not None and signature.result is not None and operation.makes is None:
            self._oracles.append(ResultType(signature, self._words))
        self.asks_of_arguments = [
            (place, parameter.name, contract_of(parameter.type))
            for place, parameter in zip(self._places, signature.parameters, strict=True)
            if place is not None and predicates_in(parameter.type)
        ]
        self._signature = signature
        self._is_modelled = any(issubclass(cls, Beside) for shape in operation.shapes for cls in classes_in(shape))

    @cached_property
    def only_asks_for_class(self) -> bool:
        """Whether nothing is asked of a call but that its result is of a class, or of a plain type."""
        is_plain = all(isinstance(oracle, ResultType) for oracle in self._oracles)
        related = self._signature.result is not None and any(p.names for p in predicates_in(self._signature.result))
        return is_plain and not related and self._operation.ensure is None

    @cached_property
    def accepts(self) -> Callable[[Any, Mapping[str, Any]], bool]:
        """Whether a result is surely of its type."""
        if self._signature.result is None or not self._oracles:
            return lambda result, siblings: True
        return contract_of(self._signature.result).accepts

    @cached_property
    def looks_back(self) -> bool:
        """Whether judging needs the arguments as they were before the call."""
        return looks_at_inputs(self._signature) or self._operation.ensure is not None

    def admits(self, values: Sequence[Any]) -> bool:
        """Whether arguments are what the operation takes, as refinements and conditions on them say."""
        values = self._own(values)
        if self.asks_of_arguments:
            siblings = self._signature.siblings(self._aligned(values))
            for place, _, contract in self.asks_of_arguments:
                if values[place] is not LEFT_OUT and not contract.holds(values[place], siblings):
                    return False
        require = self._operation.require
        return require is None or bool(require(*values))

    def of_error(self, error: BaseException, values: Sequence[Any], before: Sequence[Any]) -> Verdict:
        """What is wrong with an exception; a mark if it is declared, or a refusal."""
        if isinstance(error, Disagreement):
            return error.failure(self._operation.name)
        if isinstance(error, Agreed):
            return RAISED
        if not self._operation.is_judged:
            return RAISED
        values, before = self._own(values), self._own(before)
        if self._operation.raises and isinstance(error, self._operation.raises):
            return RAISED
        verdict = self._exceptions(Outcome(self._aligned(values), self._aligned(before), error=error))
        return RAISED if verdict is None else verdict

    def of_result(self, result: Any, values: Sequence[Any], before: Sequence[Any]) -> Failure | None:
        """What is wrong with what a call returned, or left its arguments as."""
        if not self._operation.is_judged:
            return None
        result, values, before = real_parts(result), self._own(values), self._own(before)
        if self._oracles:
            outcome = Outcome(self._aligned(values), self._aligned(before), result)
            for oracle in self._oracles:
                verdict = oracle(outcome)
                if isinstance(verdict, Failure):
                    return verdict
        if self._operation.ensure is not None:
            return self._ensured(self._operation.ensure, result, before)
        return None

    def _ensured(self, ensure: Condition, result: Any, before: Sequence[Any]) -> Failure | None:
        name = getattr(ensure, "__name__", "ensure")
        try:
            if ensure(*before, result) is not False:
                return None
            why = f"`{name}` is false of it"
        except CAUGHT as error:
            why = f"`{name}` raised {message_of(error)}"
        key = ("violation", self._operation.name, "ensure", name)
        return Failure("violation", key, f"returned {short(result)}", (why,), shown_by="")

    def _own(self, values: Sequence[Any]) -> Sequence[Any]:
        """Values without what stands for them in a model."""
        return [real_parts(value) for value in values] if self._is_modelled else values

    def _aligned(self, values: Sequence[Any]) -> list[Any]:
        """Values in the order of the parameters of the signature."""
        return [LEFT_OUT if place is None else values[place] for place in self._places]


def _lightened(operation: Operation, signature: Signature, lenient: bool) -> Signature:
    """A signature that asks of instances no more than their class: the rest is asked once of each."""
    shapes = {taken.name: taken.shape for taken in operation.takes}
    parameters = tuple(
        replace(parameter, type=without_invariants(parameter.type), after=None)
        if isinstance(shapes.get(parameter.name), Of)
        else parameter
        for parameter in signature.parameters
    )
    result = None if signature.result is None else _by_class(signature.result)
    plain = [p.type for p in parameters if not isinstance(shapes.get(p.name), Of)]
    specified = is_specified([*plain, *(() if result is None else (result,))]) if lenient else signature.specified
    return replace(signature, parameters=parameters, result=result, specified=specified)


def _by_class(tp: Type) -> Type:
    """A type in which instances of classes are known by these alone."""
    tp = without_invariants(tp)
    if isinstance(tp, Data) and tp.constructor.form == "object" and isinstance(tp.constructor.cls, type):
        return Instance(tp.constructor.cls)
    return tp if isinstance(tp, Named) else mapped(tp, _by_class)


def _bare(operation: Operation) -> Signature:
    """The signature of an operation that has none of its own: nothing is promised, everything may be passed."""
    function = operation.act
    return Signature(
        name=operation.name,
        function=function,
        place=operation.place,
        parameters=(),
        result=None,
        raises=(),
        notes=(),
        reader=Reader(),
        order=(),
    )
