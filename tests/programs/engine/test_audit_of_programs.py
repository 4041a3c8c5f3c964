"""The audit of explorations has each call as the program that ends in it, and claims are true of these programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import zoo_of_objects
from natural_programs import HEARD, Situation, situations
from zoo_of_objects import ZOO, Zoo

from refute import explore


def audited(file: Path) -> Iterator[dict[str, Any]]:
    yield from map(json.loads, file.read_text().splitlines())


def performed(program: str) -> Situation:
    """The call that a program ends in, as it is when the program is run."""
    names = dict(vars(zoo_of_objects))
    for line in program.split("; "):
        del HEARD[:]
        with suppress(LookupError, ValueError):
            exec(line, names)
    return HEARD[0]


@pytest.mark.parametrize("zoo", ZOO, ids=lambda zoo: zoo.name)
def test_all_programs_that_are_claimed_are_in_the_audit_once_and_no_others(zoo: Zoo, tmp_path: Path) -> None:
    most_calls, file = zoo.most_calls - 1, tmp_path / "audit"
    how: Any = {"calls": most_calls, "strategy": "deepening", "exempt": ["all"]}
    report = explore(zoo.interface(), **how, in_process=True, audit=file)
    assert report.claims.tried.startswith(f"all programs of up to {most_calls} calls")
    own = [line["call"] for line in audited(file) if "again" not in line]
    since_the_last_beginning = own[-report.claims.tests :]
    assert since_the_last_beginning[0] == own[0]
    assert {*map(performed, since_the_last_beginning)} == situations(zoo.doings, tuple(zoo.classes), most_calls)


def test_calls_that_are_not_judged_say_what_they_are_for(tmp_path: Path) -> None:
    file = tmp_path / "audit"
    explore(zoo_of_objects.Counter, calls=3, in_process=True, threads=True, audit=file)
    lines = list(audited(file))
    assert {"function", "call", "process"} <= {*lines[0]}
    assert {key for line in lines for key in line} == {"function", "call", "process", "again", "threads"}


def test_looks_and_calls_of_workers_are_in_it(tmp_path: Path) -> None:
    file = tmp_path / "audit"
    report = explore(zoo_of_objects.Order, calls=1, audit=file)
    assert sum("look" in line for line in audited(file)) == report.claims.looks > 0
