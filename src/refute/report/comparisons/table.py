"""Tables of many versions against one: as text, CSV, HTML, Markdown and JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from html import escape
from typing import Any, TextIO

from refute.compare.saying.verdicts import CHANGED, SAME
from refute.compare.table import MISSING, Cell, Row, Table
from refute.logic.terms.wording import listed
from refute.report.lines import Line, lines_of
from refute.report.terminal import console, print_lines
from refute.words import cut, plural, visible

_LONG = 60  # characters of a cell of text
_STYLES = {SAME: "green", CHANGED: "bold red", MISSING: "bold red"}
_STYLE = """\
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em; color: #222; background: #fff }
table { border-collapse: collapse } th, td { border: 1px solid #ccc; padding: 0.3em 0.6em; text-align: left }
td { vertical-align: top } code { font: 0.92em ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap }
.same { background: #e3f4e8 } .changed, .missing { background: #fbe3e1 } .undecided { background: #fdf3d8 }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #1b1b1b } th, td { border-color: #555 }
  .same { background: #1d3a27 } .changed, .missing { background: #4a2320 } .undecided { background: #453a17 }
}
"""


def write_table(table: Table, format: str, out: TextIO, *, verbose: bool = False) -> None:
    match format:
        case "csv":
            _write_csv(table, out)
        case "html":
            out.write("".join(_html(table)))
        case "markdown":
            out.write("\n".join(_markdown(table)) + "\n")
        case "json":
            out.write(json.dumps(_json(table), indent=2) + "\n")
        case _:
            print_lines(console(out), _text(table, verbose=verbose))


def _said(cell: Cell | None) -> str:
    """What a cell says in a line."""
    match cell:
        case None:
            return "not compared"
        case Cell(status="changed"):
            return f"{cell.call}: {cell.did}, not {cell.expected}"
        case Cell(status="undecided"):
            return f"undecided: {cell.why}"
    return cell.status


def _text(table: Table, *, verbose: bool) -> Iterator[Line]:
    columns, width = table.columns, max((len(row.name) for row in table.rows), default=0)
    wide = max((len(one) for one in columns), default=0)
    for row in table.rows:
        if row.error is not None:
            yield [(f"{row.name:<{width}}  ", "bold"), ("unusable", "bold yellow")]
            yield from lines_of(row.error.problem, "", "    ")
            continue
        if row.is_right:
            yield [(f"{row.name:<{width}}  ", "bold"), ("same", "green"), (f"  {_tried(row)}", "dim")]
            continue
        right = [name for name in columns if row.cells.get(name) is not None and row.cells[name].status == SAME]
        yield [(f"{row.name:<{width}}  ", "bold"), (f"{len(right)} of {len(columns)} the same", "")]
        for name in columns:
            cell = row.cells.get(name)
            if verbose or cell is None or cell.status != SAME:
                status = "not compared" if cell is None else cell.status
                said = "" if cell is None or cell.status in (SAME, MISSING) else cut(_said(cell), 4 * _LONG)
                line: Line = [(f"    {name:<{wide}}  ", ""), (f"{status:<9}", _STYLES.get(status, "bold yellow"))]
                yield [*line, (f"  {visible(said)}" if said else "", "")]
    yield []
    for rows in table.groups:
        yield from lines_of(f"alike: {listed([row.name for row in rows])}", "yellow", "")
    yield [(_summary(table), "")]


def _tried(row: Row) -> str:
    count = 0 if row.comparison is None else row.comparison.tests
    return plural(count, "input")


def _summary(table: Table) -> str:
    right = sum(row.is_right for row in table.rows)
    unusable = sum(row.error is not None for row in table.rows)
    said = f"{plural(len(table.rows), 'submission')} against {table.reference}: {right} the same"
    said += f", {len(table.rows) - right - unusable} not"
    said += f", {unusable} unusable" if unusable else ""
    return f"{said}; interrupted" if table.interrupted else said


def _write_csv(table: Table, out: TextIO) -> None:
    columns = table.columns
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["submission", "same", *columns, "alike"])
    for row in table.rows:
        cells = [_said(row.cells.get(name)) for name in columns]
        if row.error is not None:
            cells = [f"unusable: {row.error.problem}"] * len(columns)
        right = sum(cell.status == SAME for cell in row.cells.values())
        alike = next((rows for rows in table.groups if row in rows), [])
        others = " ".join(other.name for other in alike if other is not row)
        # what a spreadsheet would take for a formula is a text
        writer.writerow([_inert(one) for one in (row.name, f"{right} of {len(columns)}", *cells, others)])


def _inert(text: str) -> str:
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def _html(table: Table) -> Iterator[str]:
    columns = table.columns
    yield f"<!DOCTYPE html>\n<html lang='en'><meta charset='utf-8'><title>{escape(table.reference)}</title>"
    yield f"<style>\n{_STYLE}</style>\n<p>{escape(_summary(table))}</p>\n<table>\n<tr><th>submission</th>"
    yield "".join(f"<th>{escape(name)}</th>" for name in columns) + "</tr>\n"
    for row in table.rows:
        yield f"<tr><th>{escape(visible(row.name))}</th>"
        if row.error is not None:
            yield f"<td class='undecided' colspan='{max(1, len(columns))}'>{escape(visible(row.error.problem))}</td>"
        else:
            yield "".join(_html_cell(row.cells.get(name)) for name in columns)
        yield "</tr>\n"
    yield "</table>\n"
    for rows in table.groups:
        yield f"<p>alike: {escape(listed([row.name for row in rows]))}</p>\n"
    yield "</html>\n"


def _html_cell(cell: Cell | None) -> str:
    if cell is None:
        return "<td></td>"
    if cell.status == CHANGED:
        did = f"{escape(visible(cell.did))}, not {escape(visible(cell.expected))}"
        return f"<td class='changed'><code>{escape(visible(cell.call))}</code><br>{did}</td>"
    return f"<td class='{escape(cell.status)}'>{escape(visible(_said(cell)))}</td>"


def _markdown(table: Table) -> Iterator[str]:
    columns = table.columns
    yield f"| submission | {' | '.join(columns)} |"
    yield f"|---|{'---|' * len(columns)}"
    for row in table.rows:
        cells = [_said(row.cells.get(name)) for name in columns]
        if row.error is not None:
            cells = [f"unusable: {row.error.problem}", *[""] * (len(columns) - 1)]
        yield f"| {' | '.join(_in_markdown(one) for one in (row.name, *cells))} |"
    yield ""
    for rows in table.groups:
        yield f"Alike: {listed([row.name for row in rows])}."
    yield ""
    yield _summary(table)


def _in_markdown(text: str) -> str:
    text = " ".join(visible(text).split()).replace("|", "\\|").replace("<", "&lt;")
    return text.replace("*", "\\*").replace("_", "\\_").replace("`", "\\`")


def _json(table: Table) -> dict[str, Any]:
    return {
        "schema": 1,
        "reference": table.reference,
        "columns": table.columns,
        "rows": [
            {
                "name": row.name,
                "path": row.path,
                "error": None if row.error is None else row.error.problem,
                "cells": {
                    name: {
                        "status": cell.status,
                        "call": cell.call,
                        "expected": cell.expected,
                        "did": cell.did,
                        "why": cell.why,
                        "tried": cell.tried,
                    }
                    for name, cell in row.cells.items()
                },
            }
            for row in table.rows
        ],
        "groups": [[row.name for row in rows] for rows in table.groups],
        "interrupted": table.interrupted,
    }
