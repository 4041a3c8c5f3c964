"""What `refute show` prints: how many values a type has, which come first, some others, how it was understood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console
from rich.highlighter import ReprHighlighter
from rich.text import Text

from refute.errors import Place
from refute.report.drawing import Artist, side_by_side
from refute.report.numbers import bars, grouped, plural
from refute.report.understood import understood
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.types.spelling import Speller

_BAR = 40
_highlighted = ReprHighlighter()


@dataclass
class Shown:
    """A type and its values, as far as they are to be shown."""

    name: str
    place: Place | None
    scope: Scope
    space: Space[Any]
    seed: int
    first: Sequence[Any] = ()
    sample: Sequence[Any] = ()

    def as_json(self) -> dict[str, Any]:
        speller = Speller()
        found: dict[str, Any] = {
            "type": self.name,
            "place": str(self.place) if self.place else None,
            "scope": str(self.scope),
            "count": self.space.count,
            "tiers": {str(size): count for size, count in self.space.tiers.items()},
            "first": [speller.spell(value) for value in self.first],
            "sample": [speller.spell(value) for value in self.sample],
            "seed": self.seed,
            "notes": [asdict(note) for note in self.space.notes],
        }
        return found | {"imports": speller.imports}

    def print(self, console: Console, artist: Artist | None) -> None:
        title = Text.assemble((self.name, "bold"), ("   " + str(self.place) if self.place else "", "dim"))
        console.print(title, soft_wrap=True)
        console.print(f"{plural(self.space.count, 'value')} to {self.scope}", soft_wrap=True)
        if not self.space.count:
            console.print("There is none in this scope; a larger one may have some.")
        if len(self.space.tiers) > 1:
            console.print()
            _lines(console, _chart(self.space.tiers))
        speller = Speller()
        groups = [("first", self._shown(self.first, speller, artist, console))]
        if self.sample:
            heading = f"drawn uniformly, seed {self.seed}"
            groups.append((heading, self._shown(self.sample, speller, artist, console)))
        for place, (heading, lines) in enumerate(groups):
            if lines:
                _section(console, heading)
                if place == 0 and speller.imports and artist is None:
                    _lines(console, [Text(line, "dim") for line in speller.imports])
                _lines(console, lines)
        if self.space.notes:
            _section(console, "understood")
            _lines(console, [Text.assemble(*line) for line in understood(self.space.notes)])

    def _shown(self, values: Sequence[Any], speller: Speller, artist: Artist | None, console: Console) -> list[Text]:
        if artist is None:
            return [_highlighted(speller.spell(value)) for value in values]
        width = max(20, console.width - 4)
        return [Text(line) for line in side_by_side([artist.draw(value, width) for value in values], width)]


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
