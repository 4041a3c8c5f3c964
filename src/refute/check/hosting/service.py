"""What a host does for `check`: it answers requests about the user's code."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from refute.campaign.interest import Reach
from refute.check.data import FunctionInfo, Improvement, KeptInfo, Options, Reference, SubjectInfo
from refute.check.hosting.explaining import Explainer
from refute.check.hosting.function import Function, usable
from refute.check.kept import kept_inputs
from refute.errors import EmptyTypeError, RefinementError, RefuteError, TargetError
from refute.judge.callables.bodies import Exploring
from refute.judge.findings import Failure, Finding
from refute.run.events import Event
from refute.run.limits import Limits
from refute.run.runner import Runner
from refute.run.wall.rules import allowed_to
from refute.search.schedule.domains import Domain, Kept, Segment, Solved, SpaceInfo
from refute.spaces.arguments import argument_lists
from refute.spaces.residuals.emptiness import refuse_empty
from refute.spaces.scope import Scope
from refute.store.entries import Entry
from refute.targets.files import NOTHING_EXCLUDED, Exclusion, LeftOut
from refute.targets.parts import module_and_name, parts_and_left_out
from refute.targets.registrations import load_types_near
from refute.targets.subjects import Subject, functions_in
from refute.types.callables.undecorated import undecorated
from refute.types.reading.abstract.produced import NEVER
from refute.types.signatures import Signature, read_signature

_SMALL = Scope(size=2)  # in which it is tried whether what a function assumes can be used


class CheckService:
    """Answers requests. One function is open at a time: that is what most of them are about."""

    def __init__(
        self,
        runner: Callable[[Limits], Runner],
        given: Callable[..., Any] | None = None,
        bound_to: type | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`given` is the function that a reference without a part stands for, `now` the clock of the runner."""
        self._runner = runner
        self._now = now
        self._given = given
        self._bound_to = bound_to
        self._subjects: dict[str, list[Subject]] = {}
        self._function: Function | None = None
        self._explainer: Explainer | None = None

    def close(self) -> None:
        """Let go of the function that is open, and of what was built for it."""
        if self._function is not None:
            self._function.close()
            self._function = self._explainer = None

    # -- targets -------------------------------------------------------------------------------------------------------

    def parts(self, target: str, exclusion: Exclusion = NOTHING_EXCLUDED) -> list[str | LeftOut]:
        """What can be looked into one by one: the files of a directory, the modules of a package."""
        return parts_and_left_out(target, exclusion)

    def subjects(self, part: str) -> list[SubjectInfo | LeftOut]:
        """The functions in a file or module, or the one that is named. Those that are marked so are left out."""
        return [_told(subject, part) for subject in self._found(part)]

    def _found(self, part: str) -> list[Subject]:
        if part not in self._subjects:
            self._subjects[part] = functions_in(part)
        return self._subjects[part]

    def subject(self, reference: Reference) -> tuple[Callable[..., Any], type | None, int | None]:
        """A function, the class that it is a method of, and which of the overloads in its stub is meant."""
        if reference.part is None:
            assert self._given is not None
            load_types_near(getattr(getattr(self._given, "__code__", None), "co_filename", None))
            return self._given, self._bound_to, None
        for subject in self._found(reference.part):
            if subject.name == reference.name:
                return subject.function, subject.bound_to, subject.overload
        raise TargetError(f"{reference.name} is not in {reference.part} any more")

    # -- one function --------------------------------------------------------------------------------------------------

    def open(self, reference: Reference, options: Options) -> FunctionInfo:
        function, bound_to, overload = self.subject(reference)
        signature = _signature(function, bound_to, overload, options)
        if reference.undecorated:
            bare = undecorated(signature)
            assert bare is not None
            signature = bare
        self.close()
        limits = replace(options.limits, wall=options.limits.wall.allowing(allowed_to(function)))
        options = replace(options, limits=limits)
        self._function = Function(signature, bound_to, options, self._runner(limits), self._now)
        self._explainer = Explainer(self._function)
        info = self._function.info()
        return info if overload is None else replace(info, name=reference.name)

    @property
    def function(self) -> Function:
        assert self._function is not None
        return self._function

    @property
    def explainer(self) -> Explainer:
        assert self._explainer is not None
        return self._explainer

    def space(self, scope: Scope, previous: Scope | None, seconds: float | None) -> SpaceInfo:
        return self.function.space(scope, previous, None if seconds is None else self._now() + seconds)

    def past(self, scope: Scope, counts: Sequence[int]) -> tuple[Solved | None, tuple[str, ...]]:
        return self.function.past(scope, counts)

    def solved(self, scope: Scope | None) -> Solved | bool:
        return self.function.solved(scope)

    def kept(self, entries: Sequence[Entry]) -> tuple[Kept, tuple[KeptInfo, ...]]:
        """What failed on earlier runs, as far as it can be made into inputs."""
        return kept_inputs(self.function, entries)

    def run(self, segments: Sequence[Segment], seconds: float | None, careful: bool) -> Iterator[Event]:
        return self.function.run(segments, None if seconds is None else self._now() + seconds, careful)

    def look(self, segments: Sequence[Segment], seconds: float) -> Reach | None:
        return self.function.look(segments, self._now() + seconds)

    def questions(self, segments: Sequence[Segment], seconds: float) -> tuple[tuple[Any, ...], str]:
        return self.function.questions(segments, self._now() + seconds)

    def known(self, domain: Domain, indices: Sequence[int]) -> list[int]:
        """Which executions with functions were tried in the scope before."""
        body = self.function.body(domain)
        return [index for index in indices if isinstance(body, Exploring) and body.is_known(index)]

    def describe(self, domain: Domain, index: int, failure: Failure, output: str, number: int) -> Finding | None:
        return self.explainer.describe(domain, index, failure, output, number)

    def improve(
        self, domain: Domain, index: int, failure: Failure, output: str, number: int, careful: bool, seconds: float
    ) -> Iterator[Improvement]:
        until = self._now() + seconds
        return self.explainer.improve(domain, index, failure, output, number, careful, until)

    def only_with_decorators(self, finding: Finding, key: tuple[str, ...]) -> str | None:
        return self.explainer.only_with_decorators(finding, key)

    def states(self) -> int:
        """How many instances of its class other methods made for a method."""
        return self.function.count_states()

    def impossible_result(self) -> str | None:
        """Why no result would have been right, where that is so: the fault is then not in the code."""
        result = self.function.signature.result
        try:
            if result is not None and result != NEVER:
                refuse_empty(result)
        except EmptyTypeError as error:
            return error.problem
        except RefinementError:  # on the values of an enumeration, of which some are never returned
            pass
        return None

    def emptiness(self, scope: Scope) -> str:
        """Why a scope has no input."""
        from refute.check.hosting.scope_warnings import emptiness

        return emptiness(self.function.signature, scope)

    def narrowness(self, scope: Scope, tests: int, seconds: float) -> list[str]:
        """What keeps a scope that was exhausted from meaning much."""
        from refute.check.hosting.scope_warnings import narrowness

        return narrowness(self.function.signature, scope, tests, seconds)


def _signature(
    function: Callable[..., Any], bound_to: type | None, overload: int | None, options: Options
) -> Signature:
    """The signature, with what the function assumes at its beginning if no small input keeps that from being used."""

    def read(unread: str = "") -> Signature:
        return read_signature(function, bound_to=bound_to, untyped=options.untyped, unread=unread, overload=overload)

    signature = usable(read)
    if signature.assumes:
        try:
            argument_lists(signature, _SMALL)
        except RefuteError as error:
            reason = error.problem
            return usable(lambda: read(reason))
    return signature


def _told(subject: Subject, part: str) -> SubjectInfo | LeftOut:
    name, place = subject.name, subject.place
    if subject.skipped is not None:
        return LeftOut(name, place, f"skipped: {subject.skipped}")
    named = module_and_name(part) is not None
    return SubjectInfo(Reference(part, name), name, place, subject.module, subject.unannotated, named)
