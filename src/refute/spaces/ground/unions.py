"""Unions without repetition: members are arranged so that no value belongs to two of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from itertools import combinations
from typing import Any, Protocol

from refute.errors import AnnotationError
from refute.logic.reading.predicates import VALUE
from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.term import ANY, Constant, Rank, Term, var
from refute.spaces.ground.member_test import Expanding, Member
from refute.spaces.ground.types import (
    Called,
    Collected,
    Either,
    Ground,
    Limited,
    Made,
    Mapped,
    Scalars,
    Sequenced,
    Text,
    Tupled,
)
from refute.types.model import (
    Alias,
    Constructor,
    Data,
    DictOf,
    Named,
    Param,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Type,
    Union,
)

_Given = Mapping[Any, set[Hashable]]  # what is known of the parameters of an alias


class Closing(Expanding, Protocol):
    """The part of the grounder that unions use."""

    @property
    def reducer(self) -> Reducer: ...
    def intern(self, tp: Ground) -> Ground: ...
    def limit(self, base: Ground, terms: Iterable[Term]) -> Ground: ...
    def ground(self, tp: Type, env: Mapping[Any, Ground], given: Mapping[str, Term]) -> Ground: ...


def disjoint(grounder: Closing, members: list[Ground]) -> Ground:
    """The union of ground types. Scalars are merged; a member that may overlap an earlier one excludes its values.

    Whether members that depend on siblings overlap is known once these are chosen. Until then they stay as they are,
    and the union is made again when siblings are substituted.
    """
    flat: list[Ground] = []
    for member in members:
        for part in member.members if isinstance(member, Either) else (member,):
            if part not in flat:
                flat.append(part)
    result: list[Ground] = []
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
                named = frozenset[Constant]().union(*(p.named for p in several))
                result.append(grounder.intern(Scalars(tuple(scalars), sort, any(p.cut for p in several), named)))
        else:
            result.append(part)
    _refuse_tuples_alike(result)
    if any(part.free for part in result):
        overlap = any(_may_share(grounder, *pair) for pair in combinations(result, 2))
        return result[0] if len(result) == 1 else grounder.intern(Either(tuple(result), apart=not overlap))
    members_apart = [_without(grounder, part, result[:place]) for place, part in enumerate(result)]
    if len(members_apart) == 1:
        return members_apart[0]
    return grounder.intern(Either(tuple(members_apart), apart=members_apart == result))


def _refuse_tuples_alike(parts: list[Ground]) -> None:
    """Raise if tuples with another one unpacked in them may be those of another member: they are not told apart."""
    bare = [part.base if isinstance(part, Limited) else part for part in parts]
    for part in bare:
        if not isinstance(part, Made) or part.constructor.cls is not tuple:
            continue
        least = len(part.constructor.fields) - 1
        if any(other is not part and _may_be_a_tuple(other, least) for other in bare):
            raise AnnotationError(
                f"a union has several tuples of the same length, of which one has another unpacked in it: {part!r}",
                remedy="Write tuple[T, ...] with a refinement on its elements for all of them.",
            )


def _may_be_a_tuple(tp: Ground, least: int) -> bool:
    """Whether a type has tuples of at least so many elements."""
    match tp:
        case Tupled(elements=elements):
            return len(elements) >= least
        case Made(constructor=constructor):
            return constructor.cls is tuple
    return isinstance(tp, Sequenced) and tp.kind == "tuple"


def _without(grounder: Closing, part: Ground, earlier: list[Ground]) -> Ground:
    """A member without the values of earlier ones."""
    value = grounder.reducer.intern(var(VALUE, part.sort))
    for other in earlier:
        if _may_share(grounder, part, other):
            inside = grounder.reducer.make("test", (value,), Member(grounder, other))
            part = grounder.limit(part, [grounder.reducer.make("not", (inside,))])
    return part


def _may_share(grounder: Closing, a: Ground, b: Ground) -> bool:
    return any(x == y for x in _forms(grounder, a, frozenset()) for y in _forms(grounder, b, frozenset()))


def _forms(grounder: Closing, tp: Ground, visited: frozenset[Alias]) -> set[Hashable]:
    """The Python types of a type's values, by name or constructor; types without one in common share no value."""
    match tp:
        case Scalars(values=values):
            kinds: set[Hashable] = set(map(type, (v.value for v in values)))
            return kinds - {Rank}
        case Text(kind=kind):
            return {str if kind == "str" else bytes}
        case Sequenced(kind=kind) | Collected(kind=kind):
            return {kind}
        case Tupled():
            return {"tuple"}
        case Mapped():
            return {"dict"}
        case Made(constructor=constructor):
            return {_form(constructor)}
        case Either(members=members):
            return set().union(*(_forms(grounder, member, visited) for member in members))
        case Limited(base=base):
            return _forms(grounder, base, visited)
        case Called(alias=alias, args=args) if alias not in visited:
            given = {param: _forms(grounder, arg, visited) for param, arg in zip(alias.params, args, strict=True)}
            return _forms_written(grounder, alias.type, given, visited | {alias})
    return set()


def _forms_written(grounder: Closing, tp: Type, given: _Given, visited: frozenset[Alias]) -> set[Hashable]:
    """The same for the body of an alias, which is not grounded for this: that may be under way already."""
    match tp:
        case SequenceOf(kind=kind) | SetOf(kind=kind):
            return {kind}
        case TupleOf():
            return {"tuple"}
        case DictOf():
            return {"dict"}
        case Data(constructor=constructor):
            return {_form(constructor)}
        case Union(members=members):
            return set().union(*(_forms_written(grounder, member, given, visited) for member in members))
        case Refined(base=base):
            return _forms_written(grounder, base, given, visited)
        case Param(variable=variable) if variable in given:
            return given[variable]
        case Named(alias=alias, args=args):
            if alias in visited:
                return set()
            forms = [_forms_written(grounder, arg, given, visited) for arg in args]
            return _forms_written(grounder, alias.type, dict(zip(alias.params, forms, strict=True)), visited | {alias})
    return _forms(grounder, grounder.ground(tp, {}, {}), visited)


def _form(constructor: Constructor) -> Hashable:
    if constructor.form == "recipe":
        return constructor
    return "dict" if constructor.form == "mapping" else constructor.cls
