"""Recipes for scalars: UUID, range, slice, bytearray, memoryview, timezone, ZoneInfo, stat_result."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

from refute.logic.reading.predicates import where
from refute.types.data.recipes.registered import Registered, recipe_of

_VERSIONS = tuple(version << 76 | 1 << 63 for version in (1, 3, 4, 5, 7))  # the smallest UUID of each version
_MINUTES = Literal[0, 60, -60, 330, -480, 840, 1439, -1439]  # east of Greenwich
_ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia")
_MODES = Literal[0o100644, 0o40755, 0o120777]  # of a file, a directory, a link


def _uuid(cls: Any, args: tuple[Any, ...]) -> Registered:
    versions: Any = Literal.__getitem__(_VERSIONS)
    number = Annotated[int, where(lambda v: 0 <= v < 2**128)] | versions
    return recipe_of(
        cls,
        {"number": number},
        lambda value: (value.int,),
        callee=("uuid", "UUID"),
        call=cls,
        build=lambda number: cls(int=number),
        kinds=(str,),
        text=lambda value: f"UUID({str(value)!r})",
        structural=True,
        scalar=True,
    )


def _range(cls: Any, args: tuple[Any, ...]) -> Registered:
    """By first element, length and step, of which fewer than two elements need less."""
    arguments = {
        "length": Annotated[int, where(lambda v: v >= 0)],
        "start": Annotated[int, where(lambda v, length: length > 0 or v == 0)],
        "step": Annotated[int, where(lambda v, length: v != 0 and (length > 1 or v == 1))],
    }
    return recipe_of(
        cls,
        arguments,
        _progression,
        callee=("builtins", "range"),
        call=range,
        build=lambda length, start, step: range(start, start + length * step, step),
        kinds=(int,),
        text=repr,
        structural=True,
        scalar=True,
    )


def _progression(value: range) -> tuple[int, int, int]:
    start, stop, step = value.start, value.stop, value.step
    length = max(0, -((start - stop) // step))  # which may be too large for `len`
    return length, value.start if length else 0, value.step if length > 1 else 1


def _slice(cls: Any, args: tuple[Any, ...]) -> Registered:
    arguments = {"start": None | int, "stop": None | int, "step": None | Annotated[int, where(lambda v: v != 0)]}
    return recipe_of(
        cls,
        arguments,
        lambda value: (value.start, value.stop, value.step),
        callee=("builtins", "slice"),
        call=slice,
        kinds=(int, type(None)),
        structural=True,
        scalar=True,
    )


def _bytearray(cls: Any, args: tuple[Any, ...]) -> Registered:
    return recipe_of(
        cls,
        {"source": bytes},
        lambda value: (bytes(value),),
        callee=("builtins", "bytearray"),
        call=bytearray,
        build=lambda source: bytearray(b"" + source),  # a number would be a length
        kinds=(bytes,),
        frozen=False,
        structural=True,
        scalar=True,
    )


def _memoryview(cls: Any, args: tuple[Any, ...]) -> Registered:
    return recipe_of(
        cls,
        {"object": bytes},
        lambda value: (bytes(value) if value.readonly and value.format == "B" else None,),
        callee=("builtins", "memoryview"),
        call=memoryview,
        kinds=(bytes,),
        text=lambda value: f"memoryview({bytes(value)!r})",
        structural=True,
        scalar=True,
    )


def _timezone(cls: Any, args: tuple[Any, ...]) -> Registered:
    return recipe_of(
        datetime.timezone,
        {"minutes": _MINUTES},
        _minutes_of,
        callee=("datetime", "timezone"),
        call=datetime.timezone,
        build=lambda minutes: datetime.timezone(datetime.timedelta(minutes=minutes)) if minutes else datetime.UTC,
        kinds=(datetime.timedelta, str),
        text=repr,
        structural=True,
        scalar=True,
    )


def _minutes_of(value: datetime.timezone) -> tuple[int | None]:
    offset = value.utcoffset(None)
    minutes, rest = divmod(offset, datetime.timedelta(minutes=1))
    named = value.tzname(None) != datetime.timezone(offset).tzname(None)
    return (None if rest or named else minutes,)


def _zone(cls: Any, args: tuple[Any, ...]) -> Registered | None:
    keys = tuple(key for key in _ZONES if _is_there(cls, key))
    if not keys:
        return None
    return recipe_of(
        cls,
        {"key": Literal[keys]},
        lambda value: (value.key,),
        callee=("zoneinfo", "ZoneInfo"),
        call=cls,
        kinds=(str,),
        structural=True,
        scalar=True,
    )


def _is_there(cls: Any, key: str) -> bool:
    try:
        cls(key)
    except (OSError, LookupError, ValueError):
        return False
    return True


def _stat(cls: Any, args: tuple[Any, ...]) -> Registered:
    size = Annotated[int, where(lambda v: v >= 0)]

    def build(mode: int, size: int, seconds: int) -> Any:
        return cls((mode, 0, 0, 1, 0, 0, size, seconds, seconds, seconds), _more_of_stat(cls, size, seconds))

    def take(value: Any) -> tuple[int | None, int, int]:
        known = (value[0], value[6], value[8])
        return known if value.__reduce__() == build(*known).__reduce__() else (None, 0, 0)

    return recipe_of(
        cls,
        {"mode": _MODES, "size": size, "seconds": size},
        take,
        callee=("os", "stat_result"),
        call=cls,
        build=build,
        kinds=(tuple, dict),
        text=lambda value: f"stat_result{value.__reduce__()[1]!r}",
        structural=True,
        scalar=True,
    )


def _more_of_stat(cls: Any, size: int, seconds: int) -> dict[str, Any]:
    """What is not in the tuple, if the system has it."""
    times = {f"st_{which}time": float(seconds) for which in "amc"}
    exact = {f"st_{which}time_ns": seconds * 10**9 for which in "amc"}
    found = {**times, **exact, "st_blksize": 4096, "st_blocks": -(-size // 512), "st_rdev": 0}
    return {name: value for name, value in found.items() if hasattr(cls, name)}


SCALARS = {
    "uuid.UUID": _uuid,
    "builtins.range": _range,
    "builtins.slice": _slice,
    "builtins.bytearray": _bytearray,
    "builtins.memoryview": _memoryview,
    "datetime.timezone": _timezone,
    "datetime.tzinfo": _timezone,
    "zoneinfo.ZoneInfo": _zone,
    "os.stat_result": _stat,
}
