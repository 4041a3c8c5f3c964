"""Bodies for workers where arguments are functions: executions after executions, each following from the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any

from refute.errors import RefuteError
from refute.functions.answers import Answers, Possible
from refute.functions.behaviours import Choices, Played, following
from refute.judge.callables.stand_ins import CallableContext, Execution, Limit, Question, pickled, scripted
from refute.judge.findings import Failure
from refute.judge.immutability import Snapshot, new_classes
from refute.judge.quantified import Caveats, after_test
from refute.judge.trials import Trial
from refute.judge.undecided import UndecidedInputs
from refute.run.body import Body, Spoken
from refute.run.steps.marks import DISCARDED, KNOWN, KNOWN_UNVARIED, RAISED, RAISED_UNVARIED, UNVARIED
from refute.run.steps.phases import Phase
from refute.run.workers.answer_log import BETWEEN, AnswerLog, Record, SharedMessage
from refute.search.schedule.stages import Exhaust, Making, Sample
from refute.spaces.scope import Scope
from refute.types.callables.replacing import with_functions
from refute.types.data.abstract.iterators import copied

TICK = b""  # said now and then, so that a worker settles
_MOST_TOLD = 200  # entries of tables that are told while a call goes on
_LARGEST = 8  # scope from which answers are drawn
_NEAREST = Scope(size=2)  # from which answers are taken that are not known any more


class Executions(Body):
    """Runs executions and says what failed."""

    def __init__(
        self,
        trial: Trial,
        undecided: UndecidedInputs,
        scope: Scope,
        context: CallableContext | None = None,
    ) -> None:
        """`context` is that of other executions in the same scope, whose answers need not be built again."""
        self.trial = trial
        self.undecided = undecided
        self.context = context or CallableContext(trial.signature, Answers(scope, trial.signature.reader))
        if context is None:
            for parameter in trial.signature.parameters:
                self.context.answers.prepare(parameter.type)
        self._classes = new_classes()
        self._caveats = Caveats()

    def observe(self, enter: Callable[[Phase], None]) -> None:
        self.trial.observe(enter)

    def step(self, execution: Execution) -> Spoken:
        taken = Snapshot(execution.values, self._classes)
        try:
            verdict = self.trial(execution.values, execution.before)
        except RefuteError as error:  # of a refinement that cannot be used
            return dumps((error,))
        execution.end()
        changes = tuple(change.failure() for change in taken.undo())
        if execution.error is not None:
            return dumps((execution.error,))
        if execution.misused is not None:
            verdict = execution.misused
        elif execution.unanswerable:
            return self._marked(DISCARDED, execution)
        if isinstance(verdict, int):
            mark = self._marked(verdict, execution)
            remarks = (*changes, *after_test(None, self._caveats), *self.trial.remarks())
            return dumps((mark, *remarks)) if remarks else mark
        said = (*changes, *after_test(verdict, self._caveats), *self.trial.remarks())
        if not said:
            return self._marked(None, execution)
        played = [replace(s, played=execution.played) if isinstance(s, Failure) else s for s in said]
        return self.undecided.said(played, execution.before)

    def _marked(self, mark: int | None, execution: Execution) -> int | None:
        """The mark of an execution that has not failed; None if all that is to be said of it is that it held."""
        return mark


class Exploring(Executions):
    """Every behaviour on every input of a stage, or on one of them."""

    def __init__(
        self,
        stage: Exhaust,
        trial: Trial,
        undecided: UndecidedInputs,
        only: int | None = None,
        context: CallableContext | None = None,
        log: AnswerLog | None = None,
    ) -> None:
        """`log` is that of the process which started the run."""
        super().__init__(trial, undecided, stage.scope, context)
        self.stage = stage
        self._only = only
        self._first = 0 if only is None else only
        self._stop = stage.space.count if only is None else only + 1
        self._earlier = _Earlier(stage.before, trial) if stage.before is not None and only is None else None
        self._log = log or AnswerLog()
        self.context.answers.building = self._log.is_building
        self._ticks = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return Exploring, (self.stage, self.trial, self.undecided, self._only, None, self._log)

    def played(self, index: int) -> Played | None:
        """An execution that did not end, as far as it got; None if it was not the code under test that took so long."""
        record = self._log[index]
        if record.building:
            return None
        return Played(record.base, tuple(choice for choice, _ in record.pairs), entries=len(record.pairs))

    def is_known(self, index: int) -> bool:
        """Whether an execution, also one that did not end, was one of the stage before, as far as is remembered."""
        try:
            return not self._log[index].new
        except KeyError:
            return False

    def start(self, index: int) -> Iterator[Execution]:
        self.trial.begin()
        base = self._first
        choices: tuple[int, ...] | None = ()
        if index:
            try:
                record = self._log[index - 1]
            except KeyError:
                raise RefuteError("what was asked of functions is not known any more") from None
            if not record.ended:
                self._log.keep_unfinished(index - 1)
            base, choices = self._after(record)
        while base < self._stop:
            make = self.stage.space.maker(base)
            inputs = self._inputs(make)
            size = self.stage.space.size_of(base)
            old = self._earlier is not None and self._earlier.has(inputs[1])
            while choices is not None:
                self._log.begin(index, base, new=not old)
                yield self._execution(base, inputs, size, choices, old)
                choices = following(self._log[index].pairs)
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

    def _execution(self, base: int, inputs: Any, size: int, choices: Sequence[int], old: bool) -> Execution:
        scope = self.stage.scope
        limit = Limit(None if scope.size is None else scope.size - size, scope.depth)
        earlier = self._earlier if old else None

        def compare(execution: Execution) -> None:
            if earlier is not None and execution.questions and execution.questions[-1].choice:
                self._log.is_new(not earlier.had(execution.questions, size))

        return Execution(self.context, base, inputs, limit, Choices(choices, made=self._log.add), compare)

    def step(self, execution: Execution) -> Spoken:
        said = super().step(execution)
        self._log.end()
        self._ticks += 1
        return TICK if said is None and self._ticks % BETWEEN == 0 else said

    def _marked(self, mark: int | None, execution: Execution) -> int | None:
        unvaried = mark in (None, RAISED) and execution.limit.reached
        if not self._log.new:
            return KNOWN_UNVARIED if unvaried else KNOWN
        if unvaried:
            return UNVARIED if mark is None else RAISED_UNVARIED
        return mark


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


class Drawing(Executions):
    """The inputs of a sample, with functions whose answers are drawn. Those of a wide one are as others are."""

    def __init__(self, stage: Sample, trial: Trial, undecided: UndecidedInputs) -> None:
        size = min(max(stage.domain.sizes), _LARGEST)
        super().__init__(trial, undecided, replace(stage.scope, size=size, palette=None))
        self.stage = stage

    def played(self, index: int) -> Played:
        """An execution that did not end: how far it got is not known, but its answers can be drawn again."""
        return Played(index, (), self._drawn_with(index))

    def start(self, index: int) -> Iterator[Execution]:
        self.trial.begin()
        # drawn anew for `before`: what is mutable in them is the function's to change
        pairs = zip(self.stage.start(index), self.stage.start(index), strict=True)
        for place, inputs in enumerate(pairs, index):
            choices = Choices(drawn=self._drawn_with(place))
            yield Execution(self.context, place, inputs, Limit(None, None, drawn=True), choices)

    def _drawn_with(self, index: int) -> str:
        return f"{self.stage.domain.seed} {index}"


class _Telling(Executions):
    """Executions that tell what tables the functions have become."""

    def __init__(
        self,
        trial: Trial,
        undecided: UndecidedInputs,
        scope: Scope,
        context: CallableContext | None,
        told: SharedMessage | None,
    ) -> None:
        super().__init__(trial, undecided, scope, context)
        self._told = told

    def _execution(self, place: int, inputs: Any, limit: Limit, choices: Choices) -> Execution:
        execution = Execution(self.context, place, inputs, limit, choices, self._tell)
        self._tell(execution)
        return execution

    def step(self, execution: Execution) -> Spoken:
        said = super().step(execution)
        self._tell(execution)
        return said

    def _tell(self, execution: Execution) -> None:
        if self._told is not None and execution.played.entries <= _MOST_TOLD:
            with suppress(Exception):  # of the user's objects, if they cannot be pickled
                self._told.write(pickled((execution.played.choices, execution.before)))


class Rehearsing(_Telling):
    """Executions that are given: arguments with blanks for functions, and the answers."""

    def __init__(
        self,
        plays: Sequence[tuple[tuple[Any, ...], Played]],
        trial: Trial,
        undecided: UndecidedInputs,
        context: CallableContext,
        limits: Sequence[Limit],
        told: SharedMessage | None = None,
    ) -> None:
        super().__init__(trial, undecided, context.answers.scope, context, told)
        self._plays = plays
        self._limits = limits

    def start(self, index: int) -> Iterator[Execution]:
        self.trial.begin()
        for place in range(index, len(self._plays)):
            values, given = self._plays[place]
            choices = Choices(given.choices, given.drawn)
            limit = self._limits[place]
            fresh = Limit(limit.size, limit.depth, limit.drawn)
            inputs = copied(values), copied(values)
            yield self._execution(place, inputs, fresh, choices)


class Replaying(_Telling):
    """Executions of an earlier run: functions answer as they did, and the smallest where they were not asked."""

    def __init__(
        self,
        stage: Making,
        trial: Trial,
        undecided: UndecidedInputs,
        told: SharedMessage | None = None,
    ) -> None:
        super().__init__(trial, undecided, _NEAREST, None, told)
        self._stage = stage

    def start(self, index: int) -> Iterator[Execution]:
        self.trial.begin()
        for place, values in enumerate(self._stage.start(index), index):
            inputs = self._with_blanks(values), self._with_blanks(self._stage.input(place))
            yield self._execution(place, inputs, Limit(0, None), Choices())

    def _with_blanks(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        signature = self.trial.signature
        siblings = signature.siblings(values)
        return tuple(
            with_functions(parameter.type, value, parameter.name, siblings, scripted)
            for parameter, value in zip(signature.parameters, values, strict=True)
        )
