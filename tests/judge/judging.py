"""What tests of judging have in common: reading an annotation, and asking of a value whether it is of it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from refute.conform.compiled import contract_of
from refute.conform.walk import mismatch_of
from refute.types.model import Type
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context


def read(annotation: Any, *siblings: str, depth: int = 1) -> Type:
    names = sys._getframe(depth).f_globals
    reader, context = Reader(), Context("the result", names, siblings=siblings)
    return reader.examined(reader.with_closed_functions(reader.read_written(annotation, context)), context)


def holds(annotation: Any, value: Any, siblings: Mapping[str, Any] | None = None) -> bool:
    """By the contract, which has to agree with the walk."""
    given = siblings or {}
    tp = annotation if isinstance(annotation, Type) else read(annotation, *given, depth=2)
    answer = contract_of(tp).holds(value, given)
    assert answer == (mismatch_of(tp, value, given) is None)
    return answer
