"""What refute and a host tell each other about functions: plain data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from refute.campaign.interest import Reach
from refute.errors import Place
from refute.functions.behaviours import Played
from refute.judge.bodies.messages import At, GaveUp, StandsFor, Unjudged
from refute.judge.calls.refusals import Refusal
from refute.judge.findings import Failure, Finding, Use
from refute.judge.oracles import Tolerance
from refute.judge.undecided import Undecided
from refute.logic.regular.pattern import NotRegularError
from refute.run.events import (
    Batch,
    Died,
    Finished,
    Hung,
    Leaked,
    Mark,
    OutOfMemory,
    Passing,
    Said,
    Settled,
    Unmade,
    Waiting,
    Walled,
)
from refute.run.host.wire import may_cross
from refute.run.limits import Limits
from refute.run.steps.phases import Phase
from refute.run.wall.rules import Rules
from refute.search.schedule.domains import (
    Aliased,
    Drawn,
    Exhaustive,
    Families,
    Kept,
    Marked,
    OnStates,
    Segment,
    Solved,
    SpaceInfo,
)
from refute.search.schedule.extent import Extent
from refute.search.schedule.plan import Search
from refute.spaces.ground.palette import Palette
from refute.spaces.scope import Scope
from refute.targets.files import LeftOut
from refute.types.reading.notes import Note


@dataclass(frozen=True)
class Reference:
    """A function, as any host finds it: by the file or module it is in and its name there.

    Without a part, it is the one that the host was given when it was forked.
    """

    part: str | None = None
    name: str = ""
    undecorated: bool = False


@dataclass(frozen=True)
class Options:
    """What a host has to know to try a function."""

    limits: Limits = Limits()  # noqa: RUF009 - frozen
    engine: str = "auto"
    scope: Scope | None = None  # the one that was asked for
    seconds: float | None = None  # for all of it, from when the function is opened
    audit: Path | None = None  # a file for the calls that happen
    untyped: bool = False  # whether parameters without annotation are given anything
    tolerance: Tolerance = Tolerance()  # noqa: RUF009 - frozen
    aliasing: bool = True  # whether two parameters may be given one object
    holes: bool = True  # whether code may be called with holes among its arguments


@dataclass(frozen=True)
class SubjectInfo:
    """A function that can be checked."""

    reference: Reference
    name: str
    place: Place | None
    module: str = ""  # the name of the module it is in
    unannotated: tuple[str, ...] = ()  # parameters that have to be given
    named: bool = False  # whether it was named itself, not only its module


@dataclass(frozen=True)
class FunctionInfo:
    """What a function says about itself, as far as planning and reporting need it."""

    name: str
    place: Place | None
    notes: tuple[Note, ...]
    search: Search
    functions: tuple[str, ...]  # parameters that are functions, or have them in them
    skipped: tuple[str, ...]  # parameters without annotation, which are never given
    unreached: tuple[str, ...]  # parameters that go by position only and come after those
    assumed: tuple[str, ...]  # parameters without annotation, which are given anything
    shared: tuple[str, ...]  # registered types of whose values there are no copies
    unlinked: tuple[str, ...]  # classes whose objects never point at each other, though an invariant asks for that
    assumes: bool  # whether inputs are those that it assumes at its beginning
    cut: tuple[str, ...]  # type variables of which only the first constraint is used
    raises: tuple[str, ...]  # exceptions that it may raise, where it may return as well
    is_constructor: bool
    is_decorated: bool  # by something that may change what it does
    unannotated: bool  # whether nothing is said of the result
    admits_everything: bool  # whether all that is said of it is that it may be anything
    doors: tuple[str, ...]  # of the wall, that are open for it
    store_key: str  # its name in a store
    store_name: str  # the name by which calls in it are written


@dataclass(frozen=True)
class Improvement:
    """A finding that was made better: shown alone, smaller, explained."""

    finding: Finding


@dataclass(frozen=True)
class KeptInfo:
    """What became of an entry of the store."""

    call: str
    why: str  # why it cannot be tried; empty if it can
    dropped: bool  # whether it is not to be tried again either


may_cross(*(NotRegularError, Played, Failure, Finding, Use, Undecided, Refusal, Tolerance, Limits, Phase))
may_cross(
    *(
        Batch,
        Died,
        Finished,
        Hung,
        Leaked,
        Mark,
        OutOfMemory,
        Passing,
        Said,
        Settled,
        Unmade,
        Waiting,
        Walled,
        Rules,
    )
)
may_cross(
    *(
        Aliased,
        Drawn,
        Exhaustive,
        Families,
        Kept,
        Marked,
        OnStates,
        Segment,
        Solved,
        SpaceInfo,
        Extent,
        Search,
        Scope,
        Palette,
        Note,
    )
)
may_cross(*(At, GaveUp, StandsFor, Unjudged))  # what is said of families of inputs, and of what nothing is known of
may_cross(*(Decimal, Fraction, date, datetime, time, timedelta, timezone))  # constants of code
may_cross(*(Reference, Options, SubjectInfo, LeftOut, FunctionInfo, Improvement, Reach, KeptInfo))
