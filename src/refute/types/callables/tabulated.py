"""Functions given by a table of what they answered: what is left of a generated function once it has been called."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

_NAMES = ("x", "y", "z")
_KIND = inspect.Parameter
# How a function is called that takes whatever it is given.
WHATEVER = inspect.Signature([_KIND("args", _KIND.VAR_POSITIONAL), _KIND("kwargs", _KIND.VAR_KEYWORD)])

# How an answer is given: as it is, when it is awaited, or item by item.
PLAINLY, AWAITED, ITERATED = "", "awaited", "iterated"


class _Unknown:
    """The answer of a function to what it was not asked, where nothing is known to be right."""

    def __reduce__(self) -> str:
        return "UNKNOWN"

    def __repr__(self) -> str:
        return "<unknown>"


UNKNOWN = _Unknown()


@dataclass(frozen=True)
class Answered:
    """One entry: a value for each parameter, as it was when the function was called, and what it returned."""

    given: tuple[Any, ...]
    answer: Any


@dataclass(frozen=True)
class Unspelled:
    """Stands for an object of another process that cannot be told: what it looks like."""

    text: str

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Observed:
    """Stands for a function among the arguments: what it answered to some arguments that it takes."""

    answers: tuple[tuple[tuple[Any, ...], Any], ...]

    def is_like(self, function: Any) -> bool:
        return callable(function) and all(function(*args) == answer for args, answer in self.answers)


class Tabulated:
    """A function that knows the calls in its table, and what it answers otherwise, if that is known."""

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
    """A function that was read from Python text: its name there, and all definitions it may need."""

    name: str
    definitions: tuple[str, ...]
    function: Callable[..., Any]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    def __deepcopy__(self, memo: Any) -> Defined:
        return self


def given_as(how: str, answer: Any) -> Any:
    """An answer as code gets it."""
    if how == AWAITED:
        return _awaitable(answer)
    return iter(answer) if how == ITERATED else answer


async def _awaitable(answer: Any) -> Any:
    return answer


def taken_from(how: str, given: Any) -> Any:
    """The answer in what code would get. Raises what that raises."""
    if how == AWAITED:
        try:
            given.send(None)
        except StopIteration as stop:
            return stop.value
        raise TypeError("it waits for something")
    return list(given) if how == ITERATED else given


def signature_of(names: tuple[str, ...]) -> inspect.Signature:
    """How a function is called that takes arguments of these names, by position."""
    return inspect.Signature([_KIND(name, _KIND.POSITIONAL_ONLY) for name in names])


def names_for(number: int, taken: Collection[str]) -> tuple[str, ...]:
    """Names for the arguments of a function that has none for them: x, y, z if they are free."""
    names = (*_NAMES, *(f"x{i}" for i in range(number + len(taken))))
    return tuple(name for name in names if name not in taken)[:number]


def given_to(signature: inspect.Signature, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> tuple[Any, ...]:
    """The arguments of a call, one for each parameter. Raises TypeError if it does not take them."""
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    return tuple(bound.arguments.values())


def passed_as(signature: inspect.Signature, given: tuple[Any, ...]) -> tuple[tuple[Any, ...], Mapping[str, Any]]:
    """Such arguments as they would be passed."""
    bound = inspect.BoundArguments(signature, dict(zip(signature.parameters, given, strict=True)))
    return bound.args, bound.kwargs


def _matches(known: Any, given: Any) -> bool:
    return known.is_like(given) if isinstance(known, Observed) else bool(known == given)
