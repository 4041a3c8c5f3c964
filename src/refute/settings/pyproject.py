"""`[tool.refute]` of a pyproject.toml: found, read and checked, each mistake told with its line."""

from __future__ import annotations

import argparse
import fnmatch
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os.path import relpath
from pathlib import Path
from typing import Any

from refute.choices import FORMATS
from refute.errors import Place, RefuteError
from refute.run.wall.rules import RuleError, Rules
from refute.settings.keys import OF_A_RUN, READERS, TABLES, may_be_in

Layer = Mapping[str, Any]  # what one place says, by the names of the keys


class SettingsError(RefuteError):
    """A setting that is unknown, or has a value it cannot have."""


@dataclass(frozen=True)
class Override:
    """What is said of some modules: `pkg.*` is a package and all in it."""

    modules: tuple[str, ...]
    layer: Layer

    def is_for(self, name: str) -> bool:
        return any(
            fnmatch.fnmatchcase(name, pattern) or f"{name}.*" == pattern  # the package itself
            for pattern in self.modules
        )


@dataclass(frozen=True)
class File:
    """A pyproject.toml with `[tool.refute]`, all of it read."""

    path: Path
    text: str
    table: Mapping[str, Any]

    @classmethod
    def above(cls, directory: Path) -> File | None:
        """The nearest, in a directory or above it."""
        for place in (directory, *directory.parents):
            path = place / "pyproject.toml"
            if path.is_file():
                text, tables = _parsed(path)
                tools = tables.get("tool")
                if isinstance(tools, dict) and "refute" in tools:
                    file = cls(path, text, tools["refute"])
                    file._expect_table(file.table, "")
                    return file
        return None

    @property
    def layer(self) -> Layer:
        return self._read({key: value for key, value in self.table.items() if key not in TABLES}, "")

    @property
    def overrides(self) -> tuple[Override, ...]:
        tables = self.table.get("overrides", [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise SettingsError(
                "expected tool.refute.overrides to be an array of tables",
                place=Place(str(self.path)),
                remedy="Write [[tool.refute.overrides]], and its keys below: module = 'shop.*', skip = 'why'.",
            )
        return tuple(map(self._override, tables))

    def _override(self, table: Mapping[str, Any]) -> Override:
        names = table.get("module", [])
        modules = tuple([names] if isinstance(names, str) else names) if isinstance(names, str | list) else ()
        if not modules or not all(isinstance(name, str) for name in modules):
            problem = f"expected the name of a module, or a list of such, not {names!r}" if names else "it is missing"
            raise self._error("overrides", "module", problem, "Say for which modules it is: module = 'shop.*'.")
        return Override(modules, self._read({k: v for k, v in table.items() if k != "module"}, "overrides"))

    @property
    def profiles(self) -> Mapping[str, Layer]:
        tables = self.table.get("profiles", {})
        self._expect_table(tables, "profiles")
        found = {}
        for name, table in tables.items():
            self._expect_table(table, f"profiles.{name}")
            found[name] = self._read(table, f"profiles.{name}")
        return found

    def _read(self, table: Mapping[str, Any], inside: str) -> Layer:
        known = [key for key in READERS if may_be_in(inside, key)]
        layer = {}
        for key, value in table.items():
            if inside == "overrides" and key in OF_A_RUN:
                raise self._error(
                    inside, key, "it is for a whole run, not for some modules", "Write it in [tool.refute]."
                )
            if key not in known:
                names = known if inside else [*known, *TABLES]
                raise self._error(inside, key, "there is no such setting", suggestion(key, names))
            expected, read = READERS[key]
            try:
                layer[key] = read(value)
            except (ValueError, TypeError, argparse.ArgumentTypeError):
                near = suggestion(value, FORMATS) if key == "format" and isinstance(value, str) else ""
                raise self._error(inside, key, f"expected {expected}, not {value!r}", near) from None
        if layer.get("quiet") and layer.get("verbose"):
            raise self._error(inside, "verbose", "quiet and verbose exclude each other", "Leave out one of them.")
        for key, rules in (("allow", Rules().allowing), ("deny", Rules().denying)):
            if key in layer:
                layer[key] = [self._path_seen_from_here(text) for text in layer[key]]
                try:
                    rules(layer[key])
                except RuleError as error:
                    raise self._error(inside, key, error.problem, error.remedy) from None
        if "targets" in layer:
            layer["targets"] = tuple(map(self._seen_from_here, layer["targets"]))
        return layer

    def _expect_table(self, value: Any, name: str) -> None:
        if not isinstance(value, dict):
            header = ".".join(filter(None, ["tool.refute", name]))
            raise SettingsError(
                f"expected {header} to be a table, not {value!r}",
                place=Place(str(self.path)),
                remedy=f"Write its keys below [{header}].",
            )

    def _error(self, inside: str, key: str, problem: str, remedy: str) -> SettingsError:
        header = ".".join(filter(None, ["tool.refute", inside]))
        return SettingsError(f"[{header}] {key}: {problem}", place=self.place(key, inside), remedy=remedy)

    def place(self, key: str, inside: str = "") -> Place:
        """Where a key stands, as far as a look at the lines can tell."""
        table = ".".join(["tool", "refute", *filter(None, [inside])])
        current = ""
        for number, line in enumerate(self.text.splitlines(), 1):
            if header := re.match(r"\s*\[{1,2}\s*([^\[\]]+?)\s*\]", line):
                current = re.sub(r"[\s\"']", "", header[1])
            elif current == table and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*[=.]""", line):
                return Place(str(self.path), number)
        return Place(str(self.path))

    def _path_seen_from_here(self, text: str) -> str:
        """`write=build` with a path from the directory of the file."""
        word, given, path = text.partition("=")
        return f"{word}={self.path.parent / Path(path).expanduser()}" if given and path else text

    def _seen_from_here(self, target: str) -> str:
        """A path is one from the directory of the file."""
        path, colon, name = target.partition(":")
        there = self.path.parent / path
        return f"{relpath(there)}{colon}{name}" if path.endswith(".py") or there.is_dir() else target


def _parsed(path: Path) -> tuple[str, dict[str, Any]]:
    import tomllib  # not needed where there is no file

    try:
        text = path.read_text(encoding="utf-8")
        return text, tomllib.loads(text)
    except (OSError, ValueError) as error:  # it cannot be opened, or is not UTF-8, or not TOML
        line = re.search(r"at line (\d+)", str(error))
        raise SettingsError(
            f"the settings cannot be read: {error}",
            place=Place(str(path), int(line[1]) if line else 0),
            remedy="Correct the file: refute reads its settings from it.",
        ) from None


def suggestion(word: str, known: Iterable[str]) -> str:
    import difflib  # seldom needed

    near = difflib.get_close_matches(word.replace("_", "-"), known, n=2)
    return f"Did you mean {' or '.join(near)}?" if near else f"There are {', '.join(known)}."
