"""Functions of types that recipes build."""

from __future__ import annotations

import collections
import ipaddress
import logging
import os
import pathlib
import re
import types
import typing
import uuid
from collections.abc import ItemsView, KeysView, ValuesView
from typing import Annotated

import pydantic

from refute import Nat, register, where


class Money:
    """Its arguments are not annotated."""

    def __init__(self, cents):  # type: ignore[no-untyped-def]
        self.cents = cents


class Colour:
    """Only some instances are of use."""

    def __init__(self, name: object, *parts: object) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Colour) and other.name == self.name

    __hash__ = None  # type: ignore[assignment]


register(Money, make=lambda cents: Money(cents), take=lambda money: (money.cents,), cents=Nat)
register(Colour, values=[Colour("red"), Colour("green")])


class Counter:
    """Cannot be copied."""

    def __init__(self) -> None:
        self.calls = 0

    def __deepcopy__(self, memo: object) -> Counter:
        raise TypeError("there is one")


register(Counter, values=[Counter()])


def counts_calls(counter: Counter, n: int) -> int:
    counter.calls += 1
    return 1


def spends(money: Money) -> Money:
    return Money(money.cents - 1)


def paints(colour: Colour) -> object:
    return {"red": 1}[colour.name]  # type: ignore[index]


def names(path: pathlib.Path) -> str:
    return path.parts[0]


def reads(file: typing.IO[str]) -> str:
    return file.readline()[0]


def counts(words: collections.Counter[str]) -> collections.Counter[int]:
    return words  # type: ignore[return-value]


def groups(words: collections.defaultdict[str, list[int]]) -> int:
    return words["x"][0]


def identifies(key: uuid.UUID) -> int:
    assert key.version != 4
    return key.int


def matches(found: re.Match[str]) -> str:
    return typing.cast(str, found.group(1))


def wraps(table: types.MappingProxyType[str, int]) -> int:
    return table["a"]


def picks(names: KeysView[int]) -> int:
    return next(iter(names))


def pairs(table: ItemsView[int, bool]) -> ItemsView[int, str]:
    return table  # type: ignore[return-value]


def adds(numbers: ValuesView[int]) -> Annotated[int, where(lambda v, numbers: v == sum(numbers))]:
    return sum(set(numbers))


def opens(path: str | os.PathLike[str]) -> str:
    return os.fspath(path)[0]


def hides(path: pathlib.Path) -> Annotated[bool, where(lambda v: not v)]:
    return path.name.endswith(".bak") and path.parent.name == "old"


def extends(data: bytearray) -> Annotated[int, where(lambda v, data: v == len(data))]:
    data.append(0)
    return len(data)


# -- that hold ---------------------------------------------------------------------------------------------------------


def logs(log: logging.Logger, number: int) -> Annotated[int, where(lambda v: v < 2)]:
    log.addHandler(logging.NullHandler())
    return len(log.handlers) + (number > 40)


Report = Annotated[pathlib.Path, where(lambda p: p.suffix == ".csv" and p.name.startswith("report"))]


def only_reports(path: Report) -> str:
    assert path.suffix == ".csv"
    return path.name


def is_inside(network: ipaddress.IPv4Network, address: ipaddress.IPv4Address) -> bool:
    return address in network


def gives_any_file(text: bool) -> typing.IO[str]:
    return typing.cast(typing.IO[str], object())  # no class has them all


def gives_any_address(address: pydantic.EmailStr) -> pydantic.EmailStr:
    return address.upper()


def gives_a_path(path: os.PathLike[str]) -> os.PathLike[str]:
    return pathlib.PurePath(path)
