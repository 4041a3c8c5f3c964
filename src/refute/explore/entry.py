"""`explore`: drive a module or a class from outside."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from refute.campaign.campaign import Progress
from refute.campaign.report import Report
from refute.check.client import LocalHost
from refute.choices import CONTRACTS, STRATEGIES
from refute.errors import ScopeError
from refute.explore.coverage_data import refuse_where_missing as refuse_without_coverage
from refute.explore.coverage_data import save
from refute.explore.data import ExploreOptions, Reference
from refute.explore.expedition import Wishes, explored
from refute.explore.hosting.elsewhere import SpawningExploreService, named_target
from refute.explore.hosting.service import ExploreService
from refute.judge.oracles import Tolerance
from refute.programs.engine.exploration import Exploring
from refute.programs.interface.interface import Interface
from refute.programs.schedule.segments import TURN
from refute.run.body import Rebuild
from refute.run.clocks.frozen import refuse_where_missing, stop_clocks
from refute.run.host.process import Host
from refute.run.host.spawned import SpawnedHost
from refute.run.inside import Inside
from refute.run.isolated import Isolated
from refute.run.limits import Limits
from refute.run.system.forks import way_of
from refute.run.system.interrupts import Interrupts

_LONGER = 5  # times are turns longer where several workers take them


def explore(
    target: ModuleType | type | Interface,
    *,
    calls: int | None = None,
    seconds: float | None = None,
    strategy: str = "auto",
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    ints: Sequence[int] = (),
    strs: Sequence[str] = (),
    from_tests: Sequence[str | os.PathLike[str]] = (),
    model: type | ModuleType | None = None,
    bounds: Mapping[str, int] | None = None,
    seed: int = 0,
    strict: bool = False,
    raises: Sequence[str] = (),
    exempt: Sequence[str] = (),
    max_findings: int = 10,
    in_process: bool = False,
    jobs: int = 1,
    workers: str = "auto",
    limits: Limits | None = None,
    store: str | os.PathLike[str] | None = None,
    threads: bool = False,
    explain: bool = False,
    draw: bool = False,
    audit: str | os.PathLike[str] | None = None,
    coverage: str | os.PathLike[str] | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Report:
    """Call what a module, a class or an interface offers, on what it has made, and report what breaks.

    `calls`: programs of up to so many calls; without it, ever longer ones until the time is over. `seconds`: that
    time, 10 s if nothing is said. `strategy`: "auto", "deepening", "breadth", "random" or "coverage".
    `include` and `exclude`: patterns for the names of operations. `ints` and `strs`: the only integers and texts that
    arguments have. `from_tests`: files and directories of tests, whose calls and literals are tried; they are read and
    not run. `model`: a class, or a module, that does the same as
    the one that is explored, and is run beside it. `bounds`: how many instances of a class are kept.
    `exempt`: contracts of objects that are not asked for, or "all".
    `jobs`: how many workers share a stage that is large enough. `workers`: how processes come about: "fork" from this
    one, "spawn" as fresh interpreters, "auto" what suits the system. `in_process` does everything in this process, for
    debuggers. `store`: a directory in which failing programs are kept, to be tried first on the next run. `threads`:
    two calls at a time are made on each object as well, and have to do what they do one after the other. `explain`: the
    report tells how instances are made, and why something was never called. `draw`: it has a picture of states and
    calls. `audit`: a file to which every call is written before it happens. `coverage`: a data file for coverage.py is
    written.
    """
    if coverage is not None:
        refuse_without_coverage()
    how = exploring(
        calls=calls,
        strategy=strategy,
        bounds=bounds,
        seed=seed,
        strict=strict,
        raises=raises,
        exempt=exempt,
        jobs=jobs,
        ints=ints,
        strs=strs,
        tests=from_tests,
    )
    log = None if audit is None else Path(audit).absolute()
    options = ExploreOptions(limits or Limits(), how, tuple(include), tuple(exclude), log, jobs)
    with Interrupts() as interrupts:
        made = host_for(target, model, limits=options.limits, in_process=in_process, workers=workers, audit=log)
        with closing(made) as host:
            kept = None if store is None else Path(store)
            more = (threads, explain, draw, progress)
            wishes = Wishes(seconds, max_findings, kept, *more, coverage=coverage is not None)
            report = explored(host, Reference(), options, wishes, name=_name(target))
    report.interrupted = report.interrupted or interrupts.raised
    if coverage is not None:
        save(report.arcs or {}, Path(coverage))
    return report


def exploring(
    *,
    calls: int | None,
    strategy: str,
    bounds: Mapping[str, int] | None,
    seed: int,
    strict: bool = False,
    raises: Sequence[str] = (),
    exempt: Sequence[str] = (),
    jobs: int = 1,
    ints: Sequence[int] = (),
    strs: Sequence[str] = (),
    tests: Sequence[str | os.PathLike[str]] = (),
) -> Exploring:
    if strategy not in STRATEGIES:
        raise ScopeError(f"there is no strategy {strategy!r}", remedy=f"Use one of {', '.join(STRATEGIES)}.")
    for name in exempt:
        if name not in CONTRACTS:
            raise ScopeError(f"there is no contract {name!r}", remedy=f"Use some of {', '.join(CONTRACTS)}.")
    turn = TURN if jobs == 1 else TURN * _LONGER * jobs  # each worker has to come to its part of one
    how = (seed, tuple((bounds or {}).items()), Tolerance(strict, tuple(raises)), turn)
    return Exploring(
        *(strategy, calls, *how),
        home=os.getcwd(),
        exempt=tuple(exempt),
        ints=tuple(ints),
        texts=tuple(strs),
        tests=tuple(os.fspath(path) for path in tests),
    )


def host_for(
    target: Any = None,
    model: Any = None,
    *,
    limits: Limits,
    in_process: bool = False,
    workers: str = "auto",
    audit: Path | None = None,
) -> Host | LocalHost:
    """What reads and runs the user's code: a process that is forked from this one, or a fresh interpreter, or, on
    request, this one."""
    if limits.freeze:
        refuse_where_missing()
    if in_process:
        if limits.freeze:
            raise ScopeError("clocks are not stopped in this process", remedy="Go without --in-process.")
        return LocalHost(lambda: ExploreService(lambda limits: Inside(), target, model=model))
    wall = limits.wall
    if audit is not None:  # calls are written there
        wall = replace(wall, write=(*wall.write, os.fspath(audit)))
    if way_of(workers) == "fork":
        return Host(lambda: _service(target, model, freeze=limits.freeze), wall=wall)
    names = (named_target(target), limits.freeze, named_target(model))
    made = Rebuild(SpawningExploreService.__module__, SpawningExploreService.__name__, names)
    return SpawnedHost(made, wall=wall)


def _service(target: Any, model: Any, *, freeze: bool) -> ExploreService:
    """In a host that was forked."""
    if freeze:
        stop_clocks()
    return ExploreService(Isolated, target, model=model)


def _name(target: Any) -> str:
    return str(getattr(target, "name", "") or getattr(target, "__qualname__", "") or getattr(target, "__name__", "it"))
