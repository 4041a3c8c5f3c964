"""Merging: new tests in the place of those that refute wrote; what somebody has written or edited stays as it is."""

from __future__ import annotations

from collections.abc import Sequence

from refute.suite.keeping.digests import table
from refute.suite.keeping.existing import Existing, without_table
from refute.suite.text.functions import WrittenTest
from refute.suite.text.imports import Sections, import_lines


def merged(existing: Existing, tests: Sequence[WrittenTest], sections: Sections, width: int) -> str:
    """The text of a file with other tests. Those whose names somebody has edited or deleted are left out."""
    own = {one.name: one for one in tests if one.name not in existing.edited and one.name not in existing.deleted}
    old = {one.name for one in existing.written}
    lines = list(existing.lines)
    last = max((one.stop for one in existing.functions.values()), default=len(list(without_table(lines))))
    last = max(last, existing.import_lines[1])
    added = [one for name, one in own.items() if name not in old]
    lines[last:last] = [line for one in added for line in ("", "", *one.lines)]
    for function in sorted(existing.written, key=lambda one: -one.first):
        new = own.get(function.name)
        if new is not None:
            lines[function.first : function.stop] = new.lines
            continue
        first = function.first
        while first and not lines[first - 1].strip():
            first -= 1
        del lines[first : function.stop]
    lines = _with_imports(lines, existing, list(own.values()), sections, width)
    kept = list(without_table(lines))
    entries = table({name: one.text for name, one in own.items()}, existing.edited, existing.deleted)
    return "\n".join([*kept, *(["", "", *entries] if entries else []), ""])


def _with_imports(
    lines: list[str], existing: Existing, tests: Sequence[WrittenTest], sections: Sections, width: int
) -> list[str]:
    """Lines with the imports that tests need, and without those that nothing needs any more."""
    needed = {one for test in tests for one in test.imports}
    written = {one.name for one in existing.written}
    idle = {
        one
        for one, name in existing.imports.items()
        if one not in needed
        and not existing.uses(name.partition(".")[0], without=written)
        and existing.uses(name.partition(".")[0], without=())
    }
    missing = needed - existing.imports.keys()
    if not missing and not idle:
        return lines
    first, stop = existing.import_lines
    if existing.has_plain_imports:
        every = (existing.imports.keys() | needed) - idle
        block = import_lines(every, sections, width)
        if not existing.import_nodes:
            block = ["", *block] if first else [*block, ""]
        return [*lines[:first], *block, *lines[stop:]]
    return [*lines[:stop], *import_lines(missing, sections, width), *lines[stop:]]
