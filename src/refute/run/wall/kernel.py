"""What the kernel keeps a process from, where it has the means."""

from __future__ import annotations

import os
from collections.abc import Iterable

from refute.run.wall import landlock, seccomp
from refute.run.wall.rules import Rules


def bind(rules: Rules, own: Iterable[str]) -> None:
    """Bind this process, and all it starts. What the kernel cannot do is left to the audit hook."""
    if os.sep not in rules.write:
        landlock.restrict_writing((*own, *rules.write), signals=not rules.process)
    seccomp.deny(forks=not rules.process, programs=not rules.process, sockets=not rules.net)


def bind_host(rules: Rules, own: Iterable[str]) -> None:
    """The same for a process that has to fork."""
    if os.sep not in rules.write:
        landlock.restrict_writing((*own, *rules.write), signals=not rules.process)
    seccomp.deny(forks=False, programs=not rules.process, sockets=not rules.net)
