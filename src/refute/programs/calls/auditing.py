"""The audit of programs: each call is written down before it is made, as the program that ends in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from refute.judge.calls.audit import Audit
from refute.programs.calls.variants import Variant
from refute.programs.pools.instances import Given, Origin
from refute.programs.program.program import Program, program_of
from refute.programs.program.spelling import written

AGAIN, LOOK, THREADS = "again", "look", "threads"  # what calls are made for that are not judged as calls


class ProgramAudit:
    """Writes calls of an exploration to an audit."""

    def __init__(self, audit: Audit, variants: Sequence[Variant]) -> None:
        self._audit = audit
        self._variants = variants
        self.is_resuming = False  # whether calls are made that were judged before

    def note(self, variant: Variant, given: Sequence[Given], purpose: str = "") -> None:
        """A call on instances and constants."""
        every = tuple(range(len(given)))
        purpose = purpose or (AGAIN if self.is_resuming else "")
        self._write(program_of(Origin(variant.number, tuple(given), every), self._variants), purpose)

    def note_replay(self, program: Program, number: int) -> None:
        """A call of a program that is performed."""
        self._write(replace(program, calls=program.calls[: number + 1], watched=(), after=None), AGAIN)

    def _write(self, program: Program, purpose: str) -> None:
        text = written(program, self._variants)
        name = self._variants[program.calls[-1].variant].operation.name
        self._audit.write(name, "; ".join([*text.lines, text.last]), purpose)
