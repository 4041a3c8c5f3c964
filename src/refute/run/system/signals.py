"""The signals of a process: blocked while it is forked, and handled otherwise in what is forked from it.

With plain numbers: `signal` makes members of enumerations of them, which costs more than all else that is done here.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import signal
from _signal import signal as handle
from collections.abc import Callable, Iterable, Mapping, Set
from contextlib import suppress

from refute.run.system.processes import content

EVERY_SIGNAL: Set[int] = frozenset(map(int, signal.valid_signals()))
# Python ignores the last two itself, to raise instead; and Ctrl-C is meant for refute.
_IGNORED = frozenset(int(getattr(signal, name)) for name in ("SIGINT", "SIGPIPE", "SIGXFSZ") if hasattr(signal, name))
_DEFAULT, _IGNORE = int(signal.SIG_DFL), int(signal.SIG_IGN)
# None on systems where signals cannot be blocked.
mask: Callable[[int, Iterable[int]], Set[int]] | None = getattr(_signal, "pthread_sigmask", None)


def block(signals: Iterable[int]) -> Set[int]:
    """Block these and no others; those that were blocked before."""
    return mask(int(signal.SIG_SETMASK), signals) if mask is not None else frozenset()


def changes_for_workers() -> Mapping[int, int]:
    """How a worker has to handle signals where this process does not handle them so.

    The kernel is asked, where it answers, as there may be handlers that Python knows nothing of.
    """
    try:
        status = content("/proc/self/status")
    except OSError:
        calls = {number for number in EVERY_SIGNAL if callable(signal.getsignal(number))}
        return dict.fromkeys(calls - _IGNORED, _DEFAULT) | dict.fromkeys(_IGNORED, _IGNORE)
    ignored, handled = _signals(status, b"SigIgn:"), _signals(status, b"SigCgt:")
    changes = dict.fromkeys((ignored | handled) - _IGNORED, _DEFAULT)
    return changes | dict.fromkeys(_IGNORED - ignored, _IGNORE)


def change(handling: Mapping[int, int]) -> None:
    for number, how in handling.items():
        with suppress(OSError, ValueError):  # one that cannot be handled
            handle(number, how)


def _signals(status: bytes, name: bytes) -> Set[int]:
    bits = int(status.partition(name)[2].split(maxsplit=1)[0], 16)
    return frozenset(number for number in EVERY_SIGNAL if bits >> number - 1 & 1)
