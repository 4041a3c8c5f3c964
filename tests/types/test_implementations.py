"""Which classes in sight implement a protocol: those that a type checker would take, as far as it can be told."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Protocol, Self, TypedDict

import pytest

from refute import Nat, Scope, check, where
from refute.types.reading.abstract.members import implementations
from refute.types.reading.context import context_of


class Reader(Protocol):
    def read(self, n: int) -> str: ...


class TextReader:
    def read(self, n: int) -> str:
        return "x" * n


class AnyReader:
    def read(self, n, strict=False):  # type: ignore[no-untyped-def]
        return ""


class WideReader:
    def read(self, n: float) -> Literal["a", "b"]:
        return "a"


class BytesReader:
    def read(self, n: int) -> bytes:
        return b""


class KeyReader:
    def read(self, key: str) -> str:
        return key


class NaturalReader:
    def read(self, n: Nat) -> str:
        return ""


class AsyncReader:
    async def read(self, n: int) -> str:
        return ""


class AsynchronousReader(Protocol):
    async def read(self, n: int) -> str: ...


class Awaited(Protocol):
    def read(self, n: int) -> Awaitable[str]: ...


class Unknown:
    def read(self, n: int) -> Missing:  # type: ignore[name-defined]  # noqa: F821
        return ""


class Sized(Protocol):
    size: int


@dataclass
class Crate:
    size: int


@dataclass
class Labelled:
    size: str


@dataclass
class Flagged:
    """Its size may not be set to every integer."""

    size: bool


class Written:
    def __init__(self, size: str) -> None:
        self.size = size


class Slotted:
    __slots__ = ("size",)

    def __init__(self, size: int) -> None:
        self.size = size


class Late:
    def __init__(self) -> None:
        self.size = None


class Halved:
    @property
    def size(self) -> float:
        return 0.5


class Method:
    def size(self) -> int:
        return 1


class Record(TypedDict):
    size: int


class Computed(Protocol):
    @property
    def size(self) -> float: ...


class Grown(Protocol):
    def grown(self, by: Sequence[int], *, far: bool = False) -> Grown: ...
    def parts(self) -> Iterator[int] | None: ...


class Tree:
    def grown(self, by: Sequence[int], *, far: bool = False) -> Tree:
        return self

    def parts(self) -> Iterator[int]:
        yield 1


class Bush:
    def grown(self, by: Sequence[int], *, far: bool = True) -> Self:
        return self

    def parts(self) -> None: ...


class Lawn:
    def grown(self, by: list[int], *, far: bool = False) -> Self:
        return self

    def parts(self) -> None: ...


class Moss:
    def grown(self, by: Sequence[int]) -> Self:
        return self

    def parts(self) -> None: ...


@pytest.mark.parametrize(
    ("protocol", "classes"),
    [
        (Reader, {TextReader, AnyReader, WideReader}),
        (AsynchronousReader, {AsyncReader}),
        (Awaited, {AsyncReader}),
        (Sized, {Crate, Slotted}),
        (Computed, {Crate, Flagged, Slotted, Halved}),
        (Grown, {Tree, Bush}),
    ],
)
def test_a_class_implements_a_protocol_by_what_its_members_take_and_give(protocol: type, classes: set[type]) -> None:
    assert set(implementations(protocol, context_of(protocol))) == classes


class Container(Protocol):
    def __len__(self) -> int: ...
    def __contains__(self, item: int): ...  # type: ignore[no-untyped-def]
    def __bool__(self): ...  # type: ignore[no-untyped-def]
    def __hash__(self) -> Any: ...
    def name(self) -> str: ...


def looked_at(x: Container) -> Annotated[int, where(lambda v: v >= 0)]:
    hash(x)
    return len(x) if 1 in x and x else 0


def test_special_methods_of_a_stand_in_give_what_python_wants() -> None:
    report = check(looked_at, scope=Scope(size=3), in_process=True)
    assert report.status == "exhausted"
    assert report.tests > 3
