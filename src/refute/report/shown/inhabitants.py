"""What `refute show` prints: how many values a type has, which come first, some others, how it was understood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from rich.console import Console
from rich.highlighter import ReprHighlighter
from rich.text import Text

from refute.errors import Place
from refute.report.drawings.bars import bars
from refute.report.drawings.trees import side_by_side
from refute.report.shown.understood import understood
from refute.spaces.scope import Scope
from refute.types.reading.notes import Note
from refute.words import grouped, plural

_BAR = 40
_highlighted = ReprHighlighter()


class Values(Protocol):
    """A type and its values, each as its lines."""

    @property
    def name(self) -> str: ...
    @property
    def place(self) -> Place | None: ...
    @property
    def scope(self) -> Scope: ...
    @property
    def count(self) -> int: ...
    @property
    def tiers(self) -> Mapping[int, int]: ...
    @property
    def seed(self) -> int: ...
    @property
    def first(self) -> Sequence[Sequence[str]]: ...
    @property
    def sample(self) -> Sequence[Sequence[str]]: ...
    @property
    def imports(self) -> Sequence[str]: ...
    @property
    def notes(self) -> Sequence[Note]: ...


def as_json(shown: Values) -> dict[str, Any]:
    return {
        "type": shown.name,
        "place": str(shown.place) if shown.place else None,
        "scope": str(shown.scope),
        "count": shown.count,
        "tiers": {str(size): count for size, count in shown.tiers.items()},
        "first": ["\n".join(value) for value in shown.first],
        "sample": ["\n".join(value) for value in shown.sample],
        "seed": shown.seed,
        "notes": [asdict(note) for note in shown.notes],
        "imports": list(shown.imports),
    }


def print_values(shown: Values, console: Console, *, drawn: bool) -> None:
    title = Text.assemble((shown.name, "bold"), ("   " + str(shown.place) if shown.place else "", "dim"))
    console.print(title, soft_wrap=True)
    console.print(f"{plural(shown.count, 'value')} to {shown.scope}", soft_wrap=True)
    if not shown.count:
        console.print("There is none in this scope; a larger one may have some.")
    if len(shown.tiers) > 1:
        console.print()
        _lines(console, _chart(shown.tiers))
    groups = [("first", shown.first), (f"drawn uniformly, seed {shown.seed}", shown.sample)]
    for place, (heading, values) in enumerate(groups):
        if values:
            _section(console, heading)
            if place == 0 and shown.imports and not drawn:
                _lines(console, [Text(line, "dim") for line in shown.imports])
            _lines(console, _texts(values, console, drawn))
    if shown.notes:
        _section(console, "understood")
        _lines(console, [Text.assemble(*line) for line in understood(tuple(shown.notes))])


def width_of_drawings(console: Console) -> int:
    return max(20, console.width - 4)


def _texts(values: Sequence[Sequence[str]], console: Console, drawn: bool) -> list[Text]:
    if not drawn:
        return [_highlighted(line) for value in values for line in value]
    return [Text(line) for line in side_by_side([list(value) for value in values], width_of_drawings(console))]


def _section(console: Console, heading: str) -> None:
    console.print()
    console.print(Text(heading, "bold cyan"))


def _lines(console: Console, lines: Iterable[Text]) -> None:
    for line in lines:
        console.print(Text("  ").append_text(line) if line else line, soft_wrap=True, highlight=False)


def _chart(tiers: Mapping[int, int]) -> list[Text]:
    """The number of values of each size, as bars."""
    drawn, logarithmic = bars(tiers, _BAR)
    wide = max(len("values"), *(len(f"{count:,}") for count in tiers.values()))
    heading = f"size  {'values':>{wide}}  {'(logarithmic)' if logarithmic else ''}"
    rows = [
        Text.assemble(f"{size:>4}  {count:>{wide},}  ", (bar, "cyan"))
        for (size, count), bar in zip(tiers.items(), drawn, strict=True)
    ]
    return [Text(heading.rstrip(), "dim"), *rows]


def stopped_after(shown: int, count: int) -> str:
    """What is said when a listing is interrupted."""
    return f"stopped after {grouped(shown)} of {plural(count, 'value')}"
