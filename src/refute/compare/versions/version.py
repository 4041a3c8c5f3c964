"""One version of some code, and the host that reads and runs it."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refute.check.client import LocalHost
from refute.compare.behaviour.homes import Alias
from refute.compare.hosting.service import CompareService
from refute.compare.hosting.telling import TellingService
from refute.run.body import Rebuild
from refute.run.clocks.frozen import stop_clocks
from refute.run.host.process import Host
from refute.run.host.spawned import SpawnedHost
from refute.run.inside import Inside
from refute.run.isolated import Isolated
from refute.run.limits import Limits
from refute.run.system.forks import way_of
from refute.run.system.fresh import Interpreter


@dataclass(frozen=True)
class Version:
    """Where a version is, and what it is called."""

    name: str  # in reports: "old", "1.2", "main"
    target: str  # a file, directory, module or package, as seen from `directory`; of a distribution, several modules
    directory: str = ""  # where its host runs, if not here
    interpreter: Interpreter | None = None  # which Python, if not this one
    root: str = ""  # the name of its outermost package, where the target is not a file by itself
    places: tuple[str, ...] = ()  # files and directories that belong to it; empty: the target
    member: str = ""  # the name of the one thing in it that is compared; empty: everything
    is_installed: bool = False  # whether it is a distribution of the registry
    alias: Alias = Alias()  # noqa: RUF009 - frozen
    given: Any = None  # a function or class of this process

    @property
    def targets(self) -> list[str]:
        return self.target.split(" ") if self.is_installed else [self.target]

    def host(
        self, limits: Limits, workers: str = "auto", *, explores: bool = False, in_process: bool = False
    ) -> Host | LocalHost:
        """What reads and runs it; one that `explores` tells programs."""
        service = TellingService if explores else CompareService
        if in_process:
            return LocalHost(lambda: service(lambda limits: Inside(), self.given))
        if self.interpreter is None and self.given is not None:
            return Host(lambda: service(Isolated, self.given), wall=limits.wall)
        forks = way_of(workers) == "fork"
        if self.interpreter is None and forks and not self._is_loaded:
            return Host(lambda: _service(service, self.directory, limits.freeze), wall=limits.wall)
        made = Rebuild(__name__, "_spawned", (explores, limits.freeze, forks))
        return SpawnedHost(made, wall=limits.wall, interpreter=self.interpreter, directory=self.directory)

    @property
    def _is_loaded(self) -> bool:
        """Whether refute itself uses a library of this name: a process forked from its own would have that one."""
        root = self.root or Path(self.target).stem
        return root in sys.modules


def _service(service: type[Any], directory: str, freeze: bool) -> Any:
    """In a host that was forked."""
    if directory:
        os.chdir(directory)
    if freeze:
        stop_clocks()
    return service(Isolated)


def _spawned(explores: bool, freeze: bool, forks: bool) -> Any:
    """In a host that is a fresh interpreter."""
    if freeze:
        stop_clocks()
    if forks:
        return (TellingService if explores else CompareService)(Isolated)
    from refute.compare.hosting.elsewhere import spawning_service

    return spawning_service(explores=explores, freeze=freeze)
