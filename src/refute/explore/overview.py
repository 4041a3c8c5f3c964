"""What an exploration has seen of an interface: by operation, and by class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refute.explore.data import InterfaceInfo
from refute.programs.engine.knowledge import Knowledge, Noted
from refute.programs.hosting.explored import Counts, Reached
from refute.words import grouped, plural

Section = tuple[str, list[str]]  # of a report: a title, and lines


def sections(info: InterfaceInfo, counts: Counts) -> list[Section]:
    """Tables for those who want to know: what was called, what came of it, and what there is."""
    found: list[Section] = []
    lines = {one.function: one for one in counts.lines}
    if counts.operations:
        head = ("", "calls", "refused", "failed", "new", "changing", "lines")
        rows = [
            (name, *map(grouped, numbers), _reached(lines.get(name, lines.get(f"{name}.__init__"))))
            for name, *numbers in counts.operations
        ]
        found.append(("operations", _table([head, *rows])))
    if counts.states:
        rows = [
            (name, plural(states, "state"), f"{grouped(sampled)} more in random programs" if sampled else "")
            for name, states, sampled, *_ in counts.states
        ]
        found.append(("classes", _table(rows)))
    if counts.lines:
        found.append(("lines reached by calls", list(_lines(counts.lines))))
    if info.constants:
        found.append(("constants", [f"{one.type}: {', '.join(one.texts)}" for one in info.constants]))
    return found


def _reached(lines: Reached | None) -> str:
    """`4 of 6`, of the lines of an operation's own function."""
    return "" if lines is None else f"{lines.lines - len(lines.missed)} of {lines.lines}"


def _lines(functions: Sequence[Reached]) -> Iterator[str]:
    every, missed = sum(one.lines for one in functions), sum(len(one.missed) for one in functions)
    yield f"{grouped(every - missed)} of {grouped(every)}"
    for one in functions:
        if one.missed:
            yield f"{one.function}: not {spans(one.missed)}"


def spans(lines: Sequence[int]) -> str:
    """`12, 14-17`"""
    found: list[list[int]] = []
    for line in lines:
        if found and line == found[-1][-1] + 1:
            found[-1] = [found[-1][0], line]
        else:
            found.append([line])
    return ", ".join("-".join(map(str, span)) for span in found)


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with aligned columns, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            [f"{row[0]:<{widths[0]}}", *(f"{text:>{width}}" for text, width in zip(row[1:], widths[1:], strict=True))]
        ).rstrip()
        for row in rows
    ]


def warnings_of(info: InterfaceInfo, counts: Counts) -> list[str]:
    """What was never called, what is left out, and what there was no room for."""
    found = []
    called = {name: calls for name, calls, *_ in counts.operations}
    for operation in info.operations:
        if not called.get(operation.name) and operation.missing:
            types = ", ".join(operation.missing)
            found.append(f"{operation.name} was never called: nothing makes {types}")
    found += [f"{name} is left out: {why}" for name, why in info.left_out]
    for kind, _, _, dropped, _ in counts.states:
        if dropped:
            found.append(f"there was no room for {grouped(dropped)} instances of {kind}: --bound {kind}=N gives more")
    return found


def unsteadiness(knowledge: Knowledge, noted: Noted) -> list[str]:
    """What keeps programs from doing the same whenever they are run."""
    found = []
    for name in noted.flaky:
        found.append(
            f"{name} does not do the same when it is called again on the same values: what it makes is set aside"
        )
    if knowledge.random:
        found.append(
            "calls use random numbers: each is tried with some, and a program names the seeds of those that fail"
        )
    for text in knowledge.varying:
        name = text.partition(":")[2]
        found.append(f"{name} differs from run to run: instances are not told apart by it")
    for name in noted.by_identity:
        found.append(f"what a {name} is made of cannot be seen: each counts as another one (key= says what it is)")
    for name in noted.changed:
        found.append(f"calls change {name}, and it stays so: later programs do not begin where the first began")
    return found
