"""Requests about one function, to whatever host there is: each with what it is about, and the time it may take."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any, Protocol

from refute.campaign.interest import Reach
from refute.check.data import FunctionInfo, Improvement, KeptInfo, Options, Reference
from refute.errors import ExplosionError, RefuteError
from refute.judge.findings import Failure, Finding
from refute.run.events import Event, Waiting
from refute.run.host.process import HostFailure, HostHung
from refute.run.wall.denials import Denial
from refute.search.schedule.domains import Domain, Kept, Segment, Solved, SpaceInfo
from refute.spaces.scope import Scope
from refute.store.entries import Entry

_TO_READ = 60.0  # seconds, for reading types
_TO_FREE = 10.0  # seconds, for freeing what was built
_SLACK = 10.0  # seconds over the time that a request should take by itself
_TO_TELL = 10.0  # seconds, for making and spelling one input


class Requests(Protocol):
    """A host, of another process or of this one."""

    generation: int

    def open_doors(self, doors: Iterable[str]) -> None: ...

    def taken_denials(self) -> list[Denial]: ...

    def call(self, name: str, *arguments: Any, doing: str, within: float | None = None) -> Any: ...

    def stream(
        self, name: str, *arguments: Any, doing: str, within: float | None = None
    ) -> Generator[Any, None, Any]: ...


def imported(host: Requests, name: str, target: str, *how: Any, doing: str, seconds: float) -> list[Any]:
    """The answer to a request that imports the user's code. It says how to allow more where that takes too long."""
    try:
        found: list[Any] = host.call(name, target, *how, doing=doing, within=seconds)
    except HostHung as error:
        remedy = (
            'Put what waits under `if __name__ == "__main__":`, or allow more: --import-limit 2m, '
            "or import-limit in [tool.refute]."
        )
        raise HostHung(error.problem, place=error.place, remedy=remedy) from None
    return found


class LocalHost:
    """A host that is no process: for debuggers. Nothing is watched, and exceptions come through."""

    generation = 1

    def __init__(self, service: Callable[[], Any]) -> None:
        self._service = service()

    def call(self, name: str, *arguments: Any, doing: str, within: float | None = None) -> Any:
        return getattr(self._service, name)(*arguments)

    def stream(self, name: str, *arguments: Any, doing: str, within: float | None = None) -> Generator[Any, None, Any]:
        for part in getattr(self._service, name)(*arguments):
            if not isinstance(part, Waiting):
                yield part

    def open_doors(self, doors: Iterable[str]) -> None:
        pass  # there is no wall

    def close_doors(self) -> None:
        pass  # there is no wall

    def taken_denials(self) -> list[Denial]:
        return []  # there is no wall

    def close(self) -> None:
        self._service.close()


class Client:
    """Asks about one function. A host that is new since the last request is told which one it is."""

    def __init__(
        self, host: Requests, reference: Reference, options: Options, name: str, now: Callable[[], float]
    ) -> None:
        """`now` is the clock by which the times are that it is given; a host is told how many seconds are left."""
        self._host = host
        self._now = now
        self._reference = reference
        self._options = options
        self._name = name
        self._generation = 0
        self._entries: tuple[Entry, ...] = ()  # those that a new host is told again
        self.warnings: list[str] = []
        self.unasked = ""  # what a call did that took notes, after which there are no others
        self._untellable: set[tuple[Domain, int]] = set()  # inputs that the host did not survive
        self.info = self._open()

    def __repr__(self) -> str:
        return f"<Client of {self._name}, host {self._generation}>"

    def undecorated(self) -> Client:
        """The same for the function below the decorators."""
        reference = Reference(self._reference.part, self._reference.name, undecorated=True)
        return Client(self._host, reference, self._options, self._name, self._now)

    def _open(self) -> FunctionInfo:
        doing = f"reading the types of {self._name}"
        within = self._options.limits.importing + _TO_READ  # a new host imports the module first
        info: FunctionInfo = self._host.call(*self._opening(), doing=doing, within=within)
        self._generation = self._host.generation
        self._host.open_doors((*self._options.limits.wall.doors, *info.doors))
        return info if self._host.generation == self._generation else self._open()

    def _opening(self) -> tuple[Any, ...]:
        """The request by which a host opens the function."""
        return "open", self._reference, self._options

    def close(self) -> None:
        """Have what was built for the function freed, before anything is asked about another: what comes of that is
        told of this one."""
        if self._host.generation == self._generation:
            try:
                self._host.call("close", doing=f"freeing the inputs of {self._name}", within=_TO_FREE)
            except RefuteError as error:
                self.warnings.append(str(error))

    def denied(self) -> list[str]:
        """What code wanted while it was imported, or values were built, spelled and freed, that it may not do."""
        return [denial.told(f"code of {self._name}") for denial in self._host.taken_denials()]

    def _ready(self) -> Requests:
        if self._host.generation != self._generation:
            self._open()
            if self._entries:
                self.kept(self._entries)
        return self._host

    def _left(self, until: float | None) -> float | None:
        return None if until is None else max(0.0, until - self._now())

    # -- inputs --------------------------------------------------------------------------------------------------------

    def space(self, scope: Scope, previous: Scope | None, until: float | None) -> SpaceInfo:
        """Raises ExplosionError also where a larger scope could not be built for another reason, which is warned of."""
        doing = f"building the inputs of {self._name} to {scope}"
        try:
            left = self._left(until)
            within = None if left is None else left + _SLACK
            info: SpaceInfo = self._ready().call("space", scope, previous, left, doing=doing, within=within)
        except HostFailure as failure:
            if previous is None and until is None:
                raise
            self.warnings.append(failure.problem)
            raise ExplosionError(failure.problem, place=failure.place, remedy=failure.remedy) from None
        return info

    def past(self, scope: Scope, counts: Sequence[int]) -> tuple[Solved | None, tuple[str, ...]]:
        doing = f"looking for inputs of {self._name} with the solver"
        try:
            found: tuple[Solved | None, tuple[str, ...]] = self._ready().call(
                "past", scope, counts, doing=doing, within=_TO_TELL
            )
        except HostFailure as failure:
            self.warnings.append(failure.problem)
            return None, (f"smt: {failure.problem}",)
        return found

    def solved(self, scope: Scope | None) -> Solved | bool:
        """The next inputs that a solver finds; where there are no more, whether it has found all there are."""
        doing = f"looking for inputs of {self._name} with the solver"
        within = None if self._options.seconds is None else self._options.seconds + _SLACK
        found: Solved | bool = self._ready().call("solved", scope, doing=doing, within=within)
        return found

    def kept(self, entries: Sequence[Entry]) -> tuple[Kept, tuple[KeptInfo, ...]]:
        self._entries = tuple(entries)
        doing = f"making the kept inputs of {self._name}"
        found: tuple[Kept, tuple[KeptInfo, ...]] = self._ready().call(
            "kept", self._entries, doing=doing, within=self._patience()
        )
        return found

    def run(self, segments: Sequence[Segment], until: float | None, careful: bool) -> Generator[Event, None, None]:
        doing = f"running {self._name}"
        left = self._left(until)
        yield from self._ready().stream("run", segments, left, careful, doing=doing, within=self._patience())

    def look(self, segments: Sequence[Segment], seconds: float) -> Reach | None:
        """How far some inputs get in the code; None where it cannot be told."""
        doing = f"looking at what {self._name} does"
        try:
            found: Reach | None = self._ready().call(
                "look", tuple(segments), seconds, doing=doing, within=self._patience()
            )
        except RefuteError:
            return None
        return found

    def questions(self, segments: Sequence[Segment], seconds: float) -> tuple[Any, ...]:
        """What the code compares some inputs with; nothing where it cannot be told, nor after a call that came to no
        end."""
        if self.unasked:
            return ()
        doing = f"looking at what {self._name} asks"
        try:
            found: tuple[tuple[Any, ...], str] = self._ready().call(
                "questions", tuple(segments), seconds, doing=doing, within=self._patience()
            )
        except RefuteError:
            return ()
        constants, self.unasked = found
        return constants

    def known(self, domain: Domain, indices: Sequence[int]) -> list[int]:
        """Which inputs that failed were tried in the scope before: only where functions are among the arguments is
        that not known before they are run."""
        if not self.info.search.functions:
            return []
        try:
            found: list[int] = self._ready().call(
                "known", domain, tuple(indices), doing=f"looking at the inputs of {self._name}", within=_TO_TELL
            )
        except HostFailure:
            return []
        return found

    def _patience(self) -> float:
        """How long nothing may be heard of a run: a call is tried three times, making its input takes longer."""
        limits = self._options.limits
        return 4 * limits.seconds * limits.making + 60

    # -- findings ------------------------------------------------------------------------------------------------------

    def describe(self, domain: Domain, index: int, failure: Failure, output: str, number: int) -> Finding | None:
        doing = f"telling what {self._name} was called with"
        try:
            finding: Finding | None = self._ready().call(
                *("describe", domain, index, failure, output, number), doing=doing, within=_TO_TELL
            )
        except HostFailure as error:
            self._untellable.add((domain, index))
            return self._untold(failure, output, number, error)
        return finding

    def improve(
        self, domain: Domain, index: int, failure: Failure, output: str, number: int, careful: bool, until: float
    ) -> Iterator[Improvement]:
        if (domain, index) in self._untellable:
            return
        doing = f"making a counterexample of {self._name} smaller"
        left = self._left(until) or 0.0
        arguments = (domain, index, failure, output, number, careful, left)
        try:
            within = left + _TO_TELL
            with closing(self._ready().stream("improve", *arguments, doing=doing, within=within)) as found:
                yield from found
        except HostFailure as error:
            self.warnings.append(error.problem)

    def only_with_decorators(self, finding: Finding, key: tuple[str, ...]) -> str | None:
        doing = f"calling {self._name} without its decorators"
        try:
            found: str | None = self._ready().call("only_with_decorators", finding, key, doing=doing, within=_TO_TELL)
        except HostFailure:
            return None
        return found

    def _untold(self, failure: Failure, output: str, number: int, error: HostFailure) -> Finding:
        """A failure whose input cannot be told."""
        return Finding(
            kind=failure.kind,
            target=self.info.name,
            place=self.info.place,
            texts={},
            definitions="",
            call=f"{self.info.name}(…)",
            outcome=failure.outcome,
            explanation="\n".join([*failure.explanation, f"its input cannot be told: {error.problem}"]),
            table="",
            output=output,
            source="",
            number=number,
            size=0,
            fingerprint=failure.fingerprint(self.info.store_key),
        )

    # -- warnings ------------------------------------------------------------------------------------------------------

    def states(self) -> int:
        """How many instances of its class other methods made for a method."""
        try:
            found: int = self._ready().call("states", doing=f"counting the states of {self._name}", within=_TO_TELL)
        except HostFailure:
            return 0
        return found

    def impossible_result(self) -> str | None:
        try:
            found: str | None = self._ready().call(
                "impossible_result", doing=f"reading the result of {self._name}", within=_TO_TELL
            )
        except HostFailure:
            return None
        return found

    def emptiness(self, scope: Scope) -> str:
        """Why a scope has no input."""
        try:
            found: str = self._ready().call(
                "emptiness", scope, doing=f"looking at the scope of {self._name}", within=_TO_TELL
            )
        except RefuteError:
            return f"there is no input to {scope}"
        return found

    def narrowness(self, scope: Scope, tests: int, seconds: float) -> list[str]:
        try:
            found: list[str] = self._ready().call(
                *("narrowness", scope, tests, seconds), doing=f"looking at the scope of {self._name}", within=_TO_TELL
            )
        except HostFailure:
            return []
        return found
