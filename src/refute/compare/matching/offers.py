"""Offers: what the modules of both versions offer their clients, and which thing of the one is which of the other.

Things are matched by any name under which a client can reach them: what was moved to another module and is imported
where it was is the same thing. What has no such name in the other version was added or removed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from refute.compare.behaviour.homes import OWN
from refute.compare.data import Listing, Member, ParameterInfo


@dataclass(frozen=True)
class Place:
    """A thing in one version, and the module that it is reached by."""

    member: Member
    listing: Listing


@dataclass(frozen=True)
class Matched:
    """One thing in both versions, or in one of them."""

    name: str
    old: Place | None
    new: Place | None
    changes: tuple[str, ...] = ()  # of how it is called

    @property
    def kind(self) -> str:
        place = self.new or self.old
        assert place is not None
        return place.member.kind


@dataclass
class Offer:
    """What all modules of one version offer, by the names that clients use."""

    places: dict[str, Place] = field(default_factory=dict)

    def add(self, key: str, listing: Listing) -> None:
        """`key`: what the module is called in both versions; empty for the outermost."""
        for member in listing.members:
            self.places.setdefault(f"{key}.{member.name}" if key else member.name, Place(member, listing))

    def names_by_home(self) -> dict[str, list[str]]:
        """The names of each thing, the one of where it is defined first."""
        found: dict[str, list[str]] = {}
        for name, place in self.places.items():
            found.setdefault(place.member.home, []).append(name)
        for home, names in found.items():
            own = home.removeprefix(f"{OWN}.").removeprefix(f"{OWN}:").replace(":", ".")
            names.sort(key=lambda name: (name != own, name.count("."), name))
        return found


def matched(old: Offer, new: Offer) -> Iterator[Matched]:
    """All things, in the order of the new version; those that were removed last."""
    in_old, in_new = old.names_by_home(), new.names_by_home()
    home_in_old = {name: home for home, names in in_old.items() for name in names}
    known: set[str] = set()
    for names in in_new.values():
        before = next((name for name in names if name in home_in_old and home_in_old[name] not in known), None)
        if before is None:
            if not any(name in home_in_old for name in names):
                yield Matched(names[0], None, new.places[names[0]])
            continue
        home = home_in_old[before]
        known.add(home)
        name = before if before in new.places else names[0]
        a, b = old.places[before], new.places[name]
        gone = [one for one in in_old[home] if one not in new.places]
        yield Matched(name, a, b, (*changes(a.member, b.member), *(f"cannot be reached as {one}" for one in gone)))
    for home, names in in_old.items():
        if home not in known and not any(name in new.places for name in names):
            yield Matched(names[0], old.places[names[0]], None)


# -- how a thing is called ---------------------------------------------------------------------------------------------


def changes(old: Member, new: Member) -> Iterator[str]:
    """What changed of how something is called, in sentences."""
    if old.kind != new.kind:
        yield f"it was a {old.kind} and is a {new.kind}"
        return
    if old.kind == "constant":
        return
    if old.bases != new.bases:
        yield f"bases: {_listed(old.bases)} became {_listed(new.bases)}"
    if old.view != new.view and old.kind == "class":
        yield from _of_members(dict(old.view or ()), dict(new.view or ()))
    if old.parameters is not None and new.parameters is not None:
        yield from _of_parameters(old.parameters, new.parameters)
    if old.returns != new.returns:
        yield f"the type of its result: {_said(old.returns)} became {_said(new.returns)}"


def _of_members(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    """Of an enumeration."""
    yield from (f"the member {name} was removed" for name in old if name not in new)
    yield from (f"the member {name} was added" for name in new if name not in old)
    for name in old:
        if name in new and repr(old[name]) != repr(new[name]):
            yield f"the value of {name}: {old[name]!r} became {new[name]!r}"


def _of_parameters(old: Sequence[ParameterInfo], new: Sequence[ParameterInfo]) -> Iterator[str]:
    renamed = dict(_renamed(old, new))
    before, after = {one.name: one for one in old}, {one.name: one for one in new}
    for name, one in before.items():
        other = after.get(renamed.get(name, name))
        if other is None:
            yield f"the parameter {name} was removed"
            continue
        if name in renamed:
            yield f"the parameter {name} is called {other.name}"
        if one.kind != other.kind:
            yield f"{other.name}: {one.kind} became {other.kind}"
        if one.annotation != other.annotation:
            yield f"the type of {other.name}: {_said(one.annotation)} became {_said(other.annotation)}"
        if one.default != other.default:
            yield f"the default of {other.name}: {_default(one)} became {_default(other)}"
    for name, one in after.items():
        if name not in before and name not in renamed.values():
            default = "" if one.default is None else f", {one.default} by default"
            yield f"the parameter {name} was added{default}"
    if [renamed.get(one, one) for one in before if renamed.get(one, one) in after] != [
        one for one in after if one in before or one in renamed.values()
    ]:
        yield f"the order of its parameters: {_listed(list(before))} became {_listed(list(after))}"


def _renamed(old: Sequence[ParameterInfo], new: Sequence[ParameterInfo]) -> Iterator[tuple[str, str]]:
    """Parameters that have another name at the same place, and are otherwise the same."""
    names = {one.name for one in old} & {one.name for one in new}
    for a, b in zip(old, new, strict=False):
        if a.name != b.name and not {a.name, b.name} & names and (a.kind, a.default) == (b.kind, b.default):
            yield a.name, b.name


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"


def _said(annotation: str) -> str:
    return annotation or "nothing said"


def _default(parameter: ParameterInfo) -> str:
    return "none" if parameter.default is None else parameter.default
