"""How each refinement was understood: symbolic, opaque, or not a constraint."""

from __future__ import annotations

from collections.abc import Sequence

from refute.report.lines import Line
from refute.types.reading.notes import Note

_LONG_TEXT = 60  # a refinement longer than this does not widen its column
_STYLES = {
    "symbolic": "green",
    "opaque": "yellow",
    "narrowed": "yellow",
    "discards": "yellow",
    "not a constraint": "dim",
    "as a measure": "dim",
    "in sight": "dim",
    "selected": "yellow",
    "by its default": "dim",
}


def understood(notes: Sequence[Note]) -> list[Line]:
    """Each refinement once, with all it is on, and how it was read."""
    together: dict[tuple[str, str, str], list[str]] = {}
    for note in notes:
        owners = together.setdefault((note.status, note.text, note.reason), [])
        if note.owner not in owners:
            owners.append(note.owner)
    statuses = max(len(status) for status, _, _ in together)
    texts = min(_LONG_TEXT, max(len(text) for _, text, _ in together))
    lines: list[Line] = []
    for (status, text, reason), owners in together.items():
        line = [(f"{status:<{statuses}}", _STYLES[status]), (f"  {text:<{texts}}  ", ""), (", ".join(owners), "dim")]
        lines.append(line)
        if reason:
            lines.append([(" " * (statuses + 2) + reason, "dim")])
    return lines
