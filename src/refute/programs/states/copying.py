"""Copies of values: all that can change is made again, sharing as it was, and what cannot change is shared.

A copy is made part by part, as a fingerprint is: `__deepcopy__` of the user's classes is not asked. An object whose
class says how its instances are made or copied may be the only one of its kind; a generator cannot be copied at all:
these raise `Uncopyable`, and whoever wants another one makes it as the first was made.
"""

from __future__ import annotations

import copyreg
import types
import weakref
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Sequence
from typing import Any

from refute.programs.states.fingerprint import Fingerprints
from refute.programs.states.layout import Layout, contents, layout_of
from refute.programs.states.locks import LOCKS, like
from refute.programs.states.tokens import THEMSELVES, ByClass

_WHOLE = (tuple, frozenset, str, bytes, int, float, complex)  # what is given its contents when it is made
Copier = Callable[[Any, dict[int, Any]], Any]


class Uncopyable(Exception):
    """A value of which no copy can be made. Its argument is a class."""


class Copies:
    """Copies values, each kind of them by a function that is made when the first is met."""

    def __init__(self, fingerprints: Fingerprints) -> None:
        """`fingerprints` says what cannot change."""
        self._is_immutable = fingerprints.is_immutable
        self._individuals = fingerprints.individuals
        self._by_class = ByClass(self._copier_for)

    def of(self, values: Sequence[Any]) -> list[Any]:
        """Copies of values that share what these share. Raises Uncopyable."""
        memo: dict[int, Any] = {}
        try:
            return [self._copy(value, memo) for value in values]
        except RecursionError:
            raise Uncopyable(type(values[0])) from None

    def _copy(self, value: Any, memo: dict[int, Any]) -> Any:
        cls = type(value)
        if cls in THEMSELVES:
            return value
        known = memo.get(id(value), memo)
        if known is not memo:
            return known
        if id(value) in self._individuals:
            return value
        return (self._by_class.get(id(cls)) or self._by_class.of(cls))(value, memo)

    def _copier_for(self, cls: type) -> Copier:
        known = {
            list: self._list,
            dict: self._dict,
            OrderedDict: self._dict,
            defaultdict: self._defaultdict,
            set: self._set,
            deque: self._deque,
            bytearray: self._bytes,
            tuple: self._tuple,
            frozenset: self._frozenset,
            types.MethodType: self._method,
            types.FunctionType: self._function,
            types.CellType: self._cell,
            weakref.ReferenceType: self._reference,
            **dict.fromkeys(LOCKS, self._lock),
        }
        for one, copier in known.items():
            if one is cls:
                return copier
        layout = layout_of(cls)
        if layout is None:
            return self._reduced
        if layout.copies_itself:
            return self._alone
        return self._object(layout)

    def _list(self, value: list[Any], memo: dict[int, Any]) -> Any:
        if THEMSELVES.issuperset(map(type, value)):
            made = memo[id(value)] = value[:]
            return made
        made = memo[id(value)] = []
        made += [self._copy(part, memo) for part in value]
        return made

    def _dict(self, value: Any, memo: dict[int, Any]) -> Any:
        made = memo[id(value)] = type(value)()
        for key, part in value.items():
            made[self._copy(key, memo)] = self._copy(part, memo)
        return made

    def _defaultdict(self, value: Any, memo: dict[int, Any]) -> Any:
        made = memo[id(value)] = defaultdict(value.default_factory)
        for key, part in value.items():
            made[self._copy(key, memo)] = self._copy(part, memo)
        return made

    def _set(self, value: set[Any], memo: dict[int, Any]) -> Any:
        made: set[Any] = set()
        memo[id(value)] = made
        if THEMSELVES.issuperset(map(type, value)):
            made |= value  # whose order then is that of the copy, as far as there is one
        else:
            made.update([self._copy(part, memo) for part in value])
        return made

    def _deque(self, value: deque[Any], memo: dict[int, Any]) -> Any:
        made: deque[Any] = deque(maxlen=value.maxlen)
        memo[id(value)] = made
        made.extend([self._copy(part, memo) for part in value])
        return made

    def _bytes(self, value: bytearray, memo: dict[int, Any]) -> Any:
        made = memo[id(value)] = bytearray(value)
        return made

    def _tuple(self, value: tuple[Any, ...], memo: dict[int, Any]) -> Any:
        return value if self._is_immutable(value) else tuple([self._copy(part, memo) for part in value])

    def _frozenset(self, value: frozenset[Any], memo: dict[int, Any]) -> Any:
        return value if self._is_immutable(value) else frozenset([self._copy(part, memo) for part in value])

    def _method(self, value: types.MethodType, memo: dict[int, Any]) -> Any:
        return types.MethodType(self._copy(value.__func__, memo), self._copy(value.__self__, memo))

    def _function(self, value: types.FunctionType, memo: dict[int, Any]) -> Any:
        if self._is_immutable(value) or not (value.__closure__ or value.__dict__):
            return value
        cells = tuple([types.CellType() for _ in value.__closure__ or ()])
        made = types.FunctionType(value.__code__, value.__globals__, value.__name__, value.__defaults__, cells or None)
        memo[id(value)] = made
        made.__kwdefaults__, made.__qualname__ = value.__kwdefaults__, value.__qualname__
        made.__dict__.update({name: self._copy(part, memo) for name, part in value.__dict__.items()})
        for cell, new in zip(value.__closure__ or (), cells, strict=True):
            self._fill(cell, new, memo)
        return made

    def _cell(self, value: types.CellType, memo: dict[int, Any]) -> Any:
        made = memo[id(value)] = types.CellType()
        self._fill(value, made, memo)
        return made

    def _fill(self, cell: types.CellType, made: types.CellType, memo: dict[int, Any]) -> None:
        """Cells are shared by functions that see the same variable."""
        known = memo.setdefault(id(cell), made)
        try:
            inside = cell.cell_contents
        except ValueError:
            return
        if known is not made:
            raise Uncopyable(types.FunctionType)
        made.cell_contents = self._copy(inside, memo)

    def _reference(self, value: Any, memo: dict[int, Any]) -> Any:
        target = value()
        if target is None or id(target) not in memo:
            raise Uncopyable(type(value))
        made = memo[id(value)] = weakref.ref(memo[id(target)])
        return made

    def _lock(self, value: Any, memo: dict[int, Any]) -> Any:
        made = memo[id(value)] = like(value)
        return made

    def _alone(self, value: Any, memo: dict[int, Any]) -> Any:
        if self._is_immutable(value):
            return value
        raise Uncopyable(type(value))

    def _object(self, layout: Layout) -> Copier:
        cls, base, slots, attributes = layout.cls, layout.base, layout.slots, layout.attributes
        by_class, by_class_of, individuals = self._by_class.get, self._by_class.of, self._individuals
        make: Any = (base or object).__new__
        frozen = layout.frozen

        def copier(value: Any, memo: dict[int, Any]) -> Any:
            if frozen and self._is_immutable(value):
                return value
            made = make(cls, self._copy(contents(base, value), memo)) if base in _WHOLE else make(cls)
            memo[id(value)] = made
            for _, slot in slots:
                try:
                    part = slot.__get__(value, cls)
                except AttributeError:
                    continue
                slot.__set__(made, self._copy(part, memo))
            if attributes is not None:
                copied = attributes(made)
                for name, part in attributes(value).items():
                    own = type(part)
                    if own not in THEMSELVES:
                        known = memo.get(id(part), memo)
                        if known is not memo:
                            part = known
                        elif id(part) not in individuals:
                            part = (by_class(id(own)) or by_class_of(own))(part, memo)
                    copied[name] = part
            _fill(base, made, value, lambda part: self._copy(part, memo))
            return made

        return copier

    def _reduced(self, value: Any, memo: dict[int, Any]) -> Any:
        """An object of a class written in C, made again as pickle would."""
        if self._is_immutable(value):
            return value
        try:
            how: Any = value.__reduce_ex__(4)
            if isinstance(how, str):
                return value
            made_by, given, *more = how
            state, items, pairs = (*more, None, None, None)[:3]
            function = copyreg.__newobj__ if made_by is copyreg.__newobj__ else made_by  # type: ignore[attr-defined]
            made = memo[id(value)] = function(*self._copy(given, memo))
            if state is not None:
                _set_state(made, self._copy(state, memo))
            for part in items or ():
                made.append(self._copy(part, memo))
            for key, part in pairs or ():
                made[self._copy(key, memo)] = self._copy(part, memo)
        except Uncopyable:
            raise
        except Exception:
            raise Uncopyable(type(value)) from None
        return made


def _set_state(made: Any, state: Any) -> None:
    if hasattr(made, "__setstate__"):
        made.__setstate__(state)
        return
    attributes, slots = state if isinstance(state, tuple) and len(state) == 2 else (state, None)
    for name, part in {**(attributes or {}), **(slots or {})}.items():
        setattr(made, name, part)


def _fill(base: type | None, made: Any, value: Any, copy: Callable[[Any], Any]) -> None:
    """Give an instance of a subclass of a mutable built-in class what another contains."""
    match base:
        case None:
            return
        case type() if issubclass(base, dict):
            for key, part in dict.items(value):
                dict.__setitem__(made, copy(key), copy(part))
        case type() if base in (list, deque):
            base.extend(made, [copy(part) for part in base.__iter__(value)])
        case type() if base is set:
            set.update(made, [copy(part) for part in set.__iter__(value)])
        case type() if base is bytearray:
            bytearray.extend(made, bytearray.__iter__(value))
        case type() if base is BaseException:
            made.args = copy(contents(base, value))
