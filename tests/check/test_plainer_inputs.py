"""A fresh instance that fails is shown in place of a program that made one that fails in the same way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import pytest

from refute import check, where
from refute.search.schedule.domains import Assignment, OnStates
from refute.search.schedule.plan import Plan


class Counter:
    def __init__(self, start: bool = False) -> None:
        self.count = 2 * start

    def add(self) -> None:
        self.count += 1

    def read(self) -> Annotated[int, where(lambda v: v < 2)]:
        return self.count


@pytest.fixture
def programs_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def growing(plan: Plan) -> Iterator[Assignment]:
        yield from plan._on_states(OnStates(), share=0.25)
        yield from scopes_first(plan)

    scopes_first = Plan.growing
    monkeypatch.setattr(Plan, "growing", growing)


@pytest.mark.usefixtures("programs_first")
def test_a_fresh_instance_takes_the_place_of_a_program() -> None:
    (finding,) = check(Counter.read, bound_to=Counter, budget=20).findings
    assert finding.call == "Counter.read(self=Counter(True))"
