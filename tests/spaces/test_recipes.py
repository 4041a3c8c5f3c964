"""Types that are built by recipes: the laws of spaces, against brute force over the arguments."""

from __future__ import annotations

import collections
import collections.abc as abc
import datetime
import io
import ipaddress
import logging
import os
import pathlib
import random
import re
import subprocess
import types
import typing
import uuid
import zoneinfo
from collections.abc import Callable
from itertools import product
from typing import Any

import pydantic
import pytest

from refute.minimise.sizes import size_of
from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope
from refute.types.membership import inhabits
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context
from refute.types.signatures import read_signature
from refute.types.spelling import Speller, spelled

TYPES: list[Any] = [
    pathlib.Path,
    pathlib.PurePath,
    os.PathLike[str],
    str | os.PathLike[str],
    bytearray,
    memoryview,
    collections.Counter[bool],
    collections.defaultdict[bool, list[int]],
    collections.defaultdict[bool, complex],
    collections.OrderedDict[bool, bool],
    collections.ChainMap[bool, bool],
    types.MappingProxyType[bool, int],
    abc.KeysView[bool],
    abc.ValuesView[int],
    abc.ItemsView[bool, bool],
    re.Pattern[str],
    re.Pattern[bytes],
    re.Match[str],
    re.Match[bytes],
    uuid.UUID,
    io.StringIO,
    typing.IO[bytes],
    datetime.timezone,
    datetime.tzinfo,
    zoneinfo.ZoneInfo,
    range,
    slice,
    ipaddress.IPv4Address,
    ipaddress.IPv6Address,
    ipaddress.IPv4Network,
    ipaddress.IPv6Network,
    ipaddress.IPv4Interface,
    ipaddress.IPv6Interface,
    os.stat_result,
    Exception,
    KeyError,
    logging.Logger,
    random.Random,
    subprocess.CompletedProcess[str],
    types.ModuleType,
    pydantic.SecretStr,
    pydantic.HttpUrl,
    pydantic.EmailStr,
    pydantic.AwareDatetime,
    set[pathlib.Path],
    dict[uuid.UUID, range],
    list[collections.Counter[bool]],
    LookupError | KeyError,
    pathlib.PurePath | pathlib.Path,
    ipaddress.IPv4Address | ipaddress.IPv4Interface,
]
SCOPES = [Scope(size=0), Scope(size=2), Scope(depth=1), Scope(size=2, landmarks=False)]


@pytest.mark.parametrize("annotation", TYPES, ids=str)
def test_values_are_distinct_counted_indexed_and_members(annotation: Any) -> None:
    tp = Reader().read_whole(annotation, Context())
    for scope in SCOPES:
        space = inhabitants(annotation, scope)
        listed = space[:300]
        texts = [spelled(value) for value in listed]
        assert len(set(texts)) == len(texts)
        assert len(listed) == min(space.count, 300)
        for place, value in enumerate(listed):
            assert space.index(value) == place
            assert inhabits(tp, value)


@pytest.mark.parametrize("annotation", TYPES, ids=str)
def test_the_text_of_a_value_makes_it_again(annotation: Any) -> None:
    speller = Speller()
    values = inhabitants(annotation, Scope(size=2))[:60]
    texts = [speller.spell(value) for value in values]
    assert speller.complete
    names: dict[str, Any] = {}
    for statement in speller.imports:
        exec(statement, names)
    for text, value in zip(texts, values, strict=True):
        again = eval(text, names)
        assert type(again) is type(value)
        assert spelled(again) == text


def small_paths(n: int) -> set[Any]:
    texts = ("".join(letters) for length in range(1, n + 1) for letters in product("ab./", repeat=length))
    plain = (text for text in texts if not text.startswith("//"))
    return {pathlib.Path(text) for text in plain} | {pathlib.Path(text) for text in ("a", "a.txt", "a/b.txt")}


def ranges(n: int) -> set[Any]:
    numbers = range(-n, n + 1)
    steps = [step for step in numbers if step]
    return {range(a, a + k * step, step) for a in numbers for k in range(n + 1) for step in steps}


def small_bytes(n: int) -> set[Any]:
    return {bytes(chosen) for length in range(n + 1) for chosen in product((0x61, 0), repeat=length)}


def counters(n: int) -> set[Any]:
    counts = [None, *range(-n, n + 1)]
    return {pair for pair in product(counts, counts) if sum(count is not None for count in pair) <= n}


def networks(n: int) -> set[Any]:
    return {(length, prefix) for length in range(n + 1) for prefix in range(min(2**length, n + 1))}


BRUTE: dict[Any, Callable[[int], set[Any]]] = {
    range: ranges,
    bytearray: small_bytes,
    pathlib.Path: small_paths,
    collections.Counter[bool]: counters,
    ipaddress.IPv4Network: networks,
}


@pytest.mark.parametrize("annotation", BRUTE, ids=str)
def test_as_many_values_as_brute_force_finds(annotation: Any) -> None:
    for n in (1, 2):
        space = inhabitants(annotation, Scope(size=n, ints=(-n, n), landmarks=False))
        assert space.count == len(BRUTE[annotation](n))


def test_values_that_are_equal_in_another_form_have_the_same_index() -> None:
    space = inhabitants(range, Scope(size=2))
    assert space[space.index(range(0, 3, 2))] == range(0, 4, 2)
    assert range(100) not in space
    assert range(10**40) not in space
    assert pathlib.Path("//a") not in inhabitants(pathlib.Path, Scope(size=3))
    assert re.compile("a", re.IGNORECASE) not in inhabitants(re.Pattern[str], Scope(size=1))


def test_mutable_values_are_built_fresh() -> None:
    kept = (logging.Logger, random.Random, types.ModuleType, ValueError)
    for annotation in (bytearray, collections.Counter[str], io.StringIO, list[bytearray], *kept):
        space = inhabitants(annotation, Scope(size=1))
        assert space.mutable
        assert space[0] is not space[0]
    assert not inhabitants(pathlib.Path, Scope(size=1)).mutable


def test_instances_of_a_subclass_are_no_values_of_a_recipe() -> None:
    assert KeyError() not in inhabitants(LookupError, Scope(size=1))
    assert pathlib.Path("a") not in inhabitants(pathlib.PurePath, Scope(size=1))


@pytest.mark.parametrize("annotation", TYPES, ids=str)
def test_sizes_are_those_of_scopes(annotation: Any) -> None:
    def taking(value: Any) -> None: ...

    taking.__annotations__["value"] = annotation
    signature = read_signature(taking)
    space = inhabitants(annotation, Scope(size=2))
    for place in range(0, min(space.count, 300), 7):
        assert size_of(signature, [space[place]]) == space.size_of(place)


def test_a_default_dict_makes_what_its_type_says() -> None:
    assert {value.default_factory for value in inhabitants(collections.defaultdict[bool, int], Scope(size=1))} == {int}
    assert {value.default_factory for value in inhabitants(collections.defaultdict[bool, slice], Scope(size=1))} == {
        None
    }
