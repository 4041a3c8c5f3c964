"""The baseline: findings that a project has accepted for now, in a file beside its pyproject.toml.

    {
    "version": 1,
    "findings": [
    {"function": "shop.stock.restock", "kind": "crash", "fingerprint": "6bf1…", "message": "restock(n=0) raised …"}
    ]
    }

A finding a line, in order, so that two branches can be merged.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from refute.errors import Place, RefuteError
from refute.store.entries import Foreign
from refute.store.files import replace_file
from refute.store.regular_files import read_regular_file

FILE = "refute-baseline.json"
_VERSION = 1
_MOST_BYTES = 1 << 26


class BaselineError(RefuteError):
    """A baseline that cannot be read or written."""


@dataclass(frozen=True, order=True)
class Accepted:
    """A finding that is known."""

    function: str  # its full name; of a file that cannot be imported, its path
    kind: str
    fingerprint: str
    message: str  # for people


def read_baseline(file: Path, called: str = "baseline", command: str = "refute baseline") -> list[Accepted]:
    """The findings of a baseline; none, if there is no file. `called` is what it is for people, and `command` writes
    it."""
    try:
        found = json.loads(read_regular_file(file, _MOST_BYTES))
        if type(found["version"]) is not int:
            raise TypeError
        if found["version"] != _VERSION:
            raise BaselineError(
                f"the {called} is of version {found['version']!r}, and this refute knows {_VERSION}",
                place=Place(str(file)),
                remedy=f"Use the refute that has written it, or write it anew: {command} --update.",
            )
        if not isinstance(found["findings"], list):
            raise TypeError
        return [_accepted(**finding) for finding in found["findings"]]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise _unreadable(file, called, command, error.strerror or str(error)) from None
    except json.JSONDecodeError as error:
        raise _unreadable(file, called, command, error.msg, error.lineno) from None
    except Foreign as error:
        raise _unreadable(file, called, command, str(error)) from None
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        raise _unreadable(file, called, command, "it is no list of findings") from None


def write_baseline(file: Path, findings: Iterable[Accepted], called: str = "baseline") -> None:
    lines = ",\n".join(json.dumps(asdict(finding)) for finding in sorted(findings))
    try:
        replace_file(file, f'{{\n"version": {_VERSION},\n"findings": [\n{lines}\n]\n}}\n')
    except OSError as error:
        raise BaselineError(
            f"the {called} cannot be written: {error.strerror}",
            place=Place(str(file)),
            remedy="See that the directory of the project can be written.",
        ) from None


def _accepted(*, function: str, kind: str, fingerprint: str, message: str = "") -> Accepted:
    if not all(isinstance(text, str) for text in (function, kind, fingerprint, message)):
        raise TypeError
    return Accepted(function, kind, fingerprint, message)


def _unreadable(file: Path, called: str, command: str, why: str, line: int = 0) -> BaselineError:
    option = f"--no-{called.rpartition(' ')[2]}"
    return BaselineError(
        f"the {called} cannot be read: {why}",
        place=Place(str(file), line),
        remedy=f"Correct it, or delete it and run `{command}`. {option} ignores it.",
    )
