"""Names: the environment in which an expression is read, and the errors of reading."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any, Protocol

from refute.logic.terms.term import Container, Term, const, var


class NotSymbolic(Exception):
    """An expression that cannot be expressed as a term. The predicate it is in can still be run."""

    def __init__(self, reason: str, node: ast.AST | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = getattr(node, "lineno", 0)


class UnknownName(Exception):
    """A name that is not bound."""

    def __init__(self, name: str, node: ast.AST) -> None:
        super().__init__(name)
        self.name = name
        self.line = getattr(node, "lineno", 0)


Lookup = Callable[[str], Any]  # raises KeyError


class ReadCall(Protocol):
    """Reads a call as a term. `looped` says that the result is looped over at once, so that it may be an iterator."""

    def __call__(self, node: ast.Call, names: Names, *, looped: bool = ...) -> Term: ...


@dataclass(frozen=True)
class Names:
    """The environment of an expression: terms for what varies, Python objects for the rest.

    It also says how calls are read, because the functions they call are found by their names.
    """

    lookup: Lookup
    call: ReadCall
    terms: Mapping[str, Term] = field(default_factory=dict)
    # the iterable of each bound variable of a comprehension, to see whether a measure recurs on a part
    sources: dict[str, Term] = field(default_factory=dict)
    inlining: tuple[object, ...] = ()
    on_measure: Callable[[object, list[Term], ast.Call], None] | None = None
    accumulators: frozenset[str] = frozenset()  # scalars that a loop only adds to

    def bind(self, terms: Mapping[str, Term]) -> Names:
        return replace(self, terms={**self.terms, **terms})

    def loop_variable(self, source: Term) -> Term:
        """A new variable for the items of an iterable."""
        name = f"#{len(self.sources)}"
        self.sources[name] = source
        return var(name)


def lookup_in(function: FunctionType) -> Lookup:
    """The lookup of a function's free names: in its closure, its module, the builtins."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))

    def lookup(name: str) -> Any:
        if name in cells:
            try:
                return cells[name].cell_contents
            except ValueError:
                raise KeyError(name) from None
        return lookup_global(function.__globals__, name)

    return lookup


def lookup_global(namespace: Mapping[str, Any], name: str) -> Any:
    if name in namespace:
        return namespace[name]
    if hasattr(builtins, name):
        return getattr(builtins, name)
    raise KeyError(name)


def static(node: ast.expr, names: Names) -> tuple[bool, Any]:
    """Whether an expression is a name, or an attribute of one, that denotes a Python object; and that object."""
    match node:
        case ast.Name(id=name) if name not in names.terms:
            try:
                return True, names.lookup(name)
            except KeyError:
                raise UnknownName(name, node) from None
        case ast.Attribute(value=subject, attr=attr):
            known, value = static(subject, names)
            if known:
                try:
                    return True, getattr(value, attr)
                except AttributeError as error:
                    raise NotSymbolic(str(error), node) from None
    return False, None


def of_value(value: object, node: ast.AST | None = None) -> Term:
    """The term of a Python object: a structure for a container, a constant for anything else."""
    kind = type(value)
    match value:
        case list() | tuple() if kind in (list, tuple):
            return Term("seq", tuple(of_value(item, node) for item in value), Container(kind.__name__))
        case set() | frozenset() if kind in (set, frozenset):
            return Term("set", tuple(of_value(item, node) for item in value), Container(kind.__name__))
        case dict() if kind is dict:
            return Term(
                "dict", tuple(of_value(part, node) for pair in value.items() for part in pair), Container("dict")
            )
    return const(value)
