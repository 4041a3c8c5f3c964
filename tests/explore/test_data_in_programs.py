"""Objects that are only put together: written in the place of their names, and holes where they do not matter."""

from __future__ import annotations

from pathlib import Path

import trees_of_integers as trees

from refute import explore
from refute.judge.findings import Finding
from refute.programs.engine.exploration import Exploring
from refute.programs.hosting.explored import Explored
from refute.programs.interface.interface import Interface
from refute.programs.program.parsing import program_in
from refute.programs.program.spelling import written
from refute.run.inside import Inside
from refute.run.limits import Limits


def found(name: str) -> Finding:
    report = explore(trees, include=[name, "Leaf", "Fork"], calls=4, in_process=True)
    (finding,) = report.findings
    return finding


def test_an_object_that_is_used_once_has_no_name() -> None:
    finding = found("leftmost")
    assert (finding.definitions, finding.call) == ("", "leftmost(Leaf())")


def test_an_object_that_does_not_matter_is_a_hole_and_what_makes_it_is_not_written() -> None:
    finding = found("third")
    assert "leaf = Leaf()" in finding.definitions
    assert finding.generalised == "third(Fork(?1, ?2, ?3), ?4, ?5)"


def test_an_object_that_is_compared_by_identity_is_no_hole() -> None:
    finding = found("both")
    assert finding.definitions == "leaf = Leaf()"
    assert finding.call == "both(Fork(leaf, 0, leaf))"
    assert finding.generalised == "leaf = Leaf(); both(Fork(leaf, ?1, leaf))"


def test_an_object_that_calls_change_has_a_name() -> None:
    report = explore(trees, include=["Cup", "Cup.fill"], calls=3, ints=[1], in_process=True)
    assert (report.findings[0].definitions, report.findings[0].call) == ("", "Cup(1).fill(1)")
    report = explore(trees, include=["Cup", "Cup.fill"], calls=4, ints=[0, 1], in_process=True)
    assert "cup = Cup(" not in report.findings[0].definitions


def test_objects_without_names_are_read_back(tmp_path: Path) -> None:
    explored = Explored(Interface.of(trees), trees.__name__, Exploring(), Limits(), Inside())
    line = "third(Fork(Fork(Leaf(), 1, Leaf()), 0, Leaf()), Leaf(), 0)"
    program = program_in([line], explored.variants)
    assert len(program) == 7
    text = written(program, explored.variants)
    assert (text.lines, text.last) == ((), line)
    named = written(program, explored.variants, named=True)
    assert len(named.lines) == 6
    assert program_in([*named.lines, named.last], explored.variants) == program
    explored.close()
