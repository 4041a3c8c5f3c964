"""Calls that have reached new lines: others are varied from them, in every process alike."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import functions_with_depths as functions
import pytest

from refute.judge.calls.audit import Audit
from refute.programs.engine.exploration import Exploring
from refute.programs.engine.log import Log
from refute.programs.hosting.explored import Explored
from refute.programs.interface.interface import Interface
from refute.programs.pools.constants import Verbatim
from refute.programs.schedule.finds import Find, Finds
from refute.run.inside import Inside
from refute.run.limits import Limits


@contextmanager
def exploration(strategy: str = "coverage") -> Iterator[Explored]:
    del functions.CALLED[:]
    made = Explored(Interface.of(functions), functions.__name__, Exploring(strategy), Limits(), Inside())
    try:
        yield made
    finally:
        made.close()


def run(explored: Explored, first: int, stop: int) -> None:
    for _ in Inside().run(explored.body(), first, stop, None):
        pass


def test_lines_behind_several_conditions_are_reached_step_by_step() -> None:
    with exploration() as explored:
        run(explored, 0, 12_000)
        missed = {one.function: one.missed for one in explored.counts().lines}
    assert missed == {"tagged": (), "Gate.__init__": (), "Gate.push": ()}


def test_whoever_goes_on_makes_the_calls_that_would_have_been_made() -> None:
    with exploration() as explored:
        run(explored, 0, 3_000)
        whole = [*functions.CALLED]
    with exploration() as explored:
        run(explored, 0, 1_234)
        before = len(functions.CALLED)
        run(explored, 1_234, 3_000)
        made_again = len(functions.CALLED) - (len(whole) - before) - before
    assert functions.CALLED[:before] == whole[:before]
    assert functions.CALLED[before + made_again :] == whole[before:]


def audited(file: Path, *cuts: int) -> list[str]:
    """The calls that are judged, where others go on after some of them."""
    audit = Audit(file)
    made = Explored(Interface.of(functions), functions.__name__, Exploring("auto", 4), Limits(), Inside(), audit=audit)
    try:
        for first, stop in pairwise((0, *cuts, 4_000)):
            run(made, first, stop)
    finally:
        made.close()
    lines = map(json.loads, file.read_text().splitlines())
    return [line["call"] for line in lines if "again" not in line]


@pytest.mark.parametrize("cuts", [(150,), (7, 40, 900), (2_111, 2_112, 3_500)])
def test_the_same_calls_are_made_wherever_another_goes_on(cuts: tuple[int, ...], tmp_path: Path) -> None:
    assert audited(tmp_path / "cut", *cuts) == audited(tmp_path / "whole")


def test_finds_are_those_of_earlier_calls_also_after_some_are_taken_back() -> None:
    log = Log()
    finds = Finds(log)
    finds.add(3, 0, [1, Verbatim("'a'")])
    finds.add(9, 2, [])
    assert list(Finds(log).before(9)) == [Find(3, 0, (1, Verbatim("'a'")))]
    assert [find.index for find in finds.before(10)] == [3, 9]
    log.cut(9)
    assert [find.index for find in finds.before(10)] == [3]
    log.cut(0)
    assert list(finds.before(10)) == []
    log.close()
