"""Classes without a constructor of their own have one instance; those that declare attributes have none."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

import pytest

from refute import AnnotationError, Scope, check, inhabitants
from refute.types.spelling import Speller

T = TypeVar("T")


class Plain:
    limit: int = 2

    def below(self, n: int) -> float:
        return 1 / (n - self.limit)


class Boxed(Generic[T]):
    def same(self, n: int) -> int:
        return n


class Declares:
    n: int


class Local(threading.local):
    pass


class Words(dict[str, int]):
    pass


class Abstract(ABC):
    @abstractmethod
    def run(self) -> int: ...


class Runs(Protocol):
    def run(self) -> int: ...


class Made:
    def __new__(cls) -> Made:
        raise TypeError


@pytest.mark.parametrize("cls", [Plain, Boxed])
def test_a_class_without_a_constructor_has_one_instance(cls: type) -> None:
    (only,) = inhabitants(cls, Scope(size=3))
    assert type(only) is cls


@pytest.mark.parametrize("cls", [Declares, Local, Words, Abstract, Runs, Made])
def test_a_class_that_is_made_of_something_is_not_taken_for_one(cls: Any) -> None:
    with pytest.raises(AnnotationError):
        inhabitants(cls, Scope(size=3))


def test_an_instance_that_was_given_attributes_is_not_spelled_as_a_new_one() -> None:
    speller, changed = Speller(), Plain()
    assert speller.spell(changed) == "Plain()"
    changed.limit = 3
    speller.spell(changed)
    assert not speller.complete


def test_its_methods_are_checked() -> None:
    report = check(Plain.below, bound_to=Plain, scope=Scope(size=2))
    assert [finding.call for finding in report.findings] == ["Plain.below(self=Plain(), n=2)"]


class Nothing:
    def told(self) -> str:
        return "nothing"


class Counting:
    def __init__(self) -> None:
        self.n = 0

    def add(self, k: int) -> None:
        self.n += k


class Remembering:
    def remember(self, k: int) -> None:
        self.last = k


class Flag:
    def __init__(self, on: bool) -> None:
        self.on = on

    def flip(self) -> None:
        self.on = not self.on


@dataclass
class Hidden:
    on: bool
    seen: int = field(init=False, default=0)


@dataclass
class Switch:
    on: bool

    def flip(self) -> None:
        self.on = not self.on


@dataclass(frozen=True)
class Memo:
    on: bool
    memo: dict[str, int] = field(default_factory=dict, init=False)


@dataclass(frozen=True)
class SetLater:
    on: bool
    seen: list[bool] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seen", [])


@dataclass(frozen=True)
class Doubled:
    on: bool
    twice: int = field(init=False)
    kind: str = field(default="plain", init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "twice", 2 * self.on)


def takes(cls: type) -> Any:
    def function(given: Any) -> int:
        return 1

    function.__annotations__["given"] = cls
    return function


@pytest.mark.parametrize("cls", [Plain, Counting, Remembering, Hidden, Memo, SetLater])
def test_what_is_built_of_a_class_with_a_state_is_not_all_there_is(cls: type) -> None:
    assert check(takes(cls), in_process=True).status == "held"
    assert check(takes(cls), in_process=True, scope=Scope(size=1)).status == "exhausted"


@pytest.mark.parametrize("cls", [Nothing, Flag, Switch, Doubled])
def test_where_instances_hold_what_they_are_given_what_is_built_is_all_there_is(cls: type) -> None:
    assert check(takes(cls), in_process=True).status == "exhausted"
