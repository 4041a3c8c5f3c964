"""After a call, instances of classes have to be of their type again: their fields and what their classes declare."""

from __future__ import annotations

from typing import Any

import pytest

import classes_with_refined_fields as classes
from refute import ContractError, Scope, check, contract
from refute.campaign.report import Report
from refute.types.signatures import read_signature


def checked(name: str, **options: Any) -> Report:
    function: Any = classes
    for part in name.split("."):
        function = getattr(function, part)
    owner = getattr(classes, name.partition(".")[0]) if "." in name else None
    options = {"scope": Scope(size=3, landmarks=False), "in_process": True} | options
    return check(function, bound_to=owner, **options)


@pytest.mark.parametrize(
    ("name", "outcome", "explanation"),
    [
        ("Account.withdraw", "returned None, leaving self = Account(-1, 0)", "self.balance: `v >= 0` is false: v = -1"),
        (
            "Account.deposit",
            "returned None, leaving self = Account(1, 0)",
            "self.limit: `v >= balance` is false: v = 0, balance = 1",
        ),
        ("Account.give_up", "returned None, leaving self = Account(None, 0)", "self.balance: expected int, got None"),
        ("Account.fail", "raised KeyError, leaving self = Account(-1, 0)", "self.balance: `v >= 0` is false: v = -1"),
        ("Bank.collect", None, "self.accounts[0].balance: `v >= 0` is false: v = -1"),
        ("Fixed.clear", "returned None, leaving self = Fixed([])", "self.items: `len(v) > 0` is false"),
        ("Ring.turn", None, "self.step: `v >= 0` is false: v = -1"),
        ("Cell.use", None, "self.uses: `v >= 0` is false: v = -1"),
        ("Owner.spend", None, "self.account.balance: `v >= 0` is false: v = -1"),
        ("count_down", "returned None, leaving entry = {'count': -1}", "entry['count']: `v >= 0` is false: v = -1"),
        ("Counter.down", None, "self.count: `v >= 0` is false: v = -1"),
        ("Model.down", None, "self.count: `v >= 0` is false: v = -1"),
        ("drain", None, "account.balance: `v >= 0` is false: v = -1"),
        ("drain_all", None, "others[''].balance: `v >= 0` is false: v = -1"),
        ("drain_maybe", None, "account.balance: `v >= 0` is false: v = -1"),
    ],
)
def test_an_instance_that_is_left_outside_its_type_is_found(name: str, outcome: str | None, explanation: str) -> None:
    (finding, *_) = checked(name).findings
    assert finding.explanation.startswith(f"after the call: at {explanation}")
    if outcome is not None:
        assert finding.outcome == outcome


@pytest.mark.parametrize(
    "name",
    [
        "Account.withdraw_safely",
        "Account.break_freely",
        "Immutable.grown",
        "Plain.below",
        "Owner.earlier",
        "drain_declared",
        "sort",
        "fill",
        "spend_all",
        "replace_accounts",
        "look",
        "Log.add",
    ],
)
def test_what_is_the_callers_own_affair_is_not_asked_again(name: str) -> None:
    report = checked(name)
    assert (report.status, [str(finding) for finding in report.findings]) == ("exhausted", [])


def test_the_source_of_such_a_finding_fails_by_itself() -> None:
    (finding, *_) = checked("Account.withdraw").findings
    with pytest.raises(ContractError, match="after the call"):
        exec(finding.source, {"__name__": "again"})


def test_only_what_can_be_changed_is_looked_at_again() -> None:
    assert [p.after for p in read_signature(classes.Immutable.grown, bound_to=classes.Immutable).parameters] == [None]
    assert [p.after for p in read_signature(classes.Log.add, bound_to=classes.Log).parameters] == [None]
    assert [p.after for p in read_signature(classes.sort).parameters] == [None]


def test_contracts_look_at_what_a_call_leaves() -> None:
    account = classes.Account(1)
    contract(classes.Account.withdraw_safely)(account, 5)
    contract(classes.Account.withdraw)(account, 1)
    with pytest.raises(ContractError, match=r"the argument self of Account.withdraw, after the call: at self.balance"):
        contract(classes.Account.withdraw)(account, 1)
