"""Homes: which classes and modules belong to the code that is compared, and what they are called in either version.

    old.py     class Money               ~Money
    new.py     class Money               ~Money
    shop 1.0   shop._prices.Money        ~Money
    shop 2.0   shop.prices.Money         ~Money
    decimal    decimal.Decimal           decimal.Decimal

A class of the compared code is known by its qualified name alone: it may have moved to another file.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import Any

from refute.ownership import is_in
from refute.types.reading.guarded import names_of_module

OWN = "~"
_ABSENT = object()


@dataclass(frozen=True)
class Alias:
    """One thing that has another name in the other version: two functions, or two classes, that were named."""

    own: str = ""
    other: str = ""
    both: str = ""  # what it is called in what is compared

    def neutral(self, name: str) -> str:
        """A qualified name as it is in both versions."""
        first, dot, rest = name.partition(".")
        return f"{self.both}{dot}{rest}" if self.own and first == self.own else name

    def here(self, name: str) -> str:
        """What a name of the other version is called in this one."""
        return self.own if self.own and name == self.other else name


class Homes:
    """The modules of one version: those whose files are in its `places`."""

    def __init__(self, root: str, places: tuple[str, ...], alias: Alias = Alias()) -> None:
        """`root`: the name of the outermost package or module, which the other version may call otherwise."""
        self.root = root
        self._alias = alias
        self._places = tuple(os.path.realpath(place) for place in places)
        self.owns = lru_cache(maxsize=None)(self._owns)
        self._in_text = re.compile(rf"\b{re.escape(root)}\.(?=\w)") if root else None

    def __repr__(self) -> str:
        return f"<Homes of {self.root}>"

    def _owns(self, module: str) -> bool:
        """Whether a module is part of the code that is compared."""
        found = sys.modules.get(module)
        file = names_of_module(found).get("__file__") if isinstance(found, ModuleType) else None
        return isinstance(file, str) and is_in(os.path.realpath(file), self._places)

    def name_of(self, cls: type) -> str:
        """What a class is called in both versions."""
        module, name = str(cls.__module__), str(cls.__qualname__)
        if self.owns(module):
            return f"{OWN}{self._alias.neutral(name)}"
        return name if module == "builtins" else f"{module}.{name}"

    def of_both(self, module: str) -> str:
        """The name of a module in both versions: `~.prices` for `shop.prices`."""
        if module == self.root:
            return OWN
        return f"{OWN}.{module.removeprefix(f'{self.root}.')}" if module.startswith(f"{self.root}.") else module

    def of_this(self, module: str) -> str:
        """The name of a module in this version."""
        if module == OWN:
            return self.root
        return f"{self.root}.{module.removeprefix(f'{OWN}.')}" if module.startswith(f"{OWN}.") else module

    def found(self, module: str, name: str) -> Any:
        """What a name stands for that a module has in one version: here, it may be in another. Raises LookupError."""
        here, name = self.of_this(module), self._alias.here(name)
        if not name:
            loaded = sys.modules.get(here) or _imported(here)
            if loaded is None:
                raise LookupError(here)
            return loaded
        for place in (here, *self._others()):
            loaded = sys.modules.get(place) or (_imported(place) if place == here else None)
            value = names_of_module(loaded).get(name, _ABSENT) if isinstance(loaded, ModuleType) else _ABSENT
            if value is not _ABSENT:
                return value
        raise LookupError(name)

    def _others(self) -> Iterator[str]:
        return (name for name in sorted(sys.modules) if self.owns(name))

    def neutral(self, text: str) -> str:
        """A text that code has printed, with the module's own name as in both versions."""
        return text if self._in_text is None else self._in_text.sub(f"{OWN}.", text)


def _imported(name: str) -> ModuleType | None:
    try:
        __import__(name)
    except ImportError:
        return None
    found = sys.modules.get(name)
    return found if isinstance(found, ModuleType) else None
