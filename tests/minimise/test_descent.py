"""Descents: smaller and smaller inputs in one worker, each of which has to fail by itself in the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from typing import Any

from refute.judge.findings import Failure
from refute.judge.trials import Trial
from refute.judge.undecided import UndecidedInputs
from refute.minimise.attempts import Attempts, FailedAttempt
from refute.minimise.descent import LOST, Descent
from refute.minimise.smallest import Counterexample, Smallest
from refute.run.inside import Inside
from refute.run.limits import Limits
from refute.spaces.arguments import admits
from refute.types.signatures import read_signature


def spread(numbers: list[int], least: int) -> None:
    assert len(numbers) < 7 or max(numbers) - min(numbers) < abs(least)


FAILING = ([(place * 7919) % 10_007 + 10**6 for place in range(24)], 555)


def descent_from(values: tuple[Any, ...], *, goes_on: bool = True) -> tuple[Descent, Failure, Attempts]:
    signature = read_signature(spread)
    trial = Trial(signature)
    failure = trial(values, values)
    assert isinstance(failure, Failure)
    made = Descent(
        *(trial, UndecidedInputs(signature), values, failure, partial(admits, signature)),
        careful=False,
        seed=0,
        goes_on=goes_on,
    )
    return made, failure, Attempts(Inside(), Limits())


def down(attempts: Iterator[FailedAttempt], made: Descent, values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for attempt in attempts:
        values = next(islice(made.versions(values), attempt.index, None))
        yield values


def test_a_descent_goes_on_from_each_input_that_fails() -> None:
    made, _, attempts = descent_from(FAILING)
    steps = list(down(attempts.descend(made, float("inf")), made, FAILING))
    assert len(steps) >= 5
    assert steps[-1] == ([0, 0, 0, 0, 0, 0, 0], 0)
    for values in steps:
        assert len(values[0]) >= 7


def test_steps_that_are_repeated_come_to_the_same() -> None:
    made, _, _ = descent_from(FAILING)
    first = [index for index, item in enumerate(made.start(0)) if made.step(item)]
    for begin in (0, first[0] + 1, first[1], first[-1]):
        again = []
        for index, item in enumerate(made.start(begin), begin):
            if made.step(item):
                again.append(index)
            if again and again[-1] == first[-1]:
                break
        assert again == [index for index in first if index >= begin]


def test_a_worker_that_has_not_come_so_far_says_so() -> None:
    made, _, _ = descent_from(FAILING)
    (item,) = made.start(100)
    assert made.step(item) == LOST


def test_one_that_does_not_go_on_tries_the_smaller_versions_of_its_first_input() -> None:
    made, failure, attempts = descent_from(FAILING, goes_on=False)
    everything = [values for _, values in made.smaller(FAILING)]
    with closing(attempts.failures(made, 0, 200, None)) as found:
        indices = [attempt.index for attempt in found if attempt.failure.key == failure.key]
    assert len(indices) > 1
    for index in indices:
        assert len(everything[index][0]) >= 7


calls = 0


def fails_the_later_the_sooner(number: int) -> None:
    global calls
    calls += 1
    if number >= 100_000 or (calls >= 3 and number >= 10):
        raise AssertionError


def test_what_fails_only_after_other_calls_is_not_what_a_descent_comes_to() -> None:
    global calls
    signature = read_signature(fails_the_later_the_sooner)
    trial = Trial(signature)
    failure = trial((800_000,), (800_000,))
    assert isinstance(failure, Failure)

    class Fresh(Inside):
        """Begins each run as a process of its own would."""

        def run(self, *arguments: Any, **keywords: Any) -> Any:
            global calls
            calls = 0
            return super().run(*arguments, **keywords)

    smallest = Smallest(
        trial,
        UndecidedInputs(signature),
        Attempts(Fresh(lambda: 0.0), Limits()),
        careful=False,
        seed=0,
        now=lambda: 0.0,
    )
    found = list(smallest.like(Counterexample((800_000,), failure, ""), partial(admits, signature), 1.0))
    assert all(one.values[0] >= 100_000 for one in found)
