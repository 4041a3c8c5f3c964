"""All promises of an interface: what its operations owe, and its kinds. Reading and compiling them takes time: once."""

from __future__ import annotations

from refute.judge.calls.refusals import Refusal
from refute.judge.oracles import Tolerance
from refute.programs.interface.declared import Declarations
from refute.programs.interface.fields import fields_of
from refute.programs.promises.kinds import KindPromises
from refute.programs.promises.operations import OperationPromises, Tell


class Promises:
    """Promises by operation and by class."""

    def __init__(self, interface: Declarations, tolerance: Tolerance, *, lenient: bool, home: str) -> None:
        self._tell: Tell = lambda refusal: None
        self.operations = {
            one: OperationPromises(one, tolerance, self._hear, lenient=lenient, home=home)
            for one in interface.operations
        }
        self.kinds = {cls: KindPromises(kind) for cls, kind in interface.kinds.items()}
        self.fields = {
            cls: () if kind.is_abstract else tuple(fields_of(cls, interface.owned))
            for cls, kind in interface.kinds.items()
        }

    def tell_to(self, tell: Tell) -> None:
        """From now on, this hears in which ways arguments are refused."""
        self._tell = tell

    def _hear(self, refusal: Refusal) -> None:
        self._tell(refusal)
