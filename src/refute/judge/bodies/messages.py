"""Messages: what workers say of calls that stand for several inputs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class StandsFor:
    """A call whose outcome is that of so many inputs."""

    count: int


@dataclass(frozen=True)
class At:
    """Where an input that fails is in its space."""

    place: int


@dataclass(frozen=True)
class GaveUp:
    """Families of a function cannot be told: it keeps what it is given, say, or looks at too much."""


@dataclass(frozen=True)
class Unjudged:
    """A call of which nothing is known, and why."""

    why: str
