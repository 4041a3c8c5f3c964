"""Material: what inputs are made of beside the values of types: constants of the code, and examples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from refute.judge.calls.code.called import called_code
from refute.judge.calls.code.constants import constants_among, constants_of
from refute.programs.interface.declared import Declarations
from refute.programs.interface.examples import Example, examples_in, examples_of_docstring, few, literals_in, texts_of
from refute.programs.interface.operation import Operation
from refute.types.reading.guarded import attribute


class Material:
    """That of an interface, from its code and docstrings, and from tests."""

    def __init__(self, interface: Declarations, module: str, tests: Sequence[Path] = ()) -> None:
        """`module`: the name of that which is explored; `tests`: files and directories that have calls of it."""
        self._interface = interface
        self._package = module.partition(".")[0]
        self._tests = [*texts_of(tests)]

    def __repr__(self) -> str:
        return f"<Material of {self._interface.name}>"

    def constants(self) -> Sequence[Any]:
        """The constants of the code and of tests, small ones first."""
        functions = (one.signature.function for one in self._interface.operations if one.signature)
        found = constants_of(called_code([*self._interface.kinds, *functions], self._package))
        known = constants_among((*self._of_tests, *found))
        return sorted(known, key=lambda value: abs(value) if isinstance(value, int) else len(str(value)))

    def words(self, operation: Operation) -> Sequence[Any]:
        """The constants of the code of an operation and of what it calls, and those of tests."""
        roots = [] if operation.signature is None else [operation.signature.function]
        return (*constants_of(called_code(roots, self._package)), *self._of_tests)

    @cached_property
    def _of_tests(self) -> Sequence[Any]:
        scalars = (value for text in self._tests for value in literals_in(text) if not isinstance(value, _CONTAINERS))
        return constants_among(scalars)

    def examples(self) -> list[Example]:
        """The calls that docstrings and tests show."""
        return few(self._examples())

    def _examples(self) -> Iterator[Example]:
        for text in self._tests:
            yield from examples_in(text)
        for text in dict.fromkeys(self._docstrings()):
            yield from examples_of_docstring(text)

    def _docstrings(self) -> Iterator[str]:
        functions = [one.signature.function for one in self._interface.operations if one.signature]
        for one in (*self._interface.kinds, *functions):
            text = attribute(one, "__doc__")
            if type(text) is str:
                yield text


_CONTAINERS = (list, tuple, set, dict)
