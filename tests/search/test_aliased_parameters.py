"""Which parameters may be one object, and by which signature it is built."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

import pytest

from refute import where
from refute.search.aliasing import pairs_of, related, without
from refute.types.signatures import read_signature


@dataclass
class Node:
    value: int
    rest: Node | None


class Record(TypedDict, total=False):
    a: int


def lists(xs: list[int], ys: list[int], zs: list[str]) -> None: ...
def abstract(xs: list[int], ys: Sequence[int], zs: Sequence[str]) -> None: ...
def mutable(xs: list[int], ys: MutableSequence[int]) -> None: ...
def mappings(a: dict[str, int], b: Mapping[str, int]) -> None: ...
def nodes(a: Node, b: Node | None) -> None: ...
def records(a: Record, b: Record) -> None: ...
def rest(xs: list[int], *more: list[int], **others: list[int]) -> None: ...
def immutable(a: tuple[int, ...], b: tuple[int, ...], c: frozenset[int], d: frozenset[int]) -> None: ...
def iterators(a: Iterator[int], b: Iterator[int]) -> None: ...
def anything(a: Any, b: Any) -> None: ...
def functions(xs: list[int], ys: list[int], f: Callable[[int], int]) -> None: ...
def only_read(a: Sequence[int], b: Sequence[int]) -> None: ...


def refined(
    n: int,
    xs: list[int],
    ys: Annotated[list[int], where(lambda v, xs: len(v) <= len(xs)), where(lambda v: len(v) > 1)],
    k: Annotated[int, where(lambda v, xs: v <= len(xs))] = 0,
) -> None: ...


@pytest.mark.parametrize(
    ("function", "pairs"),
    [
        (lists, [("xs", "ys")]),
        (abstract, [("xs", "ys")]),
        (mutable, [("xs", "ys")]),
        (mappings, [("a", "b")]),
        (nodes, [("a", "b")]),
        (records, [("a", "b")]),
        (refined, [("ys", "xs")]),
        *((function, []) for function in (rest, immutable, iterators, anything, functions, only_read)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_two_parameters_may_be_one_object_where_it_is_mutable_and_of_both_types(
    function: Any, pairs: list[tuple[str, str]]
) -> None:
    assert list(pairs_of(read_signature(function))) == pairs


def test_the_object_is_built_without_what_refers_to_the_other_parameter() -> None:
    signature = read_signature(refined)
    bare = without(signature, "ys", "xs")
    assert bare.order == ("n", "ys", "k")
    by_name = {parameter.name: parameter for parameter in bare.parameters}
    assert [predicate.text for predicate in by_name["ys"].type.own_predicates] == ["len(v) > 1"]
    assert not by_name["k"].type.own_predicates
    assert not by_name["k"].optional  # whether its default is right depends on what is left out
    assert set(related(signature, "ys", "xs")) == {"xs", "ys", "k"}
