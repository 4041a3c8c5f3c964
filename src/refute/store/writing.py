"""Argument lists as the text of entries."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from refute.judge.findings import arguments_text
from refute.store.building import build
from refute.store.entries import entries_in
from refute.store.files import StoreKey
from refute.types.signatures import Signature
from refute.types.spelling import Speller


def text_of(signature: Signature, bound_to: type | None, values: tuple[Any, ...]) -> str:
    """An argument list as the text of an entry; empty if it cannot be made again from that."""
    key = key_of(signature, bound_to)
    speller, call = _spelled(signature, key, values)
    if not speller.complete:
        return ""
    imports = dict.fromkeys([*_import_of(signature), *speller.imports])
    text = "\n".join([*imports, *speller.definitions, f"{key.name}{call}"])
    try:
        (entry,) = entries_in(text, key.name)
        again, same = _spelled(signature, key, build(entry, signature))
        if same != call or again.links != speller.links:
            return ""
    except (Exception, SystemExit):  # of the user's constructors, or because it nests too deeply to be read
        return ""
    return text


def _spelled(signature: Signature, key: StoreKey, values: tuple[Any, ...]) -> tuple[Speller, str]:
    """Arguments in brackets, and what they need."""
    speller = Speller(linking=True, taken={key.name.partition(".")[0]})
    return speller, arguments_text(signature, values, speller)


def key_of(signature: Signature, bound_to: type | None) -> StoreKey:
    """What a function is called in a store. A method that was inherited belongs to the class it is called on."""
    function = signature.function
    module, name = getattr(function, "__module__", None) or "__main__", signature.name
    if bound_to is not None:
        module, own = bound_to.__module__, f"{bound_to.__qualname__}.{name.rpartition('.')[2]}"
    else:
        own = name
    return StoreKey(f"{module}.{own}", name.rpartition("<locals>.")[2])


def _import_of(signature: Signature) -> Iterator[str]:
    """What makes the name of a function known, so that its call can be pasted."""
    module, first = getattr(signature.function, "__module__", None), signature.name.partition(".")[0]
    if module is not None and hasattr(sys.modules.get(module), first):
        yield f"from {module} import {first}"
