"""What refute and a host tell each other about explorations: plain data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from refute.check import data as _data  # what crosses for checks crosses for explorations
from refute.errors import Place
from refute.judge.findings import Finding
from refute.programs.engine.exploration import Exploring
from refute.programs.hosting.explored import Counts
from refute.programs.hosting.telling import Told
from refute.run.host.wire import may_cross
from refute.run.limits import Limits
from refute.search.schedule.domains import InThreads, Looks, Programs

Reference = _data.Reference


@dataclass(frozen=True)
class ExploreOptions:
    """What a host has to know to explore an interface."""

    limits: Limits = Limits()  # noqa: RUF009 - frozen
    how: Exploring = Exploring()  # noqa: RUF009 - frozen
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    audit: Path | None = None
    jobs: int = 1  # workers at a time
    beside: tuple[str, ...] = ()  # modules and classes by which arguments are made as well
    model: str = ""  # what stands for a class or a module: `module:Class`, or a module


@dataclass(frozen=True)
class OperationInfo:
    """An operation, as far as reports need it."""

    name: str
    place: Place | None
    missing: tuple[str, ...]  # types of its arguments of which nothing makes an instance
    needs: tuple[str, ...] = ()  # the classes of which it takes instances


@dataclass(frozen=True)
class Constant:
    """The constants that arguments of a type are given in all programs, as text."""

    type: str
    texts: tuple[str, ...]
    up_to: str = ""  # programs that differ by that are one: "renaming", "their order"


@dataclass(frozen=True)
class InterfaceInfo:
    """An interface, as far as planning and reporting need it."""

    reference: Reference
    name: str
    place: Place | None
    module: str = ""
    operations: tuple[OperationInfo, ...] = ()
    kinds: tuple[str, ...] = ()
    constants: tuple[Constant, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    doors: tuple[str, ...] = ()
    store_key: str = ""
    limits: tuple[str, ...] = ()  # what programs are not made of, though clients could
    joins: bool = False  # whether there are operations on several instances
    contracts: tuple[str, ...] = ()  # the names of those that objects have to keep


may_cross(InThreads, Looks, Programs, Exploring)
may_cross(*(ExploreOptions, OperationInfo, Constant, InterfaceInfo, Counts, Told, Finding))
