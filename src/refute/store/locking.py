"""One writer at a time in a directory, whichever process it is in.

Where the system has `flock`, the directory itself is locked: no file is left behind, and the lock of a process that
dies is gone with it. Elsewhere a lock file is created, which fails if there is one. One that stays the same for five
seconds is taken to be of a process that died: a writer needs milliseconds. An attempt to lock ends after ten seconds.
"""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

LOCK_FILE = ".lock"
PATIENCE = 10.0  # seconds that another writer is waited for
_PAUSE = 0.005  # seconds between two attempts
_ATTEMPTS_UNTIL_STALE = 1000
# What `flock` fails with on file systems that have no locks, or none of directories.
_UNSUPPORTED = {errno.EBADF, errno.EINVAL, errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP}


class _Unsupported(Exception):
    """The directory cannot be locked as such."""


@contextmanager
def locked(directory: Path, *, create: bool) -> Iterator[None]:
    """Keep other writers out of a directory, and remove it in the end if it is empty.

    Raises OSError if it is not there and not to be created, or if another process does not leave it.
    """
    try:
        descriptor = _lock(directory, create)
    except _Unsupported:
        _create_lock_file(directory, create)
        try:
            yield
        finally:
            with suppress(OSError):
                (directory / LOCK_FILE).unlink()
            _remove_if_empty(directory)
            time.sleep(2 * _PAUSE)  # so that those who wait find it free before this process comes again
        return
    try:
        yield
    finally:
        _remove_if_empty(directory)
        fcntl.flock(descriptor, fcntl.LOCK_UN)  # closing is not enough: a process forked meanwhile has it open as well
        os.close(descriptor)


def _lock(directory: Path, create: bool) -> int:
    """Lock a directory itself. It may be removed while this waits for it, and be another one then."""
    if fcntl is None:
        raise _Unsupported
    for _ in _attempts():
        if create:
            directory.mkdir(parents=True, exist_ok=True)
        try:
            descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except FileNotFoundError:
            if create:
                continue
            raise
        try:
            if not _wait_for(descriptor):
                raise _busy(directory)
            if os.path.samestat(os.fstat(descriptor), os.stat(directory)):
                return descriptor
        except FileNotFoundError:
            pass
        except BaseException as error:
            os.close(descriptor)
            if isinstance(error, OSError) and error.errno in _UNSUPPORTED:
                raise _Unsupported from None
            raise
        os.close(descriptor)
    raise _busy(directory)


def _wait_for(descriptor: int) -> bool:
    """Lock what is open, unless somebody else has it for too long. Those who wait are served in turn.

    `flock` waits without end, so that is left to a thread: if nobody else closes the descriptor, closing it ends both.
    """
    with suppress(BlockingIOError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    done = threading.Event()

    def wait() -> None:
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            done.set()

    threading.Thread(target=wait, daemon=True).start()
    return done.wait(PATIENCE)


def _create_lock_file(directory: Path, create: bool) -> None:
    file = directory / LOCK_FILE
    seen, unchanged = None, 0
    for _ in _attempts():
        if create:
            directory.mkdir(parents=True, exist_ok=True)
        try:
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            return
        except FileExistsError:
            pass
        except FileNotFoundError:  # the directory is not there
            if not create:
                raise
        except PermissionError:
            if os.name != "nt":  # where a file that is being removed cannot be opened
                raise
        with suppress(OSError):
            found = os.lstat(file)
            unchanged = unchanged + 1 if seen == (found.st_ino, found.st_mtime_ns) else 0
            seen = found.st_ino, found.st_mtime_ns
            if unchanged >= _ATTEMPTS_UNTIL_STALE:
                file.unlink()
    raise _busy(directory)


def _attempts() -> Iterator[int]:
    for attempt in range(max(1, int(PATIENCE / _PAUSE))):
        if attempt:
            time.sleep(_PAUSE)
        yield attempt


def _busy(directory: Path) -> OSError:
    return BlockingIOError(errno.EAGAIN, "another process is writing there and does not end", str(directory))


def _remove_if_empty(directory: Path) -> None:
    with suppress(OSError):
        directory.rmdir()
