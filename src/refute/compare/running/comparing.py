"""Comparing texts: what both versions do with each, whether that is the same, and whether it can be told at all.

A version that does not do the same twice is *flaky*, and nothing is said of it. So each is run against itself first,
and what differs is run again, alone, before it is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from refute.compare.behaviour.behaviours import (
    DIED,
    DISCARDED,
    HUNG,
    LOST,
    MEMORY,
    NO_CALLS,
    UNMADE,
    WALLED,
    Behaviour,
)
from refute.compare.behaviour.texts import Text
from refute.compare.running.sides import Did, Side, Sides
from refute.compare.saying.differing import is_alike, told
from refute.errors import RefuteError

_LOOKED_INTO = 40  # texts of a batch that differ, of which it is told in what
_TWICE = 40  # first texts on which each version is run against itself
_TROUBLES = (HUNG, DIED, MEMORY)
_SAME, _GIVEN_UP = "same", "discarded"


class FlakyError(RefuteError):
    """A version does not do the same twice."""


@dataclass(frozen=True)
class Changed:
    """A text that the versions do not do the same with."""

    text: Text
    old: Behaviour
    new: Behaviour


@dataclass(frozen=True)
class Open:
    """A text of which it cannot be said whether they do."""

    why: str
    kind: tuple[str, ...] = ()  # the same for all that are open for one reason


# What comes of a text: the same in both, given up by both, changed, changed in a way that was not looked into, or open.
Compared = str | Changed | Open
SAME, GIVEN_UP, CHANGED_TOO = _SAME, _GIVEN_UP, "changed too"


class Comparing:
    """Compares texts of one function, or of programs."""

    def __init__(self, sides: Sides, name: str, tolerance: float = 0.0) -> None:
        """`name`: what is compared. Numbers that differ by no more than `tolerance`, relative or absolute, are the
        same."""
        self._sides = sides
        self._name = name
        self._tolerance = tolerance
        self._first: dict[Text, tuple[Did, Did]] = {}  # the first texts, on which each version is run against itself

    def __repr__(self) -> str:
        return f"<Comparing {self._name}>"

    def compared(self, texts: Sequence[Text], seconds: float | None) -> list[Compared]:
        """What comes of texts, as far as there was time for them. Raises FlakyError."""
        did = self._sides.did(texts, seconds)
        count = next((place for place in range(len(texts)) if place not in did), len(texts))
        if count and len(self._first) < _TWICE:
            self._first |= {texts[place]: did[place] for place in range(min(count, _TWICE))}
            self._run_against_itself()
        found = [self._of(text, *did[place]) for place, text in enumerate(texts[:count])]
        return self._looked_into(texts, did, found)

    def difference(self, texts: Sequence[Text]) -> Changed | None:
        """The first of some texts that differs, shown alone."""
        did = self._sides.did(texts, None)
        for place, text in enumerate(texts):
            if place in did and self._of(text, *did[place]) == CHANGED_TOO:
                shown = self._shown([text], [did[place]])[0]
                if isinstance(shown, Changed):
                    return shown
        return None

    # -- one text ------------------------------------------------------------------------------------------------------

    def _of(self, text: Text, old: Did, new: Did) -> Compared:
        for side, did in ((self._sides.old, old), (self._sides.new, new)):
            if isinstance(did, Behaviour) and did.kind in (WALLED, LOST):
                why = f"{self._call(text)} in the {side.name} version: {did.text}"
                return Open(why, (did.kind, side.name, did.text))
        kinds = _kind(old), _kind(new)
        if UNMADE in kinds:
            return Open(self._unmade(text, kinds), kinds)
        if _digest(old) != _digest(new):
            return CHANGED_TOO
        if kinds[0] in _TROUBLES:
            assert isinstance(old, Behaviour)
            return Open(f"{self._call(text)} {told(old)} in both versions", kinds)
        return GIVEN_UP if kinds[0] == DISCARDED else SAME

    def _unmade(self, text: Text, kinds: tuple[str, str]) -> str:
        sides = self._sides.old, self._sides.new
        names = [side.name for side, kind in zip(sides, kinds, strict=True) if kind == UNMADE]
        where = "either version" if len(names) == 2 else f"the {names[0]} version"
        return f"the arguments of {self._call(text)} cannot be made in {where}"

    def _call(self, text: Text) -> str:
        return text.call if text.is_program else f"{self._name}{text.call}"

    # -- what differs --------------------------------------------------------------------------------------------------

    def _looked_into(
        self, texts: Sequence[Text], did: dict[int, tuple[Did, Did]], found: list[Compared]
    ) -> list[Compared]:
        places = [place for place, one in enumerate(found) if one == CHANGED_TOO]
        chosen = places if self._tolerance else places[:_LOOKED_INTO]
        if chosen:
            shown = self._shown([texts[place] for place in chosen], [did[place] for place in chosen])
            for place, one in zip(chosen, shown, strict=True):
                found[place] = one
        return found

    def _shown(self, texts: Sequence[Text], did: Sequence[tuple[Did, Did]]) -> list[Compared]:
        """Texts that differ, run once more in processes of their own."""
        found: list[Compared] = []
        for place, (text, (old, new)) in enumerate(zip(texts, self._sides.behaviours(texts, did), strict=True)):
            if old is None or new is None:
                found.append(Open(f"{self._call(text)} was not run again", ("again",)))
                continue
            for side, now, before in zip((self._sides.old, self._sides.new), (old, new), did[place], strict=True):
                if now.kind not in NO_CALLS and _digest(before) != now.digest:
                    self._alone(side, text, now)
            is_told = old.kind not in NO_CALLS or new.kind not in NO_CALLS
            if not is_told or (self._tolerance and is_alike(old, new, self._tolerance)):
                found.append(SAME if is_told else Open(f"{self._call(text)} was not run again", ("again",)))
            else:
                found.append(Changed(text, old, new))
        return found

    # -- flakiness -----------------------------------------------------------------------------------------------------

    def _run_against_itself(self) -> None:
        """Each version on the first texts once more, in another order, and on one of them twice."""
        texts = [*reversed(self._first), next(iter(self._first))]
        for number, side in enumerate((self._sides.old, self._sides.new)):
            for place, again in list(side.did(texts, None)):  # a host answers one request at a time
                if _digest(again) != _digest(self._first[texts[place]][number]):
                    self._alone(side, texts[place])

    def _alone(self, side: Side, text: Text, known: Behaviour | None = None) -> None:
        """Raise FlakyError for a text that was seen to do two things, with both of them if they are seen again."""
        did = [one for one in (known, *side.behaviours([text, text]), *side.behaviours([text])) if one is not None]
        words = list(dict.fromkeys(_words(one) for one in did))
        if any(one.kind in (WALLED, LOST, *_TROUBLES) for one in did):
            return  # a machine that is busy, or what it wanted and may not do
        if len(words) > 1:
            raise FlakyError(
                f"flaky: {self._call(text)} {words[0]}, then {words[1]}, both in the {side.name} version",
                remedy="Only what does the same twice can be compared: --freeze holds clocks and chance still.",
            )
        raise FlakyError(
            f"flaky: what {self._call(text)} does depends on the calls before it, in the {side.name} version",
            remedy="Only what does the same whenever it is called can be compared: give it what it keeps.",
        )


def _words(behaviour: Behaviour) -> str:
    words = told(behaviour)
    if any(behaviour.printed):
        words += f" and printed {''.join(behaviour.printed)[:80]!r}"
    changed = [f"left {one.name} = {one.text}" for one in behaviour.left if one.is_changed]
    return ", ".join([words, *changed])


def _kind(did: Did) -> str:
    return did.kind if isinstance(did, Behaviour) else _KINDS.get(did[:1], "")


def _digest(did: Did) -> bytes:
    return did.digest if isinstance(did, Behaviour) else did


_KINDS = {kind[:1].encode(): kind for kind in (DISCARDED, UNMADE)}
