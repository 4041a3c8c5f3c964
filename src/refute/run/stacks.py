"""Stacks as faulthandler writes them, and which of their frames are the user's."""

from __future__ import annotations

import re
import sysconfig
from collections.abc import Collection

from refute.errors import PACKAGE, Place

_FRAME = re.compile(r'\s*File "(?P<file>.+)", line (?P<line>\d+) in (?P<function>.+)')
_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})
# Code that was generated: what dataclass and attrs write, importlib, contracts.
_GENERATED = ("<frozen ", "<string>", "<attrs generated", "<contract>", "<refinement")


def users_frame(stack: str) -> tuple[str, Place] | None:
    """The function and the place of the innermost frame that is the user's."""
    for line in stack.splitlines():
        found = _FRAME.match(line)
        if found and is_users(found["file"]):
            return found["function"], Place(found["file"], int(found["line"]))
    return None


def is_users(file: str) -> bool:
    """Whether code of a file is neither of refute nor of a library."""
    return not is_library(file) and not is_in(file, (PACKAGE,))


def is_library(file: str) -> bool:
    return file.startswith(_GENERATED) or is_in(file, _LIBRARIES)


def is_in(file: str, places: Collection[str]) -> bool:
    return any(
        file == place or file.startswith(place.rstrip("/\\") + ("\\" if "\\" in place else "/")) for place in places
    )
