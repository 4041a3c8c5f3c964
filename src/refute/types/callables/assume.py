"""`assume`: a property that does not speak of an input says so."""

from __future__ import annotations


class Discarded(BaseException):
    """An input was given up by `assume`. Not an Exception: `except Exception` in a property lets it through."""


def assume(condition: object) -> None:
    """Give up the input at hand unless a condition holds: it is counted as discarded, and says nothing."""
    if not condition:
        raise Discarded
