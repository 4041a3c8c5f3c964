"""Telling: a failure as a finding, confirmed by a replay, with the shortest program that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from refute.judge.findings import Failure, Finding
from refute.programs.engine.messages import Broke
from refute.programs.engine.replay import Place
from refute.programs.hosting.explored import Explored
from refute.programs.program.parsing import NoProgram, program_in
from refute.programs.program.program import Program
from refute.programs.program.spelling import written

_TRIES = 3  # of the smallest programs, one of which has to fail by itself
_SHORT = 10  # calls of a program for which no other one is looked for
_OTHERS = 4  # that are looked for,
_FOR_OTHER = 3.0  # in so many seconds each
_SLACK = 5.0  # seconds for that, after the time for making it smaller
_ENDLESS = ("hang", "memory")


@dataclass(frozen=True)
class Told:
    """A failure that an exploration came to, with its program."""

    broke: Broke
    output: str = ""
    number: int = 0


class Teller:
    """Tells the failures of one interface."""

    def __init__(self, explored: Explored, name: str) -> None:
        """`name`: what the interface is called."""
        self._explored = explored
        self._name = name

    def describe(self, told: Told) -> Finding:
        """A failure as it was found."""
        return self._finding(told, told.broke, None)

    def kept(self, texts: Sequence[tuple[str, ...]]) -> list[Told | str | None]:
        """What becomes of programs as text: how they fail, None if they do not, or why they cannot be tried."""
        programs: list[Program | str] = []
        for lines in texts:
            try:
                programs.append(program_in(lines, self._explored.variants))
            except NoProgram as error:
                programs.append(f"`{error}` is no operation of {self._name} on what it is given")
        usable = [one for one in programs if isinstance(one, Program)]
        failed = dict(self._explored.replayed(usable, None, random=True))
        places = iter(range(len(usable)))
        return [
            one if isinstance(one, str) else Told(failed[place]) if (place := next(places)) in failed else None
            for one in programs
        ]

    def improve(self, told: Told, until: float) -> Iterator[Finding | None]:
        """The same, shown by a program that begins with nothing and made smaller; None if that does not show it."""
        first = told.broke
        is_short = len(first.program) <= _SHORT and first.failure.kind not in _ENDLESS
        known = self._smaller(first, until) if is_short else self._fails(first.program, first.failure, None)
        if known is None:
            yield None
            return
        yield self._finding(told, known, first.program)
        if known.failure.kind in _ENDLESS:
            return  # each attempt takes as long as a call may
        if not is_short:
            known = self._smaller(known, until, thorough=False) or known
            known = self._shortest(known, until)
            known = self._smaller(known, until) or known
            yield self._finding(told, known, first.program)
        holes = self._explored.unimportant(known.program, known.failure.key, until + _SLACK)
        if holes:
            yield self._finding(told, known, first.program, holes)

    def _shortest(self, known: Broke, until: float) -> Broke:
        """A failure shown by the shortest of some programs: where leaving out any one call is too much, another may do
        with fewer."""
        is_call = self._explored.variants[known.program.calls[-1].variant].operation.is_call
        for seed in range(1, _OTHERS + 1):
            if len(known.program) <= _SHORT or not is_call or self._explored.now() > until:
                break
            soon = min(until, self._explored.now() + _FOR_OTHER)
            other = self._explored.others_like(known.program, known.failure.key, seed, soon)
            if other is not None:
                smaller = self._smaller(replace(known, program=other), until, thorough=False) or known
                known = min(known, smaller, key=lambda broke: len(broke.program))
        return known

    def _smaller(self, known: Broke, until: float, *, thorough: bool = True) -> Broke | None:
        """A failure shown by the smallest program that there is; None if not even its own shows it. One that fails only
        after others have been performed shows nothing."""
        found = list(self._explored.shrunk(known.program, known.failure.key, until, thorough=thorough))
        for smaller in [*reversed(found[-_TRIES:]), known]:
            again = self._fails(smaller.program, known.failure, None)
            if again is not None:
                return again
        return None

    def _fails(self, program: Program, failure: Failure, until: float | None) -> Broke | None:
        """How a program fails in the same way, twice, in workers that do nothing else."""
        found: Broke | None = None
        for _ in range(2):
            broke = (one for _, one in self._explored.replayed([program], until))
            found = next((one for one in broke if one.failure.key == failure.key), None)
            if found is None:
                return None
        return found

    def _size(self, program: Program) -> int:
        """The calls of a program, without a look at its end."""
        return sum(self._explored.variants[call.variant].operation.is_call for call in program.calls)

    def _finding(self, told: Told, broke: Broke, first: Program | None, holes: Sequence[Place] = ()) -> Finding:
        """`first`: the program that was found, if this is a smaller one."""
        variants, program, failure = self._explored.variants, broke.program, broke.failure
        named = bool(broke.where)  # something is said of a value
        text = written(program, variants, broke.raised, broke.seeds, named=named)
        general = written(program, variants, broke.raised, broke.seeds, holes, named=named) if holes else None
        operation = variants[program.calls[-1].variant].operation
        size, found_size = self._size(program), None if first is None else self._size(first)
        return Finding(
            kind=failure.kind,
            target=operation.name,
            place=operation.place,
            texts={},
            is_program=True,
            definitions="\n".join(text.lines),
            call=text.last,
            outcome=failure.outcome,
            explanation="\n".join(failure.explanation),
            table="",
            output=told.output,
            source=text.failing(operation, failure, broke.where),
            number=told.number,
            size=size,
            found_size=None if found_size == size else found_size,
            generalised="" if general is None else "; ".join([*general.lines, general.last]),
            fingerprint=failure.fingerprint(f"{self._explored.module}:{operation.name}"),
        )
