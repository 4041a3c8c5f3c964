"""`check`: from an annotated function to a verdict.

The annotation is read as a refinement type, the type gives a space of inputs, the inputs are tried stage by stage in a
worker, each outcome is judged, and what broke a promise is reported with the smallest input that shows it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from refute.campaign.campaign import Gathering
from refute.campaign.report import Report, warnings
from refute.errors import EmptyTypeError, ScopeError
from refute.judge.findings import vacuous
from refute.quantifiers.decisions import recorded
from refute.run.limits import Limits
from refute.search.schedule.clock import Clock
from refute.search.schedule.plan import is_endless, stages
from refute.search.schedule.samples import LARGEST
from refute.search.schedule.solver_stage import ENGINES, Further, batches
from refute.search.schedule.stages import Exhaust, Sample, Solved, Stage
from refute.spaces.scope import Scope
from refute.store.files import Store
from refute.store.replay import Replay
from refute.types.callables.undecorated import undecorated
from refute.types.model import has_functions
from refute.types.signatures import Signature, read_signature

DEFAULT_BUDGET = 5.0
_FOR_EXHAUSTING = 0.5  # share of a budget for scopes, which grow too fast for more to help; the rest is for samples


def check(
    function: Callable[..., Any],
    *,
    scope: Scope | None = None,
    budget: float | None = None,
    tests: int | None = None,
    seed: int = 0,
    isolation: str = "process",
    limits: Limits | None = None,
    max_findings: int = 3,
    engine: str = "auto",
    bound_to: type | None = None,
    store: str | os.PathLike[str] | None = None,
    progress: Callable[[Report, Stage, int], None] | None = None,
) -> Report:
    """Test a function against its types. With a scope it is run to its end; without one, the budget leads.

    `engine` chooses the inputs: "classes" from scopes, "smt" by a solver, "auto" by the solver where scopes have few.
    `store` is a directory in which failures are kept, to be tried first on the next run; without it, nothing is kept.
    `progress` is called now and then with the report so far, the stage at hand and how far it has come.
    """
    if isolation not in ("process", "none"):
        raise ScopeError(f"there is no isolation {isolation!r}", remedy="Use 'process' or 'none'.")
    if engine not in ENGINES:
        raise ScopeError(f"there is no engine {engine!r}", remedy=f"Use one of {', '.join(ENGINES)}.")
    begin = time.monotonic()
    signature = read_signature(function, bound_to=bound_to)
    if scope is None and budget is None and tests is None:
        budget = DEFAULT_BUDGET

    def searched(signature: Signature, replay: Replay | None = None) -> Gathering:
        report = Report(signature.name, signature.place, seed=seed, notes=signature.notes)
        report.functions = tuple(p.name for p in signature.parameters if has_functions(p.type))
        search = Gathering(signature, report, isolation, limits or Limits(), max_findings, progress)
        if budget is not None:
            now, share = time.monotonic(), 1.0 if scope is not None else _FOR_EXHAUSTING
            search.clock = Clock(now + budget, now + share * budget, share)
        search.most, search.asked, search.began = tests, scope, begin
        _search(search, replay, seed, engine)
        return search

    replay = Replay(Store(Path(store)), signature, bound_to) if store is not None else None
    search = searched(signature, replay)
    bare = undecorated(signature)
    changed = search.changed_by_decorators(bare) if bare is not None and not search.report.interrupted else None
    if replay is not None:
        replay.keep(search.report.findings if changed is None else ())
    search.add_replayed()
    if bare is not None and changed is not None:
        search = searched(bare)
        search.report.target = signature.name
        search.report.warnings.append(changed)
    report = search.report
    if replay is not None:
        report.warnings += replay.words
    report.discarded = min(search.discards.value, report.tests)
    report.seconds = time.monotonic() - begin
    report.warnings += warnings(signature, report)
    if not report.findings:
        report.warnings += search.doubts.warnings()
    return report


def _search(search: Gathering, replay: Replay | None, seed: int, engine: str) -> None:
    """Try inputs until there is nothing more to try, or no time or need for it."""
    signature, report, scope = search.signature, search.report, search.asked
    recorded.value.clear()
    try:
        if replay is not None:
            search.replay(replay)
        for stage in _stages(signature, scope, search, seed, engine):
            if not search.run(stage):
                break
        else:
            report.everything = scope is None and not is_endless(signature)
            report.complete = report.complete or (report.everything and not search.doubts.undecided)
    except EmptyTypeError as error:
        report.findings.append(vacuous(signature, error))
    except KeyboardInterrupt:
        report.interrupted = True


def _stages(
    signature: Signature, scope: Scope | None, search: Gathering, seed: int, engine: str
) -> Iterator[Exhaust | Sample | Solved]:
    """The inputs in the order in which they are tried."""
    if engine == "smt":
        return _by_solver(signature, scope, search)
    further = Further(signature, engine, scope, search.clock.deadline, search.confirmed)
    search.report.engines = further.said
    return stages(signature, scope, seed, search.clock, further)


def _by_solver(signature: Signature, scope: Scope | None, search: Gathering) -> Iterator[Solved]:
    """The inputs of a scope, or of growing sizes without bounds on scalars, as a solver finds them."""
    from refute.search.solver.enumerate import solutions

    search.report.engines.append("smt: all parameters, as asked for")
    limit = scope or Scope(size=LARGEST)
    found = solutions(signature, limit, bounded=scope is not None, deadline=search.clock.deadline)
    yield from batches(found)
    if scope is not None and found.complete:
        search.exhausted(scope)
    elif scope is not None:
        search.report.warnings.append("the solver left questions unanswered: there may be other inputs in this scope")
