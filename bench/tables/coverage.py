"""Coverage of whole libraries, the paper's figure 9: what is reached of every function within 1, 10 and 60 seconds.

A task is a function of a library. It is checked with its time as a budget; what was reached by then is marked at each
of the times in the same run, which ends early once everything is. All tools run under coverage.py, which makes them
slower, and judge every result: the libraries are correct.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from harness.charts import shares
from harness.grids import Grid
from harness.results import Results
from harness.tasks import Job, Outcome, Task, Tool, limit, needs
from libraries.targets import target, targets

TITLE = "Coverage of whole libraries"
LIMIT = 60
SHORT_LIMIT = 1
ROUNDS = 1
MARKS = (1, 10, 60)
GOAL = 0.95  # at the second mark
LIBRARIES = {"maps": "balanced map", "redblack": "red-black tree", "stackset": "stack set"}
ONE_OF = 8  # functions that are taken in the short run
_LOOKS = (0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50)  # seconds at which to see whether everything is reached


class _Enough(KeyboardInterrupt):
    """Everything is reached, or the time is over."""


class _Watching:
    """Marks what is reached while a tool runs, and says when it may stop."""

    def __init__(self, task: str) -> None:
        from libraries.reached import Reached

        self.target = target(task)
        self.reached = Reached(self.target)
        self.inputs: dict[str, int] = {}
        self._marks = [mark for mark in MARKS if mark < limit()]
        self._looks = [look for look in _LOOKS if look < limit()]
        self._begin = time.monotonic()

    def __enter__(self) -> _Watching:
        self._begin = time.monotonic()
        self.reached.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.reached.__exit__()

    def look(self, inputs: int) -> None:
        passed = time.monotonic() - self._begin
        while self._marks and passed >= self._marks[0]:
            self._mark(self._marks.pop(0), inputs)
        if self._looks and passed >= self._looks[0]:
            self._looks = [look for look in self._looks if look > passed]
            if self.reached.everything():
                raise _Enough
        if passed >= limit():
            raise _Enough

    def outcome(self, inputs: int, alarm: str | None) -> Outcome:
        """What was reached by each mark; those that were not come to are as the end was."""
        by_mark = {mark: self.reached.marked(mark) for mark in self.inputs}
        self.reached.mark("end")
        reached = self.reached.marked("end")
        for mark in (str(mark) for mark in MARKS if mark <= max(MARKS[0], limit())):
            self.inputs.setdefault(mark, inputs)
            by_mark.setdefault(mark, reached)
        missing = self.reached.own - reached - self.reached.explained
        return {
            "solved": not missing,
            "reason": f"{len(missing)} not reached",
            "alarm": alarm,
            "inputs": self.inputs,
            "own": _joined(self.reached.own),
            "explained": _joined(self.reached.explained),
            "reached": {mark: _joined(places) for mark, places in by_mark.items()},
        }

    def _mark(self, mark: int, inputs: int) -> None:
        self.inputs[str(mark)] = inputs
        self.reached.mark(str(mark))


def _by_refute(task: str, seed: int) -> Job:
    from refute import check

    watching = _Watching(task)

    def job() -> Outcome:
        with watching:
            report = check(
                watching.target.function,
                budget=limit(),
                seed=seed,
                in_process=True,
                progress=lambda progress: watching.look(progress.tests),
            )
        return watching.outcome(report.tests, report.findings[0].call if report.findings else None)

    return job


def _by_hypothesis(which: str) -> Callable[[str, int], Job]:
    def prepare(task: str, seed: int) -> Job:
        import hypothesis
        from libraries import strategies

        from refute.judge.findings import Failure
        from refute.judge.trials import Trial
        from refute.spaces.arguments import admits
        from refute.types.signatures import read_signature

        watching = _Watching(task)
        signature = read_signature(watching.target.function)
        trial = Trial(signature)
        arguments = getattr(strategies, which)(watching.target)
        places = [signature.order.index(parameter.name) for parameter in signature.parameters]

        def job() -> Outcome:
            inputs, alarm = 0, None

            @hypothesis.seed(seed)
            @hypothesis.settings(
                max_examples=10**9,
                deadline=None,
                database=None,
                phases=[hypothesis.Phase.generate],
                suppress_health_check=list(hypothesis.HealthCheck),
            )
            @hypothesis.given(arguments)
            def run(given: tuple[Any, ...]) -> None:
                nonlocal inputs, alarm
                watching.look(inputs)
                values = tuple(given[place] for place in places)
                hypothesis.assume(admits(signature, values))
                inputs += 1
                if any(map(callable, given)):
                    with suppress(Exception):  # but not what Hypothesis ends a call with
                        watching.target.function(*given)
                if isinstance(trial(values, values), Failure):
                    alarm = repr(values)
                    raise _Enough

            with watching, suppress(_Enough):
                run()
            return watching.outcome(inputs, alarm)

        return job

    return prepare


TOOLS = (
    Tool("refute", _by_refute, missing=needs("coverage")),
    Tool("Hypothesis, from types", _by_hypothesis("from_types"), random=True, missing=needs("hypothesis")),
    Tool("Hypothesis, by hand", _by_hypothesis("by_hand"), random=True, missing=needs("hypothesis")),
)


def tasks(full: bool) -> Sequence[Task]:
    every = [Task(found.task, library, correct=True) for library in LIBRARIES for found in targets(library)]
    return every if full else every[::ONE_OF]


class _Library:
    """The runs of one tool on all functions of a library, taken together."""

    def __init__(self, results: Results, tool: str, library: str) -> None:
        self.runs = [
            run.outcome
            for run in results.runs
            if run.tool == tool and run.task.startswith(f"{library}.") and "reached" in run.outcome
        ]
        self.failed = [
            run.task
            for run in results.runs
            if run.tool == tool and run.task.startswith(f"{library}.") and "reached" not in run.outcome
        ]
        common = [mark for mark in MARKS if all(str(mark) in run["reached"] for run in self.runs)]
        self.marks = common if self.runs else []
        self.places = self._union("own")
        self.explained = self._union("explained") & self.places

    def reached(self, mark: int) -> set[str]:
        return {place for run in self.runs for place in run["reached"][str(mark)].split()} & self.places

    def share(self, mark: int, branches: bool) -> float:
        """Of lines, or of branches."""
        possible = {place for place in self.places if (">" in place) == branches}
        return len(self.reached(mark) & possible) / len(possible) if possible else 1.0

    def open(self, mark: int) -> list[str]:
        """What was not reached, and is not explained."""
        return sorted(self.places - self.explained - self.reached(mark))

    def inputs(self, mark: int) -> int:
        return sum(run["inputs"][str(mark)] for run in self.runs)

    def _union(self, key: str) -> set[str]:
        return {place for run in self.runs for place in run[key].split()}


def _libraries(results: Results) -> Iterator[tuple[str, str, _Library]]:
    for tool in TOOLS:
        for library in LIBRARIES:
            found = _Library(results, tool.name, library)
            if found.runs:
                yield tool.name, library, found


def grids(results: Results) -> Sequence[Grid]:
    rows, marks = [], [mark for mark in MARKS if mark <= max(MARKS[0], results.effort.limit)]
    notes = []
    for tool, library, found in _libraries(results):
        cells = []
        for mark in marks:
            if mark in found.marks:
                cells += [f"{found.share(mark, branches):.1%}" for branches in (False, True)]
                cells.append(f"{found.inputs(mark):,}")
            else:
                cells += ["", "", ""]
        rows.append([f"{LIBRARIES[library]}, {tool}", str(len(found.runs)), *cells, str(len(found.explained))])
        still = found.open(found.marks[-1]) if found.marks and tool == TOOLS[0].name else []
        if still:
            notes.append(f"{LIBRARIES[library]}: not reached and not explained: {', '.join(still)}")
    columns = [f"{what}, {mark} s" for mark in marks for what in ("lines", "branches", "inputs")]
    header = ["library", "functions", *columns, "explained"]
    return [Grid(f"{TITLE}: reached of lines and branches after so many seconds a function", header, rows, notes)]


def charts(results: Results) -> Mapping[str, str]:
    return {
        f"coverage-{what}": shares(
            f"{what} reached, of all {what} of a library",
            "seconds a function",
            {
                f"{LIBRARIES[library]}, {tool}": [(mark, found.share(mark, what == "branches")) for mark in found.marks]
                for tool, library, found in _libraries(results)
            },
        )
        for what in ("lines", "branches")
    }


def missed(results: Results) -> Sequence[str]:
    wrong = []
    for library, name in LIBRARIES.items():
        found = _Library(results, TOOLS[0].name, library)
        wrong += [f"{task} was not measured" for task in found.failed]
        if len(found.marks) < 2:
            continue  # the short run is over before the goal has to be reached
        mark = found.marks[1]
        for what, branches in (("lines", False), ("branches", True)):
            if found.share(mark, branches) <= GOAL:
                wrong.append(f"{found.share(mark, branches):.1%} of the {what} of the {name} after {mark} s")
        wrong += [f"{name}, {place}: not reached, and not explained" for place in found.open(found.marks[-1])]
    return wrong


def _joined(places: frozenset[str]) -> str:
    return " ".join(sorted(places))
