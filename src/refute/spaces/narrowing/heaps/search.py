"""The search for heaps that satisfy conditions: what a field holds is chosen when a condition reads it.

A run begins with the root alone, as a probe. A field that is read holds the first of its alternatives: a value, an
object that is there already, or one new object, as all new objects of a class are alike. The choices of a run are kept,
and the next run makes the same but for the last, which is the next alternative:

    first = None                                 is_linked: True     family 0
    first = n1, n1.next = None                   is_linked: False
    first = n1, n1.next = n1, n1.prev = None     is_linked: False
    first = n1, n1.next = n1, n1.prev = n1       is_linked: True     family 1: n1.value was not read
    …

When all conditions hold, the fields that nobody has read, and that may point at something, are chosen as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

from refute.logic.reading.predicates import Predicate
from refute.logic.terms.term import Term
from refute.spaces.ground.types import Made
from refute.spaces.narrowing.heaps.heap import Content, Heap, Held, Packed, Pointer, Thing
from refute.spaces.narrowing.heaps.layout import Box, Layout, Reference, Slot, Values, is_free
from refute.spaces.narrowing.heaps.probes import Copied, probe, probe_class
from refute.spaces.nodes.node import Place
from refute.spaces.nodes.recipes import thaw
from refute.types.model import ABSENT

# Evaluates a condition on a value, with the fields of the object that has it, by name.
Holds = Callable[[Predicate | Term, Any, Callable[[str], Any]], bool]

_NOTHING: Any = object()  # what is in a field that is not chosen yet
_MANY_READS = 50_000  # of fields in a run: it goes in circles
_PATIENCE = 5  # runs with so many, after which fewer are enough


class _NoChoice(BaseException):
    """Raised where a field is read that nothing fits into."""


class _Endless(BaseException):
    """Raised where a run has read so much that it seems to go in circles."""


@dataclass(frozen=True, slots=True)
class _New:
    """An alternative: a new object."""

    reference: Reference


@dataclass(frozen=True, slots=True)
class _Known:
    """An alternative: an object that is there."""

    reference: Reference
    number: int


@dataclass(frozen=True, slots=True)
class _Value:
    """An alternative: a value."""

    values: Values
    place: Place


@dataclass(frozen=True, slots=True)
class _Filled:
    """An alternative: a container with so many elements; a dict with these keys; a set of these, and of new ones."""

    box: Box
    length: int
    keys: tuple[Place, ...] = ()
    known: tuple[_Known, ...] = ()


_Alternative = _New | _Known | _Value | _Filled


class _Choice:
    __slots__ = ("alternatives", "taken")

    def __init__(self, alternatives: Sequence[_Alternative]) -> None:
        self.alternatives = alternatives
        self.taken = 0

    @property
    def is_last(self) -> bool:
        return self.taken + 1 == len(self.alternatives)


class Search:
    """All heaps of a layout up to a size for which conditions on the root hold.

    `probing`: conditions are run on probes; else on real objects, which are chosen completely before.
    """

    def __init__(
        self,
        layout: Layout,
        conditions: Sequence[Predicate | Term],
        holds: Holds,
        observe: Callable[[Any], Any],
        largest: int,
        spend: Callable[[], None],
        *,
        probing: bool,
        whole: bool,
        keeps: bool,
    ) -> None:
        """`observe` is called with the root if all conditions hold, `spend` before each run. `whole`: no value is left
        open. `keeps`: what is observed may have objects in it."""
        self.layout = layout
        self.conditions = conditions
        self.holds = holds
        self.observe = observe
        self.largest = largest
        self.probing = probing
        self.whole = whole or layout.unordered or not probing
        self.keeps = keeps
        self._spend = spend
        self._probes: dict[Made, type] = {}
        self.runs = 0
        self.endless = 0
        self.longest = 0  # the reads of a run that ended
        self.misled = False  # whether probes do not do for real objects
        self.raised: Exception | None = None  # by a condition: the first
        self.raising = 0

    def found(self) -> Iterator[Run]:
        """The runs in which all conditions held."""
        choices: list[_Choice] = []
        while True:
            self._spend()
            self.runs += 1
            run = Run(self, choices)
            if run.succeeds():
                yield run
            if self.misled:
                return
            if not self.keeps:
                run.discard()
            del choices[run.made :]
            while choices and choices[-1].is_last:
                choices.pop()
            if not choices:
                return
            choices[-1].taken += 1

    def most_reads(self, objects: int) -> int:
        """How many fields a run may read before it is taken to go in circles."""
        few = 1_000 + 100 * objects**2
        return max(few, _MANY_READS if self.endless < _PATIENCE else 10 * self.longest)

    def probe_of(self, made: Made) -> type:
        if made not in self._probes:
            self._probes[made] = probe_class(made.constructor)
        return self._probes[made]


class Run:
    """One run: a heap that is chosen as far as it is looked at."""

    def __init__(self, search: Search, choices: list[_Choice]) -> None:
        self._search = search
        self._choices = choices
        self.made = 0  # how many choices were made
        self.size = 0
        self._types: list[Made] = []
        self.probes: list[Any] = []
        self._contents: list[list[Content | None]] = []
        self._values: list[list[Any]] = []
        self._asked: list[
            tuple[Sequence[Predicate | Term], int, Any]
        ] = []  # conditions to be met, the object, and the value
        self._met: set[tuple[tuple[Term, ...], int, Content]] = set()  # conditions that were asked of objects
        self._reads = 0
        self.observed: Any = None

    # -- conditions ----------------------------------------------------------------------------------------------------

    def succeeds(self) -> bool:
        search = self._search
        try:
            root = self._new(search.layout.root)
            self._asked.append((search.conditions, 0, self.probes[root]))
            if not search.probing:
                while self._choose_one_more():
                    pass
                return self._hold_on_real_objects() and self._is_observed()
            while self._asked or self._choose_one_more():
                if self._asked and not self._hold(*self._asked.pop(0)):
                    return False
            return self._is_observed()
        except _NoChoice:
            return False
        except Copied:
            search.misled = True
            return False
        except (_Endless, RecursionError):
            search.endless += 1
            return False

    def _is_observed(self) -> bool:
        self.observed = self._search.observe(self.probes[0])
        return True

    def _hold(self, conditions: Sequence[Predicate | Term], number: int, value: Any) -> bool:
        """Whether conditions on a probe hold. One that raises has to raise the same on real objects."""
        search, field = self._search, partial(getattr, self.probes[number])
        for one in conditions:
            try:
                holds = search.holds(one, value, field)
            except Exception as error:
                search.misled = not self._is_raised_by_real_objects(type(error), one, number, value)
                if isinstance(error, RecursionError):
                    raise
                return self._raised(error)
            search.longest = max(search.longest, self._reads)
            if not holds:
                return False
        return True

    def _raised(self, error: Exception) -> bool:
        """Note what a condition raised: then it does not hold."""
        self._search.raising += 1
        self._search.raised = self._search.raised or error
        return False

    def _is_raised_by_real_objects(
        self, kind: type[Exception], condition: Predicate | Term, number: int, value: Any
    ) -> bool:
        """Whether a condition raises on real objects, of which the first alternatives are taken for the rest."""
        made = self.made
        try:
            while self._choose_one_more():
                pass
            objects, real = self._real_objects()
            self._search.holds(condition, real.get(id(value), value), partial(getattr, objects[number]))
        except _NoChoice:
            return True  # there are none
        except Exception as error:
            return type(error) is kind
        finally:
            self.made = made  # the next run does not go on from there
        return False

    def _choose_one_more(self) -> bool:
        """Choose what is in one field that is not chosen; whether there was any. Values are left open, if they may."""
        for number, contents in enumerate(self._contents):
            slots = self._search.layout.slots(self._types[number])
            for place, content in enumerate(contents):
                if content is None and (self._search.whole or not is_free(slots[place])):
                    self._choose(number, place)
                    return True
        return False

    def _hold_on_real_objects(self) -> bool:
        objects, real = self._real_objects()
        try:
            return all(
                self._search.holds(condition, real.get(id(value), value), partial(getattr, objects[number]))
                for conditions, number, value in self._asked
                for condition in conditions
            )
        except RecursionError:
            raise
        except Exception as error:
            return self._raised(error)

    def _real_objects(self) -> tuple[list[Any], dict[int, Any]]:
        """Objects in place of probes, with the simplest values where these are open; and by the identity of a probe."""
        heap = self.heap()
        simplest = [leaf.domain.first() for leaf in heap.open]
        if ABSENT in simplest:
            raise _NoChoice
        objects = heap.objects(simplest)
        return objects, dict(zip(map(id, self.probes), objects, strict=True))

    def discard(self) -> None:
        """Break the reference cycles through probes, to free the memory at once."""
        for one in self.probes:
            one.__dict__.clear()

    def heap(self) -> Heap:
        """The heap that was chosen. Values that were not looked at are open."""
        things = []
        for made, contents in zip(self._types, self._contents, strict=True):
            slots = self._search.layout.slots(made)
            things.append(Thing(made, tuple(c or _open(slot) for c, slot in zip(contents, slots, strict=True))))
        return Heap(things)

    # -- what probes ask -----------------------------------------------------------------------------------------------

    def read(self, number: int, place: int) -> Any:
        self._reads += 1
        if self._reads > self._search.most_reads(len(self.probes)):
            raise _Endless
        if self._values[number][place] is _NOTHING:
            self._choose(number, place)
        return self._values[number][place]

    def write(self, number: int, place: int, value: Any) -> None:
        if self._values[number][place] is _NOTHING:
            self._choose(number, place)
        self._values[number][place] = value

    # -- choices -------------------------------------------------------------------------------------------------------

    def _new(self, made: Made) -> int:
        search, number = self._search, len(self.probes)
        constructor = made.constructor
        fields = len(constructor.names)
        self.size += constructor.cost
        self._types.append(made)
        self._contents.append([None] * fields)
        self._values.append([_NOTHING] * fields)
        self.probes.append(probe(search.probe_of(made), constructor, number, self.read, self.write))
        return number

    def _choose(self, number: int, place: int) -> None:
        slot = self._search.layout.slots(self._types[number])[place]
        content, value = self._filled(slot, number)
        self._contents[number][place] = content
        self._values[number][place] = value

    def _filled(self, slot: Slot, owner: int) -> tuple[Content, Any]:
        """What a slot holds, as data and as a value to be looked at."""
        match self._taken(slot):
            case _Value(values=values, place=place):
                self.size += place[0]
                value = thaw(values.domain.value(place))
                return self._noted(Held(values.domain, place), value, values.conditions, owner)
            case _New(reference=reference):
                number = self._new(reference.made)
                return self._noted(Pointer(number), self.probes[number], reference.conditions, owner)
            case _Known(reference=reference, number=number):
                return self._noted(Pointer(number), self.probes[number], reference.conditions, owner)
            case _Filled() as filled:
                return self._filled_box(filled, owner)

    def _filled_box(self, filled: _Filled, owner: int) -> tuple[Content, Any]:
        box, keys = filled.box, filled.keys
        self.size += 1 if box.fixed else filled.length + sum(size for size, _ in keys)
        if box.unordered:
            numbers = [known.number for known in filled.known]
            (slot,) = box.elements
            new = [one for one in slot if isinstance(one, Reference)]
            numbers += [self._new(new[0].made) for _ in range(filled.length - len(numbers))]
            inside: list[tuple[Content, Any]] = [
                self._noted(Pointer(number), self.probes[number], new[0].conditions, owner) for number in numbers
            ]
        else:
            slots = box.elements if box.fixed else box.elements * filled.length
            inside = [self._filled(slot, owner) for slot in slots]
        known = [] if box.keys is None else [thaw(box.keys.value(key)) for key in keys]
        content = Packed(box, keys, tuple(content for content, _ in inside))
        return self._noted(content, box.filled(known, [value for _, value in inside]), box.conditions, owner)

    def _noted(self, content: Content, value: Any, conditions: tuple[Term, ...], owner: int) -> tuple[Content, Any]:
        """The same, with its conditions kept to be asked: of an object, once."""
        if conditions and not isinstance(content, Pointer):
            self._asked.append((conditions, owner, value))
        elif conditions and (conditions, owner, content) not in self._met:
            self._met.add((conditions, owner, content))
            self._asked.append((conditions, owner, value))
        return content, value

    def _taken(self, slot: Slot) -> _Alternative:
        """The alternative that is taken this time."""
        if self.made == len(self._choices):
            alternatives = list(self._alternatives(slot))
            if not alternatives:
                raise _NoChoice
            self._choices.append(_Choice(alternatives))
        choice = self._choices[self.made]
        self.made += 1
        return choice.alternatives[choice.taken]

    def _alternatives(self, slot: Slot) -> Iterator[_Alternative]:
        room = self._search.largest - self.size
        for one in slot:
            match one:
                case Values(domain=domain):
                    yield from (_Value(one, place) for place in domain.places(room))
                case Reference(made=made):
                    yield from (_Known(one, number) for number, other in enumerate(self._types) if other == made)
                    if made.constructor.cost <= room:
                        yield _New(one)
                case Box():
                    yield from self._boxes(one, room)

    def _boxes(self, box: Box, room: int) -> Iterator[_Filled]:
        if box.fixed:
            if room >= 1:
                yield _Filled(box, len(box.elements))
        elif box.keys is not None:
            places = list(box.keys.places(room - 1))
            for length in range(min(room, len(places)) + 1):
                for keys in combinations(places, length):
                    if length + sum(size for size, _ in keys) <= room:
                        yield _Filled(box, length, keys)
        elif box.unordered:
            yield from self._sets(box, room)
        else:
            yield from (_Filled(box, length) for length in range(room + 1))

    def _sets(self, box: Box, room: int) -> Iterator[_Filled]:
        """Sets of some objects that are there, and some new ones."""
        (slot,) = box.elements
        (reference,) = [one for one in slot if isinstance(one, Reference)]
        there = [_Known(reference, number) for number, made in enumerate(self._types) if made == reference.made]
        cost = reference.made.constructor.cost
        for length in range(room + 1):
            for kept in range(min(length, len(there)), -1, -1):
                if length + (length - kept) * cost <= room:
                    yield from (_Filled(box, length, known=known) for known in combinations(there, kept))


def _open(slot: Slot) -> Held:
    (values,) = slot
    assert isinstance(values, Values)
    return Held(values.domain)
