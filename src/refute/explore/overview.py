"""What an exploration has seen of an interface: by operation, and by class."""

from __future__ import annotations

from collections.abc import Sequence

from refute.explore.data import InterfaceInfo
from refute.explore.unreached import unreached
from refute.programs.engine.knowledge import Knowledge, Noted
from refute.programs.hosting.explored import Counts, Reached
from refute.words import grouped, plural

_MOST_CHANGED = 4  # objects of modules that are told by name

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
        found.append(("lines and branches reached by calls", coverage_table(counts.lines)))
        missed = list(unreached(info, counts))
        if missed:
            found.append(("not reached", missed))
    if info.constants:
        found.append(("constants", [f"{one.type}: {', '.join(one.texts)}" for one in info.constants]))
    return found


def _reached(lines: Reached | None) -> str:
    """`4 of 6`, of the lines of an operation's own function."""
    return "" if lines is None else _of(lines.lines, lines.missed)


def _of(every: Sequence[object], missed: Sequence[object]) -> str:
    return f"{grouped(len(every) - len(missed))} of {grouped(len(every))}" if every else ""


def coverage_table(functions: Sequence[Reached]) -> list[str]:
    """A table of functions: how many of their lines and branches were reached."""
    rows = [
        (one.function, _of(one.lines, one.missed), _of(one.branches, one.untaken)) for one in functions if one.lines
    ]
    lines, missed = ([part for one in functions for part in getattr(one, name)] for name in ("lines", "missed"))
    ways, untaken = ([part for one in functions for part in getattr(one, name)] for name in ("branches", "untaken"))
    return _table([("", "lines", "branches"), *rows, ("all", _of(lines, missed), _of(ways, untaken))])


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
    for name in noted.opaque:
        found.append(f"nobody can look into a {name}: instances are not told apart by it (key= says by what they are)")
    found += [f"only {which} are called with" for which in noted.forgotten]
    if noted.changed:
        more = f" and {len(noted.changed) - _MOST_CHANGED} more" if len(noted.changed) > _MOST_CHANGED else ""
        names = f"{', '.join(noted.changed[:_MOST_CHANGED])}{more}"
        found.append(f"calls change {names}, and it stays so: later programs do not begin where the first began")
    return found
