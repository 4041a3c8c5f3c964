"""The Python files of a directory that are looked into, and of a project: found without importing anything."""

from __future__ import annotations

import ast
import fnmatch
import os
import re
import tokenize
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from refute.errors import Place, TargetError
from refute.targets.skips import marks_in

# Left out wherever they are: what is built or installed, tests, and what is run by a tool.
DIRECTORIES = ("build", "dist", "migrations", "node_modules", "site-packages", "test", "tests", "__pycache__")
FILES = ("conftest.py", "setup.py", "test_*.py", "*_test.py", "__main__.py")
_WILD = re.compile(r"[*?\[]")
_TESTS = ("tests", "test", "test_*.py", "*_test.py", "src/**/test_*.py", "src/**/*_test.py")
_SET = re.compile(r"\[[!^]?[^\]]+\]")


@dataclass(frozen=True)
class LeftOut:
    """A function or a file that is not checked, and why."""

    name: str
    place: Place | None
    why: str
    is_file: bool = False


@dataclass(frozen=True)
class Exclusion:
    """What the user leaves out: patterns as in .gitignore, relative to a directory."""

    patterns: tuple[str, ...] = ()
    root: Path = Path()

    def __post_init__(self) -> None:
        """Raises ValueError for a pattern that is none, such as `[z-a]`."""
        for pattern in self.patterns:
            try:
                _expression(pattern)
            except re.error as error:
                raise ValueError(f"{pattern!r} is no pattern: {error.msg}") from None

    def covers(self, path: Path) -> bool:
        if not self.patterns:
            return False
        relative = os.path.relpath(path, self.root).replace(os.sep, "/")
        return any(_expression(pattern).fullmatch(relative) for pattern in self.patterns)


NOTHING_EXCLUDED = Exclusion()


def files_in(directory: Path, exclusion: Exclusion) -> Iterator[Path | LeftOut]:
    """The files of a directory in order, and those of them that are left out although they may have functions."""
    found: list[Path] = []
    for place, directories, names in os.walk(directory):
        directories[:] = [name for name in directories if not _is_left_out(Path(place, name), exclusion)]
        found += [Path(place, name) for name in names if name.endswith(".py")]
    for file in sorted(filter(Path.is_file, found)):
        if _is_named(file.name, FILES) or file.name.startswith(".") or exclusion.covers(file):
            continue
        why = "a script: it has `if __name__ == '__main__'`" if is_script(file) else mark_of_file(file)
        yield file if why is None else LeftOut(str(file), Place(str(file)), why, is_file=True)


def files_of_project(root: Path, include: Iterable[str], exclusion: Exclusion = NOTHING_EXCLUDED) -> list[str]:
    """The files and directories that a project consists of. What is named without wildcards is never left out."""
    found: list[str] = []
    for pattern in include:
        matching = _matching(root, pattern) if _WILD.search(pattern) else [root / pattern]
        if not matching:
            raise TargetError(
                f"nothing in {root} is matched by {pattern!r} of include",
                remedy="Write patterns as seen from the pyproject.toml: include = ['src/*', 'tools/prices.py'].",
            )
        is_named = not _WILD.search(pattern)
        found += [os.path.relpath(one) for one in matching if is_named or not _is_in_left_out(one, root, exclusion)]
    return found


def tests_in(paths: Iterable[str], root: Path) -> list[str]:
    """Files and directories of tests; an empty path stands for those of a project."""
    found: list[str] = []
    for path in paths:
        if path and not Path(path).exists():
            raise TargetError(f"there is no file or directory {path}", remedy="Name tests, or nothing: --from-tests.")
        found += [path] if path else [str(one) for pattern in _TESTS for one in sorted(root.glob(pattern))]
    return list(dict.fromkeys(found))


def _matching(root: Path, pattern: str) -> list[Path]:
    try:
        paths = sorted(root.glob(pattern))
    except (ValueError, NotImplementedError):  # it is absolute, or has `**` beside other letters
        return []
    nothing = Exclusion()
    return [one for one in paths if one.is_dir() or one.suffix == ".py" if not _is_in_left_out(one, root, nothing)]


def mark_of_file(file: Path) -> str | None:
    """Why a file is skipped by a comment at its top."""
    why = marks_in(_text(file)).whole
    return None if why is None else f"skipped: {why}"


def idle_marks(file: Path) -> list[Place]:
    """The comments of a file that are meant to skip something, and do not."""
    return [Place(str(file), line) for line in marks_in(_text(file)).idle]


def is_script(file: Path) -> bool:
    """Whether a file has `if __name__ == "__main__":` and is in no package: what is in one is imported by others."""
    if (file.parent / "__init__.py").is_file() or "__main__" not in (text := _text(file)):
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False  # told when it is imported
    return any(isinstance(node, ast.If) and _asks_for_main(node.test) for node in tree.body)


def _asks_for_main(test: ast.expr) -> bool:
    match test:
        case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value="__main__")]):
            return True
        case ast.Compare(left=ast.Constant(value="__main__"), ops=[ast.Eq()], comparators=[ast.Name(id="__name__")]):
            return True
    return False


def _text(file: Path) -> str:
    try:
        with tokenize.open(file) as opened:
            return opened.read()
    except (OSError, SyntaxError, ValueError):  # told when it is imported
        return ""


def _is_left_out(directory: Path, exclusion: Exclusion) -> bool:
    return (
        directory.name.startswith(".")
        or _is_named(directory.name, DIRECTORIES)
        or (directory / "pyvenv.cfg").is_file()
        or exclusion.covers(directory)
    )


def _is_in_left_out(path: Path, root: Path, exclusion: Exclusion) -> bool:
    """Whether a path found by a pattern is left out, or is in a directory that is."""
    if path.suffix == ".py" and (_is_named(path.name, FILES) or exclusion.covers(path)):
        return True
    inside = [path, *path.parents][: len(path.relative_to(root).parts)]
    return any(place.is_dir() and _is_left_out(place, exclusion) for place in inside)


def _is_named(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


@lru_cache
def _expression(pattern: str) -> re.Pattern[str]:
    """A pattern without a slash is for names anywhere; `*` stays within a name, `**` does not."""
    anchored = "/" in pattern.rstrip("/")
    words = re.split(rf"(\*\*/|\*\*|\*|\?|{_SET.pattern})", pattern.strip("/"))
    kinds = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    text = "".join(kinds.get(word) or (_one_of(word) if _SET.fullmatch(word) else re.escape(word)) for word in words)
    return re.compile(text if anchored else f"(?:.*/)?{text}")


def _one_of(word: str) -> str:
    """The expression for `[a-z]`, or for `[!a-z]`: any other character of a name."""
    inside = word[1:-1].replace("\\", r"\\").replace("[", r"\[")
    return f"(?!/)[^{inside[1:]}]" if inside[0] in "!^" and inside[1:] else f"[{inside}]"
