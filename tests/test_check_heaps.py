"""Functions of classes whose objects point at each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import linked_functions as linked
from checking import exception_when_pasted
from refute import Finding, Report, Scope, check, inhabitants, invariant
from refute.store.building import build
from refute.store.entries import entries_in
from refute.store.writing import text_of
from refute.types.signatures import read_signature


def checked(name: str, **options: Any) -> Report:
    owner, _, method = name.partition(".")
    found = getattr(linked, owner)
    return check(getattr(found, method), bound_to=found, **options) if method else check(found, **options)


def finding_of(name: str, **options: Any) -> Finding:
    (finding,) = checked(name, **options).findings
    return finding


@pytest.mark.parametrize(
    "name", ["DList.remove", "DList.reversed_in_place", "Ring.insert", "Pile.push", "sum_up_to", "made_circular"]
)
def test_functions_that_keep_links_right_hold(name: str) -> None:
    report = checked(name, scope=Scope(size=4))
    assert (report.status, report.findings) == ("exhausted", [])
    assert report.tests > 2


def test_a_removal_that_forgets_a_link_is_refuted_by_two_nodes() -> None:
    finding = finding_of("DList.remove_without_prev", scope=Scope(size=3))
    assert finding.definitions.splitlines() == [
        "n0 = Node(0, None, None)",
        "n1 = Node(0, None, n0)",
        "n0.next = n1",
    ]
    assert finding.call == "DList.remove_without_prev(self=DList(n0, 2), value=0)"
    assert finding.texts == {"self": "DList(n0, 2)", "value": "0"}
    assert finding.summary.startswith("n0 = Node(0, None, None); n1 = Node(0, None, n0); n0.next = n1; DList.remove")
    assert "`is_linked(self)` is false" in finding.explanation
    assert exception_when_pasted(finding) == "ContractError"


def test_an_insertion_into_a_ring_that_forgets_a_link_is_refuted_by_one_bead() -> None:
    finding = finding_of("Ring.insert_without_way_back", scope=Scope(size=3))
    assert finding.definitions.splitlines() == ["b0 = Bead(None, None)", "b0.next = b0", "b0.prev = b0"]
    assert finding.call == "Ring.insert_without_way_back(self=Ring(b0))"
    assert exception_when_pasted(finding) == "ContractError"


def test_attributes_that_a_constructor_sets_to_none_are_linked_as_well() -> None:
    finding = finding_of("Pile.pop_without_link", scope=Scope(size=3))
    assert finding.definitions.splitlines() == [
        "p0 = Pile()",
        "c1 = Card(0)",
        "c2 = Card(0)",
        "p0.top = c1",
        "p0.height = 2",
        "c1.below = c2",
        "c2.above = c1",
    ]
    assert finding.call == "Pile.pop_without_link(self=p0)"
    assert exception_when_pasted(finding) == "ContractError"
    assert finding.store_text.splitlines()[-2:] == ["c2.above = c1", finding.call]


def test_results_that_are_heaps_have_to_satisfy_their_invariants() -> None:
    finding = finding_of("torn", scope=Scope(size=2))
    assert "`is_closed(self)` is false" in finding.explanation
    assert exception_when_pasted(finding) == "ContractError"


def test_of_the_heaps_that_fail_the_simplest_is_told() -> None:
    finding = finding_of("fails_on_long_lists", scope=Scope(size=4))
    assert finding.call == "fails_on_long_lists(numbers=DList(n0, 3))"
    assert [line.partition("Node")[2].partition(",")[0] for line in finding.definitions.splitlines()[:3]] == ["(0"] * 3
    assert exception_when_pasted(finding) == "AssertionError"


def test_heaps_are_kept_for_the_next_run() -> None:
    signature = read_signature(linked.sum_up_to)
    node = linked.Node(1)
    node.next = linked.Node(2, None, node)
    values = (linked.DList(node, 2), 1)
    text = text_of(signature, None, values)
    assert "n0.next = n1" in text
    (entry,) = entries_in(text, "sum_up_to")
    again, limit = build(entry, signature)
    assert limit == 1
    assert again.values() == [1, 2]
    assert again.head.next.prev is again.head


def test_a_solver_does_not_claim_all_heaps() -> None:
    report = checked("Ring.insert", scope=Scope(size=3), engine="smt")
    assert report.status != "exhausted"


def is_begun(walk: linked.Walk) -> bool:
    return walk.first is not None


def test_heaps_for_which_an_invariant_does_not_end_keep_a_scope_from_being_exhausted() -> None:
    report = check(is_begun, scope=Scope(size=3))
    assert (report.status, report.tests) == ("held", 2)
    assert "`ends` did not end for some objects of Walk, which were left out" in report.warnings


@dataclass
class Box:
    full: bool


@dataclass
class Pair:
    left: Box
    right: Box


def held_by(box: Box) -> bool:
    return box.full


def held_by_both(pair: Pair) -> bool:
    return pair.left.full and pair.right.full


def test_where_sharing_is_left_out_the_verdict_says_so() -> None:
    alone, both = check(held_by), check(held_by_both)
    assert alone.claims.everything
    assert not both.claims.everything
    assert [line for line in both.engines if "shared" in line] == [
        "classes: pair, all there are; no object of Box is shared"
    ]
    assert not [line for line in alone.engines if "shared" in line]
    assert checked("sum_up_to", scope=Scope(size=2)).engines[0] == (
        "heaps: numbers, with sharing and cycles, smallest first"
    )


@dataclass
class Lists:
    left: list[bool]
    right: list[bool]

    @invariant
    def are_two(self) -> bool:
        return self.left is not self.right


def test_a_class_that_points_at_no_object_has_no_heaps() -> None:
    assert inhabitants(Lists, Scope(size=2)).count == inhabitants(tuple[list[bool], list[bool]], Scope(size=2)).count


def test_where_nothing_can_be_linked_that_is_warned_of() -> None:
    report = check(linked.of_checked, scope=Scope(size=3), in_process=True)
    assert any("no objects of Checked with sharing or cycles were tried" in warning for warning in report.warnings)


def test_nodes_that_let_nobody_copy_or_compare_them_are_linked_and_shown() -> None:
    (finding,) = check(linked.parts, scope=Scope(size=2)).findings
    assert finding.definitions.splitlines() == ["u0 = Unfriendly(None)", "u0.peer = u0"]
    assert finding.call == "parts(couple=Couple(u0, u0))"
