"""What a worker does where arguments are functions: plays after plays, each of which follows from the one before."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from refute.errors import RefuteError
from refute.functions.answers import Answers, Possible
from refute.functions.behaviours import Choices, Played, following
from refute.judge.findings import Failure
from refute.judge.immutability import Snapshot, new_classes
from refute.judge.quantified import Caveats, after_test
from refute.judge.stand_ins import Limit, Play, Question, Theatre, pickled, scripted
from refute.judge.trials import Trial
from refute.run.answer_log import BETWEEN, Record, SharedMessage, Trail
from refute.search.schedule.stages import Exhaust, Kept, Sample
from refute.spaces.scope import Scope
from refute.types.callables.replacing import with_functions

TICK = b""  # said now and then, so that a worker settles
ENDLESS = 1 << 62
_MOST_TOLD = 200  # entries of tables that are told while a call goes on
_LARGEST = 8  # scope from which answers are drawn
_NEAREST = Scope(size=2)  # from which answers are taken that are not known any more


class _Plays:
    """Runs plays and says what failed."""

    def __init__(self, trial: Trial, scope: Scope, theatre: Theatre | None = None) -> None:
        """`theatre` is that of other plays in the same scope, whose answers need not be built again."""
        self.trial = trial
        self.theatre = theatre or Theatre(trial.signature, Answers(scope, trial.signature.reader))
        if theatre is None:
            for parameter in trial.signature.parameters:
                self.theatre.answers.prepare(parameter.type)
        self._classes = new_classes()
        self._open = Caveats()

    def step(self, play: Play) -> bytes | None:
        taken = Snapshot(play.values, self._classes)
        failure: Failure | None = self.trial(play.values, play.before)
        play.end()
        changes = tuple(change.failure() for change in taken.undo())
        if play.error is not None:
            return pickle.dumps((play.error,))
        if play.misused is not None:
            failure = play.misused
        elif play.unanswerable:
            self.trial.discard()
            failure, changes = None, ()
        said = (*changes, *after_test(failure, self._open))
        if not said:
            return None
        return pickle.dumps(tuple(replace(s, played=play.played) if isinstance(s, Failure) else s for s in said))


class Exploring(_Plays):
    """Every behaviour on every input of a stage, or on one of them, up to a number of plays that are new."""

    def __init__(
        self,
        stage: Exhaust,
        trial: Trial,
        most: int | None = None,
        only: int | None = None,
        theatre: Theatre | None = None,
    ) -> None:
        super().__init__(trial, stage.scope, theatre)
        self.stage = stage
        self._most = most
        self._first = 0 if only is None else only
        self._stop = stage.space.count if only is None else only + 1
        self._earlier = _Earlier(stage.before, trial) if stage.before is not None and only is None else None
        self.trail = Trail()
        self.theatre.answers.building = self.trail.is_building
        self._ticks = 0

    def unvaried(self, done: int) -> int:
        """Of so many plays, how many asked more than was varied."""
        return self._sums(done)[1]

    def _sums(self, done: int) -> tuple[int, int]:
        """Of so many plays, how many were new, and how many asked more than was varied."""
        if done == 0:
            return 0, 0
        record = self.trail[done - 1]
        if record.ended:
            return record.sums
        new, more = self._sums(done - 1)
        return new + record.new, more

    def tried(self, index: int) -> int:
        """How many of so many plays were new."""
        try:
            return self._sums(index)[0]
        except KeyError:  # long ago
            return index

    def is_complete(self, done: int) -> bool:
        """Whether there is nothing after so many plays."""
        if done == 0:
            return self._stop <= self._first
        try:
            return self._after(self.trail[done - 1])[0] >= self._stop
        except KeyError:  # long ago: there were more
            return False

    def played(self, index: int) -> Played | None:
        """A play that did not end, as far as it got; None if it was not the code under test that took so long."""
        record = self.trail[index]
        if record.building:
            return None
        return Played(record.base, tuple(choice for choice, _ in record.pairs), entries=len(record.pairs))

    def start(self, index: int) -> Iterator[Play]:
        base, sums = self._first, (0, 0)
        choices: tuple[int, ...] | None = ()
        if index:
            try:
                record = self.trail[index - 1]
            except KeyError:
                raise RefuteError("what was asked of functions is not known any more") from None
            if not record.ended:
                self.trail.bury(index - 1)
            base, choices = self._after(record)
            sums = self._sums(index)
        while base < self._stop and (self._most is None or sums[0] < self._most):
            make = self.stage.space.maker(base)
            inputs = self._inputs(make)
            size = self.stage.space.size_of(base)
            old = self._earlier is not None and self._earlier.has(inputs[1])
            while choices is not None and (self._most is None or sums[0] < self._most):
                self.trail.begin(index, base, new=not old)
                play = self._play(base, inputs, size, choices, old)
                yield play
                record = self.trail[index]
                sums = sums[0] + record.new, sums[1] + play.limit.reached
                self.trail.end(sums)
                choices = following(record.pairs)
                index += 1
                if choices is not None and self.stage.space.mutable:
                    inputs = self._inputs(make)
            base, choices = base + 1, ()

    def _after(self, record: Record) -> tuple[int, tuple[int, ...]]:
        choices = following(record.pairs)
        return (record.base, choices) if choices is not None else (record.base + 1, ())

    def _inputs(self, make: Callable[[], Sequence[Any]]) -> tuple[Sequence[Any], Sequence[Any]]:
        first = make()
        return first, make() if self.stage.space.mutable and self.trial.needs_inputs_before else first

    def _play(self, base: int, inputs: Any, size: int, choices: Sequence[int], old: bool) -> Play:
        scope = self.stage.scope
        limit = Limit(None if scope.size is None else scope.size - size, scope.depth)
        earlier = self._earlier if old else None

        def compare(play: Play) -> None:
            if earlier is not None and play.questions and play.questions[-1].choice:
                self.trail.is_new(not earlier.had(play.questions, size))

        return Play(self.theatre, base, inputs, limit, Choices(choices, made=self.trail.add), compare)

    def step(self, play: Play) -> bytes | None:
        said = super().step(play)
        self._ticks += 1
        if said is None and self._ticks % BETWEEN == 0:
            return TICK
        return said


class _Earlier:
    """What the stage before has played."""

    def __init__(self, stage: Exhaust, trial: Trial) -> None:
        self._stage = stage
        self._answers = Answers(stage.scope, trial.signature.reader)
        self._given: dict[tuple[int, int], tuple[Possible, bool]] = {}

    def has(self, inputs: Sequence[Any]) -> bool:
        return inputs in self._stage.space

    def had(self, questions: Sequence[Question], size: int) -> bool:
        """Whether it gave these answers as well: those up to the last that is not the first of its kind."""
        scope = self._stage.scope
        room = None if scope.size is None else scope.size - size
        last = max((place for place, question in enumerate(questions) if question.choice), default=-1)
        for question in questions[: last + 1]:
            if room is not None and question.size > room:
                return False
            if not self._gave(question):
                return False
        return True

    def _gave(self, question: Question) -> bool:
        """Whether an answer was among those to the same question."""
        key = id(question.possible), question.choice
        if key not in self._given:
            possible = self._answers.to(question.function, question.known)
            answer = question.possible.answer(question.choice)[1]()
            given = possible is not None and possible.inside and answer in possible.space
            self._given[key] = question.possible, given
        return self._given[key][1]


class Drawing(_Plays):
    """The inputs of a sample, with functions whose answers are drawn."""

    def __init__(self, stage: Sample, trial: Trial) -> None:
        super().__init__(trial, replace(stage.scope, size=min(max(stage.sizes), _LARGEST)))
        self.stage = stage

    def played(self, index: int) -> Played:
        """A play that did not end: how far it got is not known, but its answers can be drawn again."""
        return Played(index, (), self._seed(index))

    def tried(self, index: int) -> int:
        """How many of so many plays were tried: all of them."""
        return index

    def start(self, index: int) -> Iterator[Play]:
        # drawn anew for `before`: what is mutable in them is the function's to change
        pairs = zip(self.stage.start(index), self.stage.start(index), strict=True)
        for place, inputs in enumerate(pairs, index):
            choices = Choices(drawn=self._seed(place))
            yield Play(self.theatre, place, inputs, Limit(None, None, drawn=True), choices)

    def _seed(self, index: int) -> str:
        return f"{self.stage.seed} {index}"


class _Telling(_Plays):
    """Plays that tell what tables the functions have become."""

    def __init__(self, trial: Trial, scope: Scope, theatre: Theatre | None, told: SharedMessage | None) -> None:
        super().__init__(trial, scope, theatre)
        self._told = told

    def _play(self, place: int, inputs: Any, limit: Limit, choices: Choices) -> Play:
        play = Play(self.theatre, place, inputs, limit, choices, self._tell)
        self._tell(play)
        return play

    def step(self, play: Play) -> bytes | None:
        said = super().step(play)
        self._tell(play)
        return said

    def _tell(self, play: Play) -> None:
        if self._told is not None and play.played.entries <= _MOST_TOLD:
            with suppress(Exception):  # of the user's objects, if they cannot be pickled
                self._told.write(pickled((play.played.choices, play.before)))


class Rehearsing(_Telling):
    """Plays that are given: arguments with blanks for functions, and the answers."""

    def __init__(
        self,
        plays: Sequence[tuple[tuple[Any, ...], Played]],
        trial: Trial,
        theatre: Theatre,
        limits: Sequence[Limit],
        told: SharedMessage | None = None,
    ) -> None:
        super().__init__(trial, theatre.answers.scope, theatre, told)
        self._plays = plays
        self._limits = limits

    def start(self, index: int) -> Iterator[Play]:
        for place in range(index, len(self._plays)):
            values, given = self._plays[place]
            choices = Choices(given.choices, given.drawn)
            limit = self._limits[place]
            fresh = Limit(limit.size, limit.depth, limit.drawn)
            inputs = copy.deepcopy(values), copy.deepcopy(values)
            yield self._play(place, inputs, fresh, choices)


class Replaying(_Telling):
    """Plays of an earlier run, whose functions answer as they did, and the smallest where they were not asked."""

    def __init__(self, stage: Kept, trial: Trial, told: SharedMessage | None = None) -> None:
        super().__init__(trial, _NEAREST, None, told)
        self._stage = stage

    def start(self, index: int) -> Iterator[Play]:
        for place, values in enumerate(self._stage.start(index), index):
            inputs = self._with_blanks(values), self._with_blanks(self._stage.input(place))
            yield self._play(place, inputs, Limit(0, None), Choices())

    def _with_blanks(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        signature = self.trial.signature
        siblings = signature.siblings(values)
        return tuple(
            with_functions(parameter.type, value, parameter.name, siblings, scripted)
            for parameter, value in zip(signature.parameters, values, strict=True)
        )
