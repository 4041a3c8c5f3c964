"""The keys of `[tool.refute]`: what their values may be, how they are read, and in which tables they may be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from refute.choices import CONTRACTS, ENGINES, FORMATS, LEFTOVERS, WORKERS
from refute.settings.options import interval, natural, positive, seconds
from refute.targets.files import Exclusion

# Keys that are for a run, and not for a function.
OF_A_RUN = {
    *(
        "targets",
        "include",
        "exclude",
        "profile",
        "import-limit",
        "deny",
        "freeze",
        "for",
        "jobs",
        "workers",
        "format",
        "quiet",
        "verbose",
    ),
}


def may_be_in(table: str, key: str) -> bool:
    if table == "overrides":
        return key not in OF_A_RUN
    return key != "skip" and (key != "profile" or not table)


def _time(value: object) -> float:
    if type(value) in (int, float) and value >= 0:  # type: ignore[operator]
        return float(value)  # type: ignore[arg-type]
    return seconds(_text(value))


def _number(read: Callable[[str], int]) -> Callable[[object], int]:
    """A number, within what the command line takes."""

    def number(value: object) -> int:
        if type(value) is not int:
            raise TypeError
        return read(str(value))

    return number


def _interval(value: object) -> tuple[int, int]:
    match value:
        case [int(low), int(high)]:
            return low, high
    return interval(_text(value))


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _one_of(known: Collection[str]) -> tuple[str, Callable[[object], str]]:
    def word(value: object) -> str:
        if value not in known:
            raise ValueError
        return _text(value)

    return f"one of {', '.join(known)}", word


def _exceptions(value: object) -> tuple[str, ...]:
    names = _texts(value)
    if not all(part.isidentifier() for name in names for part in name.split(".")):
        raise ValueError
    return tuple(names)


def _contracts(value: object) -> tuple[str, ...]:
    names = _texts(value)
    if not {*names} <= {*CONTRACTS}:
        raise ValueError
    return tuple(names)


def _patterns(value: object) -> tuple[str, ...]:
    return Exclusion(tuple(_texts(value))).patterns


def _texts(value: object) -> list[str]:
    if not isinstance(value, list):
        raise TypeError
    return [_text(item) for item in value]


_TIME = ('a time such as "10s", or a number of seconds', _time)
_NATURAL = ("a number from 0 on", _number(natural))
_SWITCH = ("true or false", _switch)
TABLES = ("profiles", "overrides")
READERS: Mapping[str, tuple[str, Callable[[object], Any]]] = {
    "targets": ("a list of files, modules or directories", _texts),
    "include": ('a list of files, directories or patterns such as "src/*"', lambda value: tuple(_texts(value))),
    "exclude": ('a list of patterns such as "legacy" or "src/*/generated"', _patterns),
    "profile": ("the name of a profile", _text),
    "size": _NATURAL,
    "depth": _NATURAL,
    "smallcheck": _NATURAL,
    "ints": ('two integers such as "-3..3" or [-3, 3]', _interval),
    "landmarks": _SWITCH,
    "budget": _TIME,
    "for": _TIME,
    "tests": ("a number from 1 on", _number(positive)),
    "seed": ("an integer", _number(int)),
    "time-limit": _TIME,
    "memory-limit": ("a number of MiB", _number(positive)),
    "import-limit": _TIME,
    "max-findings": ("a number from 1 on", _number(positive)),
    "allow": ('a list of doors such as "net" or "write=PATH"', _texts),
    "deny": ('a list such as "read=~/.ssh"', _texts),
    "jobs": ("a number from 1 on", _number(positive)),
    "engine": _one_of(ENGINES),
    "leftovers": _one_of(LEFTOVERS),
    "untyped": _SWITCH,
    "freeze": _SWITCH,
    "skip": ("the reason, as text", _text),
    "strict": _SWITCH,
    "raises": ('a list of names of exceptions such as "ValueError" or "shop.errors.SoldOut"', _exceptions),
    "aliasing": _SWITCH,
    "holes": _SWITCH,
    "exempt": (f"a list of contracts of objects, some of {', '.join(CONTRACTS)}", _contracts),
    "workers": _one_of(WORKERS),
    "format": _one_of(FORMATS),
    "quiet": _SWITCH,
    "verbose": _SWITCH,
}
