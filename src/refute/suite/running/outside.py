"""Outside: whether code looks at files, or at anything else that is not the same everywhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any

from refute.run.wall.audit_events import WISHES

_SOURCES = (".py", ".pyc", ".pyi", ".so", ".pyd", ".dll", ".dylib", ".zip")
_LISTING = ("os.listdir", "os.scandir")  # as imports do
# Names of functions whose results differ from day to day, or from machine to machine.
_UNSTEADY = frozenset(
    {
        *("now", "today", "utcnow", "localtime", "gmtime", "ctime", "asctime"),
        *("getcwd", "environ", "getenv", "expanduser", "gethostname", "getfqdn", "getpid", "getuser", "getlogin"),
        *("uuid1", "uuid4", "urandom", "token_hex", "token_bytes", "token_urlsafe", "getlocale", "node", "uname"),
        *("get_terminal_size", "isatty", "gettempdir", "mkdtemp", "mkstemp"),
    }
)


class _Process:
    """What the audit hook of this process has heard: it cannot be removed."""

    is_hooked = False
    is_listening = False
    heard: set[str] = set()  # noqa: RUF012 - replaced, never shared


def _hear(event: str, arguments: tuple[Any, ...], process: type[_Process] = _Process) -> None:
    if not process.is_listening or event not in WISHES:
        return
    wish = WISHES[event](arguments)
    if wish is None or (event in _LISTING and any(path in _places() for path in wish.paths)):
        return
    if wish.door == "read" and wish.subject.endswith(_SOURCES):
        return
    process.heard.add(wish.subject or wish.wanted)


def _places() -> set[str]:
    return {os.path.realpath(entry) for entry in sys.path}


@contextmanager
def listening() -> Iterator[set[str]]:
    """What was read, written or started meanwhile, but for what is imported."""
    if not _Process.is_hooked:
        _Process.is_hooked = True
        sys.addaudithook(_hear)
    heard: set[str] = set()
    _Process.heard = heard
    _Process.is_listening = True
    try:
        yield heard
    finally:
        _Process.is_listening = False


def unsteady_names(codes: Iterable[CodeType]) -> set[str]:
    """The names in code of what is not the same everywhere."""
    return {name for code in codes for name in code.co_names if name in _UNSTEADY}
