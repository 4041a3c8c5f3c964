"""How far to search, and with how many processes, as it is written on a command line."""

from __future__ import annotations

import argparse
import os
import re

_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


def natural(text: str) -> int:
    """A number from 0 on."""
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"expected a number from 0 on, not {text!r}")
    return int(text)


def positive(text: str) -> int:
    """A number from 1 on."""
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, not {text!r}")
    return int(text)


def integers(text: str) -> tuple[int, ...]:
    """`0,1,-1`, or `0..5,100`"""
    found: list[int] = []
    for word in text.split(","):
        low, dots, high = word.strip().partition("..")
        try:
            found += range(int(low), int(high) + 1) if dots else [int(low)]
        except ValueError:
            raise argparse.ArgumentTypeError(f"no integers: {word!r} (write 0,1,-1 or 0..5)") from None
    return tuple(dict.fromkeys(found))


def texts(text: str) -> tuple[str, ...]:
    """`a,b,`: two letters, and the empty text"""
    return tuple(dict.fromkeys(text.split(",")))


def integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected an integer, not {text!r}") from None


def interval(text: str) -> tuple[int, int]:
    """Two integers as in -3..3."""
    low, _, high = text.partition("..")
    try:
        return int(low), int(high)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected two integers as in -3..3, not {text!r}") from None


def seconds(text: str) -> float:
    """A time such as 10s, 500ms or 2m."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|m|h)?", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"expected a time such as 10s, 500ms or 2m, not {text!r}")
    return float(found[1]) * _UNITS[found[2] or "s"]


def tolerance(text: str) -> float:
    """How much numbers may differ: 1e-9."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found < 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to below 1, such as 1e-9, not {text!r}")
    return found


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def bound(text: str) -> tuple[str, int]:
    """`Tree=1000`: how many instances of a class there are at most."""
    name, _, number = text.partition("=")
    if not name or not number.isdigit() or not int(number):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form Class=1000")
    return name, int(number)
