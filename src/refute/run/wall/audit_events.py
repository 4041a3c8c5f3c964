"""Audit events that tell of something outside the process: which door they want, and what of it."""

from __future__ import annotations

import builtins
import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from refute.run.wall.unaudited import EVENTS

# The functions here run while code under test may have changed the builtins: they have a copy of their own.
globals()["__builtins__"] = vars(builtins).copy()
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
DEVICES = frozenset(f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom"))
_UNSET = (None, -1)
_LOCAL = (-1, 1)  # families of sockets: one that is known by its file, and AF_UNIX
_SCHEMES = ("http:", "https:", "ftp:")
_realpath, _dirname, _basename, _join, _fsdecode = (
    *(os.path.realpath, os.path.dirname, os.path.basename, os.path.join),
    os.fsdecode,
)


class Wish(NamedTuple):
    """What an event asks for. `paths` are those that would be written, or read."""

    door: str
    wanted: str
    subject: str = ""
    paths: tuple[str, ...] = ()


def path_of(path: Any, directory: Any = None, *, follow: bool = True) -> str | None:
    """Where a path leads, seen from an open directory if there is one; None if that cannot be told."""
    if isinstance(path, int):
        if path < 0:
            return None
        found = _realpath(f"/proc/self/fd/{path}") if os.sep == "/" else ""
        return found if found and not found.startswith(("/memfd:", "/proc/")) else None  # else it is no file of a disk
    try:
        text = _fsdecode(path)
    except TypeError:
        return None
    if directory not in _UNSET:
        text = _join(_realpath(f"/proc/self/fd/{directory}"), text)
    if follow:
        return _realpath(text)
    head, name = _dirname(text.rstrip(os.sep)), _basename(text.rstrip(os.sep))
    return _join(_realpath(head or os.curdir), name) if name not in ("", os.curdir, os.pardir) else _realpath(text)


def _opening(args: tuple[Any, ...]) -> Wish | None:
    path, _, flags = args
    if isinstance(path, int) or path is None:
        return None
    found = path_of(path)
    if found is None:
        return None
    if isinstance(flags, int) and flags & _WRITING:
        return None if found in DEVICES else Wish("write", "write", found, (found,))
    return Wish("read", "read", found, (found,))


def _reading(args: tuple[Any, ...]) -> Wish | None:
    found = path_of(args[0] if args and args[0] is not None else os.curdir)
    return None if found is None else Wish("read", "read", found, (found,))


def _changing(wanted: str, *places: tuple[int, int | None], follow: bool = False) -> Callable[..., Wish | None]:
    """An event whose arguments at some places are paths, each with the place of the directory it is seen from."""

    def wish(args: tuple[Any, ...]) -> Wish | None:
        found = []
        for path, directory in places:
            if path < len(args):
                seen_from = args[directory] if directory is not None and directory < len(args) else None
                target = path_of(args[path], seen_from, follow=follow)
                if target is not None:
                    found.append(target)
        return Wish("write", wanted, found[0], tuple(found)) if found else None

    return wish


def _database(args: tuple[Any, ...]) -> Wish | None:
    try:
        name = _fsdecode(args[0])
    except TypeError:
        return None
    path, _, query = name.removeprefix("file:").partition("?") if name.startswith("file:") else (name, "", "")
    if path in ("", ":memory:") or {"mode=memory", "mode=ro"} & {*query.split("&")}:
        return None
    found = _realpath(path)
    return Wish("write", "open the database", found, (found,))


def _always(door: str, wanted: str, place: int | None = None) -> Callable[..., Wish | None]:
    def wish(args: tuple[Any, ...]) -> Wish | None:
        return Wish(door, wanted, "" if place is None or place >= len(args) else _told(args[place]))

    return wish


def _told(value: Any) -> str:
    """Text for what may be anything, without running code of it."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", "backslashreplace")
    if type(value) in (list, tuple):
        return " ".join(map(_told, value))[:200]
    return str(value)[:200] if type(value) in (str, int, float) else ""


def _socket(args: tuple[Any, ...]) -> Wish | None:
    family = args[1]
    return None if isinstance(family, int) and int(family) in _LOCAL else Wish("net", "open a socket")


def _address(wanted: str) -> Callable[..., Wish | None]:
    def wish(args: tuple[Any, ...]) -> Wish | None:
        if len(args) < 2 or args[1] is None:
            return None  # it goes where the socket is connected to
        address = args[1]
        text = ":".join(map(_told, address[:2])) if type(address) is tuple else _told(address)
        return Wish("net", wanted, text)

    return wish


def _url(args: tuple[Any, ...]) -> Wish | None:
    url = _told(args[0])
    return Wish("net", "open", url) if url.lower().startswith(_SCHEMES) else None


def _signal(args: tuple[Any, ...]) -> Wish | None:
    process = args[0]
    if process in (0, os.getpid()):
        return None
    return Wish("process", "send a signal to process", _told(process))


def _other_process(args: tuple[Any, ...]) -> Wish | None:
    return None if args[0] in (0, os.getpid()) else Wish("process", "change process", _told(args[0]))


def _group_signal(args: tuple[Any, ...]) -> Wish | None:
    if args[0] in (0, os.getpgrp()):
        return None
    return Wish("process", "send a signal to the process group", _told(args[0]))


def _host(args: tuple[Any, ...]) -> Wish | None:
    return Wish("net", "connect to", ":".join(filter(None, map(_told, args[1:3]))))


WISHES: Mapping[str, Callable[[tuple[Any, ...]], Wish | None]] = {
    "open": _opening,
    "os.listdir": _reading,
    "os.scandir": _reading,
    # files
    "os.remove": _changing("delete", (0, 1)),
    "os.rmdir": _changing("delete", (0, 1)),
    "shutil.rmtree": _changing("delete", (0, 1), follow=True),  # it refuses links, which files of the project are
    "os.rename": _changing("rename", (0, 2), (1, 3)),
    "os.link": _changing("link", (0, 2), (1, 3)),
    "os.symlink": _changing("make a link at", (1, 2)),
    "os.mkdir": _changing("make the directory", (0, 2)),
    "os.truncate": _changing("cut", (0, None), follow=True),
    "os.chmod": _changing("change the mode of", (0, 2), follow=True),
    "os.lchmod": _changing("change the mode of", (0, None)),
    "os.chown": _changing("change the owner of", (0, 3), follow=True),
    "os.chflags": _changing("change the flags of", (0, None), follow=True),
    "os.lchflags": _changing("change the flags of", (0, None)),
    "os.utime": _changing("change the times of", (0, 3), follow=True),
    "os.setxattr": _changing("change the attributes of", (0, None), follow=True),
    "os.removexattr": _changing("change the attributes of", (0, None), follow=True),
    "sqlite3.connect": _database,
    "syslog.syslog": _always("write", "write to the system log"),
    "syslog.openlog": _always("write", "write to the system log"),
    **{
        f"winreg.{name}": _always("write", "change the registry")
        for name in ("CreateKey", "DeleteKey", "DeleteValue", "LoadKey", "SaveKey", "SetValue")
    },
    # processes
    "subprocess.Popen": _always("process", "start a process:", 1),
    "os.system": _always("process", "start a process:", 0),
    "os.exec": _always("process", "become another program:", 0),
    "os.posix_spawn": _always("process", "start a process:", 0),
    "os.spawn": _always("process", "start a process:", 1),
    "os.startfile": _always("process", "start a program for", 0),
    "os.fork": _always("process", "fork"),
    "os.forkpty": _always("process", "fork"),
    "pty.spawn": _always("process", "start a process:", 0),
    "webbrowser.open": _always("process", "open a browser at", 0),
    "_winapi.CreateProcess": _always("process", "start a process:", 1),
    "os.kill": _signal,
    "resource.prlimit": _other_process,
    **dict.fromkeys(EVENTS, _other_process),
    "os.killpg": _group_signal,
    # the network
    "socket.__new__": _socket,
    "socket.connect": _address("connect to"),
    "socket.bind": _address("listen at"),
    "socket.sendto": _address("send to"),
    "socket.sendmsg": _address("send to"),
    "socket.getaddrinfo": _always("net", "look up the host", 0),
    "socket.gethostbyname": _always("net", "look up the host", 0),
    "socket.gethostbyaddr": _always("net", "look up the host", 0),
    "socket.getnameinfo": _always("net", "look up a host"),
    "socket.sethostname": _always("net", "rename this host"),
    "urllib.Request": _url,
    **dict.fromkeys(
        (
            *("ftplib.connect", "http.client.connect", "imaplib.open", "nntplib.connect", "poplib.connect"),
            *("smtplib.connect", "telnetlib.Telnet.open"),
        ),
        _host,
    ),
    # native code
    "ctypes.dlopen": _always("native", "load native code:", 0),
    "ctypes.dlsym": _always("native", "call native code:", 1),
    "ctypes.dlsym/handle": _always("native", "call native code:", 1),
    "ctypes.call_function": _always("native", "call native code"),
    "ctypes.cdata": _always("native", "use memory by its address"),
    "ctypes.cdata/buffer": _always("native", "use memory by its address"),
    "ctypes.string_at": _always("native", "read memory by its address"),
    "ctypes.wstring_at": _always("native", "read memory by its address"),
}
