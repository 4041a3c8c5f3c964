"""Small scopes that follow each other, run in one process: starting one takes longer than trying their inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from refute.campaign.bodies import TAMPERED, Steps
from refute.run.events import Event, Finished, Progress, Said
from refute.search.schedule.stages import Exhaust


class _Joined:
    """The steps of several scopes as those of one body. Which of them an item belongs to is where `start` is."""

    def __init__(self, parts: Sequence[tuple[Steps, Exhaust]]) -> None:
        self._parts = parts
        self._step: Callable[[Any], bytes | None] = parts[0][0].step

    def start(self, index: int) -> Iterator[Any]:
        for steps, stage in self._parts:
            there = stage.count - stage.first
            if index < there:
                self._step = steps.step
                yield from steps.start(stage.first + index)
            index = max(0, index - there)

    def step(self, item: Any) -> bytes | None:
        return self._step(item)


class Together:
    """One run of several scopes, whose events are given scope by scope as if each had had a run of its own."""

    def __init__(
        self,
        stages: Sequence[Exhaust],
        steps: Callable[[Exhaust], Steps],
        run: Callable[[_Joined, int], Iterator[Event]],
    ) -> None:
        parts = [(steps(stage), stage) for stage in stages]
        self._ahead = list(stages)
        self._begun = 0  # steps before the scope at hand
        last = sum(stage.count - stage.first for stage in stages)
        self._events = run(_Joined(parts), last + 1)  # one more, for what a watch has seen at the end
        self._waiting: Event | None = None

    def has(self, stage: object) -> bool:
        """Whether a scope is the next one here."""
        return bool(self._ahead) and self._ahead[0] is stage

    def events(self) -> Iterator[Event]:
        """Those of the next scope, with indices of its own. If it is not finished, those after it are not here."""
        stage = self._ahead.pop(0)
        begun, there = self._begun, stage.count - stage.first
        end = self._begun = begun + there
        while (event := self._next()) is not None:
            match event:
                case Progress(done=done):
                    yield Progress(max(0, min(done - begun, there)))
                case Said(index=index, payload=payload) if payload == TAMPERED and index <= end:
                    self._ahead.clear()
                    yield replace(event, index=stage.first + index - begun)
                case Finished(done=done) if done < end:
                    self._ahead.clear()
                    yield Finished(done - begun)
                case _ if isinstance(event, Finished) or event.index >= end:
                    self._waiting = event
                    yield Finished(there)
                    return
                case _:
                    yield replace(event, index=stage.first + event.index - begun)

    def _next(self) -> Event | None:
        """Taken one by one: a loop over them that is left would end the run."""
        waiting, self._waiting = self._waiting, None
        return waiting if waiting is not None else next(self._events, None)
