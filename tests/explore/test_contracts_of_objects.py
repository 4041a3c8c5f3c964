"""Contracts of objects: each that is broken is found, with a program that fails when it is run, and no other one is."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import objects_with_contracts as objects
import pytest

from refute import Interface, Limits, RefuteError, explore
from refute.campaign.report import Report
from refute.choices import CONTRACTS
from refute.programs.contracts import looking
from sampling import some_of

HERE = Path(__file__).parent

BROKEN = [
    (objects.NotItself, "eq", "not_itself == not_itself"),
    (objects.OneSided, "eq", "(one_sided == one_sided_2) == (one_sided_2 == one_sided)"),
    (objects.Near, "eq", "near == near_3"),
    (objects.BothWays, "eq", "(both_ways != both_ways_2) == (not both_ways == both_ways_2)"),
    (objects.Raising, "eq", "raising == raising"),
    (objects.Hashed, "hash", "hash(hashed) == hash(hashed_2)"),
    (objects.Halved, "order", "(halved < halved_2) == (halved_2 > halved)"),
    (objects.Turning, "order", "turning < turning_3"),
    (objects.Shy, "repr", "repr(shy)"),
    (objects.Noisy, "repr", "repr(noisy)"),
    (objects.Forgetting, "copy", "copy.copy(forgetting) == forgetting"),
    (objects.Frozen, "pickle", "pickle.loads(pickle.dumps(frozen)) == frozen"),
    (objects.CountedOnce, "len", "len(counted_once) == len(list(counted_once))"),
    (objects.Hiding, "in", "all(one in hiding for one in hiding)"),
    (objects.NeverEmpty, "bool", "bool(never_empty) == (len(never_empty) > 0)"),
    (objects.Restarting, "iterator", "iter(restarting) is restarting"),
    (objects.Holding, "context", "with suppress(Exception), holding: raise Exception"),
    (objects.Never, "context", "with never: pass"),
    (objects.Striding, "alike", "assert_alike(Striding(), Striding(step=0), lambda one: one.next())"),
]
KEPT = [
    *(objects.Tag, objects.Unhashable, objects.Version, objects.Subset, objects.Remembering, objects.Locked),
    *(objects.Bag, objects.Steps, objects.Guarded, objects.Counter),
]


WAITING = (objects.Holding, objects.Never)  # on a lock, for ever
MANY_CALLS = (objects.Turning,)
CASES = some_of(BROKEN, lambda case: case[0] not in (*WAITING, *MANY_CALLS))


def explored(cls: type, *exempt: str, **how: object) -> Report:
    limits = Limits(seconds=0.3)
    return explore(cls, calls=3, exempt=exempt, in_process=cls not in WAITING, limits=limits, **how)  # type: ignore[arg-type]


def looks(report: Report) -> list[str]:
    return [finding.call for finding in report.findings if ": " in finding.target]


@pytest.mark.parametrize(("cls", "contract", "call"), CASES, ids=lambda value: getattr(value, "__name__", ""))
def test_a_class_that_breaks_a_contract_is_told_of(cls: type, contract: str, call: str) -> None:
    report = explored(cls)
    assert call in looks(report)
    targets = {finding.target for finding in report.findings if finding.kind != "hang"}
    assert targets == {f"{cls.__name__}: {contract}"} or cls is objects.Frozen


@pytest.mark.parametrize(("cls", "contract", "call"), CASES, ids=lambda value: getattr(value, "__name__", ""))
def test_a_class_that_is_exempt_from_a_contract_may_break_it(cls: type, contract: str, call: str) -> None:
    exempt = [contract, "copy"] if cls is objects.Frozen else [contract]
    assert looks(explored(cls, *exempt)) == []
    interface = Interface.of(cls)
    interface.describe(cls, exempt=exempt)
    if cls not in WAITING:
        assert looks(explore(interface, calls=3, in_process=True)) == []


@pytest.mark.parametrize(("cls", "contract", "call"), CASES, ids=lambda value: getattr(value, "__name__", ""))
def test_the_program_that_is_shown_fails_or_says_why(cls: type, contract: str, call: str) -> None:
    (finding,) = [one for one in explored(cls).findings if one.call == call and one.kind == "violation"]
    ran = subprocess.run([sys.executable, "-c", finding.source], cwd=HERE, capture_output=True, text=True, check=False)
    if contract in ("context",) or finding.outcome == "changed the object":
        assert ran.returncode == 0
        assert f"# {finding.outcome}" in finding.source
    else:
        assert ran.returncode == 1
        assert "Error" in ran.stderr


@pytest.mark.parametrize("cls", KEPT)
def test_a_class_that_keeps_its_contracts_is_told_nothing_of(cls: type) -> None:
    report = explored(cls)
    assert report.findings == []
    assert "looks at objects" in report.claims.tried


def test_nothing_is_asked_of_a_class_that_defines_nothing() -> None:
    class Plain:
        def __init__(self, number: int) -> None:
            self.number = number

    assert "look" not in explored(Plain).claims.tried


def test_all_contracts_can_be_switched_off() -> None:
    assert "look" not in explored(objects.Tag, "all").claims.tried


def test_an_object_and_one_of_a_subclass_are_compared() -> None:
    interface = Interface("tags")
    interface.function(objects.Tag, str, returns=objects.Tag)
    interface.function(objects.OneSided, str, returns=objects.OneSided)
    report = explore(interface, calls=3, in_process=True)
    assert any("Tag('" in one.explanation and "OneSided('" in one.explanation for one in report.findings)


def test_what_is_kept_is_found_first_by_the_next_run(tmp_path: Path) -> None:
    assert explored(objects.CountedOnce, store=tmp_path).status == "refuted"
    (again,) = explore(objects.CountedOnce, calls=1, in_process=True, store=tmp_path).findings
    assert again.kept
    assert again.call == "len(counted_once) == len(list(counted_once))"


@pytest.mark.parametrize("name", ["equality", ""])
def test_a_contract_that_there_is_not_is_refused(name: str) -> None:
    with pytest.raises(RefuteError, match="there is no contract"):
        explored(objects.Tag, name)
    with pytest.raises(RefuteError, match="there is no contract"):
        Interface("tags").abstract("Tag", exempt=[name])


def test_every_contract_has_a_class_here_that_breaks_it() -> None:
    assert {contract for _, contract, _ in BROKEN} == {*CONTRACTS} - {"all"}


def test_of_many_objects_only_those_that_are_looked_at_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Counter[int]()

    class Number:
        def __init__(self, n: int) -> None:
            made[n] += 1
            self.n = n

        def __repr__(self) -> str:
            return f"<{self.n}>"

    monkeypatch.setitem(looking._MOST, 1, 5)
    interface = Interface.of(Number)
    interface.fresh(int, range(40))
    report = explore(interface, calls=1, in_process=True)
    assert report.claims.looks == 5
    assert report.claims.states == 40
    assert made[39] < made[4]
