"""Inputs and programs as text: the form in which both versions are given the same."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from refute.run.host.wire import may_cross

Import = tuple[str, str]  # a module, as `Homes.of_both` calls it, and a name in it; without one, the module itself
CALLEE = "_callee_"  # stands for the function that is compared


@dataclass(frozen=True)
class Text:
    """A call, after the statements that make what it is given.

    Where it is one of the function that is compared, `call` is what that is given, in brackets: `(xs=[0], key=1)`.
    Of a program, it is the last call: `account.withdraw(1)`.
    """

    call: str
    lines: tuple[str, ...] = ()
    imports: tuple[Import, ...] = ()
    is_program: bool = False
    names: tuple[str, ...] = ()  # of the objects of a program that are looked at after it
    operation: str = ""  # of a program: what its last call is of
    size: int = 0

    @property
    def whole(self) -> str:
        return "\n".join([*(f"from {module} import {name}" for module, name in self.imports), *self.lines, self.call])

    @property
    def seed(self) -> int:
        """What random numbers are seeded with: each input has its own, whichever was tried before it."""
        return crc32(self.whole.encode("utf-8", "backslashreplace"))


may_cross(Text)
