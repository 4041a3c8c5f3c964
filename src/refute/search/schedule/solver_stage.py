"""When and how a solver adds inputs to a search: where scopes have next to none, or numbers are far from zero."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, cast

from refute.logic.terms.numerals import digits
from refute.logic.terms.term import Term, constant_value, subterms
from refute.logic.terms.wording import listed
from refute.search.schedule.scopes import LOOKED_AT
from refute.search.schedule.stages import Exhaust, Few, Inputs, Making, SolvedBeside
from refute.spaces.narrowing.heaps.sharing import has_heaps
from refute.spaces.scope import Scope
from refute.types.landmarks import predicates_in
from refute.types.model import Atom, has_functions, is_unbounded, walk
from refute.types.signatures import Parameter, Signature

if TYPE_CHECKING:
    from refute.search.solver.enumerate import Solution, Solutions

_FEW = 20  # inputs; with fewer, a scope says little
_FAR = 1_000  # a constant in a refinement past which scopes never come
_LONGEST_WRITTEN = 120  # digits of a number that is written out
_LONG = 8  # characters, of which scopes hardly have texts
_MOST = 100  # inputs that the solver adds
_EACH = 16  # of one structure, before others have their turn
_SECONDS = 1.5  # for finding some
_FOR_MORE = 0.5  # of these, if some are found by then
_BATCH = 200  # inputs of a stage at most, where the solver finds them all


class Confirm(Protocol):
    """Tells which candidates are inputs that a space does not have. Building them runs the user's code."""

    def __call__(self, candidates: Sequence[Solution], known: Inputs, deadline: float) -> set[int]: ...


@dataclass(frozen=True)
class Beyond:
    """What a solver has found past a scope."""

    stage: Making | SolvedBeside | None
    lines: tuple[str, ...]  # why it was asked, or was not


class SolverStage:
    """Inputs that a solver finds past the scopes, if these have few inputs or numbers that are far from zero."""

    def __init__(
        self,
        signature: Signature,
        engine: str,
        named_scope: Scope | None,
        deadline: float | None,
        confirm: Confirm,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._signature = signature
        self._engine = engine
        self._named_scope = named_scope  # the only scope there is, if the user named one
        self._deadline = deadline
        self._confirm = confirm
        self._now = now
        self._lines: list[str] = []

    def past(self, stage: Exhaust, counts: Sequence[int]) -> Beyond:
        """What to try after a scope; `counts` are those of the last scopes. Raises EmptyTypeError where there is
        nothing, and never will be."""
        self._lines = []
        taken = _reasons(self._signature, stage, counts)
        against = self._against(stage, taken)
        if against:
            self._lines.append(f"smt: not asked, as {against}")
        else:
            found = self._found(stage)
            if found.count:
                self._tell(taken)
                return Beyond(self._beside(found), tuple(self._lines))
        if stage.count == 0 and self._engine != "classes":
            from refute.search.solver.vacuity import refuse_contradiction

            refuse_contradiction(self._signature)
        return Beyond(None, tuple(self._lines))

    def _beside(self, found: Making) -> Making | SolvedBeside:
        if not any(has_functions(parameter.type) for parameter in self._signature.parameters):
            return found
        scope = Scope(size=max(LOOKED_AT, *found.sizes) + 1)
        return SolvedBeside(scope, cast(Inputs, Few(found.makers, found.sizes)))

    def _against(self, stage: Exhaust, taken: dict[str, str]) -> str:
        """Why the solver is not asked; empty if it is."""
        if self._engine == "classes":
            return "classes were asked for"
        if self._named_scope is not None and stage.count:
            return "the scope that was asked for has inputs"
        if not any(map(_may_be_solved, self._signature.parameters)):
            return "there are no other values"
        if not taken:
            how_many = f"{stage.count:,} input{'s' * (stage.count != 1)} to {stage.scope}"
            return f"scopes have {'enough' if stage.count >= _FEW else 'more and more'}: {how_many}"
        return ""

    def _tell(self, taken: dict[str, str]) -> None:
        together: dict[str, list[str]] = {}
        for name, why in taken.items():
            together.setdefault(f"as {why}", []).append(name)
        others = [p.name for p in self._signature.parameters if p.name not in taken and not has_functions(p.type)]
        if others:
            together[f"beside {'it' if len(taken) == 1 else 'them'}"] = others
        self._lines += [f"smt: {listed(names)}, {why}" for why, names in together.items()]

    def _soon(self) -> float:
        until = self._now() + _SECONDS
        return until if self._deadline is None else min(until, self._deadline)

    def _found(self, stage: Exhaust) -> Making:
        """Inputs without bounds on scalars, edges of numbers first, and small in everything else."""
        from refute.search.solver.enumerate import solutions

        size = max(LOOKED_AT, self._named_scope.reach if self._named_scope is not None else 0)
        found = solutions(self._signature, Scope(size=size), bounded=False, deadline=self._soon(), now=self._now)
        new: list[Solution] = []
        begin = self._now()
        for candidates in found.rounds(_EACH):
            right = self._confirm(candidates, stage.space, self._soon())
            new += (one for place, one in enumerate(candidates) if place in right)
            if len(new) >= _MOST or (len(new) >= _EACH and self._now() > begin + _FOR_MORE):
                break
        if not new and found.session.unknown:
            self._lines.append("smt: no input was found, but the solver left questions unanswered: there may be some")
        elif not new:
            nothing = "nothing that scopes do not have" if stage.count else "no input"
            self._lines.append(f"smt: asked, but found {nothing}")
        return made_anew(new[:_MOST])


def _counted(number: int | Fraction | Decimal) -> str:
    """A number as a reader counts it; if it is long, its kind and the number of its digits."""
    match number:
        case Decimal():
            kind, length, written = "a decimal", len(number.as_tuple().digits), "{0:,}"
        case Fraction() if number.denominator != 1:
            length = sum(len(digits(abs(part))) for part in (number.numerator, number.denominator))
            kind, written = "a fraction", "{0.numerator:,}/{0.denominator:,}"
        case _:
            kind, length, written = "an integer", len(digits(abs(number.numerator))), "{0.numerator:,}"
    return written.format(number) if length <= _LONGEST_WRITTEN else f"{kind} of {length:,} digits"


def _reasons(signature: Signature, stage: Exhaust, counts: Sequence[int]) -> dict[str, str]:
    """The parameters that need a solver, each with the reason; none where scopes will do."""
    found = {}
    stands_still = min(counts, default=stage.count) == stage.count
    for parameter in signature.parameters:
        if _may_be_solved(parameter):
            far, long = _far_out(parameter), _long(parameter)
            if far is not None:
                found[parameter.name] = f"{_counted(far)} is beyond any scope"
            elif stage.count < _FEW and stands_still:
                how_many = {0: "is no input", 1: "is 1 input"}.get(stage.count, f"are {stage.count} inputs")
                found[parameter.name] = f"there {how_many} to {stage.scope}"
            elif long is not None:
                found[parameter.name] = f"scopes have hardly any texts of {long} characters"
    return found


def _may_be_solved(parameter: Parameter) -> bool:
    """Whether it has values beyond every scope, as far as its type alone says, and is not made up as it is called."""
    tp = parameter.type
    return any(map(is_unbounded, walk(tp))) and not has_functions(tp) and not has_heaps(tp)


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


def _long(parameter: Parameter) -> int | None:
    """The largest length that a refinement asks of texts, if it is long."""
    if not any(isinstance(part, Atom) and part.kind == "str" for part in walk(parameter.type)):
        return None
    terms = [term for predicate in predicates_in(parameter.type) for term in subterms(predicate.term)]
    lengths = [number for term in terms if term.op in ("eq", "lt", "le") for number in _lengths(term)]
    return max((length for length in lengths if length > _LONG), default=None)


def _lengths(comparison: Term) -> Iterator[int]:
    if any(arg.op == "len" for arg in comparison.args):
        for arg in comparison.args:
            if arg.op == "const" and type(constant_value(arg)) is int:
                yield constant_value(arg)


def batches(found: Solutions) -> Iterator[Making]:
    """All that a solver finds, some at a time: few at first, as the next may take it long."""
    values = iter(found)
    size = 1
    while batch := list(islice(values, size)):
        yield made_anew(batch)
        size = min(2 * size, _BATCH)


def made_anew(found: list[Solution]) -> Making:
    return Making(tuple(partial(_values_of, one) for one in found), tuple(one.size for one in found))


def _values_of(found: Solution) -> tuple[Any, ...]:
    return found.values
