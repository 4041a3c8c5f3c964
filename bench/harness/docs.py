"""Tables in docs/benchmarks.md: what stands between the marks of a table is replaced."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from harness.grids import Grid
from harness.results import Results

PAGE = Path(__file__).parent.parent.parent / "docs" / "benchmarks.md"


def write_docs(name: str, grids: Sequence[Grid], charts: Iterable[str], results: Results, page: Path = PAGE) -> None:
    text = page.read_text()
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    parts = [
        *[grid.markdown() for grid in grids],
        *[f"![{chart}](../bench/results/{chart}.svg)\n" for chart in charts],
        *[f"{tool}: not run, {reason}.\n" for tool, reason in results.missing.items()],
        f"{_effort(results)} {results.machine}.\n",
    ]
    replaced = f"{begin}\n\n" + "\n".join(parts) + f"\n{end}"
    page.write_text(re.sub(f"{begin}.*?{end}", lambda _: replaced, text, flags=re.DOTALL))


def _effort(results: Results) -> str:
    effort = results.effort
    return (
        f"{'Full' if effort.full else 'Short'} run: at most {effort.limit:g} s a cell, "
        f"{effort.seeds} seed{'s' * (effort.seeds != 1)} for random tools, "
        f"{effort.repeats} run{'s' * (effort.repeats != 1)} for others"
        f"{f', {effort.cores} tasks at a time on a core each' * (effort.cores > 1)}."
    )
