"""Support: refute and the libraries that it needs, for a Python that has neither.

They are links in a directory of their own, which that Python looks into last: whatever it has itself counts.
"""

from __future__ import annotations

import atexit
import re
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from refute.errors import PACKAGE

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_FOR_EXTRAS = re.compile(r";.*\bextra\b")


@cache
def support() -> tuple[str, ...]:
    """What such a Python has to look into."""
    try:
        directory = Path(tempfile.mkdtemp(prefix="refute-support-"))
        for place in _places():
            (directory / place.name).symlink_to(place, target_is_directory=place.is_dir())
    except OSError:  # no links on this system
        return tuple(dict.fromkeys(str(place.parent) for place in _places()))
    atexit.register(_remove, directory)
    return (str(directory),)


def _remove(directory: Path) -> None:
    with suppress(OSError):
        for link in directory.iterdir():
            link.unlink()
        directory.rmdir()


def _places() -> Iterator[Path]:
    """The files and directories of modules."""
    yield Path(PACKAGE)
    seen: set[str] = set()
    for name in _required("refute"):
        for place in _of(name):
            if place.name not in seen:
                seen.add(place.name)
                yield place


def _of(name: str) -> Iterator[Path]:
    """What a library has at the top of where modules are looked for."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return
    for top in dict.fromkeys(file.parts[0] for file in found.files or () if ".." not in file.parts):
        place = Path(str(found.locate_file(top)))
        if not top.endswith((".dist-info", ".egg-info", ".pth", "__pycache__")) and place.exists():
            yield place


def _required(name: str, known: set[str] | None = None) -> Iterator[str]:
    """The libraries that one needs, and those that they need."""
    known = set() if known is None else known
    try:
        needed = distribution(name).requires or []
    except PackageNotFoundError:
        return
    for requirement in needed:
        match = _NAME.match(requirement)
        if match is None or _FOR_EXTRAS.search(requirement):
            continue
        if match[0].lower() not in known:
            known.add(match[0].lower())
            yield match[0]
            yield from _required(match[0], known)
