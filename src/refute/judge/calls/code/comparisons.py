"""Questions of code: what it compares its arguments with, looks up in them and searches them for.

Calls are made once more for that, in a worker of its own, with arguments that take notes: instances of subclasses of
int, float, str, list, dict and set. Nothing of it is judged, and what was judged had no such arguments. What is noted
is the value that an argument would need for the two sides to be equal, all others being as they are:

    def f(x: int, y: int) -> None:
        assert x * 3 != y + 1000        # called with 0 and 2: x should be 334, or y -1000

Arithmetic is undone step by step; of what cannot be undone, like a remainder, the other side itself is noted.
"""

from __future__ import annotations

import dataclasses
import json
import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

from refute.judge.calls.audit import Audit
from refute.judge.calls.performing import Performance
from refute.run.body import Body, Bulk
from refute.run.events import Batch, Event
from refute.search.schedule.stages import Stage
from refute.types.signatures import Signature

_MOST = 200  # notes of one run
_LONGEST = 200  # characters
_MOST_BITS = 256
_MOST_WAYS = 4  # in which arguments may become part of a number
_DEEPEST = 6  # parts of arguments in each other
_NUMBERS = (int, float)
_DIVISIONS = ("floordiv", "truediv", "mod")
_BOOL = "__bool__"
Undo = Callable[[Any], Any]  # from the value that a result should have to that of the argument


class Comparing(Body):
    """Performs calls with arguments that take notes. A message is a JSON list of pairs: the type, and the value as
    text."""

    def __init__(self, stage: Stage, signature: Signature, audit: Audit | None = None) -> None:
        self._stage = stage
        self._signature = signature
        self._audit = audit
        self._perform = Performance(signature, judges_inputs=False)

    def start(self, index: int) -> Iterator[Any]:
        return self._stage.start(index)

    def make(self, index: int) -> Any:
        return self._stage.make(index)

    def step(self, item: Any) -> Bulk | None:
        if type(item) is not tuple:
            return None
        if self._audit is not None:
            Audit.purpose = "notes"
            self._audit.note(self._signature, item)
        notes = Notes()
        values = tuple(notes.taking(value) for value in item)
        self._perform(values, values)
        return Bulk(json.dumps(notes.told).encode()) if notes.told else None


def noted(events: Iterable[Event]) -> Iterator[Any]:
    """What a run of a `Comparing` says."""
    readers: dict[str, Callable[[str], Any]] = {"int": int, "float": float, "str": str}
    for event in events:
        for _, message in event.messages if isinstance(event, Batch) else ():
            for kind, text in json.loads(message):
                yield readers[kind](text)


class Notes:
    """What was asked about arguments in one call."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], None] = {}

    @property
    def told(self) -> list[tuple[str, str]]:
        return list(self._known)

    def take(self, value: Any) -> None:
        kind = type(value)
        if len(self._known) >= _MOST or kind not in (int, float, str):
            return
        if (kind is int and value.bit_length() > _MOST_BITS) or (kind is str and len(value) > _LONGEST):
            return
        self._known[kind.__name__, value if kind is str else repr(value)] = None

    def take_number(self, wanted: Any, kind: type) -> None:
        """A number that an argument of a type should be, or the two next to it."""
        if kind is float:
            self.take(float(wanted))
        elif isinstance(wanted, int) or math.isfinite(wanted):
            self.take(math.floor(wanted))
            self.take(math.ceil(wanted))

    def taking(self, value: Any, deepest: int = _DEEPEST) -> Any:
        """A value that takes notes in the place of a plain one."""
        kind = type(value)
        if deepest == 0:
            return value
        inside = partial(self.taking, deepest=deepest - 1)
        if kind is int or kind is float:
            made: Any = _CLASSES[kind](value)
            made.asked = self
            made.undone = ((_same, kind),)
        elif kind is str:
            made = _Text(value)
            made.asked, made.undo = self, _same
        elif kind is list:
            made = _List(map(inside, value))
            made.asked = self
        elif kind is dict:
            made = _Dict({key: inside(one) for key, one in value.items()})
            made.asked = self
        elif kind is set:
            made = _Set(value)
            made.asked = self
        elif kind is tuple:
            made = tuple(map(inside, value))
        elif dataclasses.is_dataclass(kind) and hasattr(value, "__dict__"):
            made = object.__new__(kind)
            made.__dict__.update({name: inside(one) for name, one in vars(value).items()})
        else:
            made = value
        return made


def _same(wanted: Any) -> Any:
    return wanted


# -- numbers -----------------------------------------------------------------------------------------------------------


class _Number:
    """Beside `int` or `float`. `undone` are the ways back to arguments, and their types."""

    asked: Notes
    undone: Sequence[tuple[Undo, type]]


class _Int(_Number, int):
    __hash__ = int.__hash__


class _Float(_Number, float):
    __hash__ = float.__hash__


_CLASSES: dict[type, type] = {int: _Int, float: _Float}


def _plain(value: Any) -> Any:
    """A number without notes."""
    return int(value) if isinstance(value, int) else float(value)


def _ask(number: Any, other: Any) -> None:
    """A number should be as large as another."""
    for undo, kind in number.undone:
        try:
            number.asked.take_number(undo(_plain(other)), kind)
        except (ArithmeticError, ValueError, TypeError):  # of an infinity, or a zero: there is no way back
            continue


def _comparison(name: str, base: type) -> Callable[[Any, Any], Any]:
    compare = getattr(base, name)

    def compared(self: Any, other: Any) -> Any:
        if isinstance(other, _NUMBERS):
            _ask(self, other)
            if isinstance(other, _Number):
                _ask(other, self)
        return compare(self, other)

    return compared


def _root(wanted: Any, power: Any) -> Any:
    found = round(abs(wanted) ** (1 / power))
    return found if wanted >= 0 else -found


# How the first operand is found from a result and the second one, and the second from the first.
_UNDONE: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]] = {
    "add": (lambda wanted, other: wanted - other, lambda wanted, other: wanted - other),
    "sub": (lambda wanted, other: wanted + other, lambda wanted, other: other - wanted),
    "mul": (lambda wanted, other: _over(wanted, other), lambda wanted, other: _over(wanted, other)),
    "floordiv": (lambda wanted, other: wanted * other, lambda wanted, other: _over(other, wanted)),
    "truediv": (lambda wanted, other: wanted * other, lambda wanted, other: _over(other, wanted)),
    "mod": (lambda wanted, other: wanted, lambda wanted, other: other - wanted),
    "pow": (_root, lambda wanted, other: math.log(wanted, other)),
    "lshift": (lambda wanted, other: _over(wanted, 1 << other), lambda wanted, other: math.log2(wanted / other)),
    "rshift": (lambda wanted, other: wanted << other, lambda wanted, other: math.log2(other / wanted)),
    "and": (lambda wanted, other: wanted, lambda wanted, other: wanted),
    "or": (lambda wanted, other: wanted, lambda wanted, other: wanted),
    "xor": (lambda wanted, other: int(wanted) ^ other, lambda wanted, other: int(wanted) ^ other),
}


def _over(wanted: Any, other: Any) -> Any:
    return wanted / other if isinstance(wanted, float) or isinstance(other, float) else Fraction(wanted) / other


def _operation(name: str, base: type, *, swapped: bool) -> Callable[..., Any]:
    operate = getattr(base, f"__{'r' if swapped else ''}{name}__")
    first, second = _UNDONE[name]
    own, others = (second, first) if swapped else (first, second)

    def operated(self: Any, other: Any, *more: Any) -> Any:
        if name in _DIVISIONS and isinstance(other, _NUMBERS):
            _ask_divisor(self if swapped else other)
        result = operate(self, other, *more)
        if type(result) not in _CLASSES or not isinstance(other, _NUMBERS):
            return result
        ways = [_before(undo, own, _plain(other), kind) for undo, kind in self.undone]
        if isinstance(other, _Number):
            ways += [_before(undo, others, _plain(self), kind) for undo, kind in other.undone]
        return _made(result, self.asked, ways[:_MOST_WAYS])

    return operated


def _ask_divisor(divisor: Any) -> None:
    """Whether it is zero makes a difference."""
    if isinstance(divisor, _Number):
        _ask(divisor, 0)


def _truth(base: type) -> Callable[[Any], bool]:
    def is_true(self: Any) -> bool:
        _ask(self, 0)
        return bool(base.__bool__(self))  # type: ignore[attr-defined]

    return is_true


def _before(undo: Undo, step: Callable[[Any, Any], Any], other: Any, kind: type) -> tuple[Undo, type]:
    return (lambda wanted: undo(step(wanted, other))), kind


def _made(result: Any, asked: Notes, ways: Sequence[tuple[Undo, type]]) -> Any:
    made = _CLASSES[type(result)](result)
    made.asked, made.undone = asked, ways
    return made


def _sign(name: str, base: type, step: Undo) -> Callable[[Any], Any]:
    operate = getattr(base, name)

    def operated(self: Any) -> Any:
        ways = [(lambda wanted, undo=undo: undo(step(wanted)), kind) for undo, kind in self.undone]
        return _made(operate(self), self.asked, ways)

    return operated


for _base, _cls in _CLASSES.items():
    for _name in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"):
        setattr(_cls, _name, _comparison(_name, _base))
    for _name in _UNDONE:
        if hasattr(_base, f"__{_name}__"):
            setattr(_cls, f"__{_name}__", _operation(_name, _base, swapped=False))
            setattr(_cls, f"__r{_name}__", _operation(_name, _base, swapped=True))
    setattr(_cls, _BOOL, _truth(_base))
    for _name, _step in (("__neg__", operator.neg), ("__abs__", _same)):
        setattr(_cls, _name, _sign(_name, _base, _step))


# -- texts -------------------------------------------------------------------------------------------------------------


class _Text(str):
    asked: Notes
    undo: Undo
    __hash__ = str.__hash__

    def __getitem__(self, key: Any) -> Any:
        found = str.__getitem__(self, key)
        plain, undo = str(self), self.undo
        if isinstance(key, slice):
            first, stop, step = key.indices(len(self))
        else:
            first, step = int(key) % max(len(self), 1), 1
            stop = first + 1
        return self._became(found, (lambda text: undo(plain[:first] + text + plain[stop:])) if step == 1 else _same)

    def __add__(self, other: Any) -> Any:
        found, undo = str.__add__(self, other), self.undo
        return self._became(found, lambda text: undo(text.removesuffix(str(other))))

    def __radd__(self, other: Any) -> Any:
        undo = self.undo
        return self._became(str.__add__(other, self), lambda text: undo(text.removeprefix(str(other))))

    def _became(self, result: Any, undo: Undo) -> Any:
        if type(result) is not str:
            return result
        made = _Text(result)
        made.asked, made.undo = self.asked, undo
        return made


def _text_question(name: str) -> Callable[..., Any]:
    """A method of texts that is given others."""
    method = getattr(str, name)

    def asked(self: Any, *arguments: Any) -> Any:
        for argument in arguments:
            for text in argument if isinstance(argument, tuple) else (argument,):
                if isinstance(text, str):
                    self.asked.take(self.undo(str(text)))
                    if isinstance(text, _Text):
                        text.asked.take(text.undo(str(self)))
        result = method(self, *arguments)
        return [self._became(one, _same) for one in result] if type(result) is list else self._became(result, _same)

    return asked


def _text_change(name: str) -> Callable[..., Any]:
    """A method that makes a text of which the original is as good a guess as any."""
    method = getattr(str, name)
    return lambda self, *arguments: self._became(method(self, *arguments), self.undo)


for _name in (
    *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__", "startswith", "endswith", "find"),
    *("rfind", "index", "rindex", "count", "split", "rsplit", "partition", "rpartition", "replace"),
    *("removeprefix", "removesuffix"),
):
    setattr(_Text, _name, _text_question(_name))
for _name in ("lower", "upper", "casefold", "title", "capitalize", "strip", "lstrip", "rstrip"):
    setattr(_Text, _name, _text_change(_name))


# -- containers --------------------------------------------------------------------------------------------------------


class _List(list[Any]):
    asked: Notes


class _Dict(dict[Any, Any]):
    asked: Notes


class _Set(set[Any]):
    asked: Notes


def _question(cls: type, name: str) -> Callable[..., Any]:
    """A method that is given an element or a key first, or another container."""
    method = getattr(cls, name)

    def asked(self: Any, *arguments: Any) -> Any:
        for argument in arguments[:1]:
            for one in islice(argument, _MOST) if type(argument) in (list, set, tuple) else (argument,):
                self.asked.take(_plain(one) if isinstance(one, _Number) else str(one) if type(one) is _Text else one)
        return method(self, *arguments)

    return asked


for _cls, _names in (
    (_List, ("__contains__", "__eq__", "__ne__", "index", "count", "remove")),
    (_Dict, ("__contains__", "__getitem__", "get", "pop", "setdefault")),
    (_Set, ("__contains__", "__eq__", "__ne__", "__le__", "__ge__", "discard", "remove", "issubset", "issuperset")),
):
    for _name in _names:
        setattr(_cls, _name, _question(_cls, _name))
