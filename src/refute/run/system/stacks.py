"""Stacks as faulthandler writes them, and which of their frames are the user's."""

from __future__ import annotations

import os
import re

from refute.errors import PACKAGE, Place
from refute.ownership import is_in, is_users

_RUNNING = os.path.join(PACKAGE, "run")
_FRAME = re.compile(r'\s*File "(?P<file>.+)", line (?P<line>\d+) in (?P<function>.+)')


def users_frame(stack: str) -> tuple[str, Place] | None:
    """The function and the place of the innermost frame that is the user's.

    What is below the frames of `refute.run` is the program that has started refute.
    """
    for line in stack.splitlines():
        found = _FRAME.match(line)
        if found and is_in(found["file"], (_RUNNING,)):
            break
        if found and is_users(found["file"]):
            return found["function"], Place(found["file"], int(found["line"]))
    return None
