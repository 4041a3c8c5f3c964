"""The code that a function may get to: its own, and what that names in its own package, without running any of it."""

from __future__ import annotations

import dis
import functools
from collections import ChainMap, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from refute.logic.terms.measure import Measure
from refute.ownership import is_tested

_MOST = 100  # functions
_MOST_CODE = 40_000  # bytes
_NOT_CALLED = ("__annotate__",)  # code that calls do not run
_MADE_BY = ("__new__", "__init__", "__post_init__")  # methods that are called where a class is named
_ASKING = frozenset({"COMPARE_OP", "CONTAINS_OP", "BINARY_SUBSCR", "BINARY_OP_SUBSCR_DICT", "MATCH_KEYS"})
_DIVIDING = frozenset({"/", "//", "%", "/=", "//=", "%="})  # by what may be zero
_QUESTIONS = frozenset(
    {"startswith", "endswith", "find", "index", "count", "get", "pop", "split", "partition", "replace"}
)
_namespace_of = type.__dict__["__dict__"].__get__
_bases_of = type.__dict__["__mro__"].__get__


@dataclass(frozen=True)
class Called:
    """Code, the variables that it finds by their names, and what else it is given: defaults."""

    code: CodeType
    variables: Mapping[str, Any]
    given: tuple[Any, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return self.code.co_names + self.code.co_freevars


def called_code(roots: Iterable[Any], package: str) -> Iterator[Called]:
    """The code of functions and classes and what it names, nearest first. `package` is that of the function: its code
    is looked at also where it is a library."""
    waiting = deque(roots)
    seen: set[int] = set()
    names: dict[str, None] = {}  # in the code so far
    classes: dict[int, Mapping[str, Any]] = {}  # of which methods may be called
    left, size = _MOST, _MOST_CODE
    while waiting and left and size > 0:
        for one in _functions_in(waiting.popleft(), classes):
            if id(one) in seen:
                continue
            seen.add(id(one))
            if not is_tested(one.__code__.co_filename, one.__module__, package):
                continue
            left, size = left - 1, size - len(one.__code__.co_code)
            for called in _of(one):
                yield called
                names |= dict.fromkeys(called.names)
                waiting.extend(_named(called))
        if not waiting:
            methods = (space[name] for space in list(classes.values()) for name in names if name in space)
            waiting.extend(one for method in methods for one in _functions_in(method, classes) if id(one) not in seen)


def asks(code: Iterable[Called]) -> bool:
    """Whether code compares, looks up or searches anything."""
    return any(
        not _QUESTIONS.isdisjoint(called.code.co_names)
        or any(one.opname in _ASKING or one.argrepr in _DIVIDING for one in dis.get_instructions(called.code))
        for called in code
    )


def with_inner(code: CodeType) -> Iterator[CodeType]:
    """The code of a function, and of those that are written inside of it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType) and constant.co_name not in _NOT_CALLED:
            yield from with_inner(constant)


def namespace(value: Any) -> Mapping[str, Any] | None:
    """The attributes of a module or a class."""
    if type(value) is ModuleType:
        return vars(value)
    is_class = issubclass(type(value), type)
    return _namespace_of(value) if is_class else None


def _of(function: FunctionType) -> Iterator[Called]:
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=False)
    variables: Mapping[str, Any] = function.__globals__
    if enclosed := {name: cell.cell_contents for name, cell in cells if _is_filled(cell)}:
        variables = ChainMap(enclosed, function.__globals__)
    given = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    for code in with_inner(function.__code__):
        yield Called(code, variables, given if code is function.__code__ else ())


def _is_filled(cell: CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - raises where there is none
    except ValueError:
        return False
    return True


def _named(called: Called) -> Iterator[Any]:
    """What code may call by the names in it: variables, and attributes of modules."""
    for name in called.names:
        value = called.variables.get(name)
        yield value
        if type(value) is ModuleType:
            yield from (vars(value).get(attribute) for attribute in called.names)


def _functions_in(value: Any, classes: dict[int, Mapping[str, Any]]) -> Iterator[FunctionType]:
    """The functions that are run when a value is called, below decorators as well. Classes are remembered."""
    kind = type(value)
    if kind is FunctionType:
        yield value
        yield from _functions_in(value.__dict__.get("__wrapped__"), classes)
    elif kind is MethodType or kind in (staticmethod, classmethod):
        yield from _functions_in(value.__func__, classes)
    elif kind is property:
        yield from _functions_in(value.fget, classes)
    elif kind is functools.partial:
        yield from _functions_in(value.func, classes)
    elif kind is Measure:
        yield value.function
    elif issubclass(kind, type):
        for cls in _bases_of(value):
            space = _namespace_of(cls)
            if id(cls) not in classes and cls is not object:
                classes[id(cls)] = space
                for name in _MADE_BY:
                    yield from _functions_in(space.get(name), classes)
