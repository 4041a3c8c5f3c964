"""Callers of a generated function: the code under test, or a refinement that refute evaluates."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType
from typing import Any, TypeVar

from refute.conform import failed_conjunct, walk
from refute.logic.reading import predicates
from refute.types.callables import promises

Function = TypeVar("Function", bound=Callable[..., Any])

_RUNNING_REFINEMENTS = tuple(vars(module) for module in (walk, failed_conjunct, predicates, promises))
_GENERATED_REFINEMENTS = ("<contract>", "<refinement>")
_CALLING: set[CodeType] = set()


def calls_code_under_test(function: Function) -> Function:
    """Mark a function of refute that calls the code under test: frames outside it do not count as callers."""
    _CALLING.add(function.__code__)
    return function


def asked_by_refinement() -> bool:
    """Whether the innermost caller is a refinement rather than the code under test."""
    frame = sys._getframe(1)
    while frame.f_back is not None:
        frame = frame.f_back
        code = frame.f_code
        if code.co_filename in _GENERATED_REFINEMENTS or any(frame.f_globals is own for own in _RUNNING_REFINEMENTS):
            return True
        if code in _CALLING:
            return False
    return False
