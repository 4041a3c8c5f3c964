"""Charts as SVG: lines on logarithmic axes, and bars made of buckets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

Points = Sequence[tuple[float, float]]

COLOURS = (
    "#0b6e4f",
    "#c0392b",
    "#2c6fbb",
    "#8e5ea2",
    "#e08e0b",
    "#4d4d4d",
    "#17a2a2",
    "#a0522d",
    "#d4698f",
    "#9aa81c",
)
SHADES = ("#0b6e4f", "#4fa88a", "#a9d5c3", "#f0c987", "#c9c9c9")  # quick to unsolved
WIDTH, HEIGHT = 870, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 300, 58, 50


def log_lines(title: str, x_label: str, y_label: str, series: Mapping[str, Points], *, log_x: bool = False) -> str:
    """A line for each series; the vertical axis is logarithmic, the horizontal one if it is asked for."""
    points = [point for line in series.values() for point in line]
    if not points:
        return _page(HEIGHT, title, [])
    across = math.log10 if log_x else float
    xs, ys = [across(x) for x, _ in points], [math.log10(y) for _, y in points]
    low, high = math.floor(min(ys)), math.ceil(max(ys) + 1e-9)
    high = max(high, low + 1)
    first, last = min(xs), max(max(xs), min(xs) + 1)

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            LEFT + (across(x) - first) / (last - first) * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - (math.log10(y) - low) / (high - low) * (HEIGHT - TOP - BOTTOM),
        )

    drawn = []
    for power in range(low, high + 1):
        _, y = place(points[0][0], 10.0**power)
        drawn.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#e4e4e4"/>')
        drawn.append(_text(LEFT - 8, y + 4, _power(power), "end"))
    for x in sorted({x for x, _ in points}):
        left, _ = place(x, points[0][1])
        drawn.append(_text(left, HEIGHT - BOTTOM + 18, f"{x:g}", "middle"))
    drawn += _lines({name: [place(x, y) for x, y in line] for name, line in series.items()})
    drawn.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, x_label, "middle"))
    drawn.append(_text(LEFT - 8, TOP - 12, y_label, "middle"))
    return _page(HEIGHT, title, drawn)


def shares(title: str, x_label: str, series: Mapping[str, Points]) -> str:
    """A line for each series, of shares from none to all; the horizontal axis is logarithmic."""
    xs = sorted({x for line in series.values() for x, _ in line})
    if not xs:
        return _page(HEIGHT, title, [])
    first, last = math.log10(xs[0]), max(math.log10(xs[-1]), math.log10(xs[0]) + 1)

    def place(x: float, share: float) -> tuple[float, float]:
        return (
            LEFT + (math.log10(x) - first) / (last - first) * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM),
        )

    drawn = []
    for tenth in range(0, 11, 2):
        _, y = place(xs[0], tenth / 10)
        drawn.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#e4e4e4"/>')
        drawn.append(_text(LEFT - 8, y + 4, f"{tenth * 10} %", "end"))
    drawn += [_text(place(x, 0)[0], HEIGHT - BOTTOM + 18, f"{x:g}", "middle") for x in xs]
    drawn += _lines({name: [place(x, share) for x, share in line] for name, line in series.items()})
    drawn.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, x_label, "middle"))
    return _page(HEIGHT, title, drawn)


def bars(title: str, rows: Mapping[str, Sequence[int]], names: Sequence[str]) -> str:
    """A bar for each row, made of as many parts as there are names."""
    height = TOP + 34 * len(rows) + BOTTOM
    most = max((sum(parts) for parts in rows.values()), default=1) or 1
    left = 170
    scale = (WIDTH - left - 130) / most
    drawn = []
    for number, (row, parts) in enumerate(rows.items()):
        x, y = float(left), TOP + 34 * number
        drawn.append(_text(left - 10, y + 17, row, "end"))
        for shade, part in zip(SHADES, parts, strict=False):
            if part:
                drawn.append(f'<rect x="{x:.1f}" y="{y}" width="{part * scale:.1f}" height="24" fill="{shade}"/>')
                if part * scale > 22:
                    ink = "white" if shade in SHADES[:2] else "#222"
                    drawn.append(_text(x + part * scale / 2, y + 17, str(part), "middle", ink))
            x += part * scale
    for number, (name, shade) in enumerate(zip(names, SHADES, strict=False)):
        drawn += _key(number, shade, name, left=WIDTH - 120)
    return _page(max(height, TOP + 22 * len(names) + 20), title, drawn)


def log_bars(title: str, rows: Mapping[str, Mapping[str, float]]) -> str:
    """A group of bars for each row, of numbers from 1 on, as long as their logarithm."""
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    step, left = 12 * len(names) + 10, 170
    most = math.log10(max((number for row in rows.values() for number in row.values()), default=10))
    scale = (WIDTH - left - 190) / most
    drawn = []
    for place, (row, numbers) in enumerate(rows.items()):
        top = TOP + step * place
        drawn.append(_text(left - 10, top + step / 2, row, "end"))
        for number, name in enumerate(names):
            if name in numbers:
                y, width = top + 12 * number, max(math.log10(numbers[name]) * scale, 1)
                colour = COLOURS[number % len(COLOURS)]
                drawn.append(f'<rect x="{left}" y="{y}" width="{width:.1f}" height="10" fill="{colour}"/>')
                drawn.append(_text(left + width + 5, y + 9, f"{numbers[name]:,.0f}", "start"))
    for number, name in enumerate(names):
        drawn += _key(number, COLOURS[number % len(COLOURS)], name, left=WIDTH - 120)
    return _page(TOP + step * len(rows) + 20, title, drawn)


def _lines(series: Mapping[str, Points]) -> list[str]:
    """A line through places on the page for each series, with its name beside the chart."""
    drawn = []
    for number, (name, places) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        drawn += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
        drawn += _key(number, colour, name)
    return drawn


def _power(power: int) -> str:
    return f"{10.0**power:g}" if -4 <= power <= 4 else f"1e{power}"


def _text(x: float, y: float, text: str, anchor: str, ink: str = "#222") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{ink}">{escape(text)}</text>'


def _key(number: int, colour: str, name: str, left: int = WIDTH - RIGHT + 20) -> list[str]:
    y = TOP + 22 * number
    return [
        f'<rect x="{left}" y="{y}" width="12" height="12" fill="{colour}"/>',
        _text(left + 18, y + 11, name, "start"),
    ]


def _page(height: int, title: str, drawn: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'font-family="sans-serif" font-size="12" fill="#222">'
    )
    background = f'<rect width="{WIDTH}" height="{height}" fill="white"/>'
    heading = f'<text x="16" y="20" font-size="14" font-weight="bold">{escape(title)}</text>'
    return "\n".join([head, background, heading, *drawn, "</svg>"]) + "\n"
