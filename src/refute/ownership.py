"""Whose code a file is: the user's, a library's, or refute's own."""

from __future__ import annotations

import builtins
import sys
import sysconfig
from collections.abc import Collection

from refute.errors import PACKAGE

# The functions here run while code under test may have changed the builtins: they have a copy of their own.
globals()["__builtins__"] = vars(builtins).copy()
_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})
# Code that was generated: what dataclass and attrs write, importlib, contracts.
_GENERATED = ("<frozen ", "<string>", "<attrs generated", "<contract>", "<refinement")


def is_users(file: str) -> bool:
    """Whether code of a file is neither of refute nor of a library."""
    return not is_library(file) and not is_refutes(file)


def is_users_module(name: str) -> bool:
    """Whether a module is neither built in nor of a library. One that is in no file was typed in."""
    if name in sys.builtin_module_names:
        return False
    file = getattr(sys.modules.get(name), "__file__", None)
    return not isinstance(file, str) or is_users(file)


def is_tested(file: str, module: object, package: str) -> bool:
    """Whether code is the user's, or of the library that is tested: `package`, if there is a name."""
    is_of_package = type(module) is str and package != "" and module.partition(".")[0] == package
    return is_of_package or is_users(file)


def is_refutes(file: str) -> bool:
    return is_in(file, (PACKAGE,))


def is_library(file: str) -> bool:
    return file.startswith(_GENERATED) or is_in(file, _LIBRARIES)


def is_in(file: str, places: Collection[str]) -> bool:
    return any(
        file == place or file.startswith(place.rstrip("/\\") + ("\\" if "\\" in place else "/")) for place in places
    )
