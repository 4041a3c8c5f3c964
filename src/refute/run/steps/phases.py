"""Phases of one step: what the process is doing when it hangs or dies."""

from __future__ import annotations

from enum import IntEnum


class Phase(IntEnum):
    """Each is limited and named by itself: a slow refinement is not a call that does not return."""

    MAKING = 0  # the input
    CALLING = 1  # the code under test
    JUDGING = 2  # what it did
    SPELLING = 3  # what is told about it
    FREEING = 4  # the input and the result
    AFTER = 5  # it is over: what is at work then was left running by the call
