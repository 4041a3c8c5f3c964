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
Search = Callable[[float | None], bool]  # whether a failure was found, in so many seconds, or in what the tool takes


def job(task: str, ready: Callable[[Property], Search]) -> Job:
    """A tool's search on a task, which names a workload, a fault and a property."""
    workload, fault, prop = task.split("/")
    search = ready(getattr(imported(workload, fault, Path.cwd()), prop))

    def run() -> Outcome:
        if fault == NO_FAULT:
            return {"solved": True, "alarm": search(FOR_CORRECT)}
        return {"solved": True} if search(None) else {"solved": False, "reason": "not found"}

    return run


def by_refute(task: str, seed: int) -> Job:
    from refute import check

    def ready(prop: Property) -> Search:
        return lambda budget: bool(check(prop, budget=budget, seed=seed, max_findings=1).findings)

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


def _drawn(prop: Property, strategies: Mapping[str, Any], seed: int, budget: float | None) -> bool:
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
        return False
    except Exception:  # whatever the program raises is a failure
        return True
    return False


def by_crosshair(task: str, seed: int) -> Job:
    from crosshair.core_and_libs import AnalysisMessage, MessageType, analyze_function, run_checkables
    from crosshair.options import AnalysisKind, AnalysisOptionSet

    def ready(prop: Property) -> Search:
        contract = _contract(prop)

        def search(budget: float | None) -> bool:
            options = AnalysisOptionSet(analysis_kind=[AnalysisKind.PEP316], per_condition_timeout=budget or LONGEST)
            messages: list[AnalysisMessage] = run_checkables(analyze_function(contract, options))
            return any(message.state > MessageType.PRE_UNSAT for message in messages)

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
