"""Types whose values are kept: one of each kind that a value can be spelled as."""

from __future__ import annotations

import datetime
import enum
import os
from collections import deque
from collections.abc import Callable
from dataclasses import InitVar, dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Generic, Literal, NamedTuple, NotRequired, TypedDict, TypeVar
from zoneinfo import ZoneInfo

import attrs
import msgspec
import pydantic

from refute import where

BERLIN = ZoneInfo("Europe/Berlin")
OPENING = datetime.datetime(2024, 3, 31, 2, 30, tzinfo=BERLIN)


class Colour(enum.Enum):
    RED = 1
    BLACK = "black"
    CRIMSON = 1  # noqa: PIE796


class Permission(enum.Flag):
    READ = 1
    WRITE = 2
    EXECUTE = 4


class Mode(enum.IntFlag):
    FAST = 1
    LOUD = 2


class Outer:
    class Shade(enum.Enum):
        LIGHT = "light"

    @dataclass(frozen=True)
    class Inner:
        shade: Outer.Shade


@dataclass(frozen=True)
class Leaf: ...


@dataclass
class Node:
    value: int
    below: Tree = field(default_factory=Leaf, kw_only=True)


Tree = Leaf | Node


class Point(NamedTuple):
    x: int
    y: int = 0


class Options(TypedDict):
    depth: int
    verbose: NotRequired[bool]


class Plain:
    def __init__(self, value: int, /, *, tag: str = "") -> None:
        self._value = value
        self.tag = tag


@attrs.frozen
class Account:
    _balance: int
    owner: str = attrs.field(kw_only=True)


class Model(pydantic.BaseModel):
    name: str = pydantic.Field(alias="label")
    tags: list[bool] = []


class Struct(msgspec.Struct, kw_only=True):
    flag: bool


@dataclass
class Forgetful:
    """Keeps neither of its arguments."""

    seed: InitVar[int]
    salt: InitVar[bool]


class Hashing:
    """Keeps something that was made of its argument."""

    def __init__(self, text: bool) -> None:
        self.digest = hash(text) % 7


class Watched:
    """Does something that is audited."""

    def __init__(self) -> None:
        self.files = len(os.listdir(os.curdir))


class Shape: ...


@dataclass(frozen=True)
class Circle(Shape):
    radius: int


@dataclass(frozen=True)
class Square(Shape):
    side: int


T = TypeVar("T")
S = TypeVar("S", bound=Shape)


@dataclass(frozen=True)
class Box(Generic[T]):
    content: T


def not_before_opening(moment: datetime.datetime) -> bool:
    return moment.tzinfo is not None and moment >= OPENING


KEPT: dict[str, Any] = {
    "nothing": None,
    "Booleans": bool,
    "integers": int,
    "floats": float,
    "complex numbers": complex,
    "decimals": Decimal,
    "fractions": Fraction,
    "texts": str,
    "bytes": bytes,
    "dates": datetime.date,
    "times": datetime.time,
    "moments": datetime.datetime,
    "durations": datetime.timedelta,
    "moments in a time zone": Annotated[
        datetime.datetime, where(lambda v: v.tzinfo is not None and v >= OPENING), where(not_before_opening)
    ],
    "lists": list[int],
    "nested lists": list[list[int]],
    "tuples": tuple[int, ...],
    "pairs": tuple[int, str],
    "tuples of one": tuple[int],
    "empty tuples": tuple[()],
    "sets": set[int],
    "frozen sets": frozenset[frozenset[bool]],
    "deques": deque[int],
    "dicts": dict[str, list[int]],
    "dicts by tuples": dict[tuple[bool, bool], None],
    "enumerations": Colour,
    "flags": Permission,
    "flags that are integers": Mode,
    "literals": Literal["a", b"b", 3, None, Colour.RED],
    "classes in classes": Outer.Inner,
    "trees": Tree,
    "named tuples": Point,
    "typed dicts": Options,
    "plain classes": Plain,
    "attrs": Account,
    "pydantic": Model,
    "msgspec": Struct,
    "forgetful classes": Forgetful,
    "hashing classes": Hashing,
    "subclasses": Shape,
    "generic classes": Box[Point],
    "type variables with a bound": S,
    "anything": Any,
    "lists of all sorts": list[Colour | Point | Decimal | None],
    "functions": Callable[[int], Point],
}


class Unrelated:
    """In no type of a parameter. Creates a file."""

    def __init__(self, file: str) -> None:
        with open(file, "w", encoding="utf-8"):
            pass


Kept = (
    int
    | float
    | complex
    | str
    | bytes
    | Decimal
    | Fraction
    | datetime.date
    | datetime.timedelta
    | Annotated[datetime.datetime, where(lambda v: v.tzinfo is None or v >= OPENING)]
    | list[int]
    | tuple[int, ...]
    | set[int]
    | frozenset[int]
    | deque[int]
    | dict[str, int]
    | Colour
    | Permission
    | Mode
    | Outer.Inner
    | Tree
    | Point
    | Options
    | Plain
    | Account
    | Model
    | Struct
    | Forgetful
    | Hashing
    | Watched
    | Shape
    | Box[int]
    | Callable[[Any], Any]
    | None
)


def f(x: Kept) -> Unrelated | None:
    """Takes whatever can be kept, and fails for one text."""
    if x == "reported by a customer":
        raise RuntimeError
    return None
