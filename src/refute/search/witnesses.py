"""When and how a solver adds inputs to a search: where scopes have next to none, or numbers are far from zero."""

from __future__ import annotations

import time
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, is_typeddict

from refute.search.stages import Exhaust, Solved
from refute.spaces.scope import Scope
from refute.types.model import Atom, Data, has_functions, is_unbounded, walk
from refute.types.signatures import Parameter, Signature

if TYPE_CHECKING:
    from refute.search.smt import Found, Solutions

ENGINES = ("auto", "classes", "smt")
_FEW = 20  # inputs; with fewer, a scope says little
_LOOKED_AT = 4  # the size by which there should be more
_FAR = 1_000  # a constant in a refinement past which scopes never come
_MOST = 100  # inputs that the solver adds
_SECONDS = 1.5  # for finding them
_BATCH = 200  # inputs of a stage at most, where the solver finds them all


class Further:
    """Adds, once, what a solver finds past the scopes, if these have few inputs or numbers that are far from zero."""

    def __init__(self, signature: Signature, engine: str, asked: Scope | None, deadline: float | None) -> None:
        self._signature = signature
        self._asked = asked  # the only scope there is, if the user named one
        self._deadline = deadline
        self._done = engine == "classes" or any(has_functions(p.type) for p in signature.parameters)
        self.said: list[str] = []  # which engine took which parameters, and why

    def after(self, stage: Exhaust | None, *, last: bool = False) -> Iterator[Solved]:
        """What to try after a scope. Raises EmptyTypeError where there is nothing, and never will be."""
        if self._done or stage is None or not (last or stage.scope.size == _LOOKED_AT):
            return
        self._done = True
        if (self._asked is not None and stage.count) or _constructs_by_code(self._signature):
            return
        taken = self._reasons(stage)
        if not taken:
            return
        found = self._found(stage)
        if found.count:
            others = [parameter.name for parameter in self._signature.parameters if parameter.name not in taken]
            self.said += [f"smt: {name}, as {why}" for name, why in taken.items()]
            if others:
                self.said.append(f"smt: {', '.join(others)}, beside {'it' if len(taken) == 1 else 'them'}")
            yield found
        elif stage.count == 0:
            from refute.search.vacuity import refuse_contradiction

            refuse_contradiction(self._signature)

    def _found(self, stage: Exhaust) -> Solved:
        """Inputs without bounds on scalars, edges of numbers first, and small in everything else."""
        from refute.search.smt import solutions

        until = time.monotonic() + _SECONDS  # from when the solver is there: loading it takes a while
        deadline = until if self._deadline is None else min(until, self._deadline)
        size = max(_LOOKED_AT, self._asked.reach if self._asked is not None else 0)
        found = solutions(self._signature, Scope(size=size), bounded=False, deadline=deadline)
        new = list(islice((one for one in found if one.values not in stage.space), _MOST))
        if not new and found.asking.unknown:
            self.said.append("smt: no input was found, but the solver left questions unanswered: there may be some")
        return _stage(new)

    def _reasons(self, stage: Exhaust) -> dict[str, str]:
        """The parameters that need a solver, each with the reason; none where scopes will do."""
        found = {}
        for parameter in self._signature.parameters:
            if _is_endless(parameter):
                far = _far_out(parameter)
                if far is not None:
                    found[parameter.name] = f"{far!r} is beyond any scope"
                elif stage.count < _FEW and _stands_still(stage):
                    how_many = {0: "is no input", 1: "is 1 input"}.get(stage.count, f"are {stage.count} inputs")
                    found[parameter.name] = f"there {how_many} to {stage.scope}"
        return found


def _constructs_by_code(signature: Signature) -> bool:
    """Whether building an input runs code of the user: that is for a worker, and the solver's values are built here."""
    return any(
        isinstance(part, Data) and not _is_plain(part.constructor.cls)
        for parameter in signature.parameters
        for part in walk(parameter.type)
    )


def _is_plain(cls: Any) -> bool:
    """Whether instances are made by what the standard library generates alone."""
    if cls is dict or is_typeddict(cls) or hasattr(cls, "_fields"):
        return True
    generated = vars(cls).get("__dataclass_params__")
    return bool(generated and generated.init and not hasattr(cls, "__post_init__") and cls.__new__ is object.__new__)


def _stands_still(stage: Exhaust) -> bool:
    """Whether a scope has no more inputs than one that was a little smaller."""
    before = stage.before
    smaller = before.before if before is not None and before.before is not None else before
    return smaller is None or smaller.space.count == stage.count


def _is_endless(parameter: Parameter) -> bool:
    """Whether it has values beyond every scope, as far as its type alone says."""
    return any(map(is_unbounded, walk(parameter.type)))


def _far_out(parameter: Parameter) -> Any:
    """The constant farthest from zero that a refinement compares a number with, if it is far."""
    numbers: list[Any] = [
        mark.value
        for part in walk(parameter.type)
        if isinstance(part, Atom)
        for mark in part.marks
        if isinstance(mark.value, int | Fraction | Decimal) and mark.value == mark.value
    ]
    return max((number for number in numbers if abs(number) >= _FAR), key=abs, default=None)


def batches(found: Solutions) -> Iterator[Solved]:
    """All that a solver finds, some at a time: few at first, as the next may take it long."""
    values = iter(found)
    size = 1
    while batch := list(islice(values, size)):
        yield _stage(batch)
        size = min(2 * size, _BATCH)


def _stage(found: list[Found]) -> Solved:
    return Solved(tuple(_maker(one) for one in found), tuple(one.size for one in found))


def _maker(found: Found) -> Any:
    return lambda: found.values
