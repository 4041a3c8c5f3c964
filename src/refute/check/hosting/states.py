"""Methods on instances that other methods have made: an exploration of the class, of which one method is judged."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any

from refute.errors import RefuteError
from refute.judge.calls.refusals import Refusal
from refute.judge.findings import Failure
from refute.judge.oracles import Tolerance
from refute.programs.calls.leaving import Done
from refute.programs.calls.variants import Variant
from refute.programs.contracts.looks import EVERY
from refute.programs.engine.body import Calling
from refute.programs.engine.exploration import Exploration, Exploring
from refute.programs.engine.log import Log
from refute.programs.engine.messages import Broke
from refute.programs.engine.resuming import Make
from refute.programs.hosting.explored import Explored
from refute.programs.hosting.telling import Teller, Told
from refute.programs.interface.interface import Interface
from refute.programs.program.program import Program
from refute.programs.schedule.stages import Block
from refute.run.body import Spoken
from refute.run.limits import Limits
from refute.run.runner import Runner
from refute.run.steps.marks import NO_INPUT
from refute.types.signatures import Signature


class StateCalls(Calling):
    """The calls of an exploration: those of the method are inputs, all others only make instances for it."""

    def __init__(self, make: Make, log: Log, careful_until: int = 0, *, is_part: bool = False) -> None:
        super().__init__(make, log, careful_until, is_part=is_part)
        self._places: set[int] = set()  # of the instances that the method was called on since the last settlement

    def start(self, index: int) -> Iterator[Any]:
        self._places.clear()
        return super().start(index)

    def _is_fast(self, block: Block) -> bool:
        return False  # what leads to nothing new is not always an input

    def objection(self) -> bytes | None:
        objection = super().objection()
        if objection is None:
            self._log.mark(self._places)
            self._places.clear()
        return objection

    def _know_lines(self, exploration: Exploration) -> None:
        """Marks in the log are of instances here."""

    def _tell_lines(self, exploration: Exploration) -> None:
        """Nobody asks for lines."""

    def news(self) -> bytes | None:
        return None  # refusals are told with the calls, and nobody asks for segments

    def _spoken(self, done: Done, variant: Variant | None, places: Any) -> Spoken:
        refusals = [one for one in self._news if isinstance(one, Refusal)]
        self._news.clear()
        if variant is None or not variant.operation.is_judged:
            return NO_INPUT
        self._places.add(places[0])
        verdict = done.verdict
        if isinstance(verdict, Failure):
            return dumps((verdict,))
        said = (*(() if verdict is None else (verdict,)), *refusals)
        return dumps(said) if refusals else verdict


class States:
    """The instances of a class that programs make, and calls of one of its methods on them."""

    def __init__(
        self,
        signature: Signature,
        cls: type,
        calls: int | None,
        tolerance: Tolerance,
        limits: Limits,
        runner: Runner,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`calls`: of the longest programs, if there is to be an end. Raises RefuteError where the class offers nothing
        that could be called."""
        interface = Interface.of(cls)
        name = f"{cls.__qualname__}.{signature.name.rpartition('.')[2]}"
        operations = [replace(one, is_judged=one.name == name) for one in interface.operations]
        if not any(one.is_judged for one in operations) or not any(not one.is_judged for one in operations):
            raise RefuteError(f"{cls.__qualname__} has no other methods")
        interface.operations = operations
        how = Exploring("deepening", calls, tolerance=tolerance, home=os.getcwd(), lenient=False, exempt=(EVERY,))
        self.explored = Explored(interface, cls.__module__, how, limits, runner, now, body=StateCalls)
        self.teller = Teller(self.explored, name)

    def close(self) -> None:
        self.explored.close()

    def body(self) -> Calling:
        return self.explored.body()

    @property
    def count(self) -> int:
        """How many instances the method was called on."""
        return self.explored.marked

    def program_at(self, index: int) -> Program | None:
        return self.explored.program_at(index)

    def told(self, failure: Failure, index: int, output: str, number: int) -> Told | None:
        """A failure with the program that ends in the call at an index."""
        program = self.program_at(index)
        return None if program is None else Told(Broke(failure, program), output, number)
