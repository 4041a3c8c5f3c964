"""How small the counterexamples are that tools report: the shrinking challenges of the property-testing community."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harness.charts import log_bars
from harness.figures import ratio
from harness.grids import Grid, time
from harness.grids import ratio as shown_ratio
from harness.results import Results
from harness.tasks import Job, Outcome, Task, Tool, needs

TITLE = "Scores of counterexamples: nodes and sum of absolute values"
LIMIT = 60
MOST_EXAMPLES = 50_000


def tasks(full: bool) -> list[Task]:
    return [Task(name) for name in _challenges()]


def _challenges() -> dict[str, Any]:
    from shrinking.challenges import BEST

    return {challenge.__name__: challenge for challenge in BEST}


def _found(challenge: Any, values: tuple[Any, ...] | None) -> Outcome:
    from shrinking.challenges import score

    if values is None:
        return {"solved": False, "reason": "not found"}
    assert not challenge(*values)
    return {"solved": True, "score": sum(map(score, values)), "counterexample": ", ".join(map(repr, values))}


def by_refute(task: str, seed: int) -> Job:
    from refute import check

    challenge = _challenges()[task]

    def job() -> Outcome:
        findings = check(challenge, seed=seed).findings
        return _found(challenge, tuple(findings[0].arguments.values()) if findings else None)

    return job


def by_hypothesis(task: str, seed: int) -> Job:
    from random import Random

    from hypothesis import HealthCheck, find, settings
    from hypothesis.errors import NoSuchExample
    from shrinking.strategies import STRATEGIES

    challenge = _challenges()[task]
    chosen = settings(database=None, max_examples=MOST_EXAMPLES, suppress_health_check=list(HealthCheck))

    def job() -> Outcome:
        try:
            values = find(STRATEGIES[challenge], lambda v: not challenge(*v), settings=chosen, random=Random(seed))
        except NoSuchExample:
            return _found(challenge, None)
        return _found(challenge, values)

    return job


TOOLS = (
    Tool("refute", by_refute, random=True),
    Tool("Hypothesis", by_hypothesis, random=True, missing=needs("hypothesis")),
)


def _best() -> dict[str, int]:
    from shrinking.challenges import BEST, score

    return {challenge.__name__: sum(map(score, values)) for challenge, values in BEST.items()}


def _worst(results: Results, task: str, tool: str) -> int | None:
    """The largest score over all seeds, where each found something."""
    cell = results.cells.get((task, tool))
    return max(int(str(run.outcome["score"])) for run in cell.runs) if cell and cell.solved else None


def grids(results: Results) -> list[Grid]:
    rows = []
    for task, best in _best().items():
        scores = [_worst(results, task, tool.name) for tool in TOOLS]
        times = [time(results.cells.get((task, tool.name))) for tool in TOOLS]
        shown = ["—" if score is None else f"{score:,}" for score in scores]
        rows.append(
            (task.replace("_", " "), f"{best:,}", *[cell for pair in zip(shown, times, strict=True) for cell in pair])
        )
    header = ("challenge", "best there is", *[text for tool in TOOLS for text in (tool.name, "time")])
    return [
        Grid(
            TITLE,
            header,
            rows,
            (
                "The largest score over all seeds; the time is the median, and has the shrinking in it.",
                *_ratio(results),
            ),
        )
    ]


def _ratio(results: Results) -> Iterator[str]:
    ours, *others = (tool.name for tool in TOOLS)
    for theirs in others:
        times = ratio(results.cells, theirs, ours)
        if times.tasks:
            yield f"Times as long as {ours} takes, over what both find: {theirs} {shown_ratio(times)}."


def charts(results: Results) -> Mapping[str, str]:
    rows = {
        task.replace("_", " "): {
            "best there is": best,
            **{tool.name: score for tool in TOOLS if (score := _worst(results, task, tool.name)) is not None},
        }
        for task, best in _best().items()
    }
    return {"shrinking": log_bars("Scores of counterexamples, smaller is better", rows)}


def missed(results: Results) -> Sequence[str]:
    return [
        f"{task}: a score of {score or 'nothing'} where {best} is the best"
        for task, best in _best().items()
        if (score := _worst(results, task, "refute")) != best
    ]
