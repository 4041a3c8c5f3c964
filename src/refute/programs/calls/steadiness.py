"""Steadiness: whether a call does the same when it is made again.

Time, identities and counters make attributes differ from run to run: these are no part of what tells instances apart.
What differs otherwise is flaky, and set aside.
"""

from __future__ import annotations

from typing import Any

from refute.programs.calls.sharing import name_of
from refute.programs.calls.values import Root, Values
from refute.programs.pools.instances import Instance
from refute.programs.states.fingerprint import Fingerprints
from refute.programs.states.layout import layout_of

_FIRST, _EACH = 3, 16  # new instances of an operation that are made again: the first ones, then one of so many
_DEEP = 100  # objects in one another that are compared


class Steadiness:
    """Makes instances again, now and then, and compares."""

    def __init__(self, values: Values, fingerprints: Fingerprints) -> None:
        self._values = values
        self._fingerprints = fingerprints
        self._seen: dict[int, int] = {}  # new instances, by the variant that made them
        self.flaky: dict[int, None] = {}  # variants that have made something else
        self.surprises: frozenset[str] = frozenset()  # attributes that differ from run to run

    def holds(self, instance: Instance) -> bool:
        """Whether an instance may be kept."""
        variant = instance.variant
        count = self._seen[variant] = self._seen.get(variant, -1) + 1
        if count >= _FIRST and count % _EACH and variant not in self.flaky:
            return True
        again = self._values.again(instance)
        if again is not None and self._values.key(again) == instance.key:
            return True
        found = set() if again is None else set(self._differences(instance.root, again))
        if found:
            self.surprises |= found
        else:
            self.flaky[variant] = None
        return False

    def _differences(self, one: Root, other: Root) -> set[str]:
        """The attributes in which two values differ; none if they differ otherwise."""
        found: set[str] = set()
        waiting = [*zip(one, other, strict=True)]
        seen: set[int] = set()
        while waiting:
            a, b = waiting.pop()
            if id(a) in seen or self._fingerprints.of(a) == self._fingerprints.of(b):
                continue
            seen.add(id(a))
            if type(a) is not type(b) or len(seen) > _DEEP:
                return set()
            if isinstance(a, list | tuple) and len(a) == len(b):
                waiting += zip(a, b, strict=True)
                continue
            if isinstance(a, dict) and list(a) == list(b):
                waiting += [(a[key], b[key]) for key in a]
                continue
            layout = layout_of(type(a))
            if layout is None or layout.base is not None:
                return set()
            own, others = dict(layout.parts(a)), dict(layout.parts(b))
            if [*own] != [*others]:
                return set()
            for name, part in own.items():
                if self._fingerprints.of(part) == self._fingerprints.of(others[name]):
                    continue
                if _is_whole(part) or _is_whole(others[name]):
                    found.add(f"{name_of(type(a))}.{name}")
                else:
                    waiting.append((part, others[name]))
        return found


def _is_whole(value: Any) -> bool:
    """Whether a value has no parts that could be compared."""
    return not isinstance(value, list | tuple | dict) and layout_of(type(value)) is None
