"""The values of a type as text: what a host tells about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from refute.errors import Place
from refute.run.host.wire import may_cross
from refute.spaces.scope import Scope
from refute.types.reading.notes import Note


@dataclass(frozen=True)
class Selection:
    """What is to be shown of a type."""

    scope: Scope | None  # None: as far as is quickly done
    ints: tuple[int, int] | None = None  # of the scopes that are tried then
    landmarks: bool = True
    first: int = 6  # how many to begin with
    sample: int | None = None  # how many are drawn; None: a few, if there are more than the first
    seed: int = 0
    columns: int | None = None  # of drawings; None: values are spelled


@dataclass(frozen=True)
class Inhabitants:
    """A type and its values, as far as they are to be shown. Each value is its lines."""

    name: str
    place: Place | None
    scope: Scope
    count: int
    tiers: Mapping[int, int]
    seed: int
    first: tuple[tuple[str, ...], ...]
    sample: tuple[tuple[str, ...], ...]
    imports: tuple[str, ...]  # that the texts need
    notes: tuple[Note, ...]


may_cross(Selection, Inhabitants, Scope, Note)
