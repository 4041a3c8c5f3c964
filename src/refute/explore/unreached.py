"""What calls did not reach, and why: for a line, the condition before it that never held; for a function, its calls."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from refute.explore.data import InterfaceInfo
from refute.programs.engine.coverage.branches import Arc
from refute.programs.hosting.explored import Counts, Reached
from refute.words import plural

_Bodies = Mapping[int, tuple[ast.AST, int]]  # by the line of a condition: its statement, and the first line of its body


def unreached(info: InterfaceInfo, counts: Counts) -> Iterator[str]:
    """`split: 12, 14-17, the condition at line 11 was never true`, a line for each reason and function."""
    for function in counts.lines:
        if function.missed == function.lines and function.lines:
            yield f"{function.function}: {_why_never(function, info, counts)}"
            continue
        for lines, why in _reasons(function):
            yield f"{function.function}: {f'{spans(lines)}, ' if lines else ''}{why}"
        refused = _refused(function, counts)
        if function.missed and refused:
            yield f"{function.function}: all of its {plural(refused, 'call')} were refused"


def spans(lines: Sequence[int]) -> str:
    """`12, 14-17`"""
    found: list[list[int]] = []
    for line in lines:
        if found and line == found[-1][-1] + 1:
            found[-1] = [found[-1][0], line]
        else:
            found.append([line])
    return ", ".join("-".join(map(str, span)) for span in found)


def _why_never(function: Reached, info: InterfaceInfo, counts: Counts) -> str:
    name = function.function
    names = {name, name.removesuffix(".__init__"), name.removesuffix(".__new__"), name.removesuffix(".__post_init__")}
    calls = [number for one, number, *_ in counts.operations if one in names]
    missing = [kind for one in info.operations if one.name in names for kind in one.missing]
    if missing and not any(calls):
        return f"never called: nothing makes {', '.join(dict.fromkeys(missing))}"
    left_out = [why for one, why in info.left_out if one in names]
    if left_out:
        return f"never called: it is left out, {left_out[0]}"
    made = {kind: count + sampled for kind, count, sampled, *_ in counts.states}
    unmade = [kind for one in info.operations if one.name in names for kind in one.needs if not made.get(kind, 1)]
    if unmade and not any(calls):
        return f"never called: no {' and no '.join(dict.fromkeys(unmade))} was made"
    if calls and not any(calls):
        return "never called: there was no time for it"
    return "never called by what was called" if not calls else "never begun by its calls"


def _refused(function: Reached, counts: Counts) -> int:
    """How many calls there were of a function, if all were refused."""
    for name, calls, refused, *_ in counts.operations:
        if name == function.function and calls and calls == refused:
            return calls
    return 0


def _reasons(function: Reached) -> Iterator[tuple[list[int], str]]:
    """Lines that were missed together, and ways that were not taken to others, each with a reason."""
    bodies = _conditions(function.file)
    missed, left = set(function.missed), list(function.missed)
    reasons: dict[str, list[int]] = {}
    for arc in function.untaken:
        source, target = arc
        if source in missed:
            continue
        why = _why(arc, bodies)
        lines = _run_from(target, function, missed, left) if target in missed else []
        reasons.setdefault(why, []).extend(lines)
        left = [line for line in left if line not in lines]
    for first in list(left):
        if first in left:
            lines = _run_from(first, function, missed, left)
            reasons.setdefault(_why_without(first, function, bodies), []).extend(lines)
            left = [line for line in left if line not in lines]
    for why, lines in reasons.items():
        yield sorted(set(lines)), why


def _run_from(line: int, function: Reached, missed: set[int], left: Sequence[int]) -> list[int]:
    """Missed lines from one on, without any between them that was reached."""
    found: list[int] = []
    for one in function.lines:
        if one < line:
            continue
        if one not in missed:
            break
        if one in left:
            found.append(one)
    return found


def _why(arc: Arc, bodies: _Bodies) -> str:
    source, target = arc
    node, body = bodies.get(source, (None, 0))
    held = target == body
    match node:
        case ast.If() | ast.While():
            return f"the condition at line {source} was never {'true' if held else 'false'}"
        case ast.For() | ast.AsyncFor():
            return f"the loop at line {source} never {'ran' if held else 'came to its end'}"
        case ast.match_case():
            return f"the case at line {source} {'never' if held else 'always'} matched"
        case ast.ExceptHandler():
            return f"the exception at line {source} was {'never' if held else 'always'} the one that was raised"
    return f"line {source} was never followed by {f'line {target}' if target > 0 else 'the end of the function'}"


def _why_without(line: int, function: Reached, bodies: _Bodies) -> str:
    """Why a line was missed to which no way was left out: nothing was raised, or nothing came past the line before."""
    node, _ = bodies.get(line, (None, 0))
    if isinstance(node, ast.ExceptHandler):
        return "no exception was raised that is handled there"
    before = [one for one in function.lines if one < line and one not in function.missed]
    return f"no call came past line {before[-1]}" if before else "no call came to it"


@lru_cache(maxsize=32)
def _conditions(file: str) -> _Bodies:
    """By line, what decides there how to go on."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    found: dict[int, tuple[ast.AST, int]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.If() | ast.While() | ast.For() | ast.AsyncFor() | ast.ExceptHandler():
                found[node.lineno] = node, node.body[0].lineno
            case ast.match_case():
                found[node.pattern.lineno] = node, node.body[0].lineno
    return found
