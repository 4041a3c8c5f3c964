"""The side of refute's own process: questions about programs and mutants, as requests to a host."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing

from refute.check.client import Requests
from refute.judge.findings import Finding
from refute.programs.hosting.telling import Told
from refute.programs.program.program import Program
from refute.run.host.process import HostFailure
from refute.suite.data import Observation, Script, TargetInfo, Tried
from refute.suite.mutants.trying import Judge
from refute.suite.running.trimming import Wanted

_SLACK = 30.0  # seconds over the time that a request should take


class SuiteClient:
    """Asks about one target. What a host does not survive has no answer, and is told."""

    def __init__(self, host: Requests, name: str) -> None:
        self._host = host
        self._name = name
        self.warnings: list[str] = []

    def about(self) -> TargetInfo:
        found: TargetInfo = self._host.call("about", doing=f"looking at {self._name}", within=_SLACK)
        return found

    def scripts(self, programs: Sequence[Program]) -> list[Script | None]:
        """Programs as text, as far as they have one."""
        try:
            doing = f"writing programs of {self._name}"
            found: list[Script | None] = self._host.call("scripts", tuple(programs), doing=doing, within=_SLACK)
        except HostFailure as failure:
            self.warnings.append(failure.problem)
            return [None] * len(programs)
        return found

    def failing(self, told: Told, seconds: float) -> tuple[Finding, Script | None] | None:
        """A failure, shown by a small program."""
        doing = f"making a program of {self._name} smaller"
        try:
            found: tuple[Finding, Script | None] = self._host.call(
                "failing", told, seconds, doing=doing, within=seconds + _SLACK
            )
        except HostFailure as failure:
            self.warnings.append(failure.problem)
            return None
        return found

    def observe(self, programs: Sequence[Program], seconds: float) -> dict[int, Observation | str]:
        """What programs do, by their places; or why there is no test of one."""
        found: dict[int, Observation | str] = {}
        doing = f"observing what {self._name} does"
        for one in self._answers("observe", tuple(programs), seconds, doing=doing, within=seconds + _SLACK):
            if one.observation is None:
                found[one.number] = one.why
            elif one.number not in found:
                found[one.number] = one.observation
        return found

    def smaller(self, wanted: Sequence[Wanted], seconds: float) -> dict[int, Program]:
        """The smallest programs in the place of some, by their numbers."""
        found: dict[int, Program] = {}
        doing = f"making programs of {self._name} smaller"
        for one in self._answers("smaller", tuple(wanted), seconds, doing=doing, within=seconds + _SLACK):
            found[one.number] = one.program
        return found

    def tried(
        self, judges: Sequence[Judge], chosen: Sequence[int], seconds: float, *, every: bool = False
    ) -> Iterator[Tried]:
        """What becomes of mutants; `every`: all programs are run on each, not only up to the first that notices it."""
        doing = f"trying mutants of {self._name}"
        within = seconds + _SLACK
        yield from self._answers("tried", tuple(judges), tuple(chosen), every, seconds, doing=doing, within=within)

    def _answers(self, name: str, *arguments: object, doing: str, within: float) -> Iterator:  # type: ignore[type-arg]
        try:
            with closing(self._host.stream(name, *arguments, doing=doing, within=within)) as found:
                yield from found
        except HostFailure as failure:
            self.warnings.append(failure.problem)
