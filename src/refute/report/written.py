"""Suites that were written, told: for people, and as JSON."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from refute.explore.overview import coverage_table
from refute.report.lines import Line
from refute.suite.report import Written
from refute.words import grouped, plural

_MOST_DROPPED = 5
_MOST_SURVIVING = 20
_KINDS = {"value": "of values", "refusal": "of refusals", "property": "of properties", "finding": "of findings"}


def told_written(written: Written, *, quiet: bool, verbose: bool) -> Iterator[Line]:
    """`tests/test_shop.py  12 tests, …`"""
    file = os.path.relpath(written.file)
    how = "as it was" if written.is_same else "written" if written.is_new else "updated"
    kinds = [(kind, sum(test.kind == kind for test in written.tests)) for kind in _KINDS]
    told = ", ".join(f"{count} {_KINDS[kind]}" for kind, count in kinds if count)
    yield [(file, "bold"), (f"  {how}: {plural(len(written.tests), 'test')}", ""), (f" ({told})" if told else "", "")]
    if quiet:
        return
    yield from (_indented(text) for text in _much(written))
    for name, why in written.changed:
        yield [("    changed  ", "yellow"), (f"{name}: {why}", "")]
    for name in written.edited:
        yield _indented(f"kept, as somebody has edited it: {name}")
    for name in written.gone if verbose else ():
        yield _indented(f"not needed any more: {name}")
    for name, why in written.dropped if verbose else written.dropped[:_MOST_DROPPED]:
        yield [("    dropped  ", "yellow"), (f"{name}: {why}", "")]
    if not verbose and len(written.dropped) > _MOST_DROPPED:
        yield _indented(
            f"dropped as well: {plural(len(written.dropped) - _MOST_DROPPED, 'other test')} (-v lists them)"
        )
    for draft in written.drafts:
        yield from (_indented(f"not written: {text}") for text in draft.left_out)
        if verbose:
            yield from (_indented(text) for text in draft.warnings)
    if verbose:
        yield from _details(written)


def _much(written: Written) -> Iterator[str]:
    """How much of the target tests reach and notice."""
    lines, branches, mutants = written.lines, written.branches, written.mutants
    if lines[1]:
        ways = f", {grouped(branches[0])} of {grouped(branches[1])} branches" if branches[1] else ""
        yield f"they reach {grouped(lines[0])} of {grouped(lines[1])} lines{ways}"
    if mutants.tried:
        rest = [f"{grouped(mutants.equivalent)} do the same"] if mutants.equivalent else []
        rest += [f"{grouped(mutants.unreached)} are not reached"] if mutants.unreached else []
        rest += [f"{grouped(len(mutants.surviving))} survive"] if mutants.surviving else []
        more = f" ({', '.join(rest)})" if rest else ""
        yield f"they notice {grouped(mutants.noticed)} of {plural(mutants.tried, 'mutant')}{more}"


def _details(written: Written) -> Iterator[Line]:
    for draft in written.drafts:
        if draft.explored is not None:
            yield _indented(f"{draft.target}: {draft.explored.claims.tried}")
        for title, lines in [] if draft.explored is None else draft.explored.sections:
            if title == "not reached":
                yield _indented(f"{title} by any call")
                yield from (_indented(f"  {line}") for line in lines)
    reached = written.reached
    if reached:
        yield _indented("reached by tests")
        yield from (_indented(f"  {line}") for line in coverage_table(reached))
    surviving = written.mutants.surviving
    if surviving:
        yield _indented("mutants that no test notices")
        for one in surviving[:_MOST_SURVIVING]:
            yield _indented(f"  {one.function}, line {one.line}: {one.change}")
        if len(surviving) > _MOST_SURVIVING:
            yield _indented(f"  and {plural(len(surviving) - _MOST_SURVIVING, 'other')}")


def _indented(text: str) -> Line:
    return [(f"    {text}", "")]


def as_json(written: Written) -> dict[str, Any]:
    """The same for programs."""
    mutants = written.mutants
    return {
        "file": str(written.file),
        "is_new": written.is_new,
        "is_same": written.is_same,
        "seconds": round(written.seconds, 3),
        "tests": [
            {"name": one.name, "kind": one.kind, "operation": one.operation, "source": one.text}
            for one in written.tests
        ],
        "dropped": [{"name": name, "why": why} for name, why in written.dropped],
        "changed": [{"name": name, "why": why} for name, why in written.changed],
        "edited": list(written.edited),
        "gone": list(written.gone),
        "left_out": [text for draft in written.drafts for text in draft.left_out],
        "lines": {"reached": written.lines[0], "all": written.lines[1]},
        "branches": {"reached": written.branches[0], "all": written.branches[1]},
        "functions": [
            {
                "name": one.function,
                "file": one.file,
                "lines": len(one.lines),
                "missed": list(one.missed),
                "branches": len(one.branches),
                "untaken": [list(arc) for arc in one.untaken],
            }
            for one in written.reached
        ],
        "mutants": {
            "tried": mutants.tried,
            "noticed": mutants.noticed,
            "equivalent": mutants.equivalent,
            "unreached": mutants.unreached,
            "surviving": [
                {"function": one.function, "line": one.line, "change": one.change} for one in mutants.surviving
            ],
        },
        "warnings": [*written.warnings, *(text for draft in written.drafts for text in draft.warnings)],
    }
