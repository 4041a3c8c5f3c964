"""`compare`: the same inputs and programs through two versions of the code."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from types import ModuleType
from typing import Any

from refute.compare.comparison import Comparing, Wishes
from refute.compare.saying.verdicts import Comparison
from refute.compare.versions.naming import together, versions_of
from refute.compare.versions.version import Version
from refute.errors import TargetError
from refute.run.clocks.frozen import refuse_where_missing
from refute.run.limits import Limits
from refute.run.system.interrupts import Interrupts
from refute.spaces.scope import Scope

What = str | os.PathLike[str] | ModuleType | type | Callable[..., Any]


def compare(
    old: What,
    new: What | None = None,
    *,
    rev: str | None = None,
    python: str | None = None,
    scope: Scope | None = None,
    budget: float | None = None,
    tests: int | None = None,
    programs: float | None = None,
    seed: int = 0,
    tolerance: float = 0.0,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    accepted: Sequence[str] = (),
    speed: bool = False,
    max_findings: int = 3,
    engine: str = "auto",
    workers: str = "auto",
    limits: Limits | None = None,
) -> Comparison:
    """Run two versions of some code on the same inputs and programs, and tell what changed.

    A version is a file, directory, module or package, or a distribution of the registry (`"shop==1.2"`); or a function,
    a class or a module of this process. With `rev="v1.2..main"` or `python="3.11..3.13"`, one target is compared at two
    revisions, or in two Pythons.
    `scope`, `budget`, `tests`, `seed` and `engine`: how far to go with each function, as for `check`. `programs`:
    seconds for exploring either version of a module with classes. `tolerance`: by how much numbers may differ.
    `speed`: what takes three times the time or memory in one version is told, too.
    `include` and `exclude`: patterns for names. `accepted`: fingerprints of changes that are intended.
    """
    wishes = Wishes(
        scope,
        budget,
        tests,
        seed,
        limits or Limits(),
        max_findings,
        engine,
        workers,
        tuple(include),
        tuple(exclude),
        tolerance,
        programs,
        None,
        frozenset(accepted),
        speed,
    )
    if wishes.limits.freeze:
        refuse_where_missing()
    with Interrupts() as interrupts:
        comparing = Comparing(*_versions(old, new, rev, python), wishes)
        with closing(comparing):
            comparing.run()
    found = comparing.comparison
    found.interrupted = found.interrupted or interrupts.raised
    return found


def _versions(old: What, new: What | None, rev: str | None, python: str | None) -> tuple[Version, Version]:
    if _is_text(old) and (new is None or _is_text(new)):
        return versions_of(os.fspath(old), None if new is None else os.fspath(new), rev=rev, python=python)  # type: ignore[arg-type]
    if isinstance(old, ModuleType) and isinstance(new, ModuleType):
        return versions_of(old.__name__, new.__name__)
    if not (callable(old) and callable(new)) or rev or python:
        raise TargetError(
            f"{_shown(old)} and {_shown(new)} cannot be compared",
            remedy="Give two functions, two classes, two modules, or two texts that name files or distributions.",
        )
    return together(Version("old", "", given=old), Version("new", "", given=new), _shown(old), _shown(new))


def _is_text(what: object) -> bool:
    return isinstance(what, str | os.PathLike)


def _shown(what: object) -> str:
    return str(getattr(what, "__qualname__", what)).rpartition(".")[2]
