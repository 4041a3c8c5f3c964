"""Saving: a file is replaced as a whole, or stays what it was."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from refute.errors import RefuteError


def save(file: Path, text: str) -> None:
    """Write a file. Whatever happens meanwhile, there is the old one or the new one."""
    name = ""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        mode = file.stat().st_mode & 0o777 if file.exists() else 0o666 & ~_umask()
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        os.chmod(name, mode)
        os.replace(name, file.resolve() if file.is_symlink() else file)
    except OSError as error:
        raise RefuteError(
            f"{file} cannot be written: {error.strerror}", remedy="Name a file that can be written: -o FILE."
        ) from None
    finally:
        with suppress(OSError):
            if name:
                os.unlink(name)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
