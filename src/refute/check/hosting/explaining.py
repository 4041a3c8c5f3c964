"""Findings: failures told with the input that shows them, the smallest that can be found."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from refute.check.data import Improvement
from refute.check.hosting.function import Function
from refute.check.hosting.generalising import generalised
from refute.judge.bodies.steps import Steps
from refute.judge.callables.bodies import Replaying
from refute.judge.callables.stand_ins import pickled
from refute.judge.cases import ArgumentList, Case
from refute.judge.findings import LEFT_BEHIND, Failure, Finding, names_used, program_text, table_lines
from refute.judge.trials import Trial
from refute.judge.troubles import KINDS, is_left_running
from refute.logic.terms.wording import listed
from refute.minimise.simplest_behaviour import SimplestBehaviour, told_by
from refute.minimise.sizes import size_of
from refute.minimise.smallest import Counterexample, Smallest
from refute.run.workers.answer_log import SharedMessage
from refute.search.schedule.domains import Aliased, Domain, Kept, OnStates
from refute.search.schedule.stages import Aliasing, Exhaust, Listed, Making, Sample, SolvedBeside
from refute.spaces.arguments import admits
from refute.spaces.scope import Scope
from refute.store.writing import key_of, text_of
from refute.types.callables.undecorated import undecorated
from refute.types.data.abstract.iterators import copied
from refute.types.signatures import LEFT_OUT
from refute.types.spelling import Speller

_NOT_ALONE = "this call alone does not show it: what it does depends on calls before, or on chance"
_SEEDS = 10  # of random numbers, with which an input is tried that fails with one of them
_TURNS = 4  # of two seeds: what goes by chance does not follow them
_BETWEEN_SEEDS = 1_009  # neighbours have numbers that are much alike
_EXCUSED = ("violation", "crash", "misuse")  # kinds of what decorators may do: none has to hang, or to end its process
_ENDLESS = ("hang", "memory")  # kinds of failures that take long to see again


class Explainer:
    """Tells the failures of one function."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._signature = function.signature
        self._shown: dict[tuple[str, ...], tuple[Any, ...]] = {}  # by the key of a failure, the arguments that show it

    def describe(self, domain: Domain, index: int, failure: Failure, output: str, number: int) -> Finding | None:
        """A failure as it was found; None if it was not the code under test that failed.

        An input that does harm is made once and not more often: the first improvement adds what makes it again.
        """
        if isinstance(domain, OnStates):
            return self._by_program(domain, index, failure, output, number)
        if self._function.with_functions and not isinstance(domain, Kept):
            found = self._simplest(domain).as_found(failure, index, output)
            if found is None:
                return None
            return self._finding(found.failure, found.values, number, found.size, found.output)
        stage = self._function.stage(domain)
        kept = isinstance(domain, Kept)
        answered = self._answered_again(stage.only(index)) if kept and isinstance(stage, Making) else None
        return self._finding(
            *(failure, stage.input(index), number, stage.size(index), output), kept=kept, answered=answered, whole=kept
        )

    def improve(
        self, domain: Domain, index: int, failure: Failure, output: str, number: int, careful: bool, until: float
    ) -> Iterator[Improvement]:
        """The same, shown alone and made smaller, as long as there is time."""
        if isinstance(domain, OnStates):
            yield from self._by_programs(domain, index, failure, output, number, until)
            return
        if self._function.with_functions:
            found = self._simplest(domain).like(failure, index, output, until)
            if found is not None:
                failure = found.failure if found.alone else _not_alone(found.failure)
                finding = self._finding(failure, found.values, number, found.size, found.output)
                yield Improvement(finding)
            return
        stage = self._function.stage(domain)
        example, size = Counterexample(stage.input(index), failure, output), stage.size(index)
        finding = self._finding(failure, example.values, number, size, output)
        yield Improvement(finding)
        told_from_outside = failure.kind in KINDS or failure.key[: len(LEFT_BEHIND)] == LEFT_BEHIND
        if not told_from_outside and not self._is_shown_alone(domain, index, failure, careful):
            told = self._finding(_not_alone(failure), example.values, number, size, output)
            yield Improvement(told)
            return
        first, is_smaller = size, False
        if isinstance(domain, Aliased):
            apart = self._with_copies(example, index, careful)
            if apart is not None:
                example, size = apart, size_of(self._signature, apart.values)
                finding = self._finding(example.failure, example.values, number, size, example.output)
                yield Improvement(finding)
                first = size
        for smaller in self._smaller(example, domain, index, careful, until):
            example, is_smaller = smaller, True
            is_wide = isinstance(stage, Exhaust | Sample) and stage.scope.palette is not None
            if is_wide or (isinstance(stage, Aliasing) and not self._signature.aliases(example.values)):
                size = size_of(self._signature, example.values)
            elif isinstance(stage, Sample) or (isinstance(stage, Exhaust) and stage.order is not None):
                is_there = example.values in stage.space
                size = stage.space.size_of(stage.space.index(example.values)) if is_there else min(size, first)
            elif isinstance(stage, Exhaust):
                size = min(size, first)
            finding = self._finding(example.failure, example.values, number, size, example.output, found_size=first)
            yield Improvement(finding)
        seed = index if self._depends_on_randomness(example, index, careful, until) else None
        if seed is not None:
            smaller_than = first if is_smaller else None
            finding = self._finding(
                *(example.failure, example.values, number, size, example.output), found_size=smaller_than, seed=seed
            )
            yield Improvement(finding)
            return
        general, seen_in = generalised(self._function, example, index, until)
        if general:
            yield Improvement(replace(finding, generalised=general, generalised_in=seen_in))

    def _by_program(self, domain: OnStates, index: int, failure: Failure, output: str, number: int) -> Finding | None:
        """A call on an instance that others have made, with the program that ends in it."""
        states = self._function.states(domain)
        told = states.told(failure, index, output, number)
        return None if told is None else states.teller.describe(told)

    def _by_programs(
        self, domain: OnStates, index: int, failure: Failure, output: str, number: int, until: float
    ) -> Iterator[Improvement]:
        states = self._function.states(domain)
        told = states.told(failure, index, output, number)
        if told is None:
            return
        not_alone = replace(told, broke=replace(told.broke, failure=_not_alone(failure)))
        for finding in states.teller.improve(told, until):
            yield Improvement(finding or states.teller.describe(not_alone))

    def only_with_decorators(self, finding: Finding, key: tuple[str, ...]) -> str | None:
        """What decorators do, if a call fails because of them: without them, it does not."""
        bare = undecorated(self._signature)
        if bare is None or finding.kind not in _EXCUSED or key not in self._shown:
            return None
        case = ArgumentList(self._signature, self._shown[key], finding.size)
        if not _can_be_copied(case):
            return None
        stage = Making((case.built,), (finding.size,))
        without = Trial(bare, self._function.audit, self._function.options.tolerance)
        if not self._fails(stage, self._function.trial) or self._fails(stage, without):
            return None
        return f"checked without its decorators: only with them, {finding.named_call} {finding.outcome}"

    def _fails(self, stage: Making, trial: Trial) -> bool:
        function = self._function
        body = (
            Replaying(stage, trial, function.undecided)
            if function.with_functions
            else Steps(stage, trial, function.undecided, careful=True)
        )
        return next(function.attempts.failures(body, 0, stage.count, None), None) is not None

    def _simplest(self, domain: Domain) -> SimplestBehaviour:
        function = self._function
        return SimplestBehaviour(function.callable_body(domain), function.attempts, function.now)

    # -- made smaller --------------------------------------------------------------------------------------------------

    def _is_shown_alone(self, domain: Domain, index: int, failure: Failure, careful: bool) -> bool:
        """Whether an input fails in the same way in a process that has tried nothing before."""
        if not self._function.runner.fresh:
            return True
        stage = self._function.stage(domain)
        steps = Steps(stage, self._function.trial, self._function.undecided, careful=careful)
        return self._function.attempts.first_like(failure, steps, index, index + 1) is not None

    def _with_copies(self, example: Counterexample, index: int, careful: bool) -> Counterexample | None:
        """The same input with equal objects in place of one, if it fails in the same way."""
        function = self._function
        try:
            values = tuple(map(copied, example.values))
        except Exception:  # of whatever their classes do
            return None
        steps = Steps(Listed([values]), function.trial, function.undecided, careful=careful, seeds=(index,))
        attempt = function.attempts.first_like(example.failure, steps, 0, 1)
        return None if attempt is None else Counterexample(values, attempt.failure, attempt.output)

    def _smaller(
        self, example: Counterexample, domain: Domain, index: int, careful: bool, until: float
    ) -> Iterator[Counterexample]:
        """Those of a scope come smallest first already, if their numbers are in it."""
        stage, function = self._function.stage(domain), self._function
        smallest = Smallest(
            function.trial, function.undecided, function.attempts, careful=careful, seed=index, now=function.now
        )
        is_input: Callable[[Any], bool] = partial(admits, self._signature)
        match stage:
            case SolvedBeside():
                pass
            case Exhaust() | Sample() if stage.scope.palette is not None:
                pass  # what is smaller has other scalars
            case Sample(scope=scope) | Exhaust(scope=scope, order=int()) if not smallest.has_landmarks(
                example.values, *_integers(scope)
            ):
                is_input = stage.space.__contains__
            case Sample() | Exhaust(order=int()):
                pass  # a simpler scalar comes later than its landmark
            case Aliasing() if not self._signature.aliases(example.values):
                pass  # it fails with objects that are only equal, which are no smallest input
            case Exhaust(scope=scope) | Aliasing(domain=Aliased(scope=scope)):
                is_endless = example.failure.kind in _ENDLESS
                if is_endless or not smallest.has_landmarks(example.values, *_integers(scope)):
                    return iter(())
        return smallest.like(example, is_input, until)

    def _depends_on_randomness(self, example: Counterexample, seed: int, careful: bool, until: float) -> bool:
        """Whether an input does not fail with random numbers other than those it failed with."""
        if example.failure.kind in _ENDLESS or is_left_running(example.failure):
            return False
        if self._function.now() >= until or not self._function.runner.fresh:
            return False
        if not _can_be_copied(ArgumentList(self._signature, example.values)):
            return False
        seeds = [seed + place * _BETWEEN_SEEDS for place in range(_SEEDS)]
        failing = self._failing_with(example, seeds, careful)  # one after the other in one process
        others = [one for place, one in enumerate(seeds) if place not in failing]
        if not others:
            return False
        turns = [seed, others[0]] * _TURNS
        failing = self._failing_with(example, turns, careful)
        return failing == {place for place in range(len(turns)) if turns[place] == seed}

    def _failing_with(self, example: Counterexample, seeds: Sequence[int], careful: bool) -> set[int]:
        """The places of the seeds of random numbers with which an input fails in the same way."""
        function = self._function
        stage = Listed([example.values] * len(seeds))
        steps = Steps(stage, function.trial, function.undecided, careful=careful, seeds=seeds)
        found = function.attempts.failures(steps, 0, len(seeds), None)
        return {attempt.index for attempt in found if attempt.failure.key == example.failure.key}

    # -- told ----------------------------------------------------------------------------------------------------------

    def _answered_again(self, stage: Making) -> tuple[Any, ...] | None:
        """A kept input with the tables that its functions become when it is tried."""
        if not self._function.with_functions:
            return None
        told = SharedMessage()
        body = Replaying(stage, self._function.trial, self._function.undecided, told)
        for _ in self._function.attempts.failures(body, 0, 1, None):
            pass
        return told_by(told, ())[1]

    def _finding(
        self,
        failure: Failure,
        values: tuple[Any, ...],
        number: int,
        size: int,
        output: str,
        *,
        found_size: int | None = None,
        kept: bool = False,
        answered: tuple[Any, ...] | None = None,
        seed: int | None = None,
        whole: bool = True,
    ) -> Finding:
        """`answered` are the values with the tables of their functions, if these are not in the values themselves.
        `seed` is that of random numbers, if it fails only with them. A `whole` finding has what makes its input again.
        """
        target = self._signature
        self._shown[failure.key] = values
        case: Case = ArgumentList(target, values, size)
        speller = Speller(unused=True, linking=True, taken=names_used(target, failure))
        call = case.spelled(speller)
        definitions = [*speller.definitions, *failure.then.definitions]
        source = program_text(
            *(target, failure, call, speller.imports, definitions), registrations=speller.registrations, seed=seed
        )
        why = [
            *failure.explanation,
            *(
                f"{listed(names)} are one object (--no-aliasing leaves out such inputs)"
                for names in target.aliases(values)
            ),
        ]
        if seed is not None:
            why.append(f"with random numbers after random.seed({seed}), not with any")
        undeclared, module = ("", "") if target.is_property else failure.exception
        return Finding(
            kind=failure.kind,
            target=target.name,
            place=target.place,
            texts=self._texts(values, speller),
            definitions="\n".join(definitions),
            call=call + failure.then.call,
            outcome=failure.outcome,
            explanation="\n".join(why),
            table="\n".join(table_lines(values if answered is None else answered)),
            output=output,
            source=source,
            number=number,
            size=size,
            found_size=found_size,
            kept=kept,
            fingerprint=failure.fingerprint(key_of(target, self._function.bound_to).full),
            undeclared=undeclared,
            undeclared_in=module,
            store_text=text_of(target, self._function.bound_to, values) if whole else "",
            pickled=_pickled(target.arguments(values)),
        )

    def _texts(self, values: tuple[Any, ...], speller: Speller) -> dict[str, str]:
        """The arguments by name. `speller` has spelled them before."""
        given = {p.name: value for p, value in zip(self._signature.parameters, values, strict=True)}
        return {name: speller.spell(given[name]) for name in self._signature.order if given[name] is not LEFT_OUT}


def _integers(scope: Scope) -> tuple[int, int]:
    """Those between which a scope goes through all, its landmarks apart."""
    return scope.ints or (-scope.reach, scope.reach)


def _can_be_copied(case: Case) -> bool:
    try:
        case.built()
    except Exception:  # of whatever their classes do
        return False
    return True


def _pickled(arguments: dict[str, Any]) -> bytes:
    """Empty if they cannot be taken to another process."""
    try:
        return pickled(arguments)
    except Exception:  # of whatever their classes do
        return pickle.dumps(None)


def _not_alone(failure: Failure) -> Failure:
    """Where a recursion runs out of stack depends on the frames around it, and proves nothing of calls before."""
    if failure.kind == "crash" and failure.key[1] == RecursionError.__name__:
        return failure
    return replace(failure, explanation=(*failure.explanation, _NOT_ALONE))
