"""Explanations of mismatches: the path to the part, the conjunct that failed, and the values in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from refute.conform.failed_conjunct import failed_conjunct
from refute.conform.walk import Mismatch, Step, mismatch_of
from refute.conform.wording import message_of, named, short
from refute.types.model import ABSENT, Type

_LONG = 120  # characters of a path


@dataclass(frozen=True)
class Explanation:
    """Why a value is not of its type."""

    source: str  # the name of the whole value
    path: str  # the path to the part, as Python text
    expected: str  # the type of the part
    text: str  # the conjunct that failed, as it was written; empty for a mismatch of the type alone
    values: Mapping[str, Any]  # the value, the siblings and the subexpressions in it
    found: Any  # the part
    error: Exception | None = None  # the exception raised by the conjunct, or by looking at the part

    @property
    def kind(self) -> str:
        """ "raised", "false" for a refinement, or "type"."""
        return "raised" if self.error is not None else "false" if self.text else "type"

    def message(self, show: Callable[[Any], str] = short) -> str:
        """The explanation as a sentence. `show` makes text of values."""
        path = self.path if len(self.path) <= _LONG else f"{self.path[: _LONG // 2]}…{self.path[-_LONG // 2 :]}"
        place = f"at {path}: " if path != self.source else ""
        texts = {name: show(value) for name, value in self.values.items()}
        # leave out functions, whose text is their name
        values = ", ".join(f"{name} = {text}" for name, text in texts.items() if text != name)
        if self.error is not None:
            asked = f"`{self.text}`" if self.text else f"looking into {path}"
            return f"{place if self.text else ''}{asked} raised {message_of(self.error)}{values and f', for {values}'}"
        if self.text:
            return f"{place}`{self.text}` is false{values and f': {values}'}"
        if self.found is ABSENT:
            return f"{place}expected {self.expected}, but it is missing"
        return f"{place}expected {self.expected}, got {_kind(self.found)}{show(self.found)}"


def explain(
    tp: Type,
    value: Any,
    siblings: Mapping[str, Any],
    source: str = "result",
    actual: Mapping[str, Any] | None = None,
) -> Explanation | None:
    """Why a value is not of a type, or None if it is. `source` is the name of the value.

    `actual` has the objects that `siblings` are copies of, where they are copies.
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
    except Exception:  # the predicate is not deterministic
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
            case "end":
                text = f"(yield from {text})"
            case _:
                text = f"{text}[{short(part.what, 40)}]"
    return text


def _kind(value: Any) -> str:
    """The name of the class of a value, unless its text begins with it."""
    name = type(value).__name__
    return "" if value is None or short(value).startswith((name, f"<{name}")) else f"{name} "
