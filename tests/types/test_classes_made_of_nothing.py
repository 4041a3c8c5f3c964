"""Classes without a constructor of their own have one instance; those that declare attributes have none."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
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
