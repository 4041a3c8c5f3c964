"""Laws: what has to hold of objects of one class, and of pairs and triples of them.

A law is an operation of a client that looks at objects and makes none. So what breaks one is a program like any other:
calls that make the objects, and an expression that is false of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from refute.programs.interface.operation import Operation


class Wrong(NamedTuple):
    """How a law is broken."""

    outcome: str  # "is False", "raised KeyError: 1"
    why: str
    key: tuple[str, ...] = ()  # what tells it from other ways in which the same law is broken


class Law(Protocol):
    """One promise of a contract."""

    @property
    def contract(self) -> str: ...

    @property
    def name(self) -> str:
        """What tells it from the other laws of the contract."""

    @property
    def method(self) -> str:
        """The method that it is about, if it is about one."""

    @property
    def may_change(self) -> bool:
        """Whether objects may be changed by what it does."""

    @property
    def is_statement(self) -> bool:
        """Whether its text is a statement, and not an expression that has to be true."""

    @property
    def imports(self) -> Sequence[str]:
        """Lines that its text needs."""

    def text(self, texts: Sequence[str | None]) -> str:
        """The law as Python text that is true, or that raises nothing, from the texts of the objects."""

    def broken(self, values: Sequence[Any]) -> Wrong | None:
        """What is wrong with objects. It may change them, as their own methods do."""


@dataclass(frozen=True, eq=False)
class LawOperation(Operation):
    """A look at objects."""

    law: Law = field(kw_only=True, repr=False)
    objects: int = field(kw_only=True, default=1)  # how many of its arguments, the first ones, it is about

    @property
    def is_call(self) -> bool:
        return False

    def text(self, texts: Sequence[str | None]) -> str:
        return self.law.text(texts)
