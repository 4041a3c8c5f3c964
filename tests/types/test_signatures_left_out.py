"""A parameter that is left out is the same one wherever its value goes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

from refute import Scope, check
from refute.types.signatures import LEFT_OUT


def mapped(text: str, change: Callable[[str], str] = str.upper, times: int = 1) -> str:
    return text[0] + change(text) * times


def test_its_copies_are_the_same() -> None:
    assert copy.deepcopy([LEFT_OUT]) == copy.copy([LEFT_OUT]) == pickle.loads(pickle.dumps([LEFT_OUT])) == [LEFT_OUT]


def test_it_is_not_in_the_text_of_a_call_with_functions() -> None:
    report = check(mapped, scope=Scope(size=1), in_process=True)
    assert report.findings[0].call == "mapped(text='')"
