"""Branches: from which lines of a function it may go on at more than one other, as its bytecode says.

    3  if low > high:        3 → 4, 3 → 5
    4      return low
    5  for x in xs:          5 → 6, and 5 → -1: out of a function that begins at line 1
    6      total += x

A line is that on which a statement begins. Exceptions that are raised lead nowhere.
"""

from __future__ import annotations

import dis
import io
import linecache
import tokenize
from collections.abc import Mapping
from functools import cached_property, lru_cache
from types import CodeType

Arc = tuple[int, int]  # from a line to another; to the negative first line of a function, where that is left

_CONDITIONAL = ("POP_JUMP_", "JUMP_IF_", "FOR_ITER")
_RETURNS = frozenset({"RETURN_VALUE", "RETURN_CONST"})
_RAISES = frozenset({"RAISE_VARARGS", "RERAISE"})
_JUMPS = frozenset({"JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT", "SEND"})
_BETWEEN_STATEMENTS = frozenset({tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING})


@lru_cache(maxsize=256)
def first_lines(file: str) -> Mapping[int, int]:
    """Of each line of a statement that takes several, the first. A source that cannot be read has none."""
    found: dict[int, int] = {}
    begun = 0
    try:
        for token in tokenize.generate_tokens(io.StringIO("".join(linecache.getlines(file))).readline):
            if token.type == tokenize.NEWLINE:
                found.update(dict.fromkeys(range(begun + 1, token.end[0] + 1), begun))
                begun = 0
            elif not begun and token.type not in _BETWEEN_STATEMENTS:
                begun = token.start[0]
    except (tokenize.TokenError, SyntaxError):
        return {}
    return found


class Flow:
    """Where control goes in one code object."""

    def __init__(self, code: CodeType) -> None:
        self._firsts = first_lines(code.co_filename)
        self.exit = -code.co_firstlineno
        self._by_offset: dict[int, tuple[dis.Instruction, int | None, int | None]] = {}
        lines = {offset: line for start, stop, line in code.co_lines() for offset in range(start, stop, 2)}
        instructions = list(dis.get_instructions(code))
        following: list[int | None] = [*(one.offset for one in instructions[1:]), None]
        for one, after in zip(instructions, following, strict=True):
            line = lines.get(one.offset)
            self._by_offset[one.offset] = one, None if line is None else self.first_of(line), after

    def first_of(self, line: int) -> int:
        """The line on which the statement of a line begins."""
        return self._firsts.get(line, line)

    @cached_property
    def lines(self) -> list[int]:
        """Those at which statements begin, without that of the `def`."""
        found = {line for _, line, _ in self._by_offset.values() if line is not None}
        return sorted(found - {-self.exit, self.first_of(-self.exit)})

    @cached_property
    def branches(self) -> list[Arc]:
        """The ways from lines that have more than one."""
        ways: dict[int, set[int]] = {}
        for offset, (instruction, line, after) in self._by_offset.items():
            if _is_conditional(instruction) and line is not None:
                for destination in (after, instruction.argval):
                    arc = self.arc(offset, destination)
                    if arc is not None:
                        ways.setdefault(line, set()).add(arc[1])
        return sorted((line, to) for line, several in ways.items() if len(several) > 1 for to in several)

    @cached_property
    def steps(self) -> list[Arc]:
        """All ways from a line to another."""
        found: set[Arc] = set()
        for offset, (instruction, _, after) in self._by_offset.items():
            if instruction.opname in _RETURNS or instruction.opname in _RAISES:
                continue
            jumps = _is_conditional(instruction) or instruction.opname in _JUMPS
            ways = [instruction.argval] if jumps else []
            ways += [] if instruction.opname in _JUMPS else [after]
            found.update(arc for arc in (self.arc(offset, way) for way in ways) if arc is not None)
        return sorted(found)

    def arc(self, offset: int, destination: int | None) -> Arc | None:
        """The lines between which a jump leads; None if that is within a line, or depends on another jump in it."""
        line = self._by_offset[offset][1] if offset in self._by_offset else None
        seen: set[int] = set()
        while line is not None and destination is not None and destination not in seen:
            seen.add(destination)
            if destination not in self._by_offset:
                return None
            instruction, reached, after = self._by_offset[destination]
            if reached not in (None, line):
                return line, reached
            if instruction.opname in _RETURNS:
                return line, self.exit
            if instruction.opname in _RAISES or _is_conditional(instruction):
                return None
            destination = instruction.argval if instruction.opname in _JUMPS else after
        return None


@lru_cache(maxsize=4096)  # workers inherit what their host has found out
def flow_of(code: CodeType) -> Flow:
    return Flow(code)


def _is_conditional(instruction: dis.Instruction) -> bool:
    return instruction.opname.startswith(_CONDITIONAL)


def returns(code: CodeType, offset: int) -> bool:
    """Whether a frame whose last instruction is at an offset returns for good: it neither yields nor raises."""
    return dis.opname[code.co_code[offset]] in _RETURNS
