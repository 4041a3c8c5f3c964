"""Random numbers of the module `random`: a call of a program has its own, the same whenever and wherever it is made.

Once it is known that calls use any, the generator is seeded before each by what the call is given, and by the number of
a draw: the same call on the same values does the same.
"""

from __future__ import annotations

import _random
import random
from collections.abc import Sequence
from ctypes import string_at
from hashlib import blake2b
from typing import Any

from refute.programs.interface.operation import Operation
from refute.programs.states.digest import digest
from refute.programs.states.fingerprint import Fingerprints


class Randomness:
    """Seeds the generator before calls, and notices its use. Its memory is compared, as its state takes long to get."""

    def __init__(self, fingerprints: Fingerprints, *, known: bool) -> None:
        """`known`: that calls use random numbers."""
        self.known = known
        self._last = 0  # the seed of the last call
        self._fingerprints = fingerprints
        self._seed, self._read = random.seed, string_at  # the code under test may patch the names
        generator = getattr(random.random, "__self__")  # noqa: B009
        self._address = id(generator) + object.__basicsize__
        self._size = _random.Random.__basicsize__ - object.__basicsize__
        self._memory = self._read(self._address, self._size)
        self._was_used = False  # before the last call

    def prepare(self, operation: Operation, values: Sequence[Any], draw: int) -> None:
        """Before a call on some values."""
        self._was_used = self._was_used or (not self.known and self._is_used)
        if self.known:
            given = digest((operation.name, draw, self._fingerprints.of_all(values)))
            self._last = int.from_bytes(blake2b(given, digest_size=2).digest(), "big")
            self._seed(self._last)
        self._memory = self._read(self._address, self._size)

    @property
    def seed(self) -> int | None:
        """The seed of the last call, if that has used any random numbers."""
        return self._last if self.known and self._is_used else None

    @property
    def is_surprising(self) -> bool:
        """Whether calls have used random numbers, and that was not known."""
        return not self.known and (self._was_used or self._is_used)

    @property
    def _is_used(self) -> bool:
        return self._read(self._address, self._size) != self._memory
