"""What refute and the hosts of two versions tell each other: plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from refute.check import data as _check  # what crosses for checks crosses here
from refute.compare.behaviour import behaviours as _behaviours
from refute.compare.behaviour.homes import Alias
from refute.compare.behaviour.performing import Site
from refute.errors import Place
from refute.run.host.wire import may_cross

Options, Reference, FunctionInfo = _check.Options, _check.Reference, _check.FunctionInfo
Behaviour = _behaviours.Behaviour


@dataclass(frozen=True)
class ParameterInfo:
    """A parameter as it is written."""

    name: str
    kind: str  # as in `inspect.Parameter`: "positional-only", …
    annotation: str = ""
    default: str | None = None


@dataclass(frozen=True)
class Member:
    """Something that a module offers."""

    name: str  # in the module: "split", "Account.withdraw"
    kind: str  # "function", "class", "method", "property", "constant"
    home: str  # where it is defined, by names that it has in both versions: by this, two names are of one thing
    place: Place | None = None
    parameters: tuple[ParameterInfo, ...] | None = None  # None: nobody tells
    returns: str = ""
    bases: tuple[str, ...] = ()  # of a class
    text: str = ""  # of a constant
    view: Any = None
    path: str = ""  # the attributes that lead to what is called: "Account.balance.fget"
    needs_objects: bool = False  # whether it is called on instances, which may have a past


@dataclass(frozen=True)
class Listing:
    """What a module offers."""

    part: str  # by which it was asked for
    module: str  # its name, as in both versions
    site: Site
    members: tuple[Member, ...]


may_cross(Alias, Site, ParameterInfo, Member, Listing)
