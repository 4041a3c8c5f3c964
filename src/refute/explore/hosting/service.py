"""What a host does for `explore`: it answers requests about interfaces."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from refute.errors import TargetError
from refute.explore.coverage_data import Ways
from refute.explore.data import ExploreOptions, InterfaceInfo, Reference
from refute.explore.hosting.explained import MOST_STATES, explained
from refute.explore.hosting.info import info_of
from refute.explore.hosting.interfaces import Target, model_in, targets_in
from refute.judge.calls.audit import Audit
from refute.judge.findings import Finding
from refute.programs.engine.body import Calling
from refute.programs.engine.picture import Picture
from refute.programs.hosting.explored import Counts, Explored
from refute.programs.hosting.telling import Teller, Told
from refute.programs.interface.declared import Declarations
from refute.programs.models.modelled import with_model
from refute.programs.program.program import Program
from refute.run.events import Event
from refute.run.limits import Limits
from refute.run.runner import Runner
from refute.targets.files import NOTHING_EXCLUDED, Exclusion, LeftOut
from refute.targets.parts import parts_and_left_out
from refute.types.reading.guarded import attribute
from refute.types.reading.places import place_of


class ExploreService:
    """Answers requests. One interface is open at a time: that is what most of them are about."""

    body: type[Calling] = Calling  # what makes calls

    def __init__(
        self,
        runner: Callable[[Limits], Runner],
        given: Any = None,
        now: Callable[[], float] = time.monotonic,
        model: Any = None,
    ) -> None:
        """`given` is the subject that a reference without a part stands for; `model`, a class or module that stands for
        it in turn."""
        self._runner = runner
        self._given = given
        self._model = model
        self._now = now
        self._targets: dict[str, list[Target]] = {}
        self._explored: Explored | None = None
        self._teller: Teller | None = None

    def close(self) -> None:
        if self._explored is not None:
            self._explored.close()
            self._explored = self._teller = None

    # -- targets -------------------------------------------------------------------------------------------------------

    def parts(self, target: str, exclusion: Exclusion = NOTHING_EXCLUDED) -> list[str | LeftOut]:
        """What can be looked into one by one: the files of a directory, the modules of a package."""
        return parts_and_left_out(target, exclusion)

    def interfaces(self, part: str) -> list[InterfaceInfo]:
        """The interfaces of a file or module, or the one that is named."""
        return [
            InterfaceInfo(Reference(part, target.name), target.name, target.place, target.module)
            for target in self._found(part)
        ]

    def _found(self, part: str) -> list[Target]:
        if part not in self._targets:
            self._targets[part] = targets_in(part)
        return self._targets[part]

    def _target(self, reference: Reference) -> Target:
        if reference.part is None:
            subject = self._given
            name = str(
                getattr(subject, "name", "") or attribute(subject, "__qualname__") or attribute(subject, "__name__")
            )
            module = str(attribute(subject, "__module__") or attribute(subject, "__name__") or "")
            return Target(name, subject, module, place_of(subject))
        for target in self._found(reference.part):
            if target.name == reference.name:
                return target
        raise TargetError(f"{reference.name} is not in {reference.part} any more")

    # -- one interface -------------------------------------------------------------------------------------------------

    def open(self, reference: Reference, options: ExploreOptions) -> InterfaceInfo:
        target = self._target(reference)
        self.close()
        interface: Declarations = target.interface(options.include, options.exclude, options.beside)
        if self._model is not None or options.model:
            interface = with_model(interface, self._model or model_in(options.model))
        runner = self._runner(options.limits)
        how = (options.how, options.limits, runner, self._now)
        audit = None if options.audit is None else Audit(options.audit)
        self._explored = Explored(interface, target.module, *how, body=self.body, jobs=options.jobs, audit=audit)
        self._teller = Teller(self._explored, target.name)
        return info_of(self._explored, target, reference)

    @property
    def explored(self) -> Explored:
        assert self._explored is not None
        return self._explored

    @property
    def teller(self) -> Teller:
        assert self._teller is not None
        return self._teller

    def run(self, first: int, seconds: float | None, careful_until: int, stop: int | None) -> Iterator[Event]:
        return self.explored.run(first, None if seconds is None else self._now() + seconds, careful_until, stop)

    def in_threads(self, seconds: float | None) -> Iterator[Event]:
        return self.explored.in_threads(None if seconds is None else self._now() + seconds)

    def look(self, seconds: float | None) -> Iterator[Event]:
        return self.explored.look(None if seconds is None else self._now() + seconds)

    def pair_at(self, index: int) -> tuple[str, str] | None:
        return self.explored.pair_at(index)

    def counts(self) -> Counts:
        return self.explored.counts()

    def explain(self) -> list[tuple[str, list[str]]]:
        return explained(self.explored, self.explored.picture(MOST_STATES, with_calls=False))

    def picture(self, most: int) -> Picture | None:
        return self.explored.picture(most, with_calls=True)

    def ways(self) -> Ways:
        """What has to be known of the code for data of coverage.py."""
        return Ways(tuple(self.explored.steps()), tuple(self.explored.imported()))

    def program_at(self, index: int, of_look: bool) -> Program | None:
        return self.explored.program_at(index, of_look=of_look)

    def kept(self, texts: Sequence[tuple[str, ...]]) -> list[Told | str | None]:
        return self.teller.kept(texts)

    def describe(self, told: Told) -> Finding:
        return self.teller.describe(told)

    def improve(self, told: Told, seconds: float) -> Iterator[Finding | None]:
        return self.teller.improve(told, self._now() + seconds)
