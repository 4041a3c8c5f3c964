"""Generate and filter: the values of a type found the naive way, to hold spaces against.

Shares with refute only the reading of annotations and the tables of scalars. Everything is generated without
looking at predicates, and then judged by running the user's own functions.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections import deque
from collections.abc import Hashable, Iterator
from typing import Any

from refute.logic.terms.term import identity_key
from refute.spaces.ground.scalars import scalars, scalars_of_palette
from refute.spaces.ground.strings import alphabet_and_landmarks, text_of_palette
from refute.spaces.scope import Scope
from refute.types import model as m
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context


@dataclasses.dataclass(frozen=True)
class Closure:
    """A type argument with the names it can see."""

    type: m.Type
    env: dict[Any, Closure]
    siblings: dict[str, Any]


def recursive(constructor: m.Constructor) -> bool:
    return any(
        isinstance(part, m.Data) and part.constructor is constructor
        for field in constructor.fields
        for part in m.walk(field.type)
    )


class BruteForce:
    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def values(self, annotation: Any, namespace: dict[str, Any]) -> list[tuple[Any, int]]:
        tp = Reader().read_whole(annotation, Context("the type", namespace))
        budget = self.scope.size if self.scope.size is not None else 1 << 30
        return list(self.gen(tp, {}, {}, self.scope.depth, budget))

    def reach(self, depth: int | None) -> int:
        if self.scope.by_smallcheck:
            assert depth is not None
            return max(depth, 0)
        return self.scope.reach

    def gen(self, tp: m.Type, env: Any, siblings: Any, depth: int | None, budget: int) -> Iterator[tuple[Any, int]]:
        if budget < 0:
            return
        match tp:
            case m.Refined(base=base, predicates=predicates):
                inner = self.atom(base, depth, predicates) if isinstance(base, m.Atom) else None
                found = inner if inner is not None else self.gen(base, env, siblings, depth, budget)
                for value, size in found:
                    if all(p.holds(value, siblings) for p in predicates):
                        yield value, size
            case m.Atom():
                yield from self.atom(tp, depth, ())
            case m.Finite(values=values):
                yield from ((constant.value, 0) for constant in values)
            case m.Param(variable=variable):
                closure = env[variable]
                yield from self.gen(closure.type, closure.env, closure.siblings, depth, budget)
            case m.Union(members=members):
                seen = set()
                for member in members:
                    for value, size in self.gen(member, env, siblings, depth, budget):
                        key = fingerprint(value)
                        if key not in seen:
                            seen.add(key)
                            yield value, size
            case m.Named(alias=alias, args=args):
                inside = {p: Closure(arg, env, siblings) for p, arg in zip(alias.params, args, strict=True)}
                yield from self.gen(alias.type, inside, siblings, depth, budget)
            case m.Data(constructor=constructor, args=args):
                yield from self.data(constructor, args, env, siblings, depth, budget)
            case m.TupleOf(elements=elements):
                yield from self.fixed(elements, env, siblings, depth, budget)
            case m.SequenceOf(kind=kind, element=element):
                make = {"list": list, "tuple": tuple, "deque": deque}[kind]
                for cells, size in self.cells(element, env, siblings, depth, self.room(depth), budget):
                    yield make(cells), size
            case m.SetOf(kind=kind, element=element):
                make = {"set": set, "frozenset": frozenset}[kind]
                for cells, size in self.chosen(element, env, siblings, depth, budget):
                    yield make(cells), size
            case m.DictOf(key=key, value=value):
                for keys, size in self.chosen(key, env, siblings, depth, budget):
                    for values, more in self.several(value, len(keys), env, siblings, self.down(depth), budget - size):
                        yield dict(zip(keys, values, strict=True)), size + more
            case _:
                raise AssertionError(tp)

    def atom(self, atom: m.Atom, depth: int | None, predicates: Any) -> Iterator[tuple[Any, int]]:
        marks = atom.marks if self.scope.landmarks else None
        if atom.kind in ("str", "bytes"):
            terms, palette = [p.term for p in predicates], self.scope.palette
            if palette is None:
                longest = self.reach(depth)
                letters, landmarks = alphabet_and_landmarks(atom.kind, self.scope.reach, marks, terms)
            else:
                letters, landmarks, longest = text_of_palette(atom.kind, palette, marks or (), terms)
            make = "".join if atom.kind == "str" else bytes
            for length in range(longest + 1):
                yield from ((make(chars), 0) for chars in itertools.product(letters, repeat=length))
            yield from ((text, 0) for text in landmarks)
            return
        if self.scope.palette is not None:
            own = [p for p in predicates if not p.names]
            keep = lambda value: all(p.holds(value, {}) for p in own)  # noqa: E731
            found = scalars_of_palette(atom.kind, self.scope.palette, marks or (), keep)
            yield from ((value, 0) for value in found)
            return
        ints = self.scope.ints
        yield from ((value, 0) for value in scalars(atom.kind, self.reach(depth), ints, marks))

    def down(self, depth: int | None) -> int | None:
        return None if depth is None else depth - 1

    def room(self, depth: int | None) -> int:
        return 1 << 30 if depth is None else depth

    def opens(self, depth: int | None, constructor: m.Constructor | None) -> bool:
        if depth is None or depth >= 1:
            return True
        return self.scope.by_smallcheck and not (constructor is not None and recursive(constructor))

    def data(self, constructor, args, env, siblings, depth, budget):  # type: ignore[no-untyped-def]
        inside = {p: Closure(arg, env, siblings) for p, arg in zip(constructor.params, args, strict=False)}
        fields = constructor.fields
        if fields and not self.opens(depth, constructor):
            return
        cost = 1 if fields else 0
        for values, size in self.fields(fields, inside, {}, self.down(depth), budget - cost):
            try:
                value = constructor.build([values[field.name] for field in fields])
            except (ValueError, TypeError, AssertionError):
                continue
            yield value, size + cost

    def fields(self, fields, env, known, depth, budget):  # type: ignore[no-untyped-def]
        if budget < 0:
            return
        if not fields:
            yield known, 0
            return
        first, *rest = fields
        options = self.gen(first.type, env, known, depth, budget)
        if first.optional:
            options = itertools.chain(options, [(m.ABSENT, 0)])
        for value, size in options:
            for values, more in self.fields(rest, env, {**known, first.name: value}, depth, budget - size):
                yield values, size + more

    def fixed(self, elements, env, siblings, depth, budget):  # type: ignore[no-untyped-def]
        if not elements:
            yield (), 0
            return
        if not self.opens(depth, None):
            return

        def items(rest: Any, left: int) -> Iterator[tuple[tuple[Any, ...], int]]:
            if left < 0:
                return
            if not rest:
                yield (), 0
                return
            for value, size in self.gen(rest[0], env, siblings, self.down(depth), left):
                for values, more in items(rest[1:], left - size):
                    yield (value, *values), size + more

        for values, size in items(elements, budget - 1):
            yield values, size + 1

    def cells(self, element, env, siblings, depth, room, budget):  # type: ignore[no-untyped-def]
        yield (), 0
        if room < 1 or budget < 1 or (depth is not None and depth < 1):
            return
        after = self.down(depth) if self.scope.by_smallcheck else depth
        for value, size in self.gen(element, env, siblings, self.down(depth), budget - 1):
            for rest, more in self.cells(element, env, siblings, after, room - 1, budget - 1 - size):
                yield (value, *rest), 1 + size + more

    def chosen(self, element, env, siblings, depth, budget):  # type: ignore[no-untyped-def]
        """Tuples of different elements, as sets see it, each set once."""
        most = self.room(depth)
        everything = []
        if most >= 1 and budget >= 1:
            everything = list(self.gen(element, env, siblings, self.down(depth), budget - 1))
        distinct: dict[Any, tuple[Any, int]] = {}
        for value, size in everything:
            distinct.setdefault(value, (value, size))
        pool = list(distinct.values())
        for count in range(min(most, len(pool), budget) + 1):
            for combination in itertools.combinations(pool, count):
                size = sum(1 + s for _, s in combination)
                if size <= budget:
                    yield tuple(value for value, _ in combination), size

    def several(self, tp, count, env, siblings, depth, budget):  # type: ignore[no-untyped-def]
        if count == 0:
            yield (), 0
            return
        for value, size in self.gen(tp, env, siblings, depth, budget):
            for rest, more in self.several(tp, count - 1, env, siblings, depth, budget - size):
                yield (value, *rest), size + more


def fingerprint(value: Any) -> Hashable:
    """Equal for two values exactly when they are the same, types of parts included."""
    kind = type(value)
    match value:
        case list() | tuple() | deque():
            return (kind, tuple(map(fingerprint, value)))
        case set() | frozenset():
            return (kind, frozenset(map(fingerprint, value)))
        case dict():
            return (kind, frozenset((fingerprint(k), fingerprint(v)) for k, v in value.items()))
    if dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        return (kind, tuple((field.name, fingerprint(getattr(value, field.name))) for field in fields))
    if hasattr(value, "__dict__") and type(value).__module__ not in ("builtins", "enum", "datetime"):
        import enum

        if not isinstance(value, enum.Enum):
            return (kind, tuple((name, fingerprint(part)) for name, part in sorted(vars(value).items())))
    return identity_key(value)
