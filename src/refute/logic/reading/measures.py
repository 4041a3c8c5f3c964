"""Measures: pure functions of one structure that refinements may use and the reducer can unfold.

A measure is checked when it is defined. To be unfolded it has to be *structural*: written with `match`, `isinstance`,
`if` and conditional expressions, and recursive only on parts of its argument. One that is not structural is reported
with the line and the reason, and is run instead (opaque): the result is the same, but takes longer.
"""

from __future__ import annotations

import ast
import inspect
import typing
import warnings
from collections.abc import Callable
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

from refute.errors import RefinementError
from refute.logic.reading.bodies import body_of, parameters
from refute.logic.reading.calls import call
from refute.logic.reading.names import Names, NotSymbolic, UnknownName, lookup_in
from refute.logic.reading.source import Source, find_source
from refute.logic.terms.measure import Measure, MeasureBody
from refute.logic.terms.term import Constant, Term, var

P = ParamSpec("P")
R = TypeVar("R")


class MeasureWarning(UserWarning):
    """A measure that cannot be unfolded."""


def measure(function: Callable[P, R]) -> Measure[P, R]:
    """Mark a pure function of one structure as a measure."""
    given: object = function
    if not isinstance(given, FunctionType):
        raise RefinementError(
            f"@measure needs a function, not {function!r}",
            remedy="Write `@measure` directly above a `def`.",
        )
    made = Measure(function, _read)
    problem = _Reader(made).read(late=True)
    if isinstance(problem, str):
        warnings.warn(f"{made.place}: measure {function.__qualname__}: {problem}", MeasureWarning, stacklevel=2)
    return made


def _read(made: Measure[..., Any]) -> MeasureBody | str:
    return _Reader(made).read(late=False)


class _Late:
    """Placeholder for a name that is not defined yet when a measure is defined."""


class _Reader:
    """Reads one measure, and finds the parameter that it recurs on."""

    def __init__(self, made: Measure[..., Any]) -> None:
        self.made = made
        self.params: tuple[str, ...] = ()
        self.sources: dict[str, Term] = {}
        self.recurs_on: set[int] = set()

    def read(self, *, late: bool) -> MeasureBody | str:
        source = find_source(self.made.function)
        if source is None:
            return "its source cannot be found, so it is run as it is (opaque)"
        params = parameters(source.node)
        if not params:
            return "it has to take one structure, and scalars, all of them by position; it is run as it is (opaque)"
        self.params = params
        names = Names(
            self._lookup(late),
            call,
            {name: var(name) for name in params},
            self.sources,
            (self.made,),
            self._checked_call,
        )
        try:
            term = body_of(source.node, names)
        except NotSymbolic as error:
            return f"line {self._line(source, error.line)}: {error.reason}; it is run as it is (opaque)"
        except UnknownName as error:
            return f"line {self._line(source, error.line)}: unknown name {error.name!r}; it is run as it is (opaque)"
        if len(self.recurs_on) > 1:
            return "it recurs on several parameters; it is run as it is (opaque)"
        structure = next(iter(self.recurs_on), None)
        return MeasureBody(params, term, self._first_structure() if structure is None else structure, self.made.sort)

    def _line(self, source: Source, line: int) -> int:
        return line or source.place.line

    def _lookup(self, late: bool) -> Callable[[str], Any]:
        lookup = lookup_in(self.made.function)
        own = self.made.function.__name__

        def found(name: str) -> Any:
            if name == own and "." not in self.made.function.__qualname__:
                return self.made
            try:
                value = lookup(name)
            except KeyError:
                if late:
                    return _Late()
                raise
            return self.made if value is self.made.function else value

        return found

    def _checked_call(self, called: object, args: list[Term], node: ast.Call) -> None:
        if called is not self.made:
            return
        parts = [position for position, arg in enumerate(args[: len(self.params)]) if self._is_part(arg, position)]
        if not parts:
            raise NotSymbolic(
                f"`{ast.unparse(node)}` recurs on something that is not a part of "
                f"{' or '.join(f'`{name}`' for name in self.params)}",
                node,
            )
        self.recurs_on.add(parts[0])

    def _is_part(self, term: Term, position: int) -> bool:
        """Whether a term is a proper part of a parameter: a field, an element, a tail."""
        smaller = False
        while True:
            match term.op:
                case "attr" | "index":
                    smaller = True
                    term = term.args[0]
                case "slice":
                    start = term.args[1]
                    if isinstance(start.data, Constant) and isinstance(start.data.value, int):
                        smaller = smaller or start.data.value >= 1
                    term = term.args[0]
                case "convert" | "sorted" | "reversed" | "keys" | "values" | "items" | "enumerate" | "zip":
                    term = term.args[0]
                case "method" if term.data in ("keys", "values", "items"):
                    term = term.args[0]
                case "var" if str(term.data) in self.sources:
                    smaller = True
                    term = self.sources[str(term.data)]
                case _:
                    return smaller and term.op == "var" and term.data == self.params[position]

    def _first_structure(self) -> int:
        """The first parameter that is not declared a scalar, for a measure without recursion."""
        scalars = (int, bool, str, float, bytes)
        try:
            hints = typing.get_type_hints(self.made.function)
        except Exception:  # an annotation may refer to a later definition
            hints = {}
        for position, name in enumerate(inspect.signature(self.made.function).parameters):
            if hints.get(name) not in scalars:
                return position
        return 0
