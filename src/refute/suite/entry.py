"""`write`: keep what a target does as tests."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from refute.campaign.campaign import Progress
from refute.check.client import Requests, imported
from refute.explore.coverage_data import refuse_where_missing as refuse_without_coverage
from refute.explore.coverage_data import save
from refute.explore.data import ExploreOptions, InterfaceInfo
from refute.explore.entry import exploring
from refute.run.body import Rebuild
from refute.run.clocks.frozen import refuse_where_missing as refuse_without_frozen_clocks
from refute.run.clocks.frozen import stop_clocks
from refute.run.host.process import Host
from refute.run.host.spawned import SpawnedHost
from refute.run.isolated import Isolated
from refute.run.limits import Limits
from refute.run.system.forks import way_of
from refute.run.system.interrupts import Interrupts
from refute.suite.drafting.authoring import DEFAULT_SECONDS, Authoring, Draft
from refute.suite.hosting.elsewhere import SpawningSuiteService
from refute.suite.hosting.service import SuiteService
from refute.suite.keeping.verifying import refuse_where_missing
from refute.suite.publishing import Manuscript, published
from refute.suite.report import Written
from refute.targets.files import LeftOut


def write(
    target: str,
    file: str | Path,
    *,
    seconds: float = DEFAULT_SECONDS,
    update: bool = False,
    seed: int = 0,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    strict: bool = False,
    workers: str = "auto",
    limits: Limits | None = None,
    coverage: str | Path | None = None,
) -> Written:
    """Write tests of what a target does to a file.

    `target`: a file, a module, a package, `module:Class` or `module:function`. `seconds`: for each module. `update`:
    tests in a file that is there are replaced, but for those that somebody has edited; without it, no file is
    overwritten.
    `include` and `exclude`: patterns for the names of operations. `strict`: exceptions by which code with plain types
    refuses arguments are findings. `workers`: how processes come about, as for `explore`. `coverage`: a data file for
    coverage.py is written, of what the tests reach.
    """
    chosen = limits or Limits()
    refuse_where_missing()
    if coverage is not None:
        refuse_without_coverage()
    manuscript = Manuscript(Path(file), update=update)
    with Interrupts(), closing(host_for(chosen, workers)) as host:
        how = exploring(calls=None, strategy="coverage", bounds=None, seed=seed, strict=strict)
        options = ExploreOptions(chosen, how, tuple(include), tuple(exclude))
        found = written(host, target, manuscript, options, seconds, coverage=coverage is not None)
        if coverage is not None:
            save(found.arcs, Path(coverage))
        return found


def host_for(limits: Limits, workers: str = "auto") -> Host:
    """What reads and runs the user's code."""
    if limits.freeze:
        refuse_without_frozen_clocks()
    if way_of(workers) == "fork":
        return Host(lambda: _service(freeze=limits.freeze), wall=limits.wall)
    made = Rebuild(SpawningSuiteService.__module__, SpawningSuiteService.__name__, (None, limits.freeze))
    return SpawnedHost(made, wall=limits.wall)


def _service(*, freeze: bool) -> SuiteService:
    """In a host that was forked."""
    if freeze:
        stop_clocks()
    return SuiteService(Isolated)


def written(
    host: Requests,
    target: str,
    manuscript: Manuscript,
    options: ExploreOptions,
    seconds: float,
    telling: Callable[[Progress], None] | None = None,
    *,
    coverage: bool = False,
) -> Written:
    """Write tests of a target, in the order of the sentence: gather, observe, choose, strengthen, verify, save."""
    began = time.monotonic()
    drafts: list[Draft] = []
    taken = manuscript.taken
    for interface in interfaces_of(host, target, options.limits.importing):
        author = Authoring(host, interface.reference, options, interface.name, seconds, telling, coverage)
        drafts.append(author.drafted(taken, manuscript.style.width))
    found = published(manuscript, drafts, target, options.limits.wall.doors)
    found.seconds = time.monotonic() - began
    return found


def interfaces_of(host: Requests, target: str, seconds: float) -> list[InterfaceInfo]:
    """What there is to write tests of."""
    found: list[InterfaceInfo] = []
    for part in imported(host, "parts", target, doing=f"looking for {target}", seconds=seconds):
        if not isinstance(part, LeftOut):
            found += imported(host, "interfaces", part, doing=f"importing {part}", seconds=seconds)
    return found
