"""Files of tests: a docstring, imports, tests, and the digests by which edited ones are known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from refute.suite.data import Import
from refute.suite.keeping.digests import table
from refute.suite.text.functions import WrittenTest
from refute.suite.text.imports import Sections, import_lines
from refute.suite.text.layout import WIDTH


def file_text(
    docstring: Sequence[str],
    tests: Sequence[WrittenTest],
    sections: Sections,
    more: Iterable[Import] = (),
    width: int = WIDTH,
) -> str:
    """A new file."""
    first, *rest = docstring
    lines = [f'"""{first}"""'] if not rest else [f'"""{first}', *rest, '"""']
    imports = import_lines([*more, *(one for test in tests for one in test.imports)], sections, width)
    lines += ["", *imports] if imports else []
    for test in tests:
        lines += ["", "", *test.lines]
    lines += ["", "", *table({test.name: test.text for test in tests})]
    return "\n".join([*lines, ""])
