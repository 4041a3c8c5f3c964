"""The store: failures of earlier runs in `.refute/`, one readable Python file for each function.

    # size 0, violation: returned 0
    #   `0 <= v < r2` is false: v = 0, r2 = 0
    rescale(r1=1, r2=0, s=0)

The files are read as text and never run; see `entries`. A file with anything else in it is somebody else's, and is left
as it is. A `.gitignore` is made with the directory, and removed with the last file.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from refute.store.entries import Entry, Foreign, entries_in
from refute.store.locking import LOCK_FILE, locked
from refute.store.regular_files import read_regular_file
from refute.store.syntax import ENTRIES, MOST_CHARACTERS, Grammar, NotPlain, check_tokens

DIRECTORY = ".refute"
_MARKS_OF_A_PROJECT = ("pyproject.toml", "setup.cfg", ".git")
_HEADER = """\
# {of} of {function}, kept by refute and tried first on its next run. One that passes twice is removed.
# This file can be committed, edited and deleted.
"""
_IGNORING = "# Made by refute. Without this file, the failures beside it can be committed.\n*\n"
_MOST_BYTES = 4 * MOST_CHARACTERS
_LONGEST = 100  # characters of a file's name
# Names that some file system has for itself, or takes for the same as others, get a digest.
_SAFE = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


@dataclass(frozen=True)
class StoreKey:
    """A function in a store: its full name, which gives the name of its file, and its name in calls."""

    full: str
    name: str


def store_of_project(directory: Path) -> Path:
    """Where the project that a directory belongs to keeps its failures."""
    for root in (directory, *directory.parents):
        if any((root / mark).exists() for mark in _MARKS_OF_A_PROJECT):
            return root / DIRECTORY
    return directory / DIRECTORY


class Store:
    """A directory of such files. What cannot be read or written is said in words, and raises nothing."""

    def __init__(
        self,
        directory: Path,
        entries: Callable[[str, str], Iterable[Entry]] = entries_in,
        grammar: Grammar = ENTRIES,
        of: str = "Failures",
    ) -> None:
        """`entries` reads the entries of a file, by a grammar; `of` says in its first line what they are."""
        self.directory = directory
        self._entries_in = entries
        self._grammar = grammar
        self._of = of

    def file_of(self, key: StoreKey) -> Path:
        return self.directory / f"{_file_name(key.full)}.py"

    def read(self, key: StoreKey) -> tuple[list[Entry], str]:
        """The entries of a function; and why there are none, if its file cannot be used."""
        try:
            return list(self._entries_in(read_regular_file(self.file_of(key), _MOST_BYTES), key.name)), ""
        except FileNotFoundError:
            return [], ""
        except (Foreign, UnicodeDecodeError) as error:
            return [], f"{self.shown(key)} is ignored: {error}"
        except OSError as error:
            return [], f"{self.shown(key)} is ignored: {error.strerror}"

    def shown(self, key: StoreKey, entry: Entry | None = None) -> str:
        file = str(self.file_of(key))
        with suppress(OSError, ValueError):  # the current directory is gone, or on another drive
            file = os.path.relpath(file)
        return f"{file}:{entry.line}" if entry is not None and entry.line else file

    def update(
        self, key: StoreKey, failed: Sequence[Entry], passed: Collection[str] = (), dropped: Collection[str] = ()
    ) -> str:
        """Note how entries fared, by their texts. What could not be written, in words.

        The file is read once more, and no other run writes meanwhile, so that what others have added stays there.
        """
        if not (failed or passed or dropped):
            return ""
        try:
            with locked(self.directory, create=bool(failed)):
                return self._update(key, failed, passed, dropped)
        except OSError as error:
            if isinstance(error, FileNotFoundError) and not failed:  # there is no directory, and none is needed
                return ""
            return f"{self.shown(key)} cannot be written: {error.strerror}"

    def _update(self, key: StoreKey, failed: Sequence[Entry], passed: Collection[str], dropped: Collection[str]) -> str:
        before, foreign = self.read(key)
        if foreign:
            return f"nothing was kept, as it cannot be read: {self.shown(key)}" if failed else ""
        again = {entry.text: entry for entry in failed}
        after = []
        for entry in before:
            if entry.text in again:
                after.append(again.pop(entry.text))
            elif entry.text not in dropped and not (entry.text in passed and entry.passed):
                after.append(replace(entry, passed=entry.passed or entry.text in passed))
        after += again.values()
        if [entry.whole_text for entry in after] == [entry.whole_text for entry in before]:
            return ""
        file = self.file_of(key)
        for unfinished in self.directory.glob(f".{file.name}.*.tmp"):  # of a process that died
            unfinished.unlink(missing_ok=True)
        if not after:
            file.unlink(missing_ok=True)
            self._ignore(False)
            return ""
        text = "\n".join([_HEADER.format(of=self._of, function=key.full), *(entry.whole_text for entry in after)])
        try:
            check_tokens(text, self._grammar)
        except NotPlain as error:
            return f"nothing was kept in {self.shown(key)}: {error.reason}"
        self._ignore(True)
        replace_file(file, text)
        return ""

    def _ignore(self, ignored: bool) -> None:
        """Keep a new directory out of Git, or take that back where nothing else is left in it."""
        file = self.directory / ".gitignore"
        others = {one.name for one in self.directory.iterdir()} - {LOCK_FILE, file.name}
        if self.directory.name != DIRECTORY or others:
            return
        if ignored and not file.exists():
            replace_file(file, _IGNORING)
        elif not ignored and file.is_file() and file.read_bytes() == _IGNORING.encode():
            file.unlink()


def replace_file(file: Path, text: str) -> None:
    """Write a file such that others see all of it or nothing."""
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", suffix=".tmp", dir=file.parent)
    try:
        with open(handle, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as out:
            out.write(text)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, file)
    except BaseException:  # also when interrupted, half a file is not left behind
        with suppress(OSError):
            os.unlink(name)
        raise


def _umask() -> int:
    """That of the process. Asking for it by `os.umask` would change it for all threads."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("Umask:"):
                return int(line.split()[1], 8)
    return 0o022


def _file_name(key: str) -> str:
    """A name for a file, the same on every system."""
    if _SAFE.fullmatch(key) and len(key) <= _LONGEST and not _RESERVED.fullmatch(key):
        return key
    digest = hashlib.sha256(key.encode("utf-8", "backslashreplace")).hexdigest()[:8]
    plain = re.sub(r"[^A-Za-z0-9_.]+", "_", key)[:_LONGEST].strip(".")
    return f"{'_' if _RESERVED.fullmatch(plain) else ''}{plain}-{digest}"
