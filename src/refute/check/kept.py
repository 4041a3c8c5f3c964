"""Inputs kept from earlier runs: read from text, and made in a worker, as their constructors are the user's code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from refute.check.data import KeptInfo
from refute.check.hosting.function import Function
from refute.conform.wording import message_of
from refute.run.body import Body
from refute.run.events import Died, Event, Hung, OutOfMemory, Said, Unmade, Walled
from refute.search.schedule.domains import Kept
from refute.search.schedule.stages import Making
from refute.store.building import OutdatedEntry, build
from refute.store.entries import Entry
from refute.store.vocabulary import UnreadableEntry, Vocabulary
from refute.types.signatures import Signature

_MISFIT, _UNREADABLE, _FAILED = b"m", b"u", b"f"  # the first byte of what is said about an entry


def kept_inputs(function: Function, entries: Sequence[Entry]) -> tuple[Kept, tuple[KeptInfo, ...]]:
    """Those that can be tried, and what became of each entry."""
    vocabulary = Vocabulary(function.signature)
    body = _Making(entries, function.signature, vocabulary, function.options.aliasing)
    reasons: dict[int, tuple[str, bool]] = {}
    for event in function.runner.run(body, 0, len(entries), function.deadline):
        why = _why(event)
        if why is not None:
            reasons.setdefault(event.index, why)  # type: ignore[union-attr]
    infos = tuple(KeptInfo(entry.call, *reasons.get(place, ("", False))) for place, entry in enumerate(entries))
    usable = [entry for place, entry in enumerate(entries) if place not in reasons]
    makers = tuple(partial(build, entry, function.signature, vocabulary) for entry in usable)
    domain = Kept(tuple(entry.text for entry in usable))
    function.keep(domain, Making(makers, tuple(entry.size for entry in usable)))
    return domain, infos


class _Making(Body):
    """Makes the arguments of each entry, and says what is wrong with it."""

    def __init__(self, entries: Sequence[Entry], signature: Signature, vocabulary: Vocabulary, aliasing: bool) -> None:
        self._entries = entries
        self._signature = signature
        self._vocabulary = vocabulary
        self._aliasing = aliasing

    def start(self, index: int) -> Iterator[Entry]:
        return iter(self._entries[index:])

    def step(self, item: Entry) -> bytes | None:
        try:
            values = build(item, self._signature, self._vocabulary)
        except OutdatedEntry as error:
            return _MISFIT + str(error).encode("utf-8", "backslashreplace")
        except UnreadableEntry as error:
            return _UNREADABLE + str(error).encode("utf-8", "backslashreplace")
        except (Exception, SystemExit) as error:  # whatever constructors do
            return _FAILED + message_of(error).encode("utf-8", "backslashreplace")
        is_left_out = not self._aliasing and self._signature.aliases(values)
        return _UNREADABLE + b"it has one object as two arguments" if is_left_out else None


def _why(event: Event) -> tuple[str, bool] | None:
    """Why an entry is not tried, and whether it is to be dropped."""
    match event:
        case Said(payload=payload) if payload.startswith(_MISFIT):
            return f"dropped: {payload[1:].decode()}", True
        case Said(payload=payload) if payload.startswith(_UNREADABLE):
            return f"ignored: {payload[1:].decode()}", False
        case Said(payload=payload):
            return f"ignored: making its arguments raised {payload[1:].decode()}", False
        case Hung():
            return "ignored: making its arguments takes too long", False
        case Died(how=how) | Unmade(how=how):
            return f"ignored: making its arguments ended the process: {how}", False
        case OutOfMemory():
            return "ignored: making its arguments takes too much memory", False
        case Walled(denial=denial):
            return f"ignored: making its arguments {denial.text}, which is not allowed", False
    return None
