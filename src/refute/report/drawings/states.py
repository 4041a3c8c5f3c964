"""States and calls as a drawing, in SVG: a column for each number of calls, an arrow for each call that leads on.

States are in the order in which they were found, moved up and down so that arrows are short. Calls that leave a state
as it is are written into it. Several calls between the same states are one arrow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap

from refute.programs.engine.picture import Picture, State, Transition

_WIDTH, _LINE, _PAD = 226, 15, 8  # of a box, in pixels; the height of a line in it, and the room around
_GAP_X, _GAP_Y, _MARGIN = 150, 26, 24
_MOST_LETTERS, _MOST_LINES = 28, 3
_MOST_CALLS = 4  # that are named at an arrow, or in a box
_ROUNDS = 8  # of moving states up and down
_STYLE = """
text { font: 12px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #24292f }
.kind { fill: #6e7781; font-size: 11px } .call { fill: #57606a; font-size: 10.5px }
.label { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round }
.state { fill: #f6f8fa; stroke: #8c959f } .arrow { fill: none; stroke: #8c959f } .head { fill: #8c959f }
@media (prefers-color-scheme: dark) {
svg { background: #0d1117 } text { fill: #e6edf3 } .kind, .call { fill: #8d96a0 } .state { fill: #161b22 }
.label { stroke: #0d1117 } }
"""


@dataclass(frozen=True)
class _Arrow:
    start: int
    end: int
    calls: tuple[str, ...]


@dataclass
class _Box:
    state: State
    text: list[str]
    calls: list[str]  # that leave it as it is
    x: float = 0.0
    y: float = 0.0

    @property
    def height(self) -> float:
        return _LINE * (1 + len(self.text) + len(self.calls)) + 2 * _PAD

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


def svg(picture: Picture) -> str:
    """The drawing, as text for a file."""
    arrows, own = _arrows(picture)
    boxes = [_Box(state, _shown(state), list(own.get(number, ()))) for number, state in enumerate(picture.states)]
    columns = _columns(boxes, arrows)
    width = max((box.x + _WIDTH for box in boxes), default=0) + _MARGIN
    height = max((box.y + box.height for box in boxes), default=0) + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}">',
        f"<style>{_STYLE}</style>",
        '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path class="head" d="M0,0 L8,4 L0,8 z"/></marker>',
        *(_line(boxes[arrow.start], boxes[arrow.end], arrow.calls) for arrow in arrows),
        *(part for column in columns for number in column for part in _drawn(boxes[number])),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _arrows(picture: Picture) -> tuple[list[_Arrow], Mapping[int, list[str]]]:
    """The arrows, and the calls that leave a state as it is, by state."""
    between: dict[tuple[int, int], dict[str, None]] = {}
    staying: dict[int, dict[str, None]] = {}
    for one in picture.transitions:
        for start in dict.fromkeys(one.given):
            ends = [end for end in one.left if end != start]
            for end in ends:
                between.setdefault((start, end), {})[_call(one)] = None
            if not ends and len(one.given) == 1:
                staying.setdefault(start, {})[f"{_call(one)}{' refused' if one.is_refused else ''}"] = None
    arrows = [_Arrow(start, end, tuple(_few(calls))) for (start, end), calls in between.items()]
    return arrows, {number: [] if len(calls) > 2 * _MOST_CALLS else _few(calls) for number, calls in staying.items()}


def _shown(state: State) -> list[str]:
    """How a state shows itself, on few lines; its class is written above it."""
    text = state.text
    if text.startswith(f"<{state.kind} ") and text.endswith(">"):
        text = text[len(state.kind) + 2 : -1]
    lines = wrap(text, _MOST_LETTERS, max_lines=_MOST_LINES, placeholder=" …", break_on_hyphens=False)
    return lines or [text]


def _call(transition: Transition) -> str:
    name = transition.operation.rpartition(".")[2]
    return _cut(f"{name}({', '.join(transition.constants)})")


def _few(calls: Iterable[str]) -> list[str]:
    found = list(calls)
    more = [f"and {len(found) - _MOST_CALLS} more"] if len(found) > _MOST_CALLS else []
    return [*found[:_MOST_CALLS], *more]


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 1]}…"


def _columns(boxes: Sequence[_Box], arrows: Sequence[_Arrow]) -> list[list[int]]:
    """Give each box its place: columns by size, in each the boxes near those that lead to them."""
    sizes = sorted({box.state.size for box in boxes})
    columns = [[number for number, box in enumerate(boxes) if box.state.size == size] for size in sizes]
    before: dict[int, list[int]] = {}
    for arrow in arrows:
        before.setdefault(arrow.end, []).append(arrow.start)
    for place, column in enumerate(columns):
        _stack(boxes, column, _MARGIN + place * (_WIDTH + _GAP_X))
    for _ in range(_ROUNDS):
        for place, column in enumerate(columns):
            near = {number: _mean(boxes, before.get(number, ()), boxes[number].middle) for number in column}
            column.sort(key=near.__getitem__)
            _stack(boxes, column, _MARGIN + place * (_WIDTH + _GAP_X))
    return columns


def _mean(boxes: Sequence[_Box], numbers: Sequence[int], otherwise: float) -> float:
    return sum(boxes[number].middle for number in numbers) / len(numbers) if numbers else otherwise


def _stack(boxes: Sequence[_Box], column: Sequence[int], x: float) -> None:
    y = float(_MARGIN)
    for number in column:
        boxes[number].x, boxes[number].y = x, y
        y += boxes[number].height + _GAP_Y


def _drawn(box: _Box) -> Iterable[str]:
    yield (
        f'<rect class="state" x="{box.x:.0f}" y="{box.y:.0f}" width="{_WIDTH}" height="{box.height:.0f}" rx="6">'
        f"<title>{escape(box.state.text)}</title></rect>"
    )
    yield _text(box.x + _PAD, box.y + _PAD + 11, box.state.kind, "kind")
    for number, line in enumerate((*box.text, *box.calls), 1):
        style = "" if number <= len(box.text) else "call"
        yield _text(box.x + _PAD, box.y + _PAD + 11 + number * _LINE, line, style)


def _line(start: _Box, end: _Box, calls: Sequence[str]) -> str:
    """A curve from one box to another: to the right, beside a column, or around below where it leads back."""
    x1, y1, x2, y2 = start.x + _WIDTH, start.middle, end.x, end.middle
    bend = max(40.0, abs(x2 - x1) / 2)
    if start.x == end.x:
        x2, bend = x1, min(90.0, 30.0 + abs(y2 - y1) / 6)
        path = f"M{x1:.0f},{y1:.0f} C{x1 + bend:.0f},{y1:.0f} {x2 + bend:.0f},{y2:.0f} {x2:.0f},{y2:.0f}"
        middle = x1 + 0.75 * bend, (y1 + y2) / 2
    elif x2 <= x1:
        x1, x2, y1, y2 = start.x + _WIDTH / 2, end.x + _WIDTH / 2, start.y + start.height, end.y + end.height
        path = f"M{x1:.0f},{y1:.0f} C{x1:.0f},{y1 + bend:.0f} {x2:.0f},{y2 + bend:.0f} {x2:.0f},{y2:.0f}"
        middle = (x1 + x2) / 2, max(y1, y2) + 0.6 * bend
    else:
        path = f"M{x1:.0f},{y1:.0f} C{x1 + bend:.0f},{y1:.0f} {x2 - bend:.0f},{y2:.0f} {x2:.0f},{y2:.0f}"
        middle = (x1 + x2) / 2, (y1 + y2) / 2
    labels = [
        _text(middle[0], middle[1] - 4 - 12 * (len(calls) - 1 - number), call, "call label", "middle")
        for number, call in enumerate(calls)
    ]
    return "\n".join([f'<path class="arrow" d="{path}" marker-end="url(#head)"/>', *labels])


def _text(x: float, y: float, text: str, style: str, anchor: str = "start") -> str:
    look = f' class="{style}"' if style else ""
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}"{look}>{escape(text)}</text>'
