"""Facts: what a test can say of a value, by `==` where that is faithful, otherwise by its parts.

3                       {} == 3
0.1 + 0.2               {} == pytest.approx(0.30000000000000004)
Point(1, 2)             {} == Point(1, 2), where the class has an equality by which that holds
an object               {}.balance == 3, len({}) == 2, list({}) == [1, 2]
"""

from __future__ import annotations

import ast
import builtins
import enum
import inspect
import math
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from refute.programs.states.layout import layout_of
from refute.suite.data import EXPECTED, Fact, Import, Seen
from refute.suite.running.homes import Homes
from refute.suite.running.words import words_of
from refute.types.reading.guarded import attribute, is_instance, names_of_class
from refute.types.spelling import Speller

_LONGEST = 320  # characters of a value that is written whole
_SHOWN = 40  # characters of the beginning of a text that is longer
_MOST_PARTS = 6  # facts of an object
_MOST_ITEMS = 12  # elements of an object that is iterated over
_DEEPEST = 2  # objects within objects
_DIGITS = 12  # binary digits after the point of a number that is written as it is
_FAR = 2.0**40
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{5,}")
_SINGLETONS = (None, True, False, ..., NotImplemented)
_NUMBERS = (int, float, complex)
_LITERAL = (
    *(ast.Call, ast.Name, ast.Load, ast.keyword, ast.Constant, ast.UnaryOp, ast.USub),
    *(ast.List, ast.Tuple, ast.Dict, ast.Set),
)


class Facts:
    """Tells facts of values, with what the text of these imports."""

    def __init__(self, homes: Homes) -> None:
        self._homes = homes

    def of(self, value: Any, names: Mapping[int, str] | None = None, depth: int = 0) -> Seen:
        """Facts of a value; `names` are those of objects that a test has at hand, by identity."""
        words = words_of(value)
        if names and id(value) in names:
            return Seen((Fact("{} is ⟨⟩", names[id(value)]),), f"the_{names[id(value)]}", is_whole=True)
        whole = self._whole(value)
        if whole is not None:
            return Seen((whole,), words, is_whole=True)
        parts = [*self._of_long(value)] or [*self._of_parts(value, depth)]
        return Seen(tuple(parts[:_MOST_PARTS]), words)

    # -- the whole value -----------------------------------------------------------------------------------------------

    def _whole(self, value: Any) -> Fact | None:
        """A fact that says what the value is; None if it has no text that is faithful."""
        if any(value is one for one in _SINGLETONS):
            return Fact(f"{{}} is {EXPECTED}", repr(value) if value is not ... else "...")
        if is_instance(value, float) and type(value) is float:
            return _of_float(value)
        spelled = self.spelled(value) or self._as_it_evaluates(value)
        if spelled is None or len(spelled[0]) > _LONGEST or _ADDRESS.search(spelled[0]):
            return None
        text, imports = spelled
        if is_instance(value, enum.Enum) or isinstance(value, type):
            return Fact(f"{{}} is {EXPECTED}", text, imports)
        if _is_rough(value):
            return _approximated(value, text)
        if not self._is_faithful(value, text, imports):
            return None
        return Fact(f"{{}} == {EXPECTED}", text, imports)

    def spelled(self, value: Any) -> tuple[str, tuple[Import, ...]] | None:
        """A value as Python text, with its imports; None if that would not evaluate to the same."""
        speller = Speller()
        try:
            text = speller.spell(value)
        except Exception:  # of attributes, which may run code of the user's
            return None
        if not speller.complete or speller.definitions or speller.registrations:
            return None
        return text, tuple(self._homes.of(*one) if one[1] else one for one in speller.needs)

    def _as_it_evaluates(self, value: Any) -> tuple[str, tuple[Import, ...]] | None:
        """The text that an object has for itself, if that is a call of its class with literals."""
        cls = type(value)
        if layout_of(cls) is None or inspect.getattr_static(cls, "__repr__") is object.__repr__:
            return None
        try:
            text = repr(value)
            tree = ast.parse(text, mode="eval").body
        except Exception:
            return None
        is_call = isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == cls.__name__
        if not is_call or not all(isinstance(one, _LITERAL) for one in ast.walk(tree)):
            return None
        return text, (self._homes.of(cls.__module__, cls.__qualname__),)

    def _is_faithful(self, value: Any, text: str, imports: tuple[Import, ...]) -> bool:
        """Whether the text makes a value that is equal, by an equality that tells it from others."""
        try:
            made = eval(text, self._homes.namespace(imports))
            equal = made == value and value == made
        except Exception:  # constructors and equalities are code of the user's
            return False
        if equal is not True or type(made) is not type(value):
            return False
        try:
            return bool(value != object())
        except Exception:
            return False

    # -- parts of it ---------------------------------------------------------------------------------------------------

    def _of_long(self, value: Any) -> Iterator[Fact]:
        """Facts of a text or a container that is too long to be written."""
        if type(value) in (str, bytes):
            yield Fact(f"len({{}}) == {EXPECTED}", repr(len(value)))
            beginning = value[:_SHOWN]
            yield Fact(f"{{}}.startswith({EXPECTED})", repr(beginning))
        elif type(value) in (list, tuple) and len(value) > _MOST_ITEMS:
            yield Fact(f"len({{}}) == {EXPECTED}", repr(len(value)))
            for place in (0, -1):
                whole = self._whole(value[place])
                if whole is not None:
                    yield _inside(whole, f"{{}}[{place}]")
        elif type(value) in (set, frozenset, dict):
            yield Fact(f"len({{}}) == {EXPECTED}", repr(len(value)))

    def _of_parts(self, value: Any, depth: int) -> Iterator[Fact]:
        """Facts of a value by its elements, its public attributes and its length."""
        found: list[Fact] = []
        if type(value) in (list, tuple) and depth < _DEEPEST:
            found.append(Fact(f"len({{}}) == {EXPECTED}", repr(len(value))))
            for place, one in enumerate(value):
                found += [_inside(fact, f"{{}}[{place}]") for fact in self.of(one, depth=depth + 1).facts]
        elif layout_of(type(value)) is not None and depth < _DEEPEST:
            found += self._of_object(value, depth)
        yield from found or [*self._as_it_shows(value)] or [*self._of_class(value)]

    def _of_object(self, value: Any, depth: int) -> Iterator[Fact]:
        cls = type(value)
        for name in public_attributes(value):
            held = attribute(value, name, _MISSING)
            if held is _MISSING or callable(held):
                continue
            whole = self._whole(held)
            if whole is not None:
                yield _inside(whole, f"{{}}.{name}")
            elif depth + 1 < _DEEPEST:
                yield from (_inside(fact, f"{{}}.{name}") for fact in self.of(held, depth=depth + 1).facts[:2])
        is_sized = inspect.getattr_static(cls, "__len__", None) is not None
        with suppress(Exception):
            if is_sized and inspect.getattr_static(cls, "__iter__", None) is not None and len(value) <= _MOST_ITEMS:
                whole = self._whole(list(value))
                if whole is not None:
                    yield _inside(whole, "list({})")
                    return
            if is_sized:
                yield Fact(f"len({{}}) == {EXPECTED}", repr(len(value)))

    def _as_it_shows(self, value: Any) -> Iterator[Fact]:
        """By the text that the class of a value has for it, where that says no address."""
        for name, call in (("__str__", str), ("__repr__", repr)):
            shown = inspect.getattr_static(type(value), name, None)
            if shown is None or shown is getattr(object, name) or shown is getattr(BaseException, name):
                continue
            with suppress(Exception):
                text = call(value)
                if type(text) is str and len(text) <= _LONGEST and not _ADDRESS.search(text):
                    yield Fact(f"{name.strip('_')}({{}}) == {EXPECTED}", repr(text))
                    return

    def _of_class(self, value: Any) -> Iterator[Fact]:
        cls = type(value)
        if "<" in cls.__qualname__:
            return
        place = self._homes.of(cls.__module__, cls.__qualname__)
        first = cls.__qualname__.partition(".")[0]
        if self._homes.namespace((place,)).get(first) is None and cls.__module__ != "builtins":
            return
        imports = () if cls.__module__ == "builtins" else (place,)
        if cls.__module__ == "builtins" and getattr(builtins, cls.__name__, None) is not cls:
            if callable(value):
                yield Fact("callable({})")
            return
        yield Fact(f"isinstance({{}}, {EXPECTED})", cls.__qualname__, imports)


_MISSING = object()


def public_attributes(value: Any) -> list[str]:
    """The names of attributes and properties that a client sees of an object."""
    cls = type(value)
    layout = layout_of(cls)
    slots = [] if layout is None else [name for name, _ in layout.slots]
    held = [] if layout is None or layout.attributes is None else list(layout.attributes(value))
    found = dict.fromkeys(name for name in (*slots, *held) if isinstance(name, str) and not name.startswith("_"))
    for base in cls.__mro__:
        if base.__module__ not in ("builtins", "typing", "abc", "enum", "collections.abc"):
            for name, member in names_of_class(base).items():
                if isinstance(member, property) and not name.startswith("_"):
                    found[name] = None
    return [name for name in found if name.isidentifier()]


def _inside(fact: Fact, path: str) -> Fact:
    """A fact of a part, as one of the whole."""
    return Fact(fact.text.replace("{}", path), fact.expected, fact.imports)


def _of_float(value: float) -> Fact:
    math_module: tuple[Import, ...] = (("math", ""),)
    if math.isnan(value):
        return Fact("math.isnan({})", "", math_module)
    if math.isinf(value):
        return Fact(f"{{}} == {EXPECTED}", "math.inf" if value > 0 else "-math.inf", math_module)
    if _is_exact(value):
        return Fact(f"{{}} == {EXPECTED}", repr(value or 0.0))  # the sign of zero makes no difference
    return Fact(f"{{}} == pytest.approx({EXPECTED})", repr(value), (("pytest", ""),))


def _is_exact(value: float) -> bool:
    """Whether a number has so few binary digits that every platform computes the same."""
    return abs(value) < _FAR and math.ldexp(value, _DIGITS).is_integer()


def _is_rough(value: Any) -> bool:
    """Whether there are numbers in a value by which it is only approximately equal to its text."""
    match value:
        case float():
            return not math.isfinite(value) or not _is_exact(value)
        case complex():
            return _is_rough(value.real) or _is_rough(value.imag)
        case list() | tuple() if type(value) in (list, tuple):
            return any(_is_rough(one) for one in value)
        case dict() if type(value) is dict:
            return any(_is_rough(one) for one in value.values())
    return False


def _approximated(value: Any, text: str) -> Fact | None:
    """A value with rough numbers: by `pytest.approx`, which takes numbers, and lists, tuples and dicts of them."""
    inside = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list | tuple) else [value]
    if not all(type(one) in _NUMBERS for one in inside):
        return None
    some_nan = any(one != one for one in inside)
    imports: tuple[Import, ...] = (("pytest", ""),)
    if not all(math.isfinite(one) for one in inside if type(one) is float):
        imports = (("math", ""), *imports)
        text = _with_names(text)
    more = ", nan_ok=True" if some_nan else ""
    return Fact(f"{{}} == pytest.approx({EXPECTED}{more})", text, imports)


def _with_names(text: str) -> str:
    """`math.nan` for `float('nan')`."""
    for name in ("nan", "inf"):
        text = text.replace(f"float('{name}')", f"math.{name}")
    return text.replace("float('-inf')", "-math.inf")
