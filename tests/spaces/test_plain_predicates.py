"""Plain recursive functions in refinements: the spaces are those of a filter, and those of measures."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Annotated, Any

import plain_predicates as plain
import pytest
from plain_predicates import Rose, Tree

from refute.errors import Place, RefinementError
from refute.logic.reading.measures import measure
from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope
from refute.spaces.space import Space

SMALL = Scope(size=3, ints=(0, 2))

CONDITIONS: dict[str, tuple[Any, Callable[[Any], bool]]] = {
    "height": (Tree | None, lambda t: plain.height(t) == 2),
    "is_avl": (Tree | None, lambda t: plain.is_avl(t)),
    "is_bst": (Tree | None, lambda t: plain.is_bst(t)),
    "is_bst with bounds": (Tree | None, lambda t: plain.is_bst(t, 0, 2)),
    "both": (Tree | None, lambda t: plain.is_bst(t) and plain.is_avl(t)),
    "is_heap": (Tree | None, lambda t: plain.is_heap(t)),
    "total": (Tree | None, lambda t: plain.total(t) == 3),
    "not": (Tree | None, lambda t: not plain.is_bst(t)),
    "keys": (Tree | None, lambda t: plain.keys(t) == sorted(plain.keys(t))),
    "weight": (Rose, lambda r: plain.weight(r) == 2),
    "least": (Tree | None, lambda t: t is not None and plain.least(t) > 0),
    "halves": (Tree | None, lambda t: plain.halves(t) < 1),
    "is_even": (Tree | None, lambda t: plain.is_even(t)),
    "a function itself": (Tree | None, plain.is_bst),
    "descends": (Tree | None, lambda t: plain.descends(t)),
}


def space_of(tp: Any, condition: Callable[..., bool], scope: Scope = SMALL) -> Space[Any]:
    return inhabitants(Annotated[tp, condition], scope)


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_space_with_a_plain_predicate_has_the_values_that_a_filter_leaves(name: str) -> None:
    tp, condition = CONDITIONS[name]
    found, filtered = space_of(tp, condition), [value for value in inhabitants(tp, SMALL) if condition(value)]
    assert sorted(map(repr, found)) == sorted(map(repr, filtered))


def mark_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mark all functions as measures that can be."""
    for name, value in list(vars(plain).items()):
        if isinstance(value, FunctionType) and value.__module__ == plain.__name__ and name != "descends":
            monkeypatch.setattr(plain, name, measure(value))


@pytest.mark.parametrize("name", ["height", "is_avl", "is_bst", "both", "is_heap", "total", "weight"])
def test_a_plain_function_makes_the_space_that_its_twin_with_a_mark_makes(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tp, condition = CONDITIONS[name]
    scope = Scope(size=5, ints=(0, 4))
    found = space_of(tp, condition, scope)
    mark_all(monkeypatch)
    assert dict(found.tiers) == dict(space_of(tp, condition, scope).tiers)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", sorted(CONDITIONS.keys() - {"descends"}))
def test_plain_functions_are_symbolic(name: str) -> None:
    tp, condition = CONDITIONS[name]
    notes = space_of(tp, condition, Scope(size=2)).notes
    assert {note.status for note in notes} == {"symbolic", "as a measure"}


def test_each_function_that_is_read_as_a_measure_is_told_once_with_its_place() -> None:
    notes = space_of(Tree | None, lambda t: plain.is_avl(t) and plain.height(t) > 1, Scope(size=2)).notes
    told = {note.text: note.owner for note in notes if note.status == "as a measure"}
    lines = {name: getattr(plain, name).__code__.co_firstlineno for name in ("is_avl", "height")}
    assert told == {name: str(Place(plain.__file__, line)) for name, line in lines.items()}


def test_what_calls_itself_on_no_part_is_run_and_said_to_be() -> None:
    (note, *_) = space_of(Tree | None, CONDITIONS["descends"][1], Scope(size=1)).notes
    assert note.status == "opaque"
    assert "descends(tree, times - 1)" in note.reason


def test_spaces_of_balanced_trees_are_counted_far_beyond_what_can_be_listed() -> None:
    assert space_of(Tree | None, plain.is_avl, Scope(size=12)).count > 10**18


def test_a_plain_function_that_raises_is_an_error_where_python_raises() -> None:
    with pytest.raises(RefinementError, match="AttributeError"):
        space_of(Tree | None, lambda t: plain.least(t) > 0 or t is None)
    with pytest.raises(RefinementError, match="AttributeError"):
        space_of(Tree | None, lambda t: plain.least(t) == plain.least(t))
