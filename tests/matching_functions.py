"""Functions that are given matches, in a module that names its patterns."""

from __future__ import annotations

import re

SPAN = re.compile(r"(?P<low>\d+)-(?P<high>\d+)")
FIELD = re.compile(rb"([a-z]+)=(.*)")


def span(found: re.Match[str]) -> int:
    return int(found["high"]) - int(found["low"])


def first(found: re.Match[bytes]) -> bytes:
    return bytes(found[1][:1])
