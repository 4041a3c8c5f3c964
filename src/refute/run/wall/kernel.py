"""What the kernel keeps a process from, where it has the means."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from refute.run.wall import landlock, seccomp
from refute.run.wall.rules import Rules


class Imposed(NamedTuple):
    """What the kernel does of what the audit hook does."""

    files: bool = False
    calls: bool = False  # to start processes, and to open sockets


def bind(rules: Rules, own: Iterable[str], *, forks: bool, programs: bool = False) -> Imposed:
    """Bind this process, and all it starts. What the kernel cannot do is left to the audit hook.

    `forks`, `programs`: it may fork all the same, as a host has to, or start programs, as one that spawns has to.
    """
    allowed = None if os.sep in rules.write else (*own, *rules.write)
    return Imposed(
        landlock.restrict(allowed, signals=not rules.process),
        seccomp.deny(
            forks=not (forks or rules.process), programs=not (programs or rules.process), sockets=not rules.net
        ),
    )
