"""The paper's figure 8: the same inputs at rising depth, all of them or the first thousand, by every tool.

Depth is SmallCheck's for everyone, so that the spaces are the same: the number of valid inputs is told by refute, and
those who can count have to agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from depths import haskell
from depths.balanced_maps import MAPS
from depths.lists import LISTS
from depths.red_black import RED_BLACK
from depths.stack_sets import STACK_SETS
from depths.subject import Subject
from harness.charts import log_lines
from harness.figures import Cells, only, ratio
from harness.grids import Grid, seconds, time
from harness.grids import ratio as shown_ratio
from harness.results import Results
from harness.tasks import Job, Outcome, Task, Tool, needs

from refute import Scope, check
from refute.spaces.arguments import argument_lists
from refute.types.signatures import read_signature

TITLE = "All inputs at rising depth"
LIMIT = 60

SUBJECTS = {subject.name: subject for subject in (LISTS, RED_BLACK, MAPS, STACK_SETS)}
DEPTHS: Mapping[str, Sequence[int]] = {
    LISTS.name: (2, 4, 6, 8, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24),
    RED_BLACK.name: (2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
    MAPS.name: (2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16),
    STACK_SETS.name: (2, 3, 4, 5, 6, 7, 8),
}
SHORT: Mapping[str, Sequence[int]] = {
    LISTS.name: (4, 8),
    RED_BLACK.name: (4, 8),
    MAPS.name: (4, 8),
    STACK_SETS.name: (4, 6),
}
FIRST = 1_000
FURTHER = 4  # depths beyond Lazy SmallCheck
MOST_TO_CALL = 10_000_000  # no one makes more calls in Python within the limit: beyond, the first thousand count

ALL, THOUSAND, BY_HAND, LAZY = "refute, all", "refute, 1,000", "by hand, all", "Lazy SmallCheck, all"


def tasks(full: bool) -> list[Task]:
    return [
        Task(f"{name}/{depth}", group=name, correct=True, level=depth, longer=_as_published(SUBJECTS[name], depth))
        for name, depths in (DEPTHS if full else SHORT).items()
        for depth in depths
    ]


def _as_published(subject: Subject, depth: int) -> dict[str, float]:
    """All inputs may take as long as the paper took for a thousand."""
    return {ALL: subject.published[depth]} if depth in subject.published else {}


def named(task: str) -> tuple[Subject, int]:
    name, _, depth = task.partition("/")
    return SUBJECTS[name], int(depth)


# ------------------------------------------------------------------------------------------------------------- tools


def by_check(opaque: bool = False, first: int | None = None, engine: str = "auto") -> Callable[[str, int], Job]:
    def prepare(task: str, seed: int) -> Job:
        subject, depth = named(task)
        function = subject.opaque if opaque else subject.function

        def job() -> Outcome:
            report = check(function, scope=Scope.smallcheck(depth), tests=first, engine=engine)
            solved = report.status == "exhausted" or (report.ok and report.tests == first)
            reason = "" if solved else f"{report.status} after {report.tests:,} inputs"
            return {"solved": solved, "alarm": not report.ok, "inputs": report.tests, "reason": reason}

        return job

    return prepare


def counting(task: str, seed: int) -> Job:
    subject, depth = named(task)
    return lambda: {
        "solved": True,
        "inputs": argument_lists(read_signature(subject.function), Scope.smallcheck(depth)).count,
    }


def by_hand(task: str, seed: int) -> Job:
    subject, depth = named(task)
    return lambda: {"solved": True, "inputs": subject.by_hand(subject.inputs(depth))}


def in_haskell(library: str, first: int | None = None) -> Callable[[str, int], Job]:
    def prepare(task: str, seed: int) -> Job:
        subject, depth = named(task)

        def job() -> Outcome:
            inputs, refuted = haskell.counted(library, subject.name, depth, first)
            return {"solved": not refuted, "alarm": refuted, "inputs": inputs}

        return job

    return prepare


def by_hypothesis(task: str, seed_: int) -> Job:
    from depths.drawn import arguments
    from hypothesis import HealthCheck, assume, given, seed, settings
    from hypothesis.errors import HypothesisException

    subject, depth = named(task)
    tried: set[str] = set()
    valid = 0

    @seed(seed_)
    @settings(max_examples=FIRST, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(arguments(subject.name, depth))
    def test(drawn: tuple[Any, ...]) -> None:
        nonlocal valid
        assume(subject.is_valid(*drawn))
        valid += 1
        tried.add(repr(drawn))
        subject.by_hand([drawn])

    def job() -> Outcome:
        try:
            test()
        except HypothesisException as error:
            return {"solved": False, "reason": f"{type(error).__name__} after {valid:,} valid inputs"}
        # it stops before if it has seen everything that it can draw
        solved = valid >= FIRST or len(tried) == sum(1 for _ in subject.inputs(depth))
        return {"solved": solved, "inputs": valid, "distinct": len(tried), "reason": f"{valid:,} valid inputs"}

    return job


TOOLS: Sequence[Tool] = (
    Tool("inputs", counting),
    Tool(ALL, by_check()),
    Tool(THOUSAND, by_check(first=FIRST)),
    Tool("solver, 1,000", by_check(first=FIRST, engine="smt"), rising=False),  # that there are no more is hard to know
    Tool("narrowing, all", by_check(opaque=True)),
    Tool(BY_HAND, by_hand),
    Tool(LAZY, in_haskell("lazy"), missing=haskell.missing),
    Tool("Lazy SmallCheck, 1,000", in_haskell("lazy", FIRST), missing=haskell.missing),
    Tool("SmallCheck, all", in_haskell("small"), missing=haskell.missing),
    Tool("Hypothesis, 1,000", by_hypothesis, random=True, missing=needs("hypothesis")),
)
BESIDE = {  # what each is compared with
    ALL: ("narrowing, all", BY_HAND, LAZY, "SmallCheck, all"),
    THOUSAND: ("solver, 1,000", "Lazy SmallCheck, 1,000", "Hypothesis, 1,000"),
}
CALLING = [tool.name for tool in TOOLS if tool.name != "inputs"]
EXACT = (ALL, "narrowing, all", BY_HAND, "SmallCheck, all")  # those whose inputs have to be as many as there are


# ----------------------------------------------------------------------------------------------------------- results


def grids(results: Results) -> list[Grid]:
    return [*[_grid(subject, results) for subject in SUBJECTS.values()], _ratios(results)]


def _grid(subject: Subject, results: Results) -> Grid:
    cells = results.cells
    header = ["depth", "inputs", *CALLING, "paper, 1,000"]
    rows = []
    for task in results.tasks:
        if task.group == subject.name:
            published = subject.published.get(task.level or 0)
            rows.append(
                [
                    str(task.level),
                    _many(_inputs(cells, task.name)),
                    *[time(cells.get((task.name, tool))) for tool in CALLING],
                    "" if published is None else seconds(published),
                ]
            )
    return Grid(subject.name, header, rows)


def _ratios(results: Results) -> Grid:
    pairs = [(ours, theirs) for ours, others in BESIDE.items() for theirs in others if theirs not in results.missing]
    rows = []
    for subject in SUBJECTS:
        measured = only(results.cells, [task.name for task in results.tasks if task.group == subject])
        rows.append([subject, *[shown_ratio(ratio(measured, theirs, ours)) for ours, theirs in pairs]])
    title = "Times as long as refute takes for all, or for a thousand, over the depths that both finish"
    return Grid(title, ["", *[theirs for _, theirs in pairs]], rows)


def _inputs(cells: Cells, task: str) -> int | None:
    cell = cells.get((task, "inputs"))
    return int(cell.number("inputs")) if cell is not None and cell.solved else None


def _many(count: int | None) -> str:
    return "" if count is None else f"{count:,}" if count < 10**9 else f"{count:.1e}"


def charts(results: Results) -> dict[str, str]:
    cells = results.cells
    drawn = {}
    for subject in SUBJECTS.values():
        series: dict[str, list[tuple[float, float]]] = {
            tool: [
                (float(task.level or 0), cells[task.name, tool].seconds)
                for task in results.tasks
                if task.group == subject.name and (task.name, tool) in cells and cells[task.name, tool].solved
            ]
            for tool in CALLING
        }
        series["paper, 1,000"] = [(float(depth), taken) for depth, taken in subject.published.items()]
        name = f"depths-{subject.name.replace(' ', '-')}"
        drawn[name] = log_lines(
            subject.name, "depth", "seconds", {tool: points for tool, points in series.items() if points}
        )
    return drawn


def missed(results: Results) -> list[str]:
    return [*_slower_than_published(results), *_not_further(results)]


def wrong(results: Results) -> list[str]:
    """Tools that tried another number of inputs than there are; Lazy SmallCheck need not look at all of an input."""
    complaints = []
    for task in results.tasks:
        there = _inputs(results.cells, task.name)
        for tool in (*EXACT, LAZY):
            cell = results.cells.get((task.name, tool))
            if there is None or cell is None or not cell.solved:
                continue
            tried = cell.number("inputs")
            if tried > there or (tried < there and tool in EXACT):
                complaints.append(f"{task.name}: {tool} tried {tried:,.0f} of {there:,} inputs")
    return complaints


def _slower_than_published(results: Results) -> list[str]:
    complaints = []
    for task in results.tasks:
        published = SUBJECTS[task.group].published.get(task.level or 0)
        if published is not None:
            there = _inputs(results.cells, task.name)
            ours = ALL if there is not None and there <= MOST_TO_CALL else THOUSAND
            cell = results.cells.get((task.name, ours))
            if cell is None or not cell.solved or cell.seconds > published:
                complaints.append(
                    f"{task.name}: {ours} takes {time(cell) or 'too long'}, the paper {seconds(published)}"
                )
    return complaints


def _not_further(results: Results) -> list[str]:
    if not results.effort.full or LAZY in results.missing:
        return []
    complaints = []
    for name in (LISTS.name, RED_BLACK.name, MAPS.name):
        ours, theirs = (_deepest(results, name, tool) for tool in (ALL, LAZY))
        if ours < theirs + FURTHER:
            complaints.append(f"{name}: all inputs to depth {ours}, Lazy SmallCheck to depth {theirs}")
    return complaints


def _deepest(results: Results, group: str, tool: str) -> int:
    cells = results.cells
    return max(
        (
            task.level or 0
            for task in results.tasks
            if task.group == group and (task.name, tool) in cells and cells[task.name, tool].solved
        ),
        default=0,
    )
