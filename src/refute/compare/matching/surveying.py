"""Surveying: what the modules of one version offer, asked of its host."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from refute.check.client import LocalHost
from refute.compare.data import Listing
from refute.compare.matching.offers import Offer
from refute.compare.versions.version import Version
from refute.errors import RefuteError, TargetError
from refute.logic.terms.wording import listed
from refute.run.host.process import Host
from refute.targets.files import Exclusion, LeftOut

_TO_LOOK = 60.0  # seconds for looking for files
_PRIVATE = "_"
_MOST_MEANT = 6  # names that there are, where one is not there


@dataclass
class Surveyed:
    """One version, with what there is in it."""

    version: Version
    host: Host | LocalHost
    offer: Offer = field(default_factory=Offer)
    modules: dict[str, Listing] = field(default_factory=dict)  # by what they are called in both versions
    unusable: dict[str, RefuteError] = field(default_factory=dict)  # modules that cannot be imported
    left_out: list[LeftOut] = field(default_factory=list)


def surveyed(version: Version, host: Host | LocalHost, importing: float) -> Surveyed:
    """Import all modules of a version; `importing` is how many seconds each may take."""
    found = Surveyed(version, host)
    for key, part in _parts(found):
        doing = f"importing {part or 'what is compared'} of the {version.name} version"
        about = (part, version.root, version.places or (part,), version.alias)
        try:
            listing: Listing = host.call("listing", *about, doing=doing, within=importing)
        except RefuteError as error:
            found.unusable[key] = error
            continue
        found.modules[key] = listing
        if not any(name.startswith(_PRIVATE) for name in key.split(".")):
            found.offer.add(key, listing)
    if version.member or version.given is not None:
        _narrow(found)
    return found


def _parts(found: Surveyed) -> Iterator[tuple[str, str]]:
    """The modules of a version: what each is called in both, and by which part it is asked for."""
    version = found.version
    if version.given is not None:
        yield "", ""
        return
    for target in version.targets:
        doing = f"looking for {target} in the {version.name} version"
        try:
            parts = found.host.call("parts", target, Exclusion(), doing=doing, within=_TO_LOOK)
        except RefuteError as error:
            found.unusable[""] = error
            continue
        files = [part for part in parts if not isinstance(part, LeftOut)]
        found.left_out += [part for part in parts if isinstance(part, LeftOut)]
        base = _base_of(target, files, version)
        yield from ((_key_of(part, base), part) for part in files)


def _base_of(target: str, files: Sequence[str], version: Version) -> Path | None:
    """The directory that modules are named from; None for a target that is one file or module."""
    if list(files) == [target]:
        return None
    if Path(target).is_dir():
        return Path(target)
    named = [Path(one) for one in version.places if Path(one).name == target.partition(".")[0]]
    return named[0] if named else Path(os.path.commonpath(files)) if files else None


def _key_of(part: str, base: Path | None) -> str:
    """`prices.money` for `shop/prices/money.py`; empty for the outermost module."""
    if base is None:
        return ""
    names = list(Path(part).resolve().relative_to(base.resolve()).with_suffix("").parts)
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


def _narrow(found: Surveyed) -> None:
    """Leave what was named, and what is in it."""
    version, places = found.version, found.offer.places
    member = version.member
    kept = {name: place for name, place in places.items() if not member or f"{name}.".startswith(f"{member}.")}
    if not kept and found.modules:
        raise TargetError(
            f"there is no {member} in the {version.name} version",
            remedy=f"There are {listed([*places][:_MOST_MEANT])}.",
        )
    found.offer.places = {version.alias.neutral(name): place for name, place in kept.items()}
