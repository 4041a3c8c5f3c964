"""Types and values as short text, for people."""

from __future__ import annotations

import unicodedata
from typing import Any

from refute.conform.typing_rules import SCALARS, container_of
from refute.types.model import (
    Anything,
    Atom,
    BaseClass,
    Data,
    DictOf,
    Finite,
    FunctionOf,
    Instance,
    IteratorOf,
    Named,
    Param,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Type,
    Union,
)
from refute.types.reading.notes import shown
from refute.types.spelling import spelled

_LONG = 200


def short(value: Any, most: int = _LONG) -> str:
    """A value as Python text, cut where it gets long; whatever the user's object does."""
    try:
        text = spelled(value)
    except Exception:
        text = _as_it_says(value)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _as_it_says(value: Any) -> str:
    try:
        return shown(value)
    except Exception:
        return f"<{type(value).__qualname__}>"


def visible(text: str) -> str:
    """A text in which characters that steer a terminal, or that cannot be written, are spelled as in Python."""
    if text.isprintable():
        return text
    return "".join(map(_visible, text.replace("\r\n", "\n")))


def _visible(character: str) -> str:
    steers = character not in "\n\t" and unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    return repr(character)[1:-1] if steers else character


def message_of(error: BaseException) -> str:
    """The name of an exception and what it says, if it can say anything."""
    text = said(error)
    name = type(error).__name__
    return f"{name}: {text}" if text else name


def said(error: BaseException) -> str:
    try:
        return str(error)
    except Exception as again:
        return f"<its message raises {type(again).__name__}>"


def named(tp: Type, most: int = 80) -> str:
    """A type as it would be written, without its refinements."""
    text = _named(tp)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _named(tp: Type) -> str:
    match tp:
        case Anything():
            return "Any"
        case Atom(kind=kind):
            return SCALARS[kind][0].__name__
        case Finite(values=values, name="Literal"):
            return f"Literal[{', '.join(short(constant.value) for constant in values)}]"
        case Finite(name=name):
            return name
        case Refined(base=base):
            return _named(base)
        case BaseClass(cls=cls):
            return cls.__qualname__
        case Union(members=members):
            return " | ".join(dict.fromkeys(map(_named, members)))
        case SequenceOf(element=element):
            dots = ", ..." if container_of(tp) is tuple else ""
            return f"{container_of(tp).__name__}[{_named(element)}{dots}]"
        case SetOf() | DictOf():
            return f"{container_of(tp).__name__}[{', '.join(map(_named, tp.parts()))}]"
        case TupleOf(elements=elements):
            return f"tuple[{', '.join(map(_named, elements)) or '()'}]"
        case IteratorOf(cls=cls, element=element):
            return f"{cls.__name__}[{_named(element)}]"
        case FunctionOf(parameters=parameters, result=result):
            taken = "..." if parameters is None else f"[{', '.join(_named(part) for _, part in parameters)}]"
            return f"Callable[{taken}, {_named(result)}]"
        case Instance(cls=cls):
            return cls.__qualname__
        case Param(variable=variable):
            return str(getattr(variable, "__name__", variable))
        case Data(constructor=constructor, args=args):
            return constructor.name + _arguments(args)
        case Named(alias=alias, args=args):
            return alias.name + _arguments(args)
    raise AssertionError(tp)


def _arguments(args: tuple[Type, ...]) -> str:
    """Those of a generic type, where more is said than its own parameters."""
    if all(isinstance(arg.base if isinstance(arg, Refined) else arg, Param) for arg in args):
        return ""
    return f"[{', '.join(map(_named, args))}]"
