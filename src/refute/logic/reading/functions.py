"""Functions as terms: the names in scope where one is defined, and its body over its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType

from refute.logic.reading.bodies import Inlined, read_body
from refute.logic.reading.calls import call
from refute.logic.reading.names import Names, lookup_in
from refute.logic.terms.term import Term


def names_in(function: FunctionType, terms: Mapping[str, Term]) -> Names:
    """The environment of an expression in a function, with terms for its parameters."""
    return Names(lookup_in(function), call, terms)


def inlined(function: object) -> Inlined | None:
    """A pure function as a term over its parameters; None if its source cannot be found or read."""
    return read_body(function, call)
