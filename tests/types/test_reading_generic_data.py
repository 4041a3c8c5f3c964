"""Recursive and generic data: forward references, Self, TypeVar and PEP 695, aliases with parameters."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Generic, Optional, Self, TypeVar

import pytest
from reading_types import constructor_of, field_of, module_from, read

from refute import Scope, inhabitants
from refute.logic.reading.predicates import where
from refute.types import model
from refute.types.model import Atom, Data, Named, Param, Refined, SequenceOf, walk
from refute.types.reading.annotations import NOTHING

K = TypeVar("K")
V = TypeVar("V")
INT, STR = Atom("int"), Atom("str")


# Recursion, forward references, Self


@dataclass
class Tree:
    key: int
    left: Optional["Tree"]
    right: "Tree | None"


@dataclass
class Even:
    rest: "OddOne | None"


@dataclass
class OddOne:
    rest: "Even"


@dataclass
class Chain:
    next: Self | None


@dataclass
class LongChain(Chain):
    length: int


def test_a_recursive_class_meets_itself() -> None:
    made = constructor_of(Tree)
    for name in ("left", "right"):
        union = next(f.type for f in made.fields if f.name == name)
        assert union == model.Union((Data(made), NOTHING))


def test_classes_may_be_mutually_recursive() -> None:
    even = read(Even)
    data = {part.constructor.name for part in walk(even) if isinstance(part, Data)}
    assert data == {"Even", "OddOne"}


def test_self_is_the_class_that_is_read_also_in_an_inherited_field() -> None:
    made = constructor_of(Chain)
    assert made.fields[0].type == model.Union((Data(made), NOTHING))
    longer = constructor_of(LongChain)
    assert longer.fields[0].type == model.Union((Data(longer), NOTHING))


# Generic classes and aliases


@dataclass(frozen=True)
class Leaf:
    pass


@dataclass(frozen=True)
class Node(Generic[K]):
    key: K
    left: "SearchTree[Annotated[K, where(lambda v, key: v < key)]]"
    right: "SearchTree[Annotated[K, where(lambda v, key: v > key)]]"


SearchTree = Leaf | Node[K]
Pairs = list[tuple[K, V]]
Json = None | bool | int | str | list["Json"] | dict[str, "Json"]


@dataclass
class Holder(Generic[K]):
    item: K
    many: list[K]


@dataclass
class TextHolder(Holder[str]):
    more: int


@dataclass
class ListHolder(Holder[list[V]]):
    pass


@dataclass
class IntListHolder(ListHolder[Annotated[int, where(lambda v: v > 0)]]):
    pass


class Unhashable:
    __hash__ = None


@dataclass
class NotedHolder(ListHolder[Annotated[int, Unhashable()]]):
    pass


def test_arguments_of_base_classes_need_not_be_hashable() -> None:
    assert field_of(NotedHolder, "item").type == SequenceOf("list", INT)


def test_a_generic_class_keeps_its_parameters_and_takes_arguments() -> None:
    tp = read(Holder[str])
    assert isinstance(tp, Data)
    assert tp.args == (STR,)
    assert tp.constructor.params == (K,)
    assert [f.type for f in tp.constructor.fields] == [Param(K), SequenceOf("list", Param(K))]


def test_a_generic_class_without_arguments_stands_for_its_own_parameters() -> None:
    assert read(Holder).args == (Param(K),)


def test_a_subclass_of_a_generic_class_knows_what_the_parameters_became() -> None:
    assert [f.type for f in constructor_of(TextHolder).fields] == [STR, SequenceOf("list", STR), INT]
    item, many = constructor_of(ListHolder).fields
    assert item.type == SequenceOf("list", Param(V))
    assert many.type == SequenceOf("list", SequenceOf("list", Param(V)))


def test_a_refinement_in_an_argument_of_a_base_class_is_not_lost() -> None:
    item = field_of(IntListHolder, "item").type
    assert isinstance(item, SequenceOf)
    assert isinstance(item.element, Refined)
    assert not item.element.predicates[0].holds(0, {})


def test_a_generic_alias_is_filled_in() -> None:
    assert read(Pairs[int, str]) == SequenceOf("list", model.TupleOf((INT, STR)))


def test_refinements_in_arguments_of_a_recursive_type_see_the_fields_before_them() -> None:
    tp = read(SearchTree[int])
    assert isinstance(tp, model.Union)
    node = tp.members[1]
    assert isinstance(node, Data)
    left = node.constructor.fields[1].type
    assert isinstance(left, model.Union)
    (refined,) = left.members[1].args
    assert refined.predicates[0].names == ("key",)
    assert refined.predicates[0].symbolic


def test_an_alias_may_refer_to_itself_by_name() -> None:
    tp = read(Json, globals())
    named = [part for part in walk(tp) if isinstance(part, Named)]
    assert [part.alias.name for part in named] == ["Json"]
    body = named[0].alias.type
    assert isinstance(body, model.Union)
    assert {type(member).__name__ for member in body.members} == {"Finite", "Atom", "SequenceOf", "DictOf"}


def test_a_name_of_an_alias_may_be_the_type() -> None:
    assert isinstance(read("Json", globals()), model.Union)


def test_quoted_annotations_are_read_in_the_names_of_their_module(tmp_path: Path) -> None:
    module = module_from(
        "from __future__ import annotations\n"
        "from typing import Annotated, NamedTuple\n"
        "from refute.logic.reading.predicates import where\n"
        "Small = Annotated[int, where(lambda v: v < limit)]\n"
        "limit = 3\n"
        "class Range(NamedTuple):\n"
        "    low: Small\n"
        "    high: Annotated[int, where(lambda v, low: low <= v), where('v < 2 * limit')]\n",
        tmp_path,
        "refute_quoted_module",
    )
    high = constructor_of(module.Range).fields[1].type
    assert isinstance(high, Refined)
    assert [p.symbolic for p in high.predicates] == [True, True]
    assert high.predicates[0].place is not None
    assert high.predicates[0].place.line == 8


# What Python 3.12 added

MODERN = """
from __future__ import annotations
from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypedDict
from refute.logic.reading.predicates import where

@dataclass(frozen=True)
class Leaf: ...

@dataclass(frozen=True)
class Node[K]:
    key: K
    left: Tree[Annotated[K, where(lambda v, key: v < key)]]
    right: Tree[Annotated[K, where(lambda v, key: v > key)]]

type Tree[K] = Leaf | Node[K]
type Json = None | int | list[Json] | dict[str, Json]
type Rose[T] = tuple[T, list[Rose[T]]]
type Quoted = "list[Hidden]"
type Pair[A, B] = tuple[A, B]
type Swapped[A, B] = Pair[B, A]
Hidden = int

class Bag[T](NamedTuple):
    item: T

class Table[T: str](TypedDict):
    item: T

class Stack[T]:
    def __init__(self, top: T, rest: Stack[T] | None) -> None:
        self.top = top
        self.rest = rest

@dataclass
class Base[T]:
    item: T

@dataclass
class Derived[U](Base[list[U]]):
    more: U

class Option[T]: ...

@dataclass
class Some[T](Option[T]):
    of: T

@dataclass
class Nothing[T](Option[T]): ...
"""


@pytest.fixture(scope="module")
def modern(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return module_from(MODERN, tmp_path_factory.mktemp("modern"), "refute_modern_module")


needs_type_statement = pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax came with Python 3.12")


@needs_type_statement
def test_a_generic_type_statement_is_an_alias_with_arguments(modern: Any) -> None:
    tp = read(modern.Tree[int])
    assert isinstance(tp, Named)
    assert tp.alias.name == "Tree"
    assert tp.args == (INT,)
    assert [type(member).__name__ for member in tp.alias.type.members] == ["Data", "Data"]
    node = tp.alias.type.members[1].constructor
    left = node.fields[1].type
    assert left.alias is tp.alias
    assert left.args[0].predicates[0].symbolic


@needs_type_statement
def test_a_recursive_type_statement_meets_itself(modern: Any) -> None:
    tp = read(modern.Json)
    assert isinstance(tp, Named)
    inside = [part for part in walk(tp) if isinstance(part, Named)]
    assert inside == [tp]
    rose = read(modern.Rose[str])
    assert isinstance(rose, Named)
    assert rose.alias.type.elements[1].element.alias is rose.alias


@needs_type_statement
def test_a_type_statement_is_read_in_its_own_module_and_knows_its_place(modern: Any) -> None:
    tp = read(modern.Quoted)
    assert isinstance(tp, Named)
    assert tp.alias.type == SequenceOf("list", INT)
    assert tp.alias.place is not None
    assert tp.alias.place.line == 1 + MODERN.splitlines().index('type Quoted = "list[Hidden]"')


@needs_type_statement
def test_arguments_of_aliases_go_where_they_are_meant(modern: Any) -> None:
    tp = read(modern.Swapped[int, str])
    assert isinstance(tp, Named)
    a, b = tp.alias.params
    assert tp.alias.type.args == (Param(b), Param(a))


@needs_type_statement
def test_classes_with_type_parameters_are_generic(modern: Any) -> None:
    for cls, name in ((modern.Bag, "item"), (modern.Table, "item"), (modern.Stack, "top")):
        tp = read(cls[str])
        assert isinstance(tp, Data)
        assert tp.args == (STR,)
        assert field_of(cls[str], name).type == Param(tp.constructor.params[0])


@needs_type_statement
def test_bases_with_type_parameters_are_filled_in(modern: Any) -> None:
    made = constructor_of(modern.Derived)
    (u,) = made.params
    assert [f.type for f in made.fields] == [SequenceOf("list", Param(u)), Param(u)]


@needs_type_statement
def test_a_sealed_class_with_type_parameters_hands_them_on(modern: Any) -> None:
    tp = read(modern.Option[int])
    assert isinstance(tp, Named)
    (own,) = tp.alias.params
    some, nothing = tp.alias.type.members
    assert some.args == nothing.args == (Param(own),)


def test_a_class_made_in_a_function_finds_itself_and_its_neighbours() -> None:
    @dataclass
    class Even:
        next: "Odd | None"

    @dataclass
    class Odd:
        next: "Even"

    @dataclass
    class Chain:
        rest: "Chain | None"

    assert inhabitants(Chain, Scope(size=3)).count == 3
    assert inhabitants(Even, Scope(size=4)).tiers == {1: 1, 3: 1}
