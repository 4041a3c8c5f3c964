"""Specified types: those that say more than plain Python does of the values that they admit."""

from __future__ import annotations

from collections.abc import Iterable

from refute.types.model import Data, Named, Refined, Type


def is_specified(types: Iterable[Type]) -> bool:
    """Whether types have a refinement, outside of fields of data, or a class that declares an invariant."""
    seen: set[Type] = set()
    waiting = list(types)
    while waiting:
        tp = waiting.pop()
        if tp in seen:
            continue
        seen.add(tp)
        match tp:
            case Refined():
                return True
            case Data(constructor=constructor) if constructor.declared:
                return True
            case Named(alias=alias):
                waiting.append(alias.type)
        waiting.extend(tp.parts())
    return False
