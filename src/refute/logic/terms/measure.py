"""Measures, the payload of `call` terms: pure functions of one structure that the reducer can unfold."""

from __future__ import annotations

import functools
import typing
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Self, TypeVar, cast

from refute.errors import Place
from refute.logic.terms.term import ANY, BOOL, INT, STR, Sort, Term, dict_sort, row_sort, seq_sort, set_sort

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class MeasureBody:
    """A measure as a term over its parameters."""

    params: tuple[str, ...]
    term: Term
    structure: int  # the position of the parameter that it recurs on
    sort: Sort


if TYPE_CHECKING:

    class _Calling(Generic[P, R]):
        def __new__(cls, function: Callable[P, R], read: object, *, marked: bool = ...) -> Self: ...
        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...

else:

    class _Calling(functools.partial, Generic[P, R]):
        """Calls a function: a `partial` costs a third of a `__call__` written in Python, and trees are deep."""

        def __new__(cls, function, read, *, marked=True):
            return super().__new__(cls, function)


class Measure(_Calling[P, R]):
    """A function marked by `@measure`, or read as one: called as before, and unfolded by the reducer.

    `read` returns the body, or the reason why there is none. It is called once, when the body is first needed: by then
    the names that the function uses are defined. Asked for meanwhile, by a function that this one calls, there is none.
    """

    def __init__(
        self, function: Callable[P, R], read: Callable[[Measure[P, R]], MeasureBody | str], *, marked: bool = True
    ) -> None:
        functools.update_wrapper(self, function)
        self.marked = marked  # whether it is promised to be a measure, which never raises and returns what it declares
        self.function = cast(FunctionType, function)
        self.declared = _declared_sort(self.function)
        self.sort = self.declared
        self._reader = read
        self._known: MeasureBody | str = ""

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return self if instance is None else functools.partial(self.function, instance)

    def __reduce__(self) -> str:
        """Copied and pickled as functions are: by name."""
        return self.function.__qualname__

    def __repr__(self) -> str:
        return f"<measure {self.function.__qualname__}>"

    @property
    def place(self) -> Place:
        code = self.function.__code__
        return Place(code.co_filename, code.co_firstlineno)

    @property
    def _read(self) -> MeasureBody | str:
        """The body, or the reason why there is none."""
        if self._known == "":
            self._known = "it is being read"
            self._known = self._reader(self)
        return self._known

    @property
    def body(self) -> MeasureBody | None:
        return self._read if isinstance(self._read, MeasureBody) else None

    @property
    def problem(self) -> str:
        """Why this measure cannot be unfolded; empty if it can."""
        return self._read if isinstance(self._read, str) else ""


def _declared_sort(function: FunctionType) -> Sort:
    declared = function.__annotations__.get("return")
    if isinstance(declared, str):
        try:
            declared = eval(declared, {"__builtins__": _PLAIN_TYPES})
        except Exception:  # it names more than plain types
            return ANY
    return _sort_named(declared)


_PLAIN_TYPES = {tp.__name__: tp for tp in (int, bool, str, list, tuple, set, frozenset, dict)}


def _sort_named(annotation: Any) -> Sort:
    """The sort of a plain type or of a container of such."""
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is None:
        return {int: INT, bool: BOOL, str: STR}.get(annotation, ANY) if isinstance(annotation, type) else ANY
    sorts = [_sort_named(arg) for arg in args if arg is not ...]
    if origin in (set, frozenset):
        return set_sort(sorts[0])
    if origin is list or (origin is tuple and args[-1:] == (...,)):
        return seq_sort(sorts[0], origin.__name__)
    if origin is tuple:
        return row_sort(sorts)
    return dict_sort(*sorts) if origin is dict else ANY
