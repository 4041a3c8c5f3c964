"""How each tool is given an everyday function: as it is, with the settings that the tool has by default.

A task is named after a module and a function; of a correct one, its name ends in `, correct`.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, get_type_hints

from harness.tasks import Job, Outcome, Task, limit

from everyday.faults import FAULTS

HERE = Path(__file__).parent
CORRECT = ", correct"
FOR_CORRECT = 3.0  # seconds for a tool that has no end of its own
Search = Callable[[float], bool]  # in so many seconds: whether something was found


def all_tasks() -> list[Task]:
    found = []
    for module, faults in FAULTS.items():
        for fault in faults:
            name = f"{module}/{fault.name}"
            found += [Task(name, module), Task(f"{name}{CORRECT}", module, correct=True)]
    return found


def imported(task: str, directory: Path) -> Callable[..., Any]:
    """The function of a task, from a copy of its module in a directory."""
    module, _, name = task.removesuffix(CORRECT).partition("/")
    text = (HERE / f"{module}.py").read_text()
    if not task.endswith(CORRECT):
        (fault,) = (one for one in FAULTS[module] if one.name == name)
        text = fault.applied(text)
    file = directory / f"everyday_{module}.py"
    file.write_text(text)
    # another function of the same length, written in the same second, may have been compiled
    Path(cache_from_source(str(file))).unlink(missing_ok=True)
    sys.path.insert(0, str(directory))
    sys.modules.pop(f"everyday_{module}", None)
    importlib.invalidate_caches()
    function: Callable[..., Any] = getattr(importlib.import_module(f"everyday_{module}"), name)
    return function


def _job(task: str, ready: Callable[[Callable[..., Any]], Search]) -> Job:
    search = ready(imported(task, Path.cwd()))

    def run() -> Outcome:
        if task.endswith(CORRECT):
            return {"solved": True, "alarm": search(min(FOR_CORRECT, limit()))}
        return {"solved": True} if search(limit()) else {"solved": False, "reason": "not found"}

    return run


def by_refute(task: str, seed: int) -> Job:
    """What is timed has everything in it: also making a counterexample smaller."""
    from refute import check

    importlib.import_module("refute.run.workers.supervisor")  # else it is when the first process is started
    return _job(task, lambda function: lambda seconds: bool(check(function, seed=seed, max_findings=1).findings))


def by_hypothesis(task: str, seed: int) -> Job:
    """A hundred examples from the types, with the checks of its health and the deadline of a call left out."""
    import hypothesis
    from hypothesis import strategies

    def ready(function: Callable[..., Any]) -> Search:
        kinds = {name: kind for name, kind in get_type_hints(function).items() if name != "return"}
        given = hypothesis.given(**{name: strategies.from_type(kind) for name, kind in kinds.items()})
        chosen = hypothesis.settings(
            database=None,
            deadline=None,
            suppress_health_check=list(hypothesis.HealthCheck),
            verbosity=hypothesis.Verbosity.quiet,
        )

        @hypothesis.seed(seed)
        @chosen
        @given
        def called(**values: object) -> None:
            function(**values)

        def search(seconds: float) -> bool:
            try:
                called()
            except Exception:  # whatever the function raises is a failure
                return True
            return False

        return search

    return _job(task, ready)


def by_crosshair(task: str, seed: int) -> Job:
    from crosshair.core_and_libs import AnalysisMessage, MessageType, analyze_function, run_checkables
    from crosshair.options import AnalysisKind, AnalysisOptionSet

    def ready(function: Callable[..., Any]) -> Search:
        contract = _contract(function)

        def search(seconds: float) -> bool:
            options = AnalysisOptionSet(analysis_kind=[AnalysisKind.PEP316], per_condition_timeout=seconds)
            messages: list[AnalysisMessage] = run_checkables(analyze_function(contract, options))
            failing = (MessageType.POST_FAIL, MessageType.POST_ERR, MessageType.EXEC_ERR)
            return any(message.state in failing for message in messages)

        return search

    return _job(task, ready)


def _contract(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with a contract that every result fulfils: what is left to be found is what it raises."""
    module, name = function.__module__, function.__name__
    parameters = ", ".join(map(str, inspect.signature(function).parameters.values()))
    lines = [
        f"from {module} import *",
        f"import {module}",
        f"def {name}({parameters.replace(chr(39), '')}) -> object:",
        '    """',
        "    post: True",
        '    """',
        f"    return {module}.{name}({', '.join(inspect.signature(function).parameters)})",
    ]
    Path("contract.py").write_text("\n".join(lines) + "\n")
    found: Callable[..., Any] = getattr(importlib.import_module("contract"), name)
    return found
