"""What a type parameter stands for where nobody says: its default, its bound, its first constraint, or int."""

from __future__ import annotations

import typing
from typing import Any

from refute.types.context import context_of
from refute.types.model import Atom, Type


def default_of(variable: Any) -> Type:
    """Integers stand for an unconstrained parameter: they are ordered, hashable and print well."""
    from refute.types.read import Reader

    declared = getattr(variable, "__default__", None)
    no_default = getattr(typing, "NoDefault", None)
    candidates = [declared if declared is not no_default else None]
    candidates.append(getattr(variable, "__bound__", None))
    candidates.extend(getattr(variable, "__constraints__", ())[:1])
    for candidate in candidates:
        if candidate is not None:
            return Reader().read(candidate, context_of(variable, str(variable)))
    return Atom("int")
