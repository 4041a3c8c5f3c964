"""Structural recursion: a function that calls itself only on parts of one of its parameters, as a term over these."""

from __future__ import annotations

import ast
import inspect
import typing
from collections.abc import Callable
from typing import Any

from refute.logic.reading.bodies import body_of, parameters
from refute.logic.reading.names import Names, NotSymbolic, ReadCall, UnknownName, lookup_in
from refute.logic.reading.repetition.loops import only_read
from refute.logic.reading.source import Source, find_source
from refute.logic.terms.measure import Measure, MeasureBody
from refute.logic.terms.term import Constant, Term, subterms, var


class Late:
    """Placeholder for a name that is not defined yet when a measure is defined."""


class StructuralReader:
    """Reads one measure, and finds the parameter that it recurs on. `call` reads the calls in it."""

    def __init__(self, made: Measure[..., Any], call: ReadCall) -> None:
        self.made = made
        self._call = call
        self.params: tuple[str, ...] = ()
        self.sources: dict[str, Term] = {}
        self.recurs_on: set[int] = set()

    def read(self, *, late: bool = False) -> MeasureBody | str:
        """The body, or the reason why there is none. With `late`, names may be defined later."""
        source = find_source(self.made.function)
        if source is None:
            return "its source cannot be found"
        params = parameters(source.node)
        if not params:
            return "it has to take one structure, and scalars, all of them by position"
        self.params = params
        names = Names(
            self._lookup(late),
            self._call,
            {name: var(name) for name in params},
            self.sources,
            (self.made,),
            self._checked_call,
        )
        try:
            term = body_of(source.node, names)
            self._check_calls_inside(term)
            if not self.made.marked:
                only_read(term)
        except NotSymbolic as error:
            return f"line {self._line(source, error.line)}: {error.reason}"
        except UnknownName as error:
            return f"line {self._line(source, error.line)}: unknown name {error.name!r}"
        if len(self.recurs_on) > 1:
            return "it recurs on several parameters"
        structure = next(iter(self.recurs_on), None)
        return MeasureBody(params, term, self._first_structure() if structure is None else structure, self.made.sort)

    def _line(self, source: Source, line: int) -> int:
        return line or source.place.line

    def _lookup(self, late: bool) -> Callable[[str], Any]:
        lookup = lookup_in(self.made.function)
        own = self.made.function.__name__

        def found(name: str) -> Any:
            if self.made.marked and name == own and "." not in self.made.function.__qualname__:
                return self.made
            try:
                value = lookup(name)
            except KeyError:
                if late:
                    return Late()
                raise
            return self.made if value is self.made.function else value

        return found

    def _checked_call(self, called: object, args: list[Term], node: ast.Call) -> None:
        if called is self.made:
            self._check(args, ast.unparse(node), node)

    def _check_calls_inside(self, term: Term) -> None:
        """Examine the calls that functions make which are read as if they stood here."""
        for part in subterms(term):
            if part.op == "call" and part.data is self.made:
                self._check(list(part.args), repr(part), None)

    def _check(self, args: list[Term], shown: str, node: ast.Call | None) -> None:
        parts = [position for position, arg in enumerate(args[: len(self.params)]) if self._is_part(arg, position)]
        if not parts:
            wanted = " or ".join(f"`{name}`" for name in self.params)
            raise NotSymbolic(f"`{shown}` recurs on something that is not a part of {wanted}", node)
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
                    term = self.sources[str(term.data)]
                    if term.op == "seq":  # its items are written there
                        return bool(term.args) and all(self._is_part(item, position) for item in term.args)
                    smaller = True
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
