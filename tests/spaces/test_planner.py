"""The rewrites of the planner: each applies to the types it is made for, saves work, and changes no value."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, NamedTuple

import pytest
from zoo import Room, items_are_unique, tags_are_unique
from zoo_of_trees import BalancedMap, OkTree

from refute import Pos, Scope, inhabitants, where
from refute.spaces.narrowing import opaque
from refute.spaces.productions import production
from refute.spaces.residuals import planner, queries
from refute.spaces.residuals.classes import Builder

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "examples"))

from typed_lambdas import WellTyped

ROOT = Path(__file__).parent.parent.parent
UniqueRoom = Annotated[Room, where(tags_are_unique), where(items_are_unique)]
Heap = Annotated[tuple[int, ...], where(lambda h: all(h[(i - 1) // 2] < h[i] for i in range(1, len(h))))]
Partition = Annotated[list[Pos], where(lambda p: sum(p) == 6 and all(p[i] >= p[i + 1] for i in range(len(p) - 1)))]


class Plan(NamedTuple):
    """A rewrite, a type that it is made for, and how it is switched off: by another value for a name in a module."""

    rewrite: Callable[..., Any]
    type: Any
    scope: Scope
    module: ModuleType
    name: str
    off: Any


PLANS = [
    Plan(planner.as_sibling, OkTree, Scope(size=5), planner, "REWRITES", (planner.as_whole,)),
    Plan(planner.as_whole, WellTyped, Scope(size=5), planner, "REWRITES", (planner.as_sibling,)),
    Plan(planner.bounded_by_sum, Partition, Scope(size=6), queries, "bounded_by_sum", lambda *_: None),
    Plan(
        planner.order_of_choice,
        BalancedMap,
        Scope(size=5),
        production,
        "order_of_choice",
        lambda slots, clauses: tuple(range(len(slots))),
    ),
    Plan(planner.case_split, UniqueRoom, Scope(size=5), production, "case_split", lambda _, shape, *__: [shape]),
    Plan(planner.jumping, Heap, Scope(size=4, ints=(0, 3)), opaque, "jumping", lambda *_: {}),
]
EACH = pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.rewrite.__name__)


class Built(NamedTuple):
    tiers: dict[int, int]
    values: list[str]  # in one order: within a size, rewrites may change it
    work: int  # how many questions were asked, about types and about products


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Callable[[Plan], Built]:
    work: list[int] = []
    discard = Builder.discard

    def counted(builder: Builder) -> None:
        work.append(len(builder._states) + len(builder._products))
        discard(builder)

    monkeypatch.setattr(Builder, "discard", counted)

    def build(plan: Plan) -> Built:
        space = inhabitants(plan.type, plan.scope)
        return Built(dict(space.tiers), sorted(map(repr, space)), work[-1])

    return build


@EACH
def test_a_rewrite_saves_work_and_changes_no_value(
    plan: Plan, built: Callable[[Plan], Built], monkeypatch: pytest.MonkeyPatch
) -> None:
    rewritten = built(plan)
    monkeypatch.setattr(plan.module, plan.name, plan.off)
    plain = built(plan)
    assert rewritten.work < plain.work
    assert rewritten.tiers == plain.tiers
    assert rewritten.values == plain.values


def test_elements_are_bounded_by_their_sum_however_many_integers_there_are(built: Callable[[Plan], Built]) -> None:
    (plan,) = [plan for plan in PLANS if plan.rewrite is planner.bounded_by_sum]
    assert built(plan._replace(scope=Scope(size=24))).work == built(plan._replace(scope=Scope(size=12))).work


@EACH
def test_a_rewrite_shows_an_example_and_names_what_justifies_it(plan: Plan) -> None:
    text = inspect.getdoc(plan.rewrite) or ""
    assert "\n    →  " in text
    named = re.findall(r"`((?:tests|bench)/\S+\.py)`", text)
    assert named
    assert all((ROOT / path).is_file() for path in named)


def test_the_table_of_the_planner_lists_every_rewrite() -> None:
    listed = re.findall(r"^\| `(\w+)`", planner.__doc__ or "", flags=re.MULTILINE)
    assert sorted(listed) == sorted(plan.rewrite.__name__ for plan in PLANS)
