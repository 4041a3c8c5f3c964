"""Files of the project, as a worker sees them: links in its own directory, so that relative paths lead to them.

They may be read. Whatever writes to one follows the link out of the directory, where the wall denies it. Whatever
removes one removes the link, which is there again for the next input.
"""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import islice
from os import scandir

_MOST = 200  # names in a directory; one with more is hardly that of a project, and each takes time


def names_in(project: str) -> tuple[str, ...]:
    """What is linked of a directory: all but hidden names, which libraries look for in the home of a user."""
    try:
        with scandir(project) as entries:
            found = list(islice((entry.name for entry in entries if not entry.name.startswith(".")), _MOST + 1))
    except OSError:
        return ()
    return tuple(found) if len(found) <= _MOST else ()


class ProjectFiles:
    """The links in the directory of one worker. Where the system makes none, there are none."""

    def __init__(self, project: str, directory: str) -> None:
        self._directory = directory
        self._targets = [(os.path.join(project, name), os.path.join(directory, name)) for name in names_in(project)]
        self.link()

    def __repr__(self) -> str:
        return f"<ProjectFiles: {len(self._targets)} links in {self._directory}>"

    def link(self) -> None:
        """In a directory that is empty."""
        with suppress(OSError, NotImplementedError):
            for target, link in self._targets:
                os.symlink(target, link)
        self._linked = self._listed()

    def changed(self) -> bool:
        """Whether there is anything else in the directory."""
        return self._listed() != self._linked

    def _listed(self) -> list[tuple[str, int, bool]]:
        with scandir(self._directory) as entries:
            return [(entry.name, entry.inode(), entry.is_symlink()) for entry in entries]
