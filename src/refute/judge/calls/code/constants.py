"""Constants of code: those that it has, those of variables and attributes that it names, and those inside of these.

Only code objects and values of well-known classes are looked at: nothing of the user's is run, no `__eq__`, no
`__repr__`, no property.
"""

from __future__ import annotations

import ast
import datetime
import dis
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from enum import EnumType
from fractions import Fraction
from itertools import islice
from types import CodeType, ModuleType
from typing import Any

from refute.judge.calls.code.called import Called, namespace
from refute.logic.reading.functions import is_documented
from refute.logic.regular.examples import examples
from refute.logic.terms.term import identity_key

_MOST = 100  # elements of a container
_DEEPEST = 3  # containers in each other
_LARGEST = 1 << 64  # integer; larger ones are as good as this
_MOST_OF_A_KIND = 40  # constants
_LONGEST = 100  # characters; longer texts are there to be read
_MOST_BITS = 4096
_ORDINARY = range(-2, 3)  # integers that every scope has
_CONTAINERS = (tuple, frozenset, list, set, dict)
_SCALARS = (float, str, bytes, Decimal, Fraction, datetime.date, datetime.datetime, datetime.time, datetime.timedelta)
# Classes that may be called, with constants, to see which one is meant: date(2024, 2, 29).
_MAKERS = (Decimal, Fraction, datetime.date, datetime.datetime, datetime.time, datetime.timedelta)
_LOADS = ("LOAD_CONST", "LOAD_SMALL_INT")
_NAMES = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_ATTR", "LOAD_METHOD", "LOAD_DEREF")
_PASSED_OVER = ("PUSH_NULL", "PRECALL", "CACHE", "EXTENDED_ARG", "NOP")
# What is filled in where a text is a format: {name:>10}, %-5s
_FIELDS = re.compile(r"\{[^{}]*\}|%[-+ #0-9.]*[diouxXeEfFgGcrsa]")
_WORDS = re.compile(r"\w+")
# An example in a docstring, with its continuation lines.
_EXAMPLES = re.compile(r"^ *>{3} .*(?:\n *\.\.\. .*)*", re.MULTILINE)
_PROMPTS = re.compile(r"^ *(>{3}|\.\.\.) ", re.MULTILINE)


def integers_of(code: CodeType, variables: Mapping[str, Any]) -> Iterator[int]:
    """Without signs; floats are rounded up."""
    for value in values_of(Called(code, variables)):
        if type(value) is int:
            yield min(abs(value), _LARGEST)
        elif type(value) is float and math.isfinite(value):
            yield min(math.ceil(abs(value)), _LARGEST)


def constants_of(code: Iterable[Called]) -> tuple[Any, ...]:
    """The constants of code that may make a difference to what it does, those of the code that comes first before
    others. Texts are told with what is in them: what a pattern matches, the parts of a format, words."""
    return constants_among(one for called in code for value in values_of(called) for one in _told(value, called))


def constants_among(values: Iterable[Any]) -> tuple[Any, ...]:
    """Those that may make a difference: each once, without ordinary integers, and not too many of a kind."""
    found: dict[Any, Any] = {}
    counts: dict[type, int] = {}
    for value in values:
        kind, key = type(value), identity_key(value)
        if not _may_differ(value):
            continue
        if key not in found and counts.get(kind, 0) < _MOST_OF_A_KIND:
            found[key] = value
            counts[kind] = counts.get(kind, 0) + 1
    return tuple(found.values())


def _may_differ(value: Any) -> bool:
    """Whether a constant is worth a try, and can be told to other processes and compared there."""
    match value:
        case int():
            return value not in _ORDINARY
        case float():
            return not math.isnan(value)
        case Decimal():
            return not value.is_nan()
        case datetime.datetime() | datetime.time():
            return value.tzinfo is None or type(value.tzinfo) is datetime.timezone
    return True


def _told(value: Any, called: Called) -> Iterator[Any]:
    match value:
        case str():
            if 0 < len(value) <= _LONGEST:
                yield from _texts(value, is_pattern=uses(called, re))
        case int():
            if value.bit_length() <= _MOST_BITS:
                yield value
        case bytes():
            if 0 < len(value) <= _LONGEST:
                yield value
        case _:
            yield value


def _texts(text: str, *, is_pattern: bool) -> Iterator[str]:
    yield text
    if is_pattern and re.escape(text) != text:
        yield from filter(None, examples(text))
    pieces = [piece for piece in _FIELDS.split(text) if piece]
    if pieces != [text]:
        yield from pieces
    words = _WORDS.findall(text)
    if 1 < len(words) <= 3:  # more are a sentence
        yield from words


def uses(called: Called, module: ModuleType) -> bool:
    return any(called.variables.get(name) is module for name in called.names)


def values_of(called: Called) -> Iterator[Any]:
    """All values of well-known classes that code has or names."""
    code, variables = called.code, called.variables
    named = [variables[name] for name in called.names if name in variables]
    spaces = [space for one in named if (space := namespace(one)) is not None]
    attributes = [space[name] for space in spaces for name in called.names if name in space]
    for value in (*_own(code), *_shown(code), *called.given, *named, *attributes):
        yield from _inside(value, _DEEPEST)
    yield from _made(code, variables)


def _own(code: CodeType) -> list[Any]:
    """The constants of code, without its docstring."""
    small = [one.argval for one in dis.get_instructions(code) if one.opname == "LOAD_SMALL_INT"]
    return [*code.co_consts[is_documented(code) :], *small]


def _shown(code: CodeType) -> Iterator[Any]:
    """The constants in the examples of a docstring, which doctest would run."""
    for example in _EXAMPLES.findall(code.co_consts[0]) if is_documented(code) else ():
        try:
            parsed = ast.parse(_PROMPTS.sub("", example))
        except (SyntaxError, ValueError):
            continue
        yield from (part.value for part in ast.walk(parsed) if isinstance(part, ast.Constant))


def _inside(value: Any, deepest: int) -> Iterator[Any]:
    """The scalars in a value: itself, its elements, the names and values of an enumeration, what a pattern matches."""
    cls = type(value)
    if cls is int or cls in _SCALARS:
        yield value
    elif cls is re.Pattern:
        yield from examples(value.pattern, value.flags & ~re.DEBUG) if type(value.pattern) is str else ()
    elif cls in _CONTAINERS and deepest:
        elements = [*value, *value.values()] if cls is dict else list(value)
        for element in islice(elements, _MOST):
            yield from _inside(element, deepest - 1)
    elif issubclass(cls, EnumType):
        space = namespace(value) or {}
        for known in ("_member_names_", "_value2member_map_"):
            yield from _inside(list(space.get(known, ())), deepest)


def _made(code: CodeType, variables: Mapping[str, Any]) -> Iterator[Any]:
    """What well-known classes are called with constants for: date(2024, 2, 29)."""
    if not any(_is_maker(variables.get(name)) or type(variables.get(name)) is ModuleType for name in code.co_names):
        return
    maker: Any = None
    arguments: list[Any] = []
    for one in dis.get_instructions(code):
        if one.opname in _NAMES:
            space = namespace(maker) if type(maker) is ModuleType else None
            maker, arguments = (variables if space is None else space).get(one.argval), []
        elif one.opname in _LOADS:
            arguments.append(one.argval)
        elif one.opname.startswith("CALL") and _is_maker(maker) and arguments:
            yield from _made_by(maker, arguments)
            maker = None
        elif one.opname not in _PASSED_OVER:
            maker = None


def _is_maker(value: Any) -> bool:
    return any(value is one for one in _MAKERS)


def _made_by(maker: Callable[..., Any], arguments: Sequence[Any]) -> Iterator[Any]:
    try:
        yield maker(*arguments)
    except (TypeError, ValueError, ArithmeticError):  # as it was not meant
        return
