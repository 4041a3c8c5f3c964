"""Files of tests that are there: what refute wrote of them, what was edited since, and everything else."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from refute.errors import Place, RefuteError
from refute.suite.data import Import
from refute.suite.keeping.digests import digest_of, entries_in, is_of_table


class NotOurs(RefuteError):
    """A file that refute did not write, or that cannot be read."""


@dataclass(frozen=True)
class Function:
    """A test function of a file: its lines, from its first decorator on, counted from 0."""

    name: str
    first: int
    stop: int
    text: str


class Existing:
    """A file of tests as text."""

    def __init__(self, text: str) -> None:
        """Raises SyntaxError."""
        self.lines = text.splitlines()
        self._tree = ast.parse(text)
        self._entries = entries_in(text)

    @classmethod
    def read(cls, file: Path) -> Existing:
        """Raises NotOurs."""
        try:
            found = cls(file.read_text(encoding="utf-8"))
        except (SyntaxError, ValueError) as error:
            line = error.lineno or 0 if isinstance(error, SyntaxError) else 0
            raise NotOurs(
                f"what is in the file cannot be read: {error}",
                place=Place(str(file), line),
                remedy="Put it right, or name another file: -o FILE.",
            ) from None
        except OSError as error:
            raise NotOurs(f"{file} cannot be read: {error.strerror}", remedy="Name another file: -o FILE.") from None
        return found

    @property
    def is_ours(self) -> bool:
        return bool(self._entries)

    @cached_property
    def functions(self) -> dict[str, Function]:
        """The test functions at the top of the file, by their names."""
        found = {}
        for node in self._tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 1
                stop = node.end_lineno or node.lineno
                found[node.name] = Function(node.name, first, stop, "\n".join(self.lines[first:stop]))
        return found

    @cached_property
    def written(self) -> list[Function]:
        """Tests as refute wrote them."""
        return [
            one
            for one in self.functions.values()
            if one.name in self._entries and self._entries[one.name][0] == digest_of(one.text)
        ]

    @cached_property
    def edited(self) -> dict[str, str]:
        """Tests that somebody has edited, with the digests that they had."""
        written = {one.name for one in self.written}
        return {
            name: digest
            for name, (digest, _) in self._entries.items()
            if name in self.functions and name not in written
        }

    @cached_property
    def deleted(self) -> dict[str, str]:
        """Tests that somebody has removed, with the digests that they had."""
        return {name: digest for name, (digest, _) in self._entries.items() if name not in self.functions}

    @property
    def names(self) -> set[str]:
        """All names at the top of the file, but for those of tests as refute wrote them."""
        written = {one.name for one in self.written}
        found = {node.name for node in self._tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        return found - written

    # -- imports -------------------------------------------------------------------------------------------------------

    @cached_property
    def import_nodes(self) -> list[ast.Import | ast.ImportFrom]:
        """The imports at the beginning, before anything else but a docstring."""
        found: list[ast.Import | ast.ImportFrom] = []
        for node in self._tree.body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                found.append(node)
            elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
                break
        return found

    @property
    def after_docstring(self) -> int:
        """The line before which a first import stands."""
        first = self._tree.body[0] if self._tree.body else None
        is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        return (first.end_lineno or 0) if first is not None and is_text else 0

    @cached_property
    def imports(self) -> dict[Import, str]:
        """What these import, with the names by which it is known."""
        found: dict[Import, str] = {}
        for node in self.import_nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    found[alias.name, ""] = alias.asname or alias.name
            elif node.level == 0 and node.module is not None:
                for alias in node.names:
                    found[node.module, alias.name] = alias.asname or alias.name
        return found

    @property
    def has_plain_imports(self) -> bool:
        """Whether the imports can be written again: no comment among them, no other name, nothing relative."""
        if any(alias.asname for node in self.import_nodes for alias in node.names):
            return False
        if any(isinstance(node, ast.ImportFrom) and node.level for node in self.import_nodes):
            return False
        first, stop = self.import_lines
        return not any("#" in line for line in self.lines[first:stop])

    @property
    def import_lines(self) -> tuple[int, int]:
        """Those from the first import to the last one."""
        nodes = self.import_nodes
        if not nodes:
            return self.after_docstring, self.after_docstring
        return nodes[0].lineno - 1, nodes[-1].end_lineno or nodes[-1].lineno

    def uses(self, name: str, without: Collection[str]) -> bool:
        """Whether anything but imports and some functions uses a name."""
        return any(
            isinstance(part, ast.Name) and part.id == name
            for node in self._tree.body
            if not (isinstance(node, ast.FunctionDef) and node.name in without)
            for part in ast.walk(node)
        )


def without_table(lines: Sequence[str]) -> Iterator[str]:
    """Lines without the table of digests, and without empty lines at their end."""
    kept = [line for line in lines if not is_of_table(line)]
    while kept and not kept[-1].strip():
        kept.pop()
    yield from kept
