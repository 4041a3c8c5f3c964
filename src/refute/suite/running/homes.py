"""Homes: the module from which a client imports a name, which need not be the one that defines it."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from refute.suite.data import Import
from refute.types.reading.guarded import names_of_module

_ABSENT = object()


class Homes:
    """Finds the public module of a name: the target, if the name is there; else a package that exports it."""

    def __init__(self, target: str) -> None:
        self._target = target

    def of(self, module: str, name: str) -> Import:
        """Where a name that a module has is imported from. A dotted one is that of what its first part has inside."""
        first = name.partition(".")[0]
        found = _named(module, first)
        if first and found is _ABSENT and _named(self._target, first) is not _ABSENT:
            return self._target, first
        if not first or found is _ABSENT:
            return module, first
        if _named(self._target, first) is found:
            return self._target, first
        if any(part.startswith("_") for part in module.split(".")):
            parts = module.split(".")
            for length in range(1, len(parts)):
                package = ".".join(parts[:length])
                if not parts[length - 1].startswith("_") and _named(package, first) is found:
                    return package, first
            for other in sorted(sys.modules):
                if other == module.lstrip("_") and _named(other, first) is found:
                    return other, first
        return module, first

    def namespace(self, imports: tuple[Import, ...]) -> dict[str, Any]:
        """What imports give names to."""
        found: dict[str, Any] = {}
        for module, name in imports:
            value = _named(module, name) if name else sys.modules.get(module.partition(".")[0], _ABSENT)
            if value is not _ABSENT:
                found[name or module.partition(".")[0]] = value
        return found


def _named(module: str, name: str) -> Any:
    """What a module that is loaded has by a name."""
    found = sys.modules.get(module)
    if not isinstance(found, ModuleType):
        return _ABSENT
    return names_of_module(found).get(name, _ABSENT)
