"""Differences: what two behaviours on the same input differ in, in words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from refute.compare.behaviour.behaviours import DIED, HUNG, LOST, MEMORY, RAISED, RETURNED, UNMADE, Behaviour
from refute.compare.behaviour.views import Seen
from refute.words import cut

_LONG = 200  # characters of a value that is shown
_TROUBLES = (HUNG, DIED, MEMORY)


@dataclass(frozen=True)
class Difference:
    """What differs, in short, and where."""

    aspect: str  # "returned", "raised", "printed", "left xs", …
    where: str = ""  # the part of the value: "[3].name"
    old: str = ""
    new: str = ""


def told(behaviour: Behaviour) -> str:
    """What a call did, in words: `returned [0, 0]`, `raised ValueError: empty`."""
    match behaviour.kind:
        case "returned":
            return f"returned {behaviour.text}"
        case "raised":
            return f"raised {behaviour.text}"
        case "discarded":
            return "gave its arguments up"
        case "unmade":
            return f"cannot be given them: {behaviour.text}"
    return behaviour.text or behaviour.kind


def differences(old: Behaviour, new: Behaviour) -> Iterator[Difference]:
    """What two behaviours differ in, the most important first."""
    if old.kind != new.kind or old.exception != new.exception:
        yield Difference(_manner(old, new), "", told(old), told(new))
    elif old.kind == RETURNED and repr(old.view) != repr(new.view):
        where, a, b = _first_difference(old.view, new.view, "")
        yield Difference("returned", where, _shown(a), _shown(b))
    for place, aspect in enumerate(("printed", "wrote to standard error")):
        if old.printed[place] != new.printed[place]:
            yield Difference(aspect, "", _quoted(old.printed[place]), _quoted(new.printed[place]))
    if old.warned != new.warned:
        yield Difference("warned", "", ", ".join(old.warned) or "of nothing", ", ".join(new.warned) or "of nothing")
    after = {one.name: one for one in new.left}
    for place, one in enumerate(old.left):
        other = after.get(one.name) or (new.left[place] if place < len(new.left) else None)
        if other is not None and repr(one.view) != repr(other.view):
            where, a, b = _first_difference(one.view, other.view, "")
            shown = (one.text, other.text) if not where else (_shown(a), _shown(b))
            yield Difference(f"left {one.name}", where, *shown)


def _manner(old: Behaviour, new: Behaviour) -> str:
    """How the ends of two calls differ: `raised`, `did not return`."""
    kinds = {old.kind, new.kind}
    if RAISED in kinds:
        return "raised"
    for kind in (*_TROUBLES, UNMADE, LOST):
        if kind in kinds:
            return kind
    return "returned"


def key_of(old: Behaviour, new: Behaviour) -> tuple[str, ...]:
    """What tells differences of different kinds apart."""
    found = list(differences(old, new))
    aspects = sorted({one.aspect for one in found})
    ends = [f"{one.kind} {one.exception}".strip() for one in (old, new)] if "raised" in aspects else []
    return ("changed", *aspects, *ends)


def _first_difference(old: Any, new: Any, path: str) -> tuple[str, Any, Any]:
    """The first part in which two views differ, and where it is."""
    if type(old) is not type(new):
        return path, old, new
    if isinstance(old, Seen):
        return _in_seen(old, new, path)
    if isinstance(old, list | tuple) and len(old) == len(new):
        for place, (a, b) in enumerate(zip(old, new, strict=True)):
            if repr(a) != repr(b):
                return _first_difference(a, b, f"{path}[{place}]")
    return path, old, new


def _in_seen(old: Seen, new: Seen, path: str) -> tuple[str, Any, Any]:
    if old.kind != new.kind or type(old.parts) is not type(new.parts):
        return path, old, new
    is_named = isinstance(old.parts, tuple) and all(_is_pair(one) for one in (*old.parts, *new.parts))
    if is_named and [one[0] for one in old.parts] == [one[0] for one in new.parts]:
        for (name, a), (_, b) in zip(old.parts, new.parts, strict=True):
            if repr(a) != repr(b):
                step = f"[{_shown(name)}]" if old.kind == "dict" else f".{name}" if name else ""
                return _first_difference(a, b, f"{path}{step}")
    if old.kind == "iterator":
        return _first_difference(old.parts[0], new.parts[0], path)
    return path, old, new


def _is_pair(value: Any) -> bool:
    return type(value) is tuple and len(value) == 2


def _shown(view: Any) -> str:
    """A view as text, much like the value itself."""
    return cut(_written(view), _LONG)


def _written(view: Any) -> str:
    match view:
        case Seen(kind="dict", parts=parts):
            return "{" + ", ".join(f"{_written(key)}: {_written(one)}" for key, one in parts) + "}"
        case Seen(kind="set" | "frozenset" as kind, parts=parts):
            inside = ", ".join(map(_written, parts))
            return f"{{{inside}}}" if kind == "set" and parts else f"{kind}({{{inside}}})" if parts else f"{kind}()"
        case Seen(kind="iterator", parts=(items, ended)):
            return f"iter({_written(items)})" if ended else f"iter({_written(items)}, …)"
        case Seen(kind=kind, parts=str(text)):
            name = kind.removeprefix("~").rpartition(".")[2]
            return text if text.startswith(f"{name}(") or kind == "int" else f"{kind.removeprefix('~')}({text})"
        case Seen(kind=kind, parts=tuple(parts)) if all(map(_is_pair, parts)):
            inside = ", ".join(f"{name}={_written(one)}" if name else _written(one) for name, one in parts)
            return f"{kind.removeprefix('~')}({inside})"
        case Seen(kind=kind, parts=parts):
            return f"{kind}({_written(parts)})"
        case list():
            return f"[{', '.join(map(_written, view))}]"
        case tuple():
            return f"({', '.join(map(_written, view))}{',' if len(view) == 1 else ''})"
    return repr(view)


def _quoted(text: str) -> str:
    return cut(repr(text), _LONG) if text else "nothing"


def is_alike(old: Behaviour, new: Behaviour, tolerance: float) -> bool:
    """Whether two behaviours are the same but for numbers that differ by no more than a tolerance."""
    if (old.kind, old.exception, old.printed, old.warned) != (new.kind, new.exception, new.printed, new.warned):
        return False
    pairs = [(old.view, new.view), *((a.view, b.view) for a, b in zip(old.left, new.left, strict=False))]
    return len(old.left) == len(new.left) and all(is_close(a, b, tolerance) for a, b in pairs)


def is_close(old: Any, new: Any, tolerance: float) -> bool:
    """Whether two views are the same but for numbers that differ by no more than a tolerance, relative or absolute."""
    if type(old) is not type(new):
        numbers = all(isinstance(one, int | float) and not isinstance(one, bool) for one in (old, new))
        return numbers and math.isclose(old, new, rel_tol=tolerance, abs_tol=tolerance)
    match old:
        case float():
            both_nan = math.isnan(old) and math.isnan(new)
            return both_nan or math.isclose(old, new, rel_tol=tolerance, abs_tol=tolerance)
        case complex():
            return is_close(old.real, new.real, tolerance) and is_close(old.imag, new.imag, tolerance)
        case list() | tuple():
            pairs = zip(old, new, strict=False)
            return len(old) == len(new) and all(is_close(a, b, tolerance) for a, b in pairs)
    return repr(old) == repr(new)
