"""Directories for workers: an empty one for each, in one of refute's own.

Code under test may remove them, rename them, or put a link to something else in their place. So a directory is known by
its device and inode, its contents are removed through an open file descriptor, no link is ever followed, and a
directory that is none of ours is left where it is. Systems without paths from open directories do with less: there,
a directory is looked at before it is emptied, and no longer while it is.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
import tempfile
from collections import deque
from contextlib import suppress
from itertools import count

from refute.run.system.forks import has_module

# Variables that name a directory to write into.
HOMES = ("HOME", "TMPDIR", *(("USERPROFILE", "TEMP", "TMP") if sys.platform == "win32" else ()))
_NAME = "work"
_HOME = "refute-home-"
_UNLOCKED_HOME = "refute-unlocked-"  # where the system has no locks; it is never taken for an abandoned one
_IS_HOME = re.compile(rf"{_HOME}[a-z0-9_]{{8}}")  # as `mkdtemp` names them
_SIGNED = (1 << 63) - 1
_FROM_DIRECTORIES = {os.open, os.stat, os.unlink, os.rmdir, os.mkdir, os.rename} <= os.supports_dir_fd
_OPEN = os.O_RDONLY
for _flag in ("O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC"):
    if hasattr(os, _flag):
        _OPEN |= getattr(os, _flag)
    else:
        _FROM_DIRECTORIES = False


class Scratch:
    """The directory of one run. Its device and inode are in two cells of memory, shared by those who may remove it."""

    def __init__(self, cells: memoryview[int]) -> None:
        self._root = os.path.realpath(tempfile.mkdtemp(prefix="refute-"))
        self._cells = cells
        self._note()

    def new(self) -> str:
        """An empty directory for the next worker; those before it are removed."""
        try:
            self._make()
        except OSError:  # it is gone, or not a directory any more
            self._make_root()
            self._make()
        return os.path.join(self._root, _NAME)

    def remove(self) -> None:
        """All of it, and what stands in its place if that is no directory."""
        with suppress(OSError):
            if not stat.S_ISDIR(os.lstat(self._root).st_mode):
                os.unlink(self._root)
                return
            empty(self._root, self._identity)
            os.rmdir(self._root)

    def _make(self) -> None:
        if not _FROM_DIRECTORIES:
            empty(self._root, self._identity)
            os.mkdir(os.path.join(self._root, _NAME), 0o700)
            return
        with _Directory(self._root, self._identity) as root:
            _empty(root.file)
            os.mkdir(_NAME, 0o700, dir_fd=root.file)

    def _make_root(self) -> None:
        with suppress(OSError):
            os.unlink(self._root)  # a file, or a link
        try:
            os.mkdir(self._root, 0o700)
        except FileExistsError:  # a directory that is not ours
            self._root = os.path.realpath(tempfile.mkdtemp(prefix="refute-"))
        self._note()

    def _note(self) -> None:
        self._cells[0], self._cells[1] = identity_of(os.lstat(self._root))

    @property
    def _identity(self) -> tuple[int, int]:
        return self._cells[0], self._cells[1]


class Home:
    """The directory of a host, in which those of its workers are. Made and removed by refute.

    As long as the process lives that made it, that has a lock on it. A directory that nobody has a lock on is one of a
    process that was killed, and is removed by the next that makes one.
    """

    def __init__(self) -> None:
        remove_abandoned()
        while not self._is_made():
            pass

    def _is_made(self) -> bool:
        """Make a directory; False if another process took it for an abandoned one before it was locked."""
        self.path = os.path.realpath(tempfile.mkdtemp(prefix=_HOME if has_module("fcntl") else _UNLOCKED_HOME))
        self.lock = _locked(self.path, alone=False)
        with suppress(FileNotFoundError):
            self._identity = identity_of(os.lstat(self.path))
            return True
        self._unlock()
        return False

    def remove(self) -> None:
        with suppress(OSError):
            empty(self.path, self._identity)
            os.rmdir(self.path)
        self._unlock()

    def _unlock(self) -> None:
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None


def remove_abandoned() -> None:
    """Remove the homes of this user's processes that are gone."""
    place = tempfile.gettempdir()
    with suppress(OSError):
        for name in filter(_IS_HOME.fullmatch, os.listdir(place)):
            with suppress(OSError):
                _remove_if_abandoned(os.path.join(place, name))


def _remove_if_abandoned(path: str) -> None:
    found = os.lstat(path)
    if not hasattr(os, "getuid") or found.st_uid != os.getuid() or not stat.S_ISDIR(found.st_mode):
        return
    lock = _locked(path, alone=True)
    if lock is None:
        return
    try:
        empty(path, identity_of(found))
        os.rmdir(path)
    finally:
        os.close(lock)


def _locked(path: str, *, alone: bool) -> int | None:
    """A directory, open and locked; None where another process has the lock, or the system has none.

    `alone`: nobody else has it, and nothing is waited for.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return None
    try:
        file = _open(path)
    except OSError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB if alone else fcntl.LOCK_SH)
    except OSError:
        os.close(file)
        return None
    return file


class _Directory:
    """A directory that is open, if it is still the one that was made."""

    def __init__(self, path: str, identity: tuple[int, int]) -> None:
        self.file = _open(path)
        found = os.fstat(self.file)
        if identity_of(found) != identity:
            os.close(self.file)
            raise NotADirectoryError(path)

    def __enter__(self) -> _Directory:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.file)


def _open(name: str, directory: int | None = None) -> int:
    """Also where its mode forbids it."""
    try:
        return os.open(name, _OPEN, dir_fd=directory)
    except PermissionError:
        if stat.S_ISDIR(os.stat(name, dir_fd=directory, follow_symlinks=False).st_mode):
            os.chmod(name, 0o700, dir_fd=directory)
        return os.open(name, _OPEN, dir_fd=directory)


def _empty(directory: int) -> None:
    """Remove all that is in a directory, however deep; what cannot be removed stays.

    Directories inside others are moved up before they are emptied, so that no path becomes long.
    """
    with suppress(OSError):
        os.fchmod(directory, 0o700)
    names, fresh = deque(os.listdir(directory)), map(".moved{}".format, count())
    while names:
        name = names.popleft()
        with suppress(OSError):
            if not stat.S_ISDIR(os.stat(name, dir_fd=directory, follow_symlinks=False).st_mode):
                os.unlink(name, dir_fd=directory)
                continue
            inner = _open(name, directory)
            try:
                os.fchmod(inner, 0o700)
                for child in os.listdir(inner):
                    moved = next(fresh)
                    os.rename(child, moved, src_dir_fd=inner, dst_dir_fd=directory)
                    names.append(moved)
            finally:
                os.close(inner)
            os.rmdir(name, dir_fd=directory)


def empty(path: str, identity: tuple[int, int]) -> None:
    """Remove all that is in a directory, if it is the one that has this device and inode. Raises OSError if not."""
    if not _FROM_DIRECTORIES:
        if not is_directory(path, identity):
            raise NotADirectoryError(path)
        for entry in os.scandir(path):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                with suppress(OSError):
                    os.unlink(entry.path)
        return
    with _Directory(path, identity) as directory:
        _empty(directory.file)


def identity_of(found: os.stat_result) -> tuple[int, int]:
    """The device and the inode of a file, as numbers that fit into shared memory."""
    return found.st_dev & _SIGNED, found.st_ino & _SIGNED


def is_directory(path: str, identity: tuple[int, int]) -> bool:
    """Whether a path is a directory, no link, and the one that has this device and inode."""
    found = os.lstat(path)
    return stat.S_ISDIR(found.st_mode) and identity_of(found) == identity
