"""Unions without repetition: members are arranged so that no value belongs to two of them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from refute.logic.predicates import VALUE
from refute.logic.terms import ANY, Constant, Rank, var
from refute.spaces.closed import (
    Called,
    Closed,
    Collected,
    Either,
    Limited,
    Made,
    Mapped,
    Scalars,
    Sequenced,
    Text,
    Tupled,
)
from refute.spaces.membership import Member

if TYPE_CHECKING:
    from refute.spaces.closing import Closer


def disjoint(closer: Closer, members: list[Closed]) -> Closed:
    """The union of closed types. Scalars are merged; of other members that may overlap, a later one yields."""
    flat: list[Closed] = []
    for member in members:
        for part in member.members if isinstance(member, Either) else (member,):
            if part not in flat:
                flat.append(part)
    result: list[Closed] = []
    scalars: dict[Constant, None] = {}
    for part in flat:
        if isinstance(part, Scalars):
            scalars |= dict.fromkeys(part.values)
    merged = False
    for part in flat:
        if isinstance(part, Scalars):
            if not merged:
                merged = True
                several = [p for p in flat if isinstance(p, Scalars)]
                sorts = {p.sort for p in several}
                sort = sorts.pop() if len(sorts) == 1 else ANY
                result.append(closer.intern(Scalars(tuple(scalars), sort, any(p.cut for p in several))))
        else:
            result.append(part)
    members_apart = [_without(closer, part, result[:place]) for place, part in enumerate(result)]
    if len(members_apart) == 1:
        return members_apart[0]
    return closer.intern(Either(tuple(members_apart), apart=members_apart == result))


def _without(closer: Closer, part: Closed, earlier: list[Closed]) -> Closed:
    """A member less what an earlier one already has."""
    value = closer.reducer.intern(var(VALUE, part.sort))
    for other in earlier:
        if _may_share(closer, part, other):
            inside = closer.reducer.make("test", (value,), Member(closer, other))
            part = closer.limit(part, [closer.reducer.make("not", (inside,))])
    return part


def _may_share(closer: Closer, a: Closed, b: Closed) -> bool:
    return any(x == y for x in _forms(closer, a, frozenset()) for y in _forms(closer, b, frozenset()))


def _forms(closer: Closer, tp: Closed, seen: frozenset[Closed]) -> set[Hashable]:
    """The Python types of a type's values, by name or constructor; types without one in common share no value."""
    match tp:
        case Scalars(values=values):
            return {type(v.value) for v in values if type(v.value) is not Rank}
        case Text(kind=kind):
            return {str if kind == "str" else bytes}
        case Sequenced(kind=kind) | Collected(kind=kind):
            return {kind}
        case Tupled():
            return {"tuple"}
        case Mapped():
            return {"dict"}
        case Made(constructor=constructor):
            return {"dict"} if constructor.form == "mapping" else {constructor}
        case Either(members=members):
            return set().union(*(_forms(closer, member, seen) for member in members))
        case Limited(base=base):
            return _forms(closer, base, seen)
        case Called() if tp not in seen:
            return _forms(closer, closer.expand(tp), seen | {tp})
    return set()
