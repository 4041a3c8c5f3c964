"""Standard output that cannot be written: told as such, and not as a fault of refute."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from refute.errors import RefuteError


class OutputError(RefuteError):
    """Standard output cannot be written."""


@contextmanager
def to_standard_output() -> Iterator[None]:
    """Surround what writes there. That nobody reads it any more stays a BrokenPipeError."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(
            f"standard output cannot be written: {error.strerror or error}",
            remedy="Free some space where it goes, or redirect it.",
        ) from None
