"""Revisions: a tree of a Git repository as it was, in a directory of its own. The repository is left as it is."""

from __future__ import annotations

import atexit
import io
import shutil
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from refute.errors import TargetError

_TO_READ = 120.0  # seconds


@dataclass(frozen=True)
class Tree:
    """The files of a revision, and where the current directory is among them."""

    name: str  # as it was asked for
    root: str
    here: str


def tree_at(revision: str, directory: Path) -> Tree:
    """The files of a revision of the repository that a directory is in. Raises TargetError."""
    top = Path(_git(directory, "rev-parse", "--show-toplevel").decode().strip())
    commit = _git(directory, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}", revision=revision)
    archive = _git(top, "archive", "--format=tar", commit.decode().strip())
    place = Path(tempfile.mkdtemp(prefix="refute-revision-")).resolve()
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(place, filter="data")
    return Tree(revision, str(place), str(place / directory.resolve().relative_to(top.resolve())))


def revisions_in(text: str) -> tuple[str, str]:
    """Both sides of `v1.2..main`; of `v1.2`, that and the working tree. Raises TargetError."""
    old, dots, new = text.partition("..")
    if not old or "..." in text:
        raise TargetError(f"{text!r} names no two revisions", remedy="Write --rev v1.2..main, or --rev v1.2.")
    return old, new if dots else ""


def _git(directory: Path, *arguments: str, revision: str = "") -> bytes:
    try:
        done = subprocess.run(
            ["git", "-C", str(directory), *arguments], capture_output=True, check=False, timeout=_TO_READ
        )
    except OSError as error:
        remedy = "Install it, or compare two directories."
        raise TargetError(f"Git cannot be run: {error.strerror}", remedy=remedy) from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        if revision:
            remedy = "`git log --oneline` shows those that there are."
            raise TargetError(f"there is no revision {revision}", remedy=remedy)
        raise TargetError(f"Git: {said or 'failed'}", remedy="Use --rev in a Git repository.")
    return done.stdout
