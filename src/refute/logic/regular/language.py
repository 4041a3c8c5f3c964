"""Regular languages as expressions with derivatives (Brzozowski 1964).

`language.derivative(c)` is the language of all texts t such that c + t is a member. A text is a member if the language
left after its last character is `nullable`, which says that the empty text is a member:

    >>> from refute.logic.regular.pattern import language
    >>> number = language("-?[0-9]{2,3}")
    >>> number.derivative("-"), number.derivative("-").derivative("7"), number.matches("-70")
    (/[0-9]{2,3}/, /[0-9]{1,2}/, True)

Expressions are interned and kept in a normal form: unions and intersections are flat and without duplicates,
concatenations nest to the right, repetitions are counted instead of unrolled. So languages that are built the same way
are the same object, and a language has few distinct derivatives.

A pattern may contain assertions, which depend on the text around the match. A *piece* is an expression that
`looks_ahead` or `looks_behind`. It consumes a character by its `transitions`: pairs of the piece that remains and an
*obligation*, a language that has to contain all of the remaining text. Of a language, which does not look around, every
obligation is `ALL`. Assertions, and the step from a piece to a language, are in `pattern`.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from math import inf
from random import Random

from refute.logic.regular.character_sets import (
    END,
    Bounds,
    all_of,
    any_of,
    atoms,
    drawn,
    has,
    representatives,
    written,
)
from refute.logic.regular.interning import InternedNode, intern


class Language(InternedNode):
    """A regular set of texts. Two with the same normal form are the same object.

    `nullable` says whether the empty text is a member; of a piece that looks around, whether it is one in any context.
    """

    def __init__(
        self, parts: tuple[Language, ...], nullable: bool, looks_ahead: bool = False, looks_behind: bool = False
    ) -> None:
        self.parts = parts
        self.nullable = nullable
        self.looks_ahead = looks_ahead
        self.looks_behind = looks_behind
        self._next: dict[str, Language] = {}
        self._min_length: float | None = None
        self._alphabet: tuple[str, ...] | None = None

    def __repr__(self) -> str:
        return f"/{_pattern(self)[1]}/"

    @property
    def looks(self) -> bool:
        return self.looks_ahead or self.looks_behind

    def derivative(self, char: str) -> Language:
        """The language of what may follow `char`."""
        known = self._next.get(char)
        if known is None:
            known = self._next[char] = self._step(char)
        return known

    def matches(self, text: str) -> bool:
        state = self
        for char in text:
            state = state.derivative(char)
            if state is EMPTY:
                return False
        return state.nullable

    @property
    def empty(self) -> bool:
        """Whether no text at all is a member."""
        return self.shortest() is None

    def shortest(self) -> int | None:
        """The length of a shortest member, None if there is no member."""
        if self._min_length is None:
            self._min_length = self._find_min_length()
        return None if self._min_length == inf else int(self._min_length)

    def alphabet(self) -> tuple[str, ...]:
        """Characters that show every behaviour: one or two of each class that the expression distinguishes."""
        if self._alphabet is None:
            self._alphabet = representatives(self._classes())
        return self._alphabet

    def drawn_alphabet(self, random: Random, ready: str) -> tuple[str, ...]:
        """Characters from all over each class that the expression names, some of them of those that are `ready`."""
        return drawn(self._classes(), random, ready)

    def complement(self) -> Language:
        if isinstance(self, Complement):
            return self.parts[0]
        if self is EMPTY or self is ALL:
            return ALL if self is EMPTY else EMPTY
        return intern(Complement, self)

    def empty_match(self) -> Language:
        """The remaining texts before which this piece may match the empty text."""
        return ALL if self.nullable else self._empty_match() if self.looks else EMPTY

    def advanced(self, char: str) -> Language:
        """The same piece one character further on in the text, after `char`."""
        return self._advanced(char) if self.looks_behind else self

    def transitions(self, char: str) -> Iterator[Transition]:
        """The ways to consume `char` first: for each, the piece that remains and an obligation."""
        yield self.derivative(char), ALL

    def _step(self, char: str) -> Language:
        # Every class of nodes overrides exactly one of this and `transitions`.
        return union(rest for rest, _ in self.transitions(char))

    def _empty_match(self) -> Language:
        """As `empty_match`. Defined by the classes of nodes that may look around, as is the next."""
        raise AssertionError(f"{type(self).__name__} does not look around")

    def _advanced(self, char: str) -> Language:
        raise AssertionError(f"{type(self).__name__} does not look behind")

    def _find_min_length(self) -> float:
        """Breadth-first search of the derivatives. Classes of nodes with a formula override it."""
        steps = [chr(bounds[0]) for _, bounds in atoms(self._classes())]
        reached_from: dict[Language, Language | None] = {self: None}
        queue = deque([self])
        while queue:
            state = queue.popleft()
            if state.nullable:
                length, passing = 0, state
                while (before := reached_from[passing]) is not None:
                    passing._min_length = length
                    length, passing = length + 1, before
                return length
            for step in steps:
                following = state.derivative(step)
                if following not in reached_from and following._min_length != inf:
                    reached_from[following] = state
                    queue.append(following)
        for state in reached_from:
            state._min_length = inf
        return inf

    def _classes(self) -> frozenset[Bounds]:
        seen: set[Language] = set()
        stack: list[Language] = [self]
        while stack:
            node = stack.pop()
            if node not in seen:
                seen.add(node)
                stack.extend(node.parts)
        return frozenset(node.bounds for node in seen if isinstance(node, Characters))


Transition = tuple[Language, Language]


class _Composite(Language):
    """An expression that looks around where one of its parts does."""

    def __init__(self, parts: tuple[Language, ...], nullable: bool) -> None:
        looks_ahead = any(part.looks_ahead for part in parts)
        super().__init__(parts, nullable, looks_ahead, any(part.looks_behind for part in parts))


class Characters(Language):
    """The texts of one character out of a set."""

    def __init__(self, bounds: Bounds) -> None:
        super().__init__((), nullable=False)
        self.bounds = bounds

    def transitions(self, char: str) -> Iterator[Transition]:
        if has(self.bounds, char):
            yield EPSILON, ALL

    def _find_min_length(self) -> float:
        return 1 if self.bounds else inf


class Concat(_Composite):
    """`left`, which is no `Concat`, and then `right`. Iterative, as recursion would be as deep as a text is long."""

    def __init__(self, left: Language, right: Language) -> None:
        super().__init__((left, right), nullable=left.nullable and right.nullable)
        self.left = left
        self.right = right

    def transitions(self, char: str) -> Iterator[Transition]:
        guard = ALL
        node: Language = self
        while isinstance(node, Concat):
            after = node.right.advanced(char)
            for rest, obligation in node.left.transitions(char):
                yield concat(rest, after), intersection((guard, obligation))
            guard = intersection((guard, node.left.empty_match().derivative(char)))
            if guard is EMPTY:
                return
            node = node.right
        for rest, obligation in node.transitions(char):
            yield rest, intersection((guard, obligation))

    def _empty_match(self) -> Language:
        return intersection(part.empty_match() for part in spine(self))

    def _advanced(self, char: str) -> Language:
        return sequence(part.advanced(char) for part in spine(self))

    def _find_min_length(self) -> float:
        unknown: list[Concat] = []
        node: Language = self
        while isinstance(node, Concat) and node._min_length is None:
            unknown.append(node)
            node = node.right
        length = _min_length(node)
        for later in reversed(unknown):
            length = later._min_length = length + _min_length(later.left)
        return length


class Repeat(_Composite):
    """`body` at least `low` and at most `high` times, unbounded if None. The empty text is ∅*."""

    def __init__(self, body: Language, low: int, high: int | None) -> None:
        super().__init__((body,), nullable=not low or body.nullable)
        self.body = body
        self.low = low
        self.high = high

    def transitions(self, char: str) -> Iterator[Transition]:
        fewer = None if self.high is None else self.high - 1
        after = repeat(self.body, max(self.low - 1, 0), fewer).advanced(char)
        for rest, obligation in self.body.transitions(char):
            yield concat(rest, after), obligation
        if self.low > 1 and self.looks:
            # Where the body may match the empty text, it may do so as often as `low` requires.
            empty_match = self.body.empty_match().derivative(char)
            for rest, obligation in repeat(self.body, 0, self.high).transitions(char):
                yield rest, intersection((empty_match, obligation))

    def _empty_match(self) -> Language:
        return self.body.empty_match()

    def _advanced(self, char: str) -> Language:
        return repeat(self.body.advanced(char), self.low, self.high)

    def _find_min_length(self) -> float:
        return self.low * _min_length(self.body) if self.low else 0


class Union(_Composite):
    def __init__(self, members: frozenset[Language]) -> None:
        super().__init__(tuple(members), nullable=any(member.nullable for member in members))

    def transitions(self, char: str) -> Iterator[Transition]:
        for part in self.parts:
            yield from part.transitions(char)

    def _empty_match(self) -> Language:
        return union(part.empty_match() for part in self.parts)

    def _advanced(self, char: str) -> Language:
        return union(part.advanced(char) for part in self.parts)

    def _find_min_length(self) -> float:
        return min(map(_min_length, self.parts))


class Intersection(Language):
    def __init__(self, members: frozenset[Language]) -> None:
        super().__init__(tuple(members), nullable=all(member.nullable for member in members))

    def _step(self, char: str) -> Language:
        return intersection(part.derivative(char) for part in self.parts)


class Complement(Language):
    def __init__(self, body: Language) -> None:
        super().__init__((body,), nullable=not body.nullable)

    def _step(self, char: str) -> Language:
        return self.parts[0].derivative(char).complement()


def characters(bounds: Bounds) -> Language:
    return intern(Characters, bounds)


def concat(left: Language, right: Language) -> Language:
    if left is EMPTY or right is EMPTY:
        return EMPTY
    if left is EPSILON or right is EPSILON:
        return right if left is EPSILON else left
    parts = []
    while isinstance(left, Concat):
        parts.append(left.left)
        left = left.right
    for part in (left, *reversed(parts)):
        head, tail = _split(right)
        body, low, high = _power(part)
        again, more_low, more_high = _power(head)
        if body is again:
            most = None if high is None or more_high is None else high + more_high
            right = concat(repeat(body, low + more_low, most), tail)
        else:
            right = intern(Concat, part, right)
    return right


def repeat(body: Language, low: int, high: int | None) -> Language:
    """`body` at least `low` and at most `high` times, unbounded if None."""
    if high == 0 or body is EPSILON:
        return EPSILON
    if body is EMPTY:
        return EMPTY if low else EPSILON
    if body.nullable:
        low = 0
    if (low, high) == (1, 1) or (high == 1 and body.nullable):
        return body
    if isinstance(body, Repeat) and body.low <= 1:
        high = None if high is None or body.high is None else high * body.high
        return repeat(body.body, low * body.low, high)
    return intern(Repeat, body, low, high)


def union(members: Iterable[Language]) -> Language:
    flat: set[Language] = set()
    optional = False
    stack = list(members)
    while stack:
        member = stack.pop()
        if isinstance(member, Union):
            stack.extend(member.parts)
        elif isinstance(member, Repeat) and (member.body is EMPTY or (member.low, member.high) == (0, 1)):
            optional = True
            stack.append(member.body)
        elif member is not EMPTY:
            flat.add(member)
    _merge_characters(flat, any_of)
    _merge_repeats(flat)
    flat -= _covered(flat)
    flat -= {m for m in flat if isinstance(m, Intersection) and not flat.isdisjoint(m.parts)}
    if ALL in flat or any(isinstance(m, Complement) and m.parts[0] in flat for m in flat):
        return ALL
    if not flat:
        return EPSILON if optional else EMPTY
    merged = next(iter(flat)) if len(flat) == 1 else intern(Union, frozenset(flat))
    return repeat(merged, 0, 1) if optional else merged


def intersection(members: Iterable[Language]) -> Language:
    flat: set[Language] = set()
    for member in members:
        flat.update(member.parts if isinstance(member, Intersection) else (member,))
    flat.discard(ALL)
    _merge_characters(flat, all_of)
    flat -= {m for m in flat if isinstance(m, Union) and not flat.isdisjoint(m.parts)}
    if EMPTY in flat or any(isinstance(m, Complement) and m.parts[0] in flat for m in flat):
        return EMPTY
    if EPSILON in flat:
        return EPSILON if all(m.nullable for m in flat) else EMPTY
    if len(flat) <= 1:
        return next(iter(flat), ALL)
    return intern(Intersection, frozenset(flat))


def spine(piece: Language) -> list[Language]:
    """The parts of a concatenation; the tail that does not look around is one part."""
    parts = []
    while isinstance(piece, Concat) and piece.looks:
        parts.append(piece.left)
        piece = piece.right
    return [*parts, piece]


def sequence(parts: Iterable[Language]) -> Language:
    whole = EPSILON
    for part in reversed(list(parts)):
        whole = concat(part, whole)
    return whole


def _split(node: Language) -> tuple[Language, Language]:
    return (node.left, node.right) if isinstance(node, Concat) else (node, EPSILON)


def _power(node: Language) -> tuple[Language, int, int | None]:
    return (node.body, node.low, node.high) if isinstance(node, Repeat) else (node, 1, 1)


def _min_length(node: Language) -> float:
    length = node.shortest()
    return inf if length is None else length


def _covered(members: Iterable[Language]) -> set[Language]:
    """Members of a union that another one contains: r?k contains k."""
    covered: set[Language] = set()
    for node in members:
        while isinstance(node, Concat) and node.left.nullable and node.right not in covered:
            node = node.right
            covered.add(node)
    return covered


def _merge_characters(flat: set[Language], merge: Callable[[list[Bounds]], Bounds]) -> None:
    found = [member for member in flat if isinstance(member, Characters)]
    if len(found) > 1:
        flat.difference_update(found)
        flat.add(characters(merge([member.bounds for member in found])))


def _merge_repeats(flat: set[Language]) -> None:
    """Joins r{2,5}k and r{4,}k to r{2,}k. This keeps .*r{0,1000} at two derivatives."""
    alike: dict[tuple[Language, Language], list[tuple[int, float, Language]]] = defaultdict(list)
    for member in flat:
        head, tail = _split(member)
        body, least, most = _power(head)
        alike[body, tail].append((least, inf if most is None else most, member))
    for (body, tail), found in alike.items():
        if len(found) > 1:
            flat.difference_update(member for _, _, member in found)
            first, last, _ = min(found, key=lambda span: span[:2])
            for low, high, _ in sorted(found, key=lambda span: span[:2]):
                if low > last + 1:
                    flat.add(_times(body, first, last, tail))
                    first, last = low, high
                last = max(last, high)
            flat.add(_times(body, first, last, tail))


def _times(body: Language, low: int, high: float, tail: Language) -> Language:
    return concat(repeat(body, low, None if high == inf else int(high)), tail)


# How tightly operators bind, loosest first.
_UNION, _INTERSECTION, _CONCAT, _REPEAT, _ATOM = range(5)


def _pattern(node: Language) -> tuple[int, str]:
    """The text of an expression, and how tightly its outermost operator binds."""
    match node:
        case Characters(bounds=bounds):
            return _ATOM, written(bounds) if bounds else "∅"
        case Concat(left=left, right=right):
            return _CONCAT, _at_least(_CONCAT, left) + _at_least(_CONCAT, right)
        case Repeat(body=body, low=low, high=high):
            if body is EMPTY:
                return _ATOM, "ε"
            short = {(0, None): "*", (1, None): "+", (0, 1): "?", (low, low): f"{{{low}}}"}
            counted = f"{{{low},{'' if high is None else high}}}"
            return _REPEAT, _at_least(_ATOM, body) + short.get((low, high), counted)
        case Union(parts=parts):
            return _UNION, "|".join(sorted(_at_least(_UNION, part) for part in parts))
        case Intersection(parts=parts):
            return _INTERSECTION, "&".join(sorted(_at_least(_INTERSECTION, part) for part in parts))
        case Complement(parts=(body,)):
            return _REPEAT, f"¬{_at_least(_REPEAT, body)}"
    return _ATOM, f"<{type(node).__name__.strip('_').lower()} {', '.join(_pattern(part)[1] for part in node.parts)}>"


def _at_least(level: int, part: Language) -> str:
    found, text = _pattern(part)
    return text if found >= level else f"(?:{text})"


EMPTY = characters(())
EPSILON: Language = intern(Repeat, EMPTY, 0, None)
ALL: Language = intern(Repeat, characters((0, END)), 0, None)
