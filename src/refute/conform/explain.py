"""Why a value is not of its type: where in it, which conjunct of which refinement, and what the values were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from refute.conform.failed_conjunct import failed_conjunct
from refute.conform.walk import Mismatch, Step, mismatch_of
from refute.conform.wording import message_of, named, short
from refute.types.model import ABSENT, Type

_LONG = 120  # characters of a path


@dataclass(frozen=True)
class Explanation:
    """What is wrong with a value, for a person to see it at once."""

    source: str  # what the whole value is called
    path: str  # where in it, as Python text
    expected: str  # the type there
    text: str  # the conjunct that failed, as it was written; empty where the type alone says no
    values: Mapping[str, Any]  # what it mentions: the value, siblings, and what was computed of them
    found: Any  # what is there
    error: Exception | None = None  # what asking raised

    @property
    def kind(self) -> str:
        """Whether asking raised, a refinement was false, or the value is of another type."""
        return "raised" if self.error is not None else "false" if self.text else "type"

    def message(self) -> str:
        path = self.path if len(self.path) <= _LONG else f"{self.path[: _LONG // 2]}…{self.path[-_LONG // 2 :]}"
        place = f"at {path}: " if path != self.source else ""
        texts = {name: short(value) for name, value in self.values.items()}
        # a function is known by its name, and to say that it is itself says nothing
        values = ", ".join(f"{name} = {text}" for name, text in texts.items() if text != name)
        if self.error is not None:
            asked = f"`{self.text}`" if self.text else f"looking into {path}"
            return f"{place if self.text else ''}{asked} raised {message_of(self.error)}{values and f', for {values}'}"
        if self.text:
            return f"{place}`{self.text}` is false{values and f': {values}'}"
        if self.found is ABSENT:
            return f"{place}expected {self.expected}, but it is missing"
        return f"{place}expected {self.expected}, got {_kind(self.found)}{short(self.found)}"


def explain(
    tp: Type,
    value: Any,
    siblings: Mapping[str, Any],
    source: str = "result",
    actual: Mapping[str, Any] | None = None,
) -> Explanation | None:
    """Why a value is not of a type, or None if it is. `source` is what the value is called.

    `actual` are the very objects that `siblings` are copies of, if that is what they are.
    """
    mismatch = mismatch_of(tp, value, siblings, actual)
    if mismatch is None:
        return None
    text, values = _conjunct(mismatch)
    return Explanation(
        source, _path(mismatch.step, source), named(mismatch.type), text, values, mismatch.value, mismatch.error
    )


def _conjunct(mismatch: Mismatch) -> tuple[str, Mapping[str, Any]]:
    if mismatch.predicate is None:
        return "", {}
    try:
        found = failed_conjunct(mismatch.predicate, mismatch.value, mismatch.siblings, mismatch.actual)
    except Exception:  # the user's code does not do twice what it did once
        found = None
    return (mismatch.predicate.text, {}) if found is None else (found.text, found.values)


def _path(step: Step, source: str) -> str:
    steps = []
    while step.before is not None:
        steps.append(step)
        step = step.before
    text = source
    for part in reversed(steps):
        match part.how:
            case "attribute":
                text = f"{text}.{part.what}"
            case "place":
                text = f"list({text})[{part.what}]"
            case _:
                text = f"{text}[{short(part.what, 40)}]"
    return text


def _kind(value: Any) -> str:
    """The class of a value, where its text does not begin with it."""
    name = type(value).__name__
    return "" if value is None or short(value).startswith((name, f"<{name}")) else f"{name} "
