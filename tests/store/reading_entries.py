"""Functions of one parameter, entries of their calls, and what these become when they are read back."""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any

from refute.store.building import build
from refute.store.entries import Entry, entries_in
from refute.types.signatures import Signature, read_signature
from refute.types.spelling import Speller


def _f(x):  # type: ignore[no-untyped-def]
    return None


def taking(annotation: Any, module: ModuleType | None = None) -> Signature:
    """The signature of `f(x: annotation) -> None` in a module."""
    f = FunctionType(_f.__code__, globals() if module is None else vars(module), "f")
    f.__annotations__ = {"x": annotation, "return": None}
    f.__qualname__ = "f"
    return read_signature(f)


def entry_of(value: Any) -> Entry:
    """A call of `f` with a value, as it is kept."""
    speller = Speller(unused=True, taken={"f"})
    call = f"f(x={speller.spell(value)})"
    assert speller.complete
    (entry,) = entries_in("\n".join([*speller.imports, *speller.definitions, call]), "f")
    return entry


def read_back(text: str, signature: Signature) -> Any:
    """The argument of the only entry of a text."""
    (entry,) = entries_in(text, "f")
    (value,) = build(entry, signature)
    return value
