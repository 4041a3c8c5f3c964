"""A bill split between people: what is lost to rounding."""

from typing import Annotated

from refute import Nat, Pos, where


def split(total: Nat, people: Pos) -> Annotated[list[Nat], where(lambda v, total: sum(v) == total)]:
    """Shares of a bill."""
    return [total // people] * people


def split_fairly(total: Nat, people: Pos) -> Annotated[list[Nat], where(lambda v, total: sum(v) == total)]:
    share, rest = divmod(total, people)
    return [share + 1] * rest + [share] * (people - rest)
