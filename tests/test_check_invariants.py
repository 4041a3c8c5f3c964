"""What stays: invariants of classes and arguments that are to be of their type after the call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import classes_with_invariants as classes
from checking import exception_when_pasted
from refute import ContractError, RefinementError, Report, Scope, check, contract, inhabitants, invariant, where
from refute.targets.subjects import subjects_of


def checked(name: str) -> Report:
    owner, _, method = name.partition(".")
    found = getattr(classes, owner)
    if not method:
        return check(found, scope=Scope(size=3))
    function = getattr(found, method)
    return check(getattr(function, "fget", function), bound_to=found, scope=Scope(size=3))


@pytest.mark.parametrize(
    ("name", "call", "outcome", "explanation"),
    [
        (
            "Interval.move_low",
            "Interval.move_low(self=Interval(0, 0), by=1)",
            "returned None, leaving self = Interval(1, 0)",
            "after the call: `self.low <= self.high` is false: self = Interval(1, 0), self.low = 1, self.high = 0",
        ),
        (
            "Interval.mirrored",
            "Interval.mirrored(self=Interval(0, 1))",
            "returned Interval(0, -1)",
            "`self.low <= self.high` is false: self = Interval(0, -1), self.low = 0, self.high = -1",
        ),
        (
            "Stack.pop_hastily",
            "Stack.pop_hastily(self=Stack([]))",
            "raised IndexError, leaving self = Stack([])",
            "after the call: `self.count == len(self.items)` is false: self = Stack([]), self.count = -1, "
            "len(self.items) = 0",
        ),
        (
            "Stack.clear",
            "Stack.clear(self=Stack([0]))",
            "returned None, leaving self = Stack([])",
            "after the call: `self.count == len(self.items)` is false: self = Stack([]), self.count = 1, "
            "len(self.items) = 0",
        ),
        (
            "Account.scribble",
            "Account.scribble(self=Account(0, []))",
            "returned None, leaving self = Account(0, ['no'])",
            "after the call: at self.log[0]: expected int, got str 'no'",
        ),
        (
            "Numbered.push",
            "Stack.push(self=Numbered([0, 0]), item=0)",
            "returned None, leaving self = Numbered([0, 0, 0])",
            "after the call: `self.count < 3` is false: self = Numbered([0, 0, 0]), self.count = 3",
        ),
        (
            "Account.withdraw",
            "Account.withdraw(self=Account(0, []), amount=1)",
            "returned None, leaving self = Account(-1, [-1])",
            "after the call: `solvent(v)` is false: v = Account(-1, [-1])",
        ),
        (
            "Span",
            "Span(low=0, high=-1)",
            "made Span(0, -1)",
            "`self.low <= self.high` is false: self = Span(0, -1), self.low = 0, self.high = -1",
        ),
        (
            "insert",
            "insert(item=0, into=[1])",
            "returned None, leaving into = [1, 0]",
            "after the call: `all(a <= b for a, b in pairwise(v))` is false: v = [1, 0], a = 1, b = 0",
        ),
        (
            "shorten",
            "shorten(length=0, items=[])",
            "returned None, leaving items = [True]",
            "after the call: `len(v) <= length` is false: v = [True], length = 0, len(v) = 1",
        ),
        (
            "drain_all",
            "drain_all(stacks=[Stack([0])])",
            "returned None, leaving stacks = [Stack([])]",
            "after the call: at stacks[0]: `self.count == len(self.items)` is false: self = Stack([]), "
            "self.count = 1, len(self.items) = 0",
        ),
    ],
)
@pytest.mark.sampled(3)
def test_what_does_not_stay_is_found(name: str, call: str, outcome: str, explanation: str) -> None:
    finding = checked(name).findings[0]
    assert finding.kind == "violation"
    assert (finding.call, finding.outcome, finding.explanation) == (call, outcome, explanation)


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    "name", ["Interval.move_low", "Stack.clear", "Account.withdraw", "Span", "insert", "drain_all"]
)
def test_the_source_of_such_a_finding_fails_by_itself(name: str) -> None:
    assert exception_when_pasted(checked(name).findings[0]) == "ContractError"


@pytest.mark.parametrize(
    "name",
    [
        "Interval.widen",
        "Interval.length",
        "Stack",
        "Stack.push",
        "Stack.pop",
        "insert_in_order",
        "insert_freely",
        "drain",
        "OrderedSpan",
    ],
)
def test_what_stays_is_not_accused(name: str) -> None:
    report = checked(name)
    assert report.findings == []
    assert report.tests > 5


def test_arguments_that_a_constructor_turns_down_are_discarded_not_accused() -> None:
    report = checked("OrderedSpan")
    assert report.tests == 49
    assert report.claims.refused == 21


def test_a_constructor_that_fails_on_its_own_account_is_accused() -> None:
    finding = checked("Reciprocal").findings[0]
    assert (finding.call, finding.outcome) == ("Reciprocal(number=0)", "raised ZeroDivisionError: division by zero")


def test_an_invariant_is_part_of_the_type() -> None:
    values = list(inhabitants(classes.Interval, Scope(size=2)))
    assert len(values) == 15
    assert all(value.low <= value.high for value in values)


def test_an_invariant_that_asserts_is_part_of_the_type() -> None:
    assert {value.balance for value in inhabitants(classes.Account, Scope(size=2))} == {0, 1, 2}


def test_methods_that_are_invariants_are_no_targets_and_written_constructors_are() -> None:
    names = [subject.name for subject in subjects_of(classes)]
    assert "Stack.counted" not in names
    assert "Stack" in names
    assert "Interval" not in names


def test_an_invariant_holds_under_contract() -> None:
    stack = classes.Stack([1])
    with pytest.raises(ContractError, match=r"the argument self of Stack\.clear, after the call: `self\.count == "):
        contract(classes.Stack.clear)(stack)
    with pytest.raises(ContractError, match=r"the argument self of Stack\.clear: `self\.count == len"):
        contract(classes.Stack.clear)(stack)


def test_an_invariant_may_be_overridden() -> None:
    @dataclass
    class Low:
        level: int

        @invariant
        def bounded(self) -> bool:
            return 0 <= self.level <= 1

    @dataclass
    class High(Low):
        @invariant
        def bounded(self) -> bool:
            return self.level > 1

    assert [value.level for value in inhabitants(High, Scope(size=3))] == [2, 3]


def test_several_refinements_may_stand_above_a_class_and_its_bases() -> None:
    @where(lambda self: self.level >= 0)
    @dataclass
    class Base:
        level: int

    @where(lambda self: self.level % 2 == 0)
    @where("v.level != 2")
    @dataclass
    class Even(Base):
        pass

    assert [value.level for value in inhabitants(Even, Scope(size=5))] == [0, 4]
    assert len(inhabitants(Base, Scope(size=5))) == 6


def test_a_refinement_above_a_function_is_refused_with_a_remedy() -> None:
    with pytest.raises(RefinementError, match="which is not a class") as caught:

        @where(lambda v: v > 0)
        def function(n: int) -> int:
            return n

    assert "Annotated" in caught.value.remedy


def test_an_invariant_that_takes_more_than_the_instance_is_refused() -> None:
    with pytest.raises(RefinementError, match="takes nothing but self"):

        class Wrong:
            @invariant
            def compared(self, other: Any) -> bool:
                return self is other

    @where(lambda self, other: self.level < other)
    @dataclass
    class AlsoWrong:
        level: int

    with pytest.raises(RefinementError, match="takes 'other' beside the instance"):
        inhabitants(AlsoWrong, Scope(size=1))
