"""Functions of which some arguments are given: what is told of their calls."""

from __future__ import annotations

from typing import Any

from refute import Scope, check
from refute.types.callables.partly_given import PartlyGiven


def below(limit: int, log: Any, n: int) -> bool:
    assert n < limit
    return True


def finding(given: dict[str, Any]) -> Any:
    function = PartlyGiven(below, given, below)
    return check(function, scope=Scope(size=2), in_process=True).findings[0]


def test_the_program_of_a_finding_has_what_was_given() -> None:
    found = finding({"limit": 1, "log": ["a"]})
    assert found.call == "below(limit=1, log=['a'], n=1)"
    assert found.source == f"from {__name__} import below\n\nbelow(limit=1, log=['a'], n=1)\n"


def test_the_program_says_what_would_have_to_be_at_hand() -> None:
    for log in (object(), "a" * 1_000):
        found = finding({"limit": 1, "log": log})
        assert found.call == "below(limit=1, log=…, n=1)"
        first, *rest = found.source.splitlines()
        assert first.endswith("is given log by what runs it. Where that is at hand:")
        assert rest == ["#", "# below(limit=1, log=…, n=1)"]
