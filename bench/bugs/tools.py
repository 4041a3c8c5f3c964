"""How each tool is given a task: the properties of a copy of a workload, in the directory at hand."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from harness.tasks import Job, Outcome

from bugs.workloads import NO_FAULT, imported

FOR_CORRECT = 1.0  # seconds in which a tool may accuse a correct program
LONGEST = 60.0  # seconds that a tool may take; those of a run are fewer
WITHOUT_END = 10**9
Property = Callable[..., bool]
# In so many seconds, or in what the tool takes: what there is to tell of a failure, None if there is none.
Search = Callable[[float | None], Outcome | None]
FOUND: Outcome = {}


def job(task: str, ready: Callable[[Property], Search]) -> Job:
    """A tool's search on a task, which names a workload, a fault and a property."""
    workload, fault, prop = task.split("/")
    search = ready(getattr(imported(workload, fault, Path.cwd()), prop))

    def run() -> Outcome:
        if fault == NO_FAULT:
            return {"solved": True, "alarm": search(FOR_CORRECT) is not None}
        found = search(None)
        return {"solved": False, "reason": "not found"} if found is None else {"solved": True, **found}

    return run


def by_refute(task: str, seed: int) -> Job:
    """What is timed is the time to the first failure; making it smaller and explaining it is told beside it."""
    from refute import check

    importlib.import_module("refute.run.workers.supervisor")  # else it is when the first process is started

    def ready(prop: Property) -> Search:
        def search(budget: float | None) -> Outcome | None:
            report = check(prop, budget=budget, seed=seed, max_findings=1)
            if not report.findings:
                return None
            return {"seconds": report.failed_after, "reported": report.seconds}

        return search

    return job(task, ready)


def by_hypothesis(source: str) -> Callable[[str, int], Job]:
    """`source` is the function in the strategies of a workload that says what inputs are drawn from."""

    def prepare(task: str, seed: int) -> Job:
        def ready(prop: Property) -> Search:
            strategies = getattr(importlib.import_module("strategies"), source)(prop)
            return lambda budget: _drawn(prop, strategies, seed, budget)

        return job(task, ready)

    return prepare


class _Enough(BaseException):
    """Time is up: no failure, though it ends the search."""


def _drawn(prop: Property, strategies: Mapping[str, Any], seed: int, budget: float | None) -> Outcome | None:
    import hypothesis

    until = None if budget is None else time.monotonic() + budget

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=WITHOUT_END,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
        verbosity=hypothesis.Verbosity.quiet,
    )
    @hypothesis.given(**strategies)
    def holds(**values: object) -> None:
        if until is not None and time.monotonic() > until:
            raise _Enough
        assert prop(**values)

    try:
        holds()
    except _Enough:
        return None
    except Exception:  # whatever the program raises is a failure
        return FOUND
    return None


def by_crosshair(task: str, seed: int) -> Job:
    from crosshair.core_and_libs import AnalysisMessage, MessageType, analyze_function, run_checkables
    from crosshair.options import AnalysisKind, AnalysisOptionSet

    def ready(prop: Property) -> Search:
        contract = _contract(prop)

        def search(budget: float | None) -> Outcome | None:
            options = AnalysisOptionSet(analysis_kind=[AnalysisKind.PEP316], per_condition_timeout=budget or LONGEST)
            messages: list[AnalysisMessage] = run_checkables(analyze_function(contract, options))
            return FOUND if any(message.state > MessageType.PRE_UNSAT for message in messages) else None

        return search

    return job(task, ready)


def _contract(prop: Property) -> Property:
    """The property as a function with a contract, in a module of its own: CrossHair reads the source."""
    told = importlib.import_module("contracts")
    kinds = {name: kind for name, kind in prop.__annotations__.items() if name != "return"}
    plain = {name: told.PLAIN.get(kind, (kind, None)) for name, kind in kinds.items()}
    parameters = ", ".join(f"{name}: {kind}" for name, (kind, _) in plain.items())
    conditions = [f"pre: {demand.format(name)}" for name, (_, demand) in plain.items() if demand is not None]
    lines = [
        told.IMPORTS,
        "import properties",
        f"def {prop.__name__}({parameters}) -> bool:",
        '    """',
        *[f"    {condition}" for condition in (*conditions, "post: _")],
        '    """',
        f"    return properties.{prop.__name__}({', '.join(kinds)})",
    ]
    Path("contract.py").write_text("\n".join(lines) + "\n")
    found: Property = getattr(importlib.import_module("contract"), prop.__name__)
    return found
