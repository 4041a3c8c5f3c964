"""Functions of which some arguments are given already: tests, by what runs them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from refute.types.reading.context import own_annotations
from refute.types.spelling import Speller

_LONGEST = 200  # characters of an argument that is shown
_LOOKS = ("__name__", "__qualname__", "__module__", "__globals__", "__type_params__", "__doc__")


class Given:
    """An argument that every call has."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self._text = _text(value)

    @property
    def is_spelled(self) -> bool:
        """Whether Python text says all of it, not at length, and no call has changed it."""
        return self._text is not None and self._text == _text(self.value)


def _text(value: Any) -> str | None:
    speller = Speller()
    try:
        text = speller.spell(value)
    except Exception:  # of whatever its class does
        return None
    return text if speller.complete and len(text) <= _LONGEST else None


class PartlyGiven:
    """A function of the annotated parameters that are not given, which are passed by name.

    To those who read its types it looks like the function itself, so that they are resolved where that was written.
    """

    def __init__(self, function: Callable[..., Any], given: Mapping[str, Any], call: Callable[..., Any]) -> None:
        """`call` is what is called with all the arguments."""
        plain = inspect.unwrap(function)
        annotations = own_annotations(plain)
        parameters = [p for p in named_parameters(function) if p.name in annotations and p.name not in given]
        kept = {*(p.name for p in parameters), "return"}
        self.__dict__ |= {look: getattr(plain, look) for look in _LOOKS if hasattr(plain, look)}
        self.__annotations__ = {name: annotation for name, annotation in annotations.items() if name in kept}
        self.__signature__ = inspect.Signature([p.replace(kind=p.KEYWORD_ONLY) for p in parameters])
        self.given = {name: Given(value) for name, value in given.items()}
        self.function = function
        self._arguments = given
        self._call = call

    def __call__(self, /, **values: Any) -> Any:
        return self._call(**self._arguments, **values)


def named_parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """All but `*args` and `**kwargs`."""
    parameters = inspect.signature(function).parameters.values()
    return [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
