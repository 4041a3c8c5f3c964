"""Telling programs: an exploration of one version, which says each program that it tries as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from refute.compare.behaviour.texts import Import, Text
from refute.explore.hosting.service import ExploreService
from refute.programs.calls.leaving import Done
from refute.programs.calls.variants import Variant
from refute.programs.engine.body import Calling
from refute.programs.engine.log import Log
from refute.programs.engine.resuming import Make
from refute.programs.program.spelling import written
from refute.run.body import Spoken
from refute.run.steps.marks import DISCARDED, NO_INPUT

_ENDLESS = 1 << 60
_FROM = re.compile(r"from (\S+) import (.+)")


class Telling(Calling):
    """Makes each call by itself, and tells the program that it is the end of."""

    def __init__(self, make: Make, log: Log, careful_until: int = 0, *, is_part: bool = False) -> None:
        super().__init__(make, log, _ENDLESS, is_part=is_part)

    def _spoken(self, done: Done, variant: Variant | None, places: Any) -> Spoken:
        if variant is not None and done.verdict not in (NO_INPUT, DISCARDED):
            self._tell_program(variant, places)
        return super()._spoken(done, variant, places)

    def _tell_program(self, variant: Variant, places: Any) -> None:
        assert self._exploration is not None
        program = self._program(variant, places)
        text = written(program, self._exploration.variants)
        if not text.complete or "?" in text.last:
            return
        imports = tuple(one for line in text.imports for one in _imports_in(line))
        names = tuple(dict.fromkeys(name for name in text.names if name.isidentifier()))
        operation, size = variant.operation, len(program)
        self._news.append(Text(text.last, text.lines, imports, True, names, operation.name, size))


def _imports_in(line: str) -> Iterator[Import]:
    """What an import statement names, by the module's own name."""
    found = _FROM.fullmatch(line)
    if found is None:
        yield line.removeprefix("import ").partition(" as ")[0], ""
        return
    yield from ((found[1], name.strip()) for name in found[2].split(","))


class TellingService(ExploreService):
    """An exploration whose programs are told."""

    body = Telling
