"""Exceptions by which constructors refuse arguments, and errors in constructors."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from refute.errors import ConstructorError, Place, RefuteError
from refute.ownership import is_library

# A constructor that raises one of these refuses its arguments, and so does one that raises a class of its project or of
# another, and one that needs a library which is not installed. Any other exception of Python is an error.
REFUSALS = (ValueError, TypeError, AssertionError)


_REMEDY = (
    "Raise a ValueError, a TypeError, an AssertionError or a class of your own for arguments that are not right, or "
    "rule them out with refinements of the parameters."
)


def is_refusal(kind: type[BaseException]) -> bool:
    """Whether a constructor that raises such an exception refuses its arguments."""
    if issubclass(kind, (*REFUSALS, ImportError)):
        return True
    package = kind.__module__.partition(".")[0]
    return issubclass(kind, Exception) and package != "refute" and package not in sys.stdlib_module_names


def way_around(name: str) -> str:
    """What can be done about a class of a library whose instances cannot be built."""
    return (
        f"{name} is a library's. Tell how one is made, refute.register({name}, make=…, field=type), use a type in its "
        "place that says which values it has, or leave the function out: `# refute: skip`."
    )


def reporting(build: Callable[..., Any], name: str, place: Place | None) -> Callable[..., Any]:
    """A constructor that raises ConstructorError, with its arguments, for errors. Refusals are passed on."""

    def built(*values: Any) -> Any:
        try:
            return build(*values)
        except RefuteError:
            raise
        except (Exception, SystemExit, GeneratorExit) as error:
            if is_refusal(type(error)):
                raise
            arguments = ", ".join(map(repr, values))
            raise ConstructorError(
                f"{name}({arguments}) raised {type(error).__name__}: {error}".rstrip(": "),
                place=place,
                remedy=way_around(name) if place is not None and is_library(place.file) else _REMEDY,
            ) from error

    return built
