"""The subjects of the table of depths: correct, with the same inputs for everyone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from refute import Scope, check, inhabitants

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))
sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))

from depths import haskell
from depths.stack_sets import StackSet
from depths.subject import Subject
from maps import Bin, Tip
from redblack import Colour, Leaf, Node
from tables.depths import SUBJECTS

DEPTHS = {"list insert": 5, "red-black add": 6, "map delete": 5, "stack-set refocus": 4}
BY_FILTERING = {"list insert": 3, "red-black add": 2, "map delete": 2, "stack-set refocus": 4}

each_subject = pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)


@each_subject
def test_the_program_holds_and_its_inputs_are_those_made_by_hand(subject: Subject) -> None:
    depth = DEPTHS[subject.name]
    report = check(subject.function, scope=Scope.smallcheck(depth), in_process=True)
    assert report.status == "exhausted"
    assert report.tests == subject.by_hand(subject.inputs(depth))


@each_subject
def test_predicates_that_can_only_be_run_admit_the_same_inputs(subject: Subject) -> None:
    depth = min(DEPTHS[subject.name], 3)
    report = check(subject.opaque, scope=Scope.smallcheck(depth), in_process=True)
    assert report.status == "exhausted"
    assert report.tests == sum(1 for _ in subject.inputs(depth))


@each_subject
def test_the_inputs_made_by_hand_are_all_that_filtering_leaves(subject: Subject) -> None:
    depth = BY_FILTERING[subject.name]
    made = [repr(arguments) for arguments in subject.inputs(depth)]
    assert len(set(made)) == len(made)
    assert sorted(made) == sorted(repr(arguments) for arguments in everything(subject, depth))


def everything(subject: Subject, depth: int) -> Iterator[tuple[Any, ...]]:
    """All arguments of plain types that are valid."""
    first = range(-depth if subject.name == "list insert" else 0, depth + 1)
    return (arguments for arguments in product(first, structures(subject, depth)) if subject.is_valid(*arguments))


def structures(subject: Subject, depth: int) -> Iterator[Any]:
    match subject.name:
        case "list insert":
            return iter(inhabitants(list[int], Scope.smallcheck(depth)))
        case "stack-set refocus":
            return iter(inhabitants(StackSet, Scope.smallcheck(depth)))
        case "red-black add":
            return trees(depth)
    return maps(depth)


def trees(depth: int) -> Iterator[Any]:
    yield Leaf()
    if depth > 0:
        for colour, key in product(Colour, range(depth)):
            yield from (Node(colour, key, left, right) for left, right in product([*trees(depth - 1)], repeat=2))


def maps(depth: int) -> Iterator[Any]:
    yield Tip()
    if depth > 0:
        for size, key in product(range(1 - depth, depth), range(depth)):
            yield from (Bin(size, key, None, left, right) for left, right in product([*maps(depth - 1)], repeat=2))


@pytest.fixture(scope="module")
def compiled() -> None:
    reason = haskell.missing()
    if reason is not None:
        pytest.skip(reason)


@each_subject
@pytest.mark.usefixtures("compiled")
def test_smallcheck_has_as_many_inputs_and_the_lazy_one_no_more(subject: Subject) -> None:
    depth = BY_FILTERING[subject.name]
    there = sum(1 for _ in subject.inputs(depth))
    assert haskell.counted("small", subject.name, depth) == (there, False)
    looked_at, refuted = haskell.counted("lazy", subject.name, depth)
    assert looked_at <= there
    assert not refuted


@pytest.mark.usefixtures("compiled")
def test_lazy_smallcheck_stops_after_the_first_thousand() -> None:
    assert haskell.counted("lazy", "list insert", 12, 1000) == (1000, False)


def test_without_ghc_there_is_a_reason_and_no_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert haskell.missing.__wrapped__() == "ghc is not installed"
