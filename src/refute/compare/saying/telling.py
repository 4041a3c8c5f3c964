"""Telling: what changed as a finding, with what both versions do."""

from __future__ import annotations

import ast
import os
from dataclasses import dataclass

from refute.compare.behaviour.behaviours import HUNG, RAISED
from refute.compare.behaviour.homes import OWN
from refute.compare.running.comparing import Changed
from refute.compare.saying.differing import Difference, differences, key_of, told
from refute.errors import Place
from refute.judge.findings import Failure, Finding, fingerprint_of

_MOST_LINES = 4  # that say what differs


@dataclass(frozen=True)
class Teller:
    """Tells of one function, or of programs."""

    name: str
    place: Place | None
    module: str  # from which a client imports it, in the new version
    old: str  # what the versions are called
    new: str

    def failure(self, changed: Changed) -> Failure:
        key = key_of(changed.old, changed.new)
        return Failure("changed", key, self.outcome(changed), tuple(self._lines(changed)))

    def finding(
        self,
        changed: Changed,
        number: int,
        *,
        found_size: int | None = None,
        generalised: str = "",
        size: int | None = None,
    ) -> Finding:
        text, failure = changed.text, self.failure(changed)
        call = text.call if text.is_program else f"{self.name}{text.call}"
        outcomes = (told(changed.old), told(changed.new))
        return Finding(
            kind="changed",
            target=text.operation or self.name,
            place=self.place,
            texts=_texts_of(call),
            definitions="\n".join(text.lines),
            call=call,
            outcome=failure.outcome,
            explanation="\n".join(failure.explanation),
            table="",
            output="",
            source=self._source(changed, call),
            number=number,
            size=text.size if size is None else size,
            found_size=found_size,
            generalised=f"{self.name}{generalised}" if generalised else "",
            fingerprint=fingerprint_of(text.operation or self.name, *failure.key, *text.lines, call, *outcomes),
            is_program=text.is_program,
        )

    def outcome(self, changed: Changed) -> str:
        width = max(len(self.old), len(self.new))
        return f"{self.old:<{width}}  {told(changed.old)}\n{self.new:<{width}}  {told(changed.new)}"

    def _lines(self, changed: Changed) -> list[str]:
        """What differs beside the ends of the calls, or deep inside of what they return; where they raised."""
        found = [_line(one) for one in differences(changed.old, changed.new) if one.where or not _is_end(one)]
        for name, behaviour in ((self.old, changed.old), (self.new, changed.new)):
            if behaviour.kind == RAISED and behaviour.frames:
                found.append(f"{name}: {_from_here(behaviour.frames[-1])}")
        return found[:_MOST_LINES]

    def _source(self, changed: Changed, call: str) -> str:
        """A program that shows it, for either version."""
        text = changed.text
        imports = [_import_of(module, name, self.module) for module, name in text.imports]
        if not text.is_program:
            imports.append(f"from {self.module} import {self.name.partition('.')[0]}")
        does = [f"# {self.old}: {line}" for line in told(changed.old).splitlines()]
        does += [f"# {self.new}: {line}" for line in told(changed.new).splitlines()]
        shown = f"print({call})" if _is_expression(call) else call
        return "\n".join([*dict.fromkeys(imports), "", *text.lines, shown, *does, ""])


def _from_here(frame: str) -> str:
    """`shop.py:12: raise …` for a line of a file below the current directory."""
    return frame.removeprefix(os.path.join(os.getcwd(), ""))


def _is_end(one: Difference) -> bool:
    return one.aspect in ("returned", "raised", HUNG, "died", "memory", "unmade")


def _line(one: Difference) -> str:
    what = f"{one.aspect}{': ' if one.where else ''}{one.where.lstrip('.')}"
    return f"{what}: {one.old} became {one.new}"


def _import_of(module: str, name: str, own: str) -> str:
    root, here = own.partition(".")[0], module
    if module == OWN or module.startswith(f"{OWN}."):
        here = root + module.removeprefix(OWN)
    return f"from {here} import {name}" if name else f"import {here}"


def _is_expression(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _texts_of(call: str) -> dict[str, str]:
    """The arguments of a call that are given by name."""
    try:
        tree = ast.parse(call, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    if not isinstance(tree, ast.Call):
        return {}
    return {keyword.arg: ast.unparse(keyword.value) for keyword in tree.keywords if keyword.arg}
