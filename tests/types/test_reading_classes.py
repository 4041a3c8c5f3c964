"""How plain classes with an annotated constructor, and classes that stand for their subclasses, are read."""

import abc
import sys
import sysconfig
import types
from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from typing import (
    Generic,
    TypeVar,
)

import pytest
from reading_types import assert_round_trip, constructor_of, read

from refute import Scope, inhabitants
from refute.errors import AnnotationError
from refute.logic.terms.term import var
from refute.types import model
from refute.types.model import Atom, Data, Named, walk
from refute.types.reading.annotations import BOOLEAN

K = TypeVar("K")
V = TypeVar("V")
INT, STR = Atom("int"), Atom("str")


# Plain classes


class Whole:
    def twice(self, number: int) -> int:
        return self.once(number) + self.once(number)

    def once(self, number: int) -> int:
        return number


class Comparable:
    """A protocol for type checkers alone."""

    def __lt__(self, other: object) -> bool: ...


class SetFromOutside:
    def twice(self) -> int:
        return self.number * 2  # type: ignore[attr-defined]


class Account:
    def __init__(self, owner: str, balance: int = 0, *, open_: bool = True) -> None:
        if balance < 0:
            raise ValueError(balance)
        self.owner = owner
        self._balance = balance
        self.open_ = open_


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module that is installed."""
    module = types.ModuleType("some_library")
    module.__file__ = f"{sysconfig.get_path('purelib')}/some_library.py"
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module.__name__


def test_a_class_of_a_library_that_has_all_it_reads_is_made_of_nothing(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Whole, "__module__", library)
    assert isinstance(read(Whole), Data)


def test_a_class_of_a_library_whose_attributes_are_set_from_outside_cannot_be_built(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SetFromOutside, "__module__", library)
    with pytest.raises(AnnotationError, match="SetFromOutside cannot be read as a type"):
        read(SetFromOutside)


def test_a_class_whose_methods_should_return_something_and_do_nothing_is_a_protocol() -> None:
    assert read(Comparable).members == (INT,)


def test_a_union_of_what_may_be_anything_may_be_anything() -> None:
    anything = model.Anything((INT,))
    assert model.union_of((anything, anything)) == anything


class HalfAnnotated:
    def __init__(self, a: int, b=3, c: int = 0) -> None:
        self.a, self.b, self.c = a, b, c


class Unannotated:
    def __init__(self, a) -> None:
        self.a = a


class AllDefaults:
    def __init__(self, a=1) -> None:
        self.a = a


class Logging:
    """Sets an attribute of something else than itself, too."""

    def __init__(self, size: int, account: Account) -> None:
        self.size = size
        account.size = 7  # type: ignore[attr-defined]


class ByPosition:
    def __init__(self, /, size: int) -> None:
        self.size = size


def test_what_a_constructor_sets_of_another_object_is_no_attribute() -> None:
    made = constructor_of(Logging)
    assert "size" not in made.attributes
    assert [p.text for p in made.invariants] == ["Logging(…) can be built"]


def test_a_constructor_may_take_the_object_by_position_only() -> None:
    assert constructor_of(ByPosition).attributes == {"size": var("size")}


def test_a_plain_class_is_read_from_its_annotated_constructor() -> None:
    made = constructor_of(Account)
    assert [(f.name, f.type) for f in made.fields] == [("owner", STR), ("balance", INT), ("open_", BOOLEAN)]
    assert made.attributes == {"owner": var("owner"), "_balance": var("balance"), "open_": var("open_")}
    assert [p.text for p in made.invariants] == ["not (balance < 0)"]
    assert not made.frozen
    assert not made.structural
    assert_round_trip(made, "a", 1, False)


class Parsed:
    def __init__(self, text: str) -> None:
        self.number = int(text, 16)


class ParsedByTheWay:
    def __init__(self, text: str) -> None:
        number = int(text, 16)
        self.text = text if number else ""


@dataclass
class ParsedLater:
    text: str

    def __post_init__(self) -> None:
        self.number = int(self.text, 16)


@dataclass
class Dated:
    month: int
    day: int

    def __post_init__(self) -> None:
        self.date = date(2001, self.month, self.day)


class Stripped:
    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self.parts = text.split(",")
        self.found: dict[str, list[int]] = defaultdict(list)


@pytest.mark.parametrize("cls", [Parsed, ParsedByTheWay, ParsedLater, Dated])
def test_a_constructor_that_keeps_what_may_raise_is_run_on_its_arguments(cls: type) -> None:
    space = inhabitants(cls, Scope(size=3))
    values = list(space)  # would raise if one was not accepted
    assert len(values) == space.count > 0


def test_a_constructor_that_keeps_what_surely_can_be_computed_is_not_run() -> None:
    assert not constructor_of(Stripped).invariants


def test_a_parameter_that_keeps_its_default_does_not_shift_those_after_it() -> None:
    made = constructor_of(HalfAnnotated)
    assert made.names == ("a", "c")
    instance = made.build([1, 2])
    assert (instance.a, instance.b, instance.c) == (1, 3, 2)


@pytest.mark.parametrize("cls", [Unannotated, AllDefaults])
def test_a_plain_class_that_says_nothing_of_its_arguments_cannot_be_read(cls: type) -> None:
    with pytest.raises(AnnotationError, match=f"{cls.__name__} cannot be read") as caught:
        read(cls)
    assert "Annotate the parameters" in caught.value.remedy


# Sealed classes


class Shape:
    pass


@dataclass(frozen=True)
class Circle(Shape):
    radius: int


@dataclass(frozen=True, slots=True)
class Square(Shape):
    side: int


class Term(abc.ABC, Generic[K]):
    @abc.abstractmethod
    def value(self) -> K: ...


@dataclass
class Lit(Term[K]):
    of: K

    def value(self) -> K:
        return self.of


@dataclass
class Neg(Term[K]):
    inner: Term[K]

    def value(self) -> K:
        return self.inner.value()


class Fixing(Generic[K]):
    pass


@dataclass
class Fixed(Fixing[int]):
    x: int


def test_a_base_class_is_the_union_of_its_subclasses_in_the_same_module() -> None:
    tp = read(Shape)
    assert isinstance(tp, Named)
    members = tp.alias.type
    assert isinstance(members, model.Union)
    assert [m.constructor.cls for m in members.members] == [Circle, Square]


def test_a_sealed_generic_class_hands_its_arguments_to_its_subclasses() -> None:
    tp = read(Term[str])
    assert isinstance(tp, Named)
    assert tp.args == (STR,)
    names = {part.constructor.name for part in walk(tp) if isinstance(part, Data)}
    assert names == {"Lit", "Neg"}


def test_a_subclass_that_fixes_a_parameter_of_a_sealed_class_is_one_of_those_with_this_argument() -> None:
    named, other = read(Fixing[int]), read(Fixing[str])
    assert isinstance(named, Named)
    assert isinstance(other, Named)
    assert [part.constructor.cls for part in named.alias.type.parts() if isinstance(part, Data)] == [Fixed]
    assert other.alias.type.parts() == ()
