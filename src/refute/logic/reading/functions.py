"""Functions as terms: the names in scope where one is defined, and its body over its parameters."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import CodeType, FunctionType

from refute.logic.reading.bodies import Inlined, read_body
from refute.logic.reading.calls import call
from refute.logic.reading.names import Names, lookup_in
from refute.logic.terms.term import Term

_HAS_DOCSTRING = 0x4000000  # flag of code, from Python 3.14 on


def names_in(function: FunctionType, terms: Mapping[str, Term]) -> Names:
    """The environment of an expression in a function, with terms for its parameters."""
    return Names(lookup_in(function), call, terms)


def inlined(function: object) -> Inlined | None:
    """A pure function as a term over its parameters; None if its source cannot be found or read."""
    return read_body(function, call)


def is_documented(code: CodeType) -> bool:
    """Whether the first constant of code is its docstring."""
    if sys.version_info >= (3, 14):
        return bool(code.co_flags & _HAS_DOCSTRING)
    return bool(code.co_consts) and type(code.co_consts[0]) is str and not code.co_name.startswith("<")
