"""Inputs kept from earlier runs: read from text, and made in a worker, as their constructors are the user's code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from refute.check.data import KeptInfo
from refute.check.function import Function
from refute.run.body import Body
from refute.run.events import Died, Event, Hung, OutOfMemory, Said, Unmade
from refute.search.schedule.domains import Kept
from refute.search.schedule.stages import Making
from refute.store.files import Entry
from refute.store.replay import Misfit, made
from refute.types.signatures import Signature

_MISFIT, _FAILED = b"m", b"f"  # the first byte of what is said about an entry


def kept_inputs(function: Function, entries: Sequence[Entry]) -> tuple[Kept, tuple[KeptInfo, ...]]:
    """Those that can be tried, and what became of each entry."""
    body = _Making(entries, function.signature)
    reasons: dict[int, tuple[str, bool]] = {}
    for event in function.runner.run(body, 0, len(entries), function.deadline):
        why = _why(event)
        if why is not None:
            reasons.setdefault(event.index, why)  # type: ignore[union-attr]
    infos = tuple(KeptInfo(entry.call, *reasons.get(place, ("", False))) for place, entry in enumerate(entries))
    usable = [entry for place, entry in enumerate(entries) if place not in reasons]
    makers = tuple(partial(made, entry, function.signature) for entry in usable)
    domain = Kept(tuple(entry.text for entry in usable))
    function.keep(domain, Making(makers, tuple(entry.size for entry in usable)))
    return domain, infos


class _Making(Body):
    """Makes the arguments of each entry, and says what is wrong with it."""

    def __init__(self, entries: Sequence[Entry], signature: Signature) -> None:
        self._entries = entries
        self._signature = signature

    def start(self, index: int) -> Iterator[Entry]:
        return iter(self._entries[index:])

    def step(self, item: Entry) -> bytes | None:
        try:
            made(item, self._signature)
        except Misfit as error:
            return _MISFIT + str(error).encode("utf-8", "backslashreplace")
        except (Exception, SystemExit) as error:  # whatever constructors do
            return _FAILED + f"{type(error).__name__}: {_message(error)}".encode("utf-8", "backslashreplace")
        return None


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return ""


def _why(event: Event) -> tuple[str, bool] | None:
    """Why an entry is not tried, and whether it is to be dropped."""
    match event:
        case Said(payload=payload) if payload.startswith(_MISFIT):
            return f"dropped: {payload[1:].decode()}", True
        case Said(payload=payload):
            return f"ignored: making its arguments raised {payload[1:].decode()}", False
        case Hung():
            return "ignored: making its arguments takes too long", False
        case Died(how=how) | Unmade(how=how):
            return f"ignored: making its arguments ended the process: {how}", False
        case OutOfMemory():
            return "ignored: making its arguments takes too much memory", False
    return None
