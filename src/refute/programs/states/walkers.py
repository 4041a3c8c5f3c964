"""Walkers: what a walk does at a mutable object. It is met once; where it is met again, its place is noted."""

from __future__ import annotations

import types
import weakref
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from refute.programs.states.digest import digest
from refute.programs.states.keys import Keys
from refute.programs.states.layout import Layout, contents, layout_of
from refute.programs.states.locks import LOCKS, is_held
from refute.programs.states.tokens import ABSENT, OPEN, THEMSELVES, ByClass, Token, Tokens, Walk

Walker = Callable[[Any, Walk], None]


class Walkers:
    """Walkers by class."""

    def __init__(
        self,
        tokens: Tokens,
        keys: Keys,
        passed_over: Callable[[Layout], frozenset[str]],
        unknown: Callable[[type], None],
        individuals: Mapping[int, Token],
    ) -> None:
        """`passed_over` says which attributes are not looked at; `unknown` hears of classes that cannot be."""
        self._tokens = tokens
        self._keys = keys
        self._passed_over = passed_over
        self._unknown = unknown
        self._individuals = individuals
        self.by_class = ByClass(self._walker_for)
        self._direct: dict[int, Walker] = {}  # those of classes whose instances are always walked through

    def go(self, value: Any, walk: Walk) -> None:
        cls = type(value)
        if cls in THEMSELVES:
            walk.out.append(value)
            return
        direct = self._direct.get(id(cls))
        if direct is not None:
            direct(value, walk)
            return
        key = self._keys.of(value, walk.keys)
        if key is not OPEN:
            walk.out.append(key)
            return
        walker = self.by_class.of(cls)
        if self._keys.is_mutable(cls):
            self._direct[id(cls)] = walker
        walker(value, walk)

    def _walker_for(self, cls: type) -> Walker:
        if cls is list or cls is deque:
            return self._sequence
        if cls is dict or cls is OrderedDict:
            return self._dict
        if cls is set:
            return self._set
        if cls is tuple or cls is frozenset:
            return self._immutable
        if cls in LOCKS:
            return self._lock
        if cls is weakref.ReferenceType:
            return self._reference
        if cls is types.FunctionType:
            return self._function
        if cls in (types.MethodType, types.BuiltinFunctionType, types.MethodWrapperType):
            return self._method
        if cls in (types.GeneratorType, types.CoroutineType):
            return self._frame
        if cls is types.CellType:
            return self._cell
        layout = layout_of(cls)
        return self._reduced if layout is None else self._object(layout)

    def _sequence(self, value: Any, walk: Walk) -> None:
        if walk.met(value):
            return
        out = walk.out
        out += (type(value), len(value))
        if type(value) is deque:
            out.append(value.maxlen)
        if THEMSELVES.issuperset(map(type, value)):
            out.extend(value)
            return
        for part in value:
            self.go(part, walk)

    def _dict(self, value: dict[Any, Any], walk: Walk) -> None:
        if walk.met(value):
            return
        walk.out += (type(value), len(value))
        for key, part in value.items():
            self.go(key, walk)
            self.go(part, walk)

    def _set(self, value: set[Any], walk: Walk) -> None:
        if not walk.met(value):
            walk.out.append(set)
            self._elements(value, walk)

    def _immutable(self, value: Any, walk: Walk) -> None:
        """A tuple or frozenset with mutable parts is no object of its own."""
        walk.out.append(type(value))
        if type(value) is frozenset:
            self._elements(value, walk)
            return
        walk.out.append(len(value))
        for part in value:
            self.go(part, walk)

    def _elements(self, value: Iterable[Any], walk: Walk) -> None:
        """Those of a set: all at once if they are immutable, else in an order that their own fingerprints give."""
        found = list(value)
        keys = self._keys.of_all(found, walk.keys)
        if keys is not None:
            walk.out.append(frozenset(keys))
            return
        walk.out.append(len(found))
        for part in sorted(found, key=self._digest):
            self.go(part, walk)

    def _digest(self, value: Any) -> bytes:
        walk = Walk(self._individuals.get)
        self.go(value, walk)
        return digest(tuple(walk.out))

    def _lock(self, value: Any, walk: Walk) -> None:
        """By whether it is held."""
        if not walk.met(value):
            walk.out += (self._tokens.individual(type(value)), int(is_held(value)))

    def _reference(self, value: Any, walk: Walk) -> None:
        if walk.met(value):
            return
        walk.out.append(weakref.ReferenceType)
        target = value()
        walk.alive.append(target)
        self.go(target, walk)

    def _function(self, value: types.FunctionType, walk: Walk) -> None:
        if walk.met(value):
            return
        cells, own = value.__closure__ or (), dict(value.__dict__)
        walk.alive.append(own)
        walk.out += ("function", self._tokens.individual(value.__code__), len(cells))
        for part in (value.__defaults__, value.__kwdefaults__, own, *cells):
            self.go(part, walk)

    def _method(self, value: Any, walk: Walk) -> None:
        walk.out += ("method", value.__name__)
        if isinstance(value, types.MethodType):
            self.go(value.__func__, walk)
        self.go(value.__self__, walk)

    def _cell(self, value: types.CellType, walk: Walk) -> None:
        if walk.met(value):
            return
        walk.out.append(types.CellType)
        try:
            inside = value.cell_contents
        except ValueError:
            inside = ABSENT
        self.go(inside, walk)

    def _frame(self, value: Any, walk: Walk) -> None:
        """A generator is known by the place where it goes on, and by its variables."""
        if walk.met(value):
            return
        prefix = "gi" if isinstance(value, types.GeneratorType) else "cr"
        frame = getattr(value, f"{prefix}_frame")
        walk.out += (type(value), self._tokens.individual(getattr(value, f"{prefix}_code")))
        if frame is None:
            walk.out.append(ABSENT)
            return
        variables = dict(frame.f_locals)
        walk.alive.append(variables)
        walk.out.append(frame.f_lasti)
        self._dict(variables, walk)
        self.go(value.gi_yieldfrom if prefix == "gi" else value.cr_await, walk)

    def _object(self, layout: Layout) -> Walker:
        """Calls are what takes long here: what `go` and `met` do stands here again."""
        cls, base, attributes = layout.cls, layout.base, layout.attributes
        slots, names, go, direct = layout.slots, self._passed_over(layout), self.go, self._direct.get
        mark, individual = self._tokens.individual(cls), self._individuals.get
        orders: dict[tuple[str, ...], tuple[str, ...]] = {}

        def walker(value: Any, walk: Walk) -> None:
            identity, out, places = id(value), walk.out, walk.places
            known = individual(identity)
            if known is not None:
                out.append(known)
                return
            if identity in places:
                walk.met(value)
                return
            places[identity] = len(places)
            walk.classes.append(cls)
            out.append(mark)
            for _, slot in slots:
                try:
                    part = slot.__get__(value, cls)
                except AttributeError:
                    part = ABSENT
                if type(part) in THEMSELVES:
                    out.append(part)
                else:
                    (direct(id(type(part))) or go)(part, walk)
            if attributes is not None:
                found = attributes(value)
                written = tuple(found)
                order = orders.get(written)
                if order is None:
                    order = orders[written] = tuple(sorted(name for name in written if name not in names))
                out.append(order)
                for name in order:
                    part = found[name]
                    if type(part) in THEMSELVES:
                        out.append(part)
                    else:
                        (direct(id(type(part))) or go)(part, walk)
            if base is not None:
                inside = contents(base, value)
                walk.alive.append(inside)
                go(inside, walk)

        return walker

    def _reduced(self, value: Any, walk: Walk) -> None:
        """An object of a class written in C, as pickle would take it apart; by its class where it cannot."""
        if walk.met(value):
            return
        cls = type(value)
        try:
            how: Any = value.__reduce_ex__(4)
        except Exception:
            self._unknown(cls)
            walk.is_opaque = True
            walk.out.append(self._tokens.individual(cls))
            return
        walk.alive.append(how)
        walk.out.append(self._tokens.individual(cls))
        if isinstance(how, str):
            walk.out.append(how)
            return
        made_by, given, *more = how
        state, *iterators = (*more, None, None, None)[:3]
        for part in (made_by, given, state, *(None if one is None else list(one) for one in iterators)):
            walk.alive.append(part)
            self.go(part, walk)
