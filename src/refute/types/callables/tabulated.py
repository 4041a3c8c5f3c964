"""Functions given by a table of their answers: generated functions after they were called."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

_NAMES = ("x", "y", "z")
_KIND = inspect.Parameter
# The signature of a function that takes any arguments.
ANY_ARGUMENTS = inspect.Signature([_KIND("args", _KIND.VAR_POSITIONAL), _KIND("kwargs", _KIND.VAR_KEYWORD)])

# How an answer is returned: directly, by a coroutine, or by an iterator.
PLAINLY, AWAITED, ITERATED = "", "awaited", "iterated"


class _Unknown:
    """The default answer of a table where none is known."""

    def __reduce__(self) -> str:
        return "UNKNOWN"

    def __repr__(self) -> str:
        return "<unknown>"


UNKNOWN = _Unknown()


@dataclass(frozen=True)
class Answered:
    """One entry: the arguments at the time of the call, and the answer."""

    given: tuple[Any, ...]
    answer: Any


@dataclass(frozen=True)
class Unspelled:
    """Stands for an object of another process that cannot be sent, by its text."""

    text: str

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Observed:
    """Stands for a function among the arguments, by some of its answers."""

    answers: tuple[tuple[tuple[Any, ...], Any], ...]

    def is_like(self, function: Any) -> bool:
        return callable(function) and all(function(*args) == answer for args, answer in self.answers)


class Tabulated:
    """A function defined by a table, with a default answer if one is known."""

    def __init__(
        self,
        name: str,
        signature: inspect.Signature,
        entries: tuple[Answered, ...],
        otherwise: Any = UNKNOWN,
        gives: str = PLAINLY,
    ) -> None:
        self.__name__ = self.__qualname__ = name
        self.__signature__ = signature
        self.entries = entries
        self.otherwise = otherwise
        self.gives = gives

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        given = given_to(self.__signature__, args, kwargs)
        for entry in self.entries:
            if all(map(_matches, entry.given, given)):
                return given_as(self.gives, copy.deepcopy(entry.answer))
        if self.otherwise is UNKNOWN:
            raise LookupError(f"{self.__name__} has no answer to this: {given}")
        return given_as(self.gives, copy.deepcopy(self.otherwise))

    def __deepcopy__(self, memo: Any) -> Tabulated:
        return self

    def __repr__(self) -> str:
        return f"<{self.__name__}, a function of {len(self.entries)} entries>"


@dataclass(frozen=True)
class Defined:
    """A function that was read from Python text, with all definitions in that text."""

    name: str
    definitions: tuple[str, ...]
    function: Callable[..., Any]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    def __deepcopy__(self, memo: Any) -> Defined:
        return self


def given_as(how: str, answer: Any) -> Any:
    """An answer as the function returns it."""
    if how == AWAITED:
        return _awaitable(answer)
    return iter(answer) if how == ITERATED else answer


async def _awaitable(answer: Any) -> Any:
    return answer


def taken_from(how: str, given: Any) -> Any:
    """The answer in what a function returned: the reverse of `given_as`. Raises what that raises."""
    if how == AWAITED:
        try:
            given.send(None)
        except StopIteration as stop:
            return stop.value
        raise TypeError("it waits for something")
    return list(given) if how == ITERATED else given


def signature_of(names: tuple[str, ...]) -> inspect.Signature:
    """The signature of a function with positional-only parameters of these names."""
    return inspect.Signature([_KIND(name, _KIND.POSITIONAL_ONLY) for name in names])


def names_for(number: int, taken: Collection[str]) -> tuple[str, ...]:
    """Names for unnamed parameters: x, y, z if they are free."""
    names = (*_NAMES, *(f"x{i}" for i in range(number + len(taken))))
    return tuple(name for name in names if name not in taken)[:number]


def given_to(signature: inspect.Signature, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> tuple[Any, ...]:
    """The arguments of a call, one for each parameter. Raises TypeError if they do not fit."""
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    return tuple(bound.arguments.values())


def passed_as(signature: inspect.Signature, given: tuple[Any, ...]) -> tuple[tuple[Any, ...], Mapping[str, Any]]:
    """Arguments, one for each parameter, as positional and keyword arguments."""
    bound = inspect.BoundArguments(signature, dict(zip(signature.parameters, given, strict=True)))
    return bound.args, bound.kwargs


def _matches(known: Any, given: Any) -> bool:
    return known.is_like(given) if isinstance(known, Observed) else bool(known == given)
