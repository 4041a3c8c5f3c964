"""The store: failures of earlier runs in `.refute/`, one readable Python file for each target.

    # size 0, violation: returned 0
    #   `0 <= v < r2` is false: v = 0, r2 = 0
    rescale(r1=1, r2=0, s=0)

An entry is comments, the imports its arguments need, the functions among them, and a call. The files are read as text
and never run; what is no such entry makes a file one of somebody else's, which is left as it is.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from refute.types.callables.defining import NODES as DEFINING

DIRECTORY = ".refute"
_MARKS_OF_A_PROJECT = ("pyproject.toml", "setup.cfg", ".git")
_HEADER = """\
# Failures of {target}, kept by refute and tried first on its next run. One that passes twice is removed.
# This file can be committed, edited and deleted.
"""
_PASSED = "# passed once"
_FIRST = re.compile(r"# size (\d+), ")
_LONGEST = 100  # characters of a file's name
# Names that some file system has for itself, or takes for the same as others, get a digest.
_SAFE = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_RETRIES = 5
# What the text of a value is made of.
_PLAIN = (
    *(ast.Call, ast.keyword, ast.Name, ast.Attribute, ast.Constant, ast.Load),
    *(ast.List, ast.Tuple, ast.Set, ast.Dict),
    *(ast.UnaryOp, ast.USub, ast.UAdd, ast.BinOp, ast.BitOr, ast.Add, ast.Sub),
)


@dataclass(frozen=True)
class Entry:
    """One failure. Two of the same text are one."""

    call: str  # Python text
    imports: tuple[str, ...]
    comments: tuple[str, ...]  # the lines above it, each with its `#`
    passed: bool = False  # on the run before
    line: int = 0
    definitions: tuple[str, ...] = ()  # of the functions among the arguments

    @property
    def text(self) -> str:
        return "\n".join([*self.definitions, self.call])

    @property
    def size(self) -> int:
        found = _FIRST.match(self.comments[0]) if self.comments else None
        return int(found[1]) if found else 0


@dataclass(frozen=True)
class Target:
    """What a file is for: `key` is its name in full, `name` that by which the calls in it are written."""

    key: str
    name: str


class Foreign(Exception):
    """A file that is not as this module writes them."""


def comments_of(size: int, kind: str, outcome: str, explanation: str) -> tuple[str, ...]:
    first, *more = f"# size {size}, {kind}: {outcome}".splitlines()
    return (first, *(f"#   {line}".rstrip() for line in (*more, *explanation.splitlines())))


def store_of_project(directory: Path) -> Path:
    """Where the project that a directory belongs to keeps its failures."""
    for root in (directory, *directory.parents):
        if any((root / mark).exists() for mark in _MARKS_OF_A_PROJECT):
            return root / DIRECTORY
    return directory / DIRECTORY


class Store:
    """A directory of such files. What cannot be read or written is said in words, and raises nothing."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def file_of(self, target: Target) -> Path:
        return self.directory / f"{_file_name(target.key)}.py"

    def read(self, target: Target) -> tuple[list[Entry], str]:
        """The entries of a target; and why there are none, if its file cannot be used."""
        file = self.file_of(target)
        try:
            return list(entries_in(file.read_text(encoding="utf-8"), target.name)), ""
        except FileNotFoundError:
            return [], ""
        except (Foreign, UnicodeDecodeError) as error:
            return [], f"{self.shown(target)} is ignored: {error}"
        except OSError as error:
            return [], f"{self.shown(target)} is ignored: {error.strerror}"

    def shown(self, target: Target, entry: Entry | None = None) -> str:
        file = os.path.relpath(self.file_of(target))
        return f"{file}:{entry.line}" if entry is not None and entry.line else file

    def update(
        self, target: Target, failed: Sequence[Entry], passed: Collection[str] = (), dropped: Collection[str] = ()
    ) -> str:
        """Note how entries fared, by their texts. What could not be written, in words.

        The file is read once more, so that what another run has added meanwhile stays there.
        """
        if not (failed or passed or dropped):
            return ""
        before, foreign = self.read(target)
        if foreign:
            return f"nothing was kept, as it cannot be read: {self.shown(target)}" if failed else ""
        again = {entry.text: entry for entry in failed}
        after = []
        for entry in before:
            if entry.text in again:
                after.append(again.pop(entry.text))
            elif entry.text not in dropped and not (entry.text in passed and entry.passed):
                after.append(replace(entry, passed=entry.passed or entry.text in passed))
        after += again.values()
        if [_text(entry) for entry in after] == [_text(entry) for entry in before]:
            return ""
        try:
            self._write(target, after)
        except OSError as error:
            return f"{self.shown(target)} cannot be written: {error.strerror}"
        return ""

    def _write(self, target: Target, entries: Sequence[Entry]) -> None:
        file = self.file_of(target)
        if not entries:
            file.unlink(missing_ok=True)
            with suppress(OSError):  # it is not empty
                self.directory.rmdir()
            return
        text = "\n".join([_HEADER.format(target=target.key), *map(_text, entries)])
        for attempt in range(_RETRIES):
            try:
                self.directory.mkdir(parents=True, exist_ok=True)
                _replace(file, text)
                return
            except FileNotFoundError:  # another run has just removed the directory, as it was empty
                if attempt == _RETRIES - 1:
                    raise


def _replace(file: Path, text: str) -> None:
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
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _text(entry: Entry) -> str:
    marks = (_PASSED,) if entry.passed else ()
    return "\n".join([*entry.comments, *marks, *entry.imports, entry.text, ""])


def _file_name(key: str) -> str:
    """A name for a file, the same on every system."""
    if _SAFE.fullmatch(key) and len(key) <= _LONGEST and not _RESERVED.fullmatch(key):
        return key
    digest = hashlib.sha256(key.encode("utf-8", "backslashreplace")).hexdigest()[:8]
    plain = re.sub(r"[^A-Za-z0-9_.]+", "_", key)[:_LONGEST].strip(".")
    return f"{'_' if _RESERVED.fullmatch(plain) else ''}{plain}-{digest}"


def entries_in(text: str, name: str) -> Iterator[Entry]:
    """The entries of a file whose calls are of a function of that name. Raises Foreign."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        raise Foreign(f"{f'line {line}: ' if line else ''}it is not Python") from None
    lines = text.splitlines()
    imports: list[str] = []
    definitions: list[str] = []
    begin, end = 0, 0  # lines before those of this entry, and of its last statement
    for node in body:
        match node:
            case ast.Import() | ast.ImportFrom(level=0) if not _has_star(node):
                imports.append(ast.unparse(node))
            case ast.FunctionDef() | ast.AsyncFunctionDef() if _is_plain(node, DEFINING):
                definitions.append("\n".join(lines[node.lineno - 1 : node.end_lineno]))
            case ast.Expr(value=ast.Call() as call) if ast.unparse(call.func) == name and _is_plain(call):
                comments = _comments(lines[begin : node.lineno - 1])
                own = tuple(line for line in comments if line != _PASSED)
                marked = _PASSED in comments
                yield Entry(ast.unparse(call), tuple(imports), own, marked, node.lineno, tuple(definitions))
                imports.clear()
                definitions.clear()
                begin = node.end_lineno or node.lineno
            case _:
                raise Foreign(f"line {node.lineno}: it is neither an import nor a call of {name} with plain values")
        end = node.lineno
    if imports or definitions:
        raise Foreign(f"line {end}: there is no call after {'this function' if definitions else 'the import'}")


def _comments(lines: list[str]) -> list[str]:
    """Those of an entry: what stands before its last empty line is not about it."""
    kept: list[str] = []
    for line in lines:
        if not line.strip():
            kept.clear()
        elif line.startswith("#"):
            kept.append(line.rstrip())
    return kept


def _has_star(node: ast.Import | ast.ImportFrom) -> bool:
    return any(alias.name == "*" for alias in node.names)


def _is_plain(root: ast.AST, more: tuple[type[ast.AST], ...] = ()) -> bool:
    return all(isinstance(node, (*_PLAIN, *more)) for node in ast.walk(root)) and all(
        keyword.arg is not None for node in ast.walk(root) if isinstance(node, ast.Call) for keyword in node.keywords
    )
