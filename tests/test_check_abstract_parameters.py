"""Checks of functions that take protocols, abstract classes, iterators and classes."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import abstract_parameters as functions
from checking import exception_when_pasted
from refute import AnnotationError, Report, Scope, check, inhabitants, stand_in
from refute.run.limits import Limits
from refute.types.signatures import read_signature
from refute.types.spelling import spelled


def checked(name: str, size: int = 3, **settings: Any) -> Report:
    return check(getattr(functions, name), scope=Scope(size=size), **settings)


@pytest.mark.parametrize(
    "name",
    [
        *("whole", "real", "distance", "hashed", "has_one", "in_order", "label", "itself", "all_of", "or_else"),
        *("once", "not_empty", "member", "all_given", "applied", "manufactured"),
    ],
)
@pytest.mark.sampled(2)
def test_what_is_right_for_all_implementations_has_no_finding(name: str) -> None:
    report = checked(name, size=2, in_process=True)
    assert report.status == "exhausted"
    assert report.tests > 1
    assert "there are" not in str(report)


@pytest.mark.parametrize(
    ("name", "call", "outcome"),
    [
        ("place", "place(x=2)", "raised IndexError: list index out of range"),
        ("per_item", "per_item(x='')", "raised ZeroDivisionError: integer division or modulo by zero"),
        ("total", "total(shape=Square('a', True))", "returned 3"),
        ("sourced", "sourced(source=stand_in(Source, limit=True, read=source_read))", "returned 1"),
        ("coded", "coded(codec=Broken(False))", "raised ZeroDivisionError: integer division or modulo by zero"),
        ("named", "named(cls=int)", "raised IndexError: string index out of range"),
        ("unboxed", "unboxed(x=stand_in(Box, get=x_get))", "raised ZeroDivisionError: division by zero"),
        ("last_of_two", "last_of_two(xs=iter([0]))", "returned []"),
        ("generated", "generated(xs=(x for x in [2]))", "raised ZeroDivisionError: integer division or modulo by zero"),
        ("same_twice", "same_twice(xs=iter((0,)))", "returned False"),
        ("after_first", "after_first(xs=('', 0, 0))", "returned (0, 0)"),
        ("second", "second(xs=AsyncItems([False]))", "raised IndexError: list index out of range"),
        ("kept", "kept(xs=iter([0, 0]), test=test)", "returned [0, 0]"),
    ],
)
@pytest.mark.sampled(2)
def test_a_counterexample_is_spelled_so_that_it_can_be_pasted(name: str, call: str, outcome: str) -> None:
    finding = checked(name, size=4).findings[0]
    assert finding.call == call
    assert finding.outcome.split(":")[0] == outcome.split(":")[0]
    assert exception_when_pasted(finding) in ("ContractError", outcome.removeprefix("raised ").partition(":")[0])


def test_special_methods_of_a_stand_in_are_found_where_python_looks_for_them() -> None:
    finding = checked("measured", size=4).findings[0]
    assert finding.call == "measured(x=stand_in(Measured, __len__=x___len, unit=x_unit))"
    assert len(finding.arguments["x"]) == 1


def test_classes_are_given_with_their_subclasses_in_sight() -> None:
    report = checked("made_anew")
    assert report.findings[0].call == "made_anew(cls=Broken)"
    assert report.tests == 2


@pytest.mark.parametrize("name", ["named_in_quotes", "of_variable"])
def test_classes_are_found_in_quotes_and_by_bounds(name: str) -> None:
    report = checked(name, in_process=True)
    assert report.findings[0].call == f"{name}(cls=Plain)"
    assert report.tests == 2


def test_a_type_variable_stands_for_one_implementation_at_a_time() -> None:
    report = checked("smaller", size=1)
    assert report.status == "exhausted"
    assert any(type(value) is str for value in _seen("smaller", "x"))


def test_lengths_that_a_stand_in_answers_are_those_that_python_takes() -> None:
    report = checked("emptied", size=2, in_process=True)
    assert report.status == "exhausted"
    assert report.tests > 2


def test_class_methods_and_static_methods_answer() -> None:
    finding = checked("at_most", in_process=True).findings[0]
    assert finding.call == "at_most(factory=stand_in(Factory, made=factory_made, most=factory_most))"
    assert exception_when_pasted(finding) == "ZeroDivisionError"


class Purse(functions.Sack):
    def __len__(self) -> int:
        return 2


def purse(x: functions.Sack) -> bool:
    return x.is_empty()


def test_an_abstract_class_from_elsewhere_is_implemented_by_subclasses_alone() -> None:
    notes = [note for note in read_signature(purse).notes if note.status == "in sight"]
    assert [(note.text, note.reason) for note in notes] == [("Sack", "Purse")]
    assert check(purse, scope=Scope(size=2), in_process=True).status == "exhausted"


def _seen(name: str, parameter: str) -> list[Any]:
    annotation = inspect.signature(getattr(functions, name)).parameters[parameter].annotation
    return list(inhabitants(getattr(functions, annotation), Scope(size=1)))


def test_refinements_of_an_iterator_see_a_list() -> None:
    report = checked("first", size=2)
    assert report.status == "exhausted"
    explanation = checked("last_of_two").findings[0].explanation
    assert "v = [], xs = [0]" in str(explanation)


def test_no_parameter_depends_on_an_iterator() -> None:
    with pytest.raises(AnnotationError, match="n of depends depends on the iterator xs") as caught:
        checked("depends")
    assert caught.value.remedy


@pytest.mark.parametrize("name", ["sourced", "generated", "same_twice", "second", "named", "kept"])
@pytest.mark.sampled(2)
def test_a_failure_is_read_back_from_the_store(name: str, tmp_path: Path) -> None:
    first = checked(name, size=4, store=tmp_path).findings[0]
    again = check(getattr(functions, name), scope=Scope(size=0), store=tmp_path).findings[0]
    assert again.call == first.call


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sourced", "generated", "named"])
def test_fresh_interpreters_build_the_same(name: str) -> None:
    forked, spawned = checked(name, size=4), checked(name, size=4, workers="spawn", limits=Limits(seconds=30))
    assert [f.call for f in spawned.findings] == [f.call for f in forked.findings]


def test_the_implementations_in_sight_are_noted() -> None:
    notes = [note for note in read_signature(functions.total).notes if note.status == "in sight"]
    assert [(note.text, note.reason) for note in notes] == [("Shape", "Square, a stand-in")]


@pytest.mark.parametrize("annotation", [Iterator[int], Iterator[Iterator[bool]], functions.SupportsInt])
def test_values_are_counted_indexed_and_recognised(annotation: Any) -> None:
    space = inhabitants(annotation, Scope(size=3))
    texts = [spelled(value) for value in space]
    assert len(texts) == len(set(texts)) == space.count
    assert [space.index(value) for value in space] == list(range(space.count))
    assert texts[0] != spelled(object())


def test_a_stand_in_has_the_members_that_it_is_given() -> None:
    shape = stand_in(functions.Shape, name="a", area=lambda scale: 2 * scale)
    assert (shape.name, shape.area(2)) == ("a", 4)
    source = stand_in(functions.Source, limit=True, read=lambda place: place + 1)
    assert isinstance(source, functions.Source)
    assert source.twice() == 2
