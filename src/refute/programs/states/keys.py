"""Keys of immutable values: tokens made of the tokens of their parts."""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions
import pathlib
import re
import types
import uuid
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from refute.programs.states.compiled import Key, Memo, frozen_key, plain_key
from refute.programs.states.layout import Layout, layout_of
from refute.programs.states.tokens import OPEN, THEMSELVES, ByClass, Token, Tokens

# Scalars whose text says all of them.
_TOLD_BY_TEXT = (
    *(bool, float, complex, range, decimal.Decimal, uuid.UUID, re.Pattern),
    *(datetime.date, datetime.datetime, datetime.time, datetime.timedelta, datetime.timezone),
    *(pathlib.PurePosixPath, pathlib.PureWindowsPath, pathlib.PosixPath, pathlib.WindowsPath),
    *(type(...), type(NotImplemented)),
)
# Objects that are what they are wherever they are met.
_INDIVIDUALS = (
    *(type, enum.Enum, types.ModuleType, types.CodeType, property, staticmethod, classmethod),
    *(types.WrapperDescriptorType, types.MethodDescriptorType, types.GetSetDescriptorType),
    *(types.MemberDescriptorType, types.ClassMethodDescriptorType),
)


def _open(value: Any, memo: Memo) -> Hashable:
    return OPEN


def _flat_list(value: list[Any], memo: Memo) -> Hashable:
    return (list, len(value), *value) if THEMSELVES.issuperset(map(type, value)) else OPEN


def _flat_set(value: set[Any], memo: Memo) -> Hashable:
    return (set, frozenset(value)) if THEMSELVES.issuperset(map(type, value)) else OPEN


# Containers of scalars, as a walk would meet them.
_FLAT: dict[type, Key] = {list: _flat_list, set: _flat_set}


class Keys:
    """Keys by class. That of a value with mutable parts is OPEN."""

    def __init__(
        self,
        tokens: Tokens,
        own: Mapping[type, Callable[[Any], Hashable]],
        passed_over: Callable[[Layout], frozenset[str]],
        individuals: Mapping[int, Token],
    ) -> None:
        """`own` has keys for instances of some classes; `passed_over` says which attributes are no part of a key;
        `individuals` are objects that are known by identity."""
        self._tokens = tokens
        self._own = own
        self._passed_over = passed_over
        self._kept: dict[int, Hashable] = {**individuals}  # the keys of objects that are kept
        self._alive: list[Any] = []  # what is kept, so that identities stay theirs
        self.by_class = ByClass(self._key_for)
        # Keys of values as a walk from them would give them: also of those that can change, if their parts cannot.
        self.of_whole = ByClass(self._whole_key_for)

    def __len__(self) -> int:
        return len(self._kept)

    def of(self, value: Any, memo: Memo) -> Hashable:
        cls = type(value)
        if cls in THEMSELVES:
            return value  # type: ignore[no-any-return]
        key = self.by_class.get(id(cls)) or self.by_class.of(cls)
        return key(value, memo)  # type: ignore[no-any-return]

    def of_all(self, values: Iterable[Any], memo: Memo) -> list[Hashable] | None:
        """The keys of some values; None if one of them has mutable parts."""
        get, by_class, found = self.by_class.get, self.by_class, []
        for value in values:
            cls = type(value)
            if cls in THEMSELVES:
                found.append(value)
                continue
            key = (get(id(cls)) or by_class.of(cls))(value, memo)
            if key is OPEN:
                return None
            found.append(key)
        return found

    def keep(self, value: Any) -> None:
        """From now on, know the objects in a value by identity. They are kept alive for that."""
        memo: Memo = {}
        self.of(value, memo)
        known = {identity: key for identity, key in memo.items() if identity is not None and key is not OPEN}
        if known:
            self._kept.update(known)
            self._alive.append(value)

    def give_up(self, cls: type) -> None:
        """A class of which instances were seen to have mutable parts is left to walks from now on."""
        if cls not in _FLAT and self.is_mutable(cls):
            self.of_whole.put(cls, _open)

    def is_mutable(self, cls: type) -> bool:
        """Whether instances of a class can change themselves, not only their parts."""
        return (self.by_class.get(id(cls)) or self.by_class.of(cls)) is _open

    @property
    def mutable_classes(self) -> list[type]:
        """The classes of mutable objects whose keys were asked for as a whole."""
        return [cls for cls in self.of_whole.classes if self.is_mutable(cls)]

    def is_simple(self, cls: type) -> bool:
        return (self.of_whole.get(id(cls)) or self.of_whole.of(cls)) is not _open

    def _whole_key_for(self, cls: type) -> Key:
        if not self.is_mutable(cls):
            return self.by_class.of(cls)  # type: ignore[no-any-return]
        layout = layout_of(cls)
        if cls in _FLAT or layout is None:
            return _FLAT.get(cls, _open)
        return plain_key(layout, self._tokens, self.by_class, self._passed_over(layout))

    def _key_for(self, cls: type) -> Key:
        tokens = self._tokens
        own = next((key for known, key in self._own.items() if known is cls), None)
        if own is not None:
            mark = tokens.individual(cls)
            return lambda value, memo: tokens.of(mark, own(value))
        if cls in _TOLD_BY_TEXT:
            mark = tokens.individual(cls)
            return lambda value, memo: tokens.of(mark, repr(value))
        if cls is fractions.Fraction:  # whose text may be too long to be written
            return lambda value, memo: tokens.of(cls, value.numerator, value.denominator)
        if issubclass(cls, _INDIVIDUALS):
            return lambda value, memo: tokens.individual(value)
        if cls is Token:
            return lambda value, memo: value
        if cls is tuple:
            return self._tuple
        if cls is frozenset:
            return self._frozenset
        if cls is types.FunctionType:
            return self._function
        if cls in (types.BuiltinFunctionType, types.MethodType, types.MethodWrapperType):
            return self._method
        layout = layout_of(cls)
        if layout is not None and layout.frozen:
            return frozen_key(layout, tokens, self.by_class, self._kept, self._passed_over(layout))
        return _open

    def _tuple(self, value: tuple[Any, ...], memo: Memo) -> Hashable:
        if THEMSELVES.issuperset(map(type, value)):
            return value  # no token looks like one
        parts = self.of_all(value, memo)
        return OPEN if parts is None else self._tokens.of(tuple, *parts)

    def _frozenset(self, value: frozenset[Any], memo: Memo) -> Hashable:
        parts = self.of_all(value, memo)
        return OPEN if parts is None else self._tokens.of(frozenset, frozenset(parts))

    def _function(self, value: types.FunctionType, memo: Memo) -> Hashable:
        """A function with nothing in it that changes is its code; what it is defined with is told as well."""
        if value.__closure__ or value.__dict__:
            return OPEN
        parts = self.of_all((value.__defaults__, value.__kwdefaults__), memo)
        return OPEN if parts is None else self._tokens.of("function", self._tokens.individual(value.__code__), *parts)

    def _method(self, value: Any, memo: Memo) -> Hashable:
        owner = value.__self__
        if owner is None or isinstance(owner, type | types.ModuleType):
            return self._tokens.of("method", value.__name__, self._tokens.individual(owner))
        key = self.of(owner, memo)
        return OPEN if key is OPEN else self._tokens.of("method", value.__name__, key)
