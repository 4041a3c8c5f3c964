"""When and how a solver adds inputs to a search: where scopes have next to none, or numbers are far from zero."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from refute.logic.terms.numerals import digits
from refute.logic.terms.term import Term, constant_value, subterms
from refute.logic.terms.wording import listed
from refute.search.schedule.engine_per_parameter import takers
from refute.search.schedule.stages import Exhaust, Inputs, Solved, SolvedBeside, solved_beside
from refute.spaces.arguments import admits
from refute.spaces.scope import Scope
from refute.types.landmarks import predicates_in
from refute.types.model import Atom, has_functions, is_unbounded, walk
from refute.types.signatures import Parameter, Signature

if TYPE_CHECKING:
    from refute.search.solver.enumerate import Solution, Solutions

ENGINES = ("auto", "classes", "smt")
_FEW = 20  # inputs; with fewer, a scope says little
LOOKED_AT = 4  # the size by which there should be more
_FAR = 1_000  # a constant in a refinement past which scopes never come
_LONGEST_WRITTEN = 400  # bits of a number that is written out
_LONG = 8  # characters, of which scopes hardly have texts
_MOST = 100  # inputs that the solver adds
_EACH = 16  # of one structure, before others have their turn
_SECONDS = 1.5  # for finding some
_FOR_MORE = 0.5  # of these, if some are found by then
_BATCH = 200  # inputs of a stage at most, where the solver finds them all
_RIGHT = b"right"


class Confirming:
    """What a worker does with candidates: builds them, and says which are inputs that a space does not have.

    Building runs code of the user, and so do refinements: whatever that does, it does not do it here.
    """

    def __init__(self, signature: Signature, candidates: Sequence[Solution], known: Inputs) -> None:
        self._signature = signature
        self._candidates = candidates
        self._known = known

    def start(self, index: int) -> Iterator[Solution]:
        return iter(self._candidates[index:])

    def step(self, item: Solution) -> bytes | None:
        try:
            values = item.values
            return _RIGHT if admits(self._signature, values) and values not in self._known else None
        except (Exception, SystemExit):  # a constructor that refuses: no value
            return None


class Confirm(Protocol):
    """Runs the steps of a body up to a number and a deadline; the indices of those that said something."""

    def __call__(self, body: Confirming, stop: int, deadline: float) -> set[int]: ...


class Further:
    """Adds, once, what a solver finds past the scopes, if these have few inputs or numbers that are far from zero."""

    def __init__(
        self, signature: Signature, engine: str, asked: Scope | None, deadline: float | None, confirm: Confirm
    ) -> None:
        self._signature = signature
        self._engine = engine
        self._asked = asked  # the only scope there is, if the user named one
        self._deadline = deadline
        self._confirm = confirm
        self._done = False
        self._solver: list[str] = []
        self.said: list[str] = []  # which engine took which parameters, and why

    def look(self, stage: Exhaust) -> None:
        """Say which engine takes what in a stage that comes next."""
        self.said[:] = [*takers(self._signature, stage.space.notes), *self._solver]

    def after(self, stage: Exhaust | None, *, last: bool = False) -> Iterator[Solved | SolvedBeside]:
        """What to try after a scope. Raises EmptyTypeError where there is nothing, and never will be."""
        if self._done or stage is None or not (last or stage.scope.size == LOOKED_AT):
            return
        self._done = True
        taken = _reasons(self._signature, stage)
        against = self._against(stage, taken)
        if against:
            self._say(f"smt: not asked, as {against}")
        else:
            found = self._found(stage)
            if found.count:
                self._tell(taken)
                functions = any(has_functions(p.type) for p in self._signature.parameters)
                yield solved_beside(found, Scope(size=max(LOOKED_AT, *found.sizes) + 1)) if functions else found
                return
        if stage.count == 0 and self._engine != "classes":
            from refute.search.solver.vacuity import refuse_contradiction

            refuse_contradiction(self._signature)

    def _against(self, stage: Exhaust, taken: dict[str, str]) -> str:
        """Why the solver is not asked; empty if it is."""
        if self._engine == "classes":
            return "classes were asked for"
        if self._asked is not None and stage.count:
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
        self._say(*(f"smt: {listed(names)}, {why}" for why, names in together.items()))

    def _say(self, *lines: str) -> None:
        self._solver += lines
        self.said += lines

    def _soon(self) -> float:
        until = time.monotonic() + _SECONDS
        return until if self._deadline is None else min(until, self._deadline)

    def _found(self, stage: Exhaust) -> Solved:
        """Inputs without bounds on scalars, edges of numbers first, and small in everything else."""
        from refute.search.solver.enumerate import solutions

        size = max(LOOKED_AT, self._asked.reach if self._asked is not None else 0)
        found = solutions(self._signature, Scope(size=size), bounded=False, deadline=self._soon())
        new: list[Solution] = []
        begin = time.monotonic()
        for candidates in found.rounds(_EACH):
            body = Confirming(self._signature, candidates, stage.space)
            right = self._confirm(body, len(candidates), self._soon())
            new += (one for place, one in enumerate(candidates) if place in right)
            if len(new) >= _MOST or (len(new) >= _EACH and time.monotonic() > begin + _FOR_MORE):
                break
        if not new and found.session.unknown:
            self._say("smt: no input was found, but the solver left questions unanswered: there may be some")
        elif not new:
            self._say(f"smt: asked, but found {'nothing that scopes do not have' if stage.count else 'no input'}")
        return _stage(new[:_MOST])


def _counted(number: int) -> str:
    """An integer as a reader counts it."""
    short = number.bit_length() <= _LONGEST_WRITTEN
    return f"{number:,}" if short else f"an integer of {len(digits(abs(number))):,} digits"


def _reasons(signature: Signature, stage: Exhaust) -> dict[str, str]:
    """The parameters that need a solver, each with the reason; none where scopes will do."""
    found = {}
    for parameter in signature.parameters:
        if _may_be_solved(parameter):
            far, long = _far_out(parameter), _long(parameter)
            if far is not None:
                found[parameter.name] = f"{_counted(far)} is beyond any scope"
            elif stage.count < _FEW and _stands_still(stage):
                how_many = {0: "is no input", 1: "is 1 input"}.get(stage.count, f"are {stage.count} inputs")
                found[parameter.name] = f"there {how_many} to {stage.scope}"
            elif long is not None:
                found[parameter.name] = f"scopes have hardly any texts of {long} characters"
    return found


def _stands_still(stage: Exhaust) -> bool:
    """Whether a scope has no more inputs than one that was a little smaller."""
    before = stage.before
    smaller = before.before if before is not None and before.before is not None else before
    return smaller is None or smaller.space.count == stage.count


def _may_be_solved(parameter: Parameter) -> bool:
    """Whether it has values beyond every scope, as far as its type alone says, and is not made up as it is called."""
    return any(map(is_unbounded, walk(parameter.type))) and not has_functions(parameter.type)


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


def batches(found: Solutions) -> Iterator[Solved]:
    """All that a solver finds, some at a time: few at first, as the next may take it long."""
    values = iter(found)
    size = 1
    while batch := list(islice(values, size)):
        yield _stage(batch)
        size = min(2 * size, _BATCH)


def _stage(found: list[Solution]) -> Solved:
    return Solved(tuple(_maker(one) for one in found), tuple(one.size for one in found))


def _maker(found: Solution) -> Callable[[], tuple[Any, ...]]:
    return lambda: found.values
