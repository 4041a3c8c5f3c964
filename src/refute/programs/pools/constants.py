"""Constants: values of plain types that arguments are given, the narrow ones first.

The narrow ones are few: those of the smallest scope, and constants of the code. All programs are made of them. The wide
ones, for samples, come from larger scopes and from all over their types.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from refute.errors import RefuteError
from refute.spaces.ground.palette import CONSTANTS, Palette
from refute.spaces.inhabitants import space_of
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.types.membership import inhabits
from refute.types.model import Atom, Finite, Refined, Type, mapped, walk
from refute.types.reading.annotations import Reader

_SIZES = (1, 2, 3, 5, 8, 13)  # of scopes, until one has enough values
# Values of a type that all programs are made of: of an enumeration, of a scalar, of any other type,
_OF_ENUMERATION = 8
_OF_SCALAR = 3
_OF_OTHERS = 4
_OF_CODE = 2  # and constants of the code
_SHORT = 8  # characters of a text among these
_WIDE = 32  # values from larger scopes, for samples
_FAR = 8  # and from further away
_LARGE, _LONG = 1_000, 100  # a number, a text or a container, from which on code may take long
IMMUTABLE = (int, str, bytes, bool, float, complex, type(None))


@dataclass(frozen=True)
class Constants:
    """Values of a type. Those that could be changed are made anew for each call."""

    written: str  # the type
    makers: tuple[Callable[[], Any], ...]
    narrow: int  # how many of them are narrow
    checked: bool  # whether a refinement speaks of other arguments, and has to be asked for each call
    admits: Callable[[Any], bool] = lambda value: False  # whether a value that is not among them is of the type

    def __repr__(self) -> str:
        return f"<{self.written}: {self.narrow} of {len(self.makers)} narrow>"

    def values(self) -> list[Any]:
        return [make() for make in self.makers]


@dataclass(frozen=True)
class Verbatim:
    """A constant by its text, a Python literal: one that is not among those of its type."""

    text: str

    @property
    def value(self) -> Any:
        return ast.literal_eval(self.text)


Place = int | Verbatim  # of a constant: among those of its type, or by itself


def verbatim(value: Any) -> Verbatim | None:
    """A value as a literal; None where it has none that stands for the very same value."""
    text = repr(value) if _is_plain(value) else ""
    try:
        read = ast.literal_eval(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    return Verbatim(text) if repr(read) == text else None


def is_far(value: Any) -> bool:
    """Whether code may well take too long for it, or too much memory."""
    match value:
        case int() | float():
            return not -_LARGE < value < _LARGE
        case str() | bytes():
            return len(value) > _LONG
        case list() | tuple() | set() | frozenset():
            return len(value) > _LONG or any(map(is_far, value))
        case dict():
            return len(value) > _LONG or any(is_far(part) for pair in value.items() for part in pair)
    return False


def _is_plain(value: Any) -> bool:
    match value:
        case dict():
            return type(value) is dict and all(_is_plain(part) for pair in value.items() for part in pair)
        case list() | tuple() | set():
            return type(value) in (list, tuple, set) and all(map(_is_plain, value))
    return type(value) in IMMUTABLE


def constants_of(
    tp: Type,
    reader: Reader,
    *,
    given: Sequence[Any] | None,
    of_code: Sequence[Any],
    seed: int,
    only: Mapping[type, tuple[Any, ...]] = MappingProxyType({}),
) -> Constants:
    """The constants of a plain type. Those that are `given` are all there are.

    `only`: the only scalars of some types.
    """
    if given is not None:
        return Constants(_written(tp), tuple(_maker(value) for value in given), len(given), _is_related(tp))
    free = _independent(tp)
    if any(isinstance(part, Atom) and part.kind in {cls.__name__ for cls in only} for part in walk(tp)):
        makers = tuple(_made_of(free, reader, only))
        admits = partial(_holds_of, tp, only)
        return Constants(_written(tp), makers, len(makers), _is_related(tp), admits)
    space = _smallest(free, reader)
    if space is None:
        return Constants(_written(tp), (), 0, _is_related(tp))
    narrow = [space.maker(index) for index in range(min(space.count, _most(free)))]
    known = {_text(make()) for make in narrow}
    own = [value for value in of_code if _text(value) not in known and _admits(free, value)]
    near = [value for value in own if not isinstance(value, str | bytes) or len(value) <= _SHORT][:_OF_CODE]
    narrow += [_maker(value) for value in near]
    known |= {_text(value) for value in own}
    wide = [_maker(value) for value in own if value not in near]
    for make in _wide(free, reader, seed):
        text = _text(make())
        if text not in known:
            known.add(text)
            wide.append(make)
    return Constants(_written(tp), (*narrow, *wide), len(narrow), _is_related(tp), partial(_holds, tp))


def _made_of(tp: Type, reader: Reader, only: Mapping[type, tuple[Any, ...]]) -> Iterator[Callable[[], Any]]:
    """The values of a type that have no scalars of some types but a few, the smallest ones."""
    given = tuple(value for values in only.values() for value in values)
    palette = Palette(0, width=_WIDE, manner=CONSTANTS, length=1, constants=given, ordinary=0)
    left = _WIDE
    for size in (0, 1, 2):
        try:
            space = space_of(tp, reader, Scope(size=size, palette=palette))
        except RefuteError:
            return
        for index in range(space.count if left else 0):
            make = space.maker(index)
            if space.size_of(index) == size and _has_only(make(), only):
                yield make
                left -= 1
                if not left:
                    break


def _holds_of(tp: Type, only: Mapping[type, tuple[Any, ...]], value: Any) -> bool:
    return _has_only(value, only) and _holds(tp, value)


def _has_only(value: Any, only: Mapping[type, tuple[Any, ...]]) -> bool:
    match value:
        case dict():
            return all(_has_only(part, only) for pair in value.items() for part in pair)
        case list() | tuple() | set() | frozenset():
            return all(_has_only(part, only) for part in value)
    return type(value) not in only or value in only[type(value)]


def _written(tp: Type) -> str:
    return f"refined {tp.written()}" if isinstance(tp, Refined) else tp.written()


def _smallest(tp: Type, reader: Reader) -> Space[Any] | None:
    """The space of a type in the smallest scope that has enough values, or in one that has any."""
    best: Space[Any] | None = None
    for size in _SIZES:
        try:
            space = space_of(tp, reader, Scope(size=size))
        except RefuteError:
            break
        if best is None or space.count > best.count:
            best = space
        if space.count >= _most(tp):
            break
    return best if best is not None and best.count else None


def _wide(tp: Type, reader: Reader, seed: int) -> Iterator[Callable[[], Any]]:
    """Values of larger scopes, the first ones or evenly chosen, and some from further away."""
    scopes = [
        Scope(size=_WIDE // 2) if _is_scalar(tp) else Scope(size=3),
        Scope(size=2, palette=Palette(seed, bits=12)),
    ]
    for scope, most in zip(scopes, (_WIDE, _FAR), strict=True):
        try:
            space = space_of(tp, reader, scope)
        except RefuteError:
            continue
        step = max(1, space.count // most)
        yield from (space.maker(index) for index in range(0, min(space.count, step * most), step))


def _most(tp: Type) -> int:
    base = tp.base if isinstance(tp, Refined) else tp
    return _OF_ENUMERATION if isinstance(base, Finite) else _OF_SCALAR if isinstance(base, Atom) else _OF_OTHERS


def _is_scalar(tp: Type) -> bool:
    return isinstance(tp.base if isinstance(tp, Refined) else tp, Atom)


def _maker(value: Any) -> Callable[[], Any]:
    if type(value) in IMMUTABLE:
        return lambda: value
    from copy import deepcopy

    return lambda: deepcopy(value)


def _text(value: Any) -> str:
    return f"{type(value).__name__} {value!r}"


def _admits(tp: Type, value: Any) -> bool:
    """Whether a constant of the code is of a scalar type."""
    base = tp.base if isinstance(tp, Refined) else tp
    try:
        return isinstance(base, Atom) and type(value).__name__ == base.kind and inhabits(tp, value, {})
    except Exception:  # of a refinement
        return False


def _is_related(tp: Type) -> bool:
    return any(predicate.names for part in walk(tp) for predicate in part.own_predicates)


def _independent(tp: Type) -> Type:
    """A type without the refinements that speak of other arguments."""
    if isinstance(tp, Refined):
        kept = tuple(predicate for predicate in tp.predicates if not predicate.names)
        base = _independent(tp.base)
        return Refined(base, kept) if kept else base
    return mapped(tp, _independent)


def by_annotation(given: Mapping[Type, Sequence[Any]], tp: Type) -> Sequence[Any] | None:
    """The values that were declared for a type, or for the type that it refines."""
    if tp in given:
        return given[tp]
    if isinstance(tp, Refined) and tp.base in given:
        return [value for value in given[tp.base] if _holds(tp, value)]
    return None


def _holds(tp: Type, value: Any) -> bool:
    try:
        return bool(inhabits(_independent(tp), value, {}))
    except Exception:  # of a refinement
        return False
