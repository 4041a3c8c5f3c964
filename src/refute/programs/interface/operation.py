"""Operations: what a client can do with an interface, how it is done, and how it is written."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from refute.errors import Place
from refute.programs.interface.shapes import Shape
from refute.types.signatures import LEFT_OUT, Signature

# Operators by the methods that define them.
BINARY: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "__add__": ("+", operator.add),
    "__sub__": ("-", operator.sub),
    "__mul__": ("*", operator.mul),
    "__matmul__": ("@", operator.matmul),
    "__truediv__": ("/", operator.truediv),
    "__floordiv__": ("//", operator.floordiv),
    "__mod__": ("%", operator.mod),
    "__pow__": ("**", operator.pow),
    "__and__": ("&", operator.and_),
    "__or__": ("|", operator.or_),
    "__xor__": ("^", operator.xor),
    "__lshift__": ("<<", operator.lshift),
    "__rshift__": (">>", operator.rshift),
}
IN_PLACE: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    f"__i{name[2:]}": (f"{sign}=", getattr(operator, f"__i{name[2:]}")) for name, (sign, _) in BINARY.items()
}
UNARY: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "__neg__": ("-{}", operator.neg),
    "__pos__": ("+{}", operator.pos),
    "__invert__": ("~{}", operator.invert),
    "__abs__": ("abs({})", abs),
    "__len__": ("len({})", len),
    "__iter__": ("{}", iter),
    "__reversed__": ("reversed({})", reversed),
}


@dataclass(frozen=True)
class Taken:
    """A parameter of an operation."""

    name: str
    shape: Shape
    kind: str = "POSITIONAL_OR_KEYWORD"  # as in inspect.Parameter
    optional: bool = False

    def __repr__(self) -> str:
        return f"{self.name}: {self.shape!r}{' = …' if self.optional else ''}"


@dataclass(frozen=True)
class Form:
    """How an operation is written: `{0}.deposit({1})` with the texts of arguments in the places of numbers."""

    kind: str  # "call", "method", "value", "get", "set", "binary", "in_place", "unary", "item", "in", "with", …
    name: str = ""
    wrap: str = ""  # what is written around it: `list({})`
    imports: tuple[str, ...] = ()  # lines that it needs

    @property
    def is_statement(self) -> bool:
        """Whether it has no value that could be given a name."""
        return self.kind in ("set", "set item", "delete item", "in_place") or self.wrap.startswith("with ")

    def expression(self, texts: Sequence[str | None]) -> str:
        """What a statement is as an expression, from the texts of its arguments; nothing if it is none, or has no
        expression."""
        first, *others = [text or "" for text in texts] or [""]
        match self.kind:
            case "set":
                return f"setattr({first}, {self.name!r}, {others[0]})"
            case "set item":
                return f"{first}.__setitem__({', '.join(others)})"
            case "delete item":
                return f"{first}.__delitem__({others[0]})"
        return ""

    def text(self, arguments: str, first: str = "", others: Sequence[str] = ()) -> str:
        """`first` is the text of the object that is acted on, `others` those of the rest; `arguments` has the latter
        as they are passed in a call."""
        text = self._inner_text(arguments, first, others)
        return self.wrap.format(text) if self.wrap else text

    def _inner_text(self, arguments: str, first: str, others: Sequence[str]) -> str:
        match self.kind:
            case "call":
                return f"{self.name}({arguments})"
            case "method":
                return f"{first}.{self.name}({arguments})"
            case "value":
                return self.name
            case "get":
                return f"{first}.{self.name}"
            case "set":
                return f"{first}.{self.name} = {others[0]}"
            case "binary" | "in_place":
                return f"{first} {self.name} {others[0]}"
            case "unary":
                return self.name.format(first)
            case "item":
                return f"{first}[{others[0]}]"
            case "set item":
                return f"{first}[{others[0]}] = {others[1]}"
            case "delete item":
                return f"del {first}[{others[0]}]"
            case "in":
                return f"{others[0]} in {first}"
            case "call object":
                return f"{first}({arguments})"
        return f"with {first}: pass"


# What a declared condition is called with: the arguments, or the arguments and the result.
Condition = Callable[..., Any]


@dataclass(frozen=True, eq=False)
class Operation:
    """Something that a client can do. `act` is called with values for `takes`, in that order."""

    name: str
    takes: tuple[Taken, ...]
    act: Callable[..., Any]
    form: Form
    result: Shape | None = None
    signature: Signature | None = field(default=None, repr=False)  # what is promised of it, as annotations say
    place: Place | None = field(default=None, repr=False)
    module: str = ""  # from which its name is imported
    require: Condition | None = field(default=None, repr=False)
    ensure: Condition | None = field(default=None, repr=False)
    raises: tuple[type[BaseException], ...] = ()
    makes: type | None = None  # the class of which it is the constructor
    is_generated: bool = False  # whether nobody wrote it: the constructor of a dataclass
    is_judged: bool = True  # whether what is wrong with it is a finding: it is not, of code that is there to be used
    acts_on: bool = False  # whether its first argument is the object that it is an operation of
    free: frozenset[str] = frozenset()  # parameters whose arguments it may leave in any state, as is declared
    on_model: Callable[..., Any] | None = field(default=None, repr=False)  # the same, as a model does it

    def __repr__(self) -> str:
        result = "" if self.result is None else f" -> {self.result!r}"
        return f"<{self.name}({', '.join(map(repr, self.takes))}){result}>"

    @property
    def is_call(self) -> bool:
        """Whether it may make or change something, and not only looks at what there is."""
        return True

    @property
    def makes_data(self) -> bool:
        """Whether it only puts an object together, as the constructor of a dataclass that nobody wrote."""
        cls = self.makes
        if cls is None or not self.is_generated:
            return False
        return dataclasses.is_dataclass(cls) or (issubclass(cls, tuple) and hasattr(cls, "_fields"))

    @property
    def limits(self) -> tuple[str, ...]:
        """What it is not given, though clients could, in words."""
        return ()

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Those of its parameters and of its result."""
        return (*(taken.shape for taken in self.takes), *(() if self.result is None else (self.result,)))

    def passed(self, texts: Sequence[str | None]) -> str:
        """The arguments of a call, as they are written. None stands for one that is left out."""
        written, skipped = [], False
        for taken, text in zip(self.takes[self.acts_on :], texts, strict=True):
            if text is None:
                skipped = True
            elif taken.kind == "VAR_POSITIONAL":
                written.append(f"*{text}")
            elif taken.kind == "VAR_KEYWORD":
                written.append(f"**{text}")
            elif taken.kind == "KEYWORD_ONLY" or (skipped and taken.kind != "POSITIONAL_ONLY"):
                written.append(f"{taken.name}={text}")
            else:
                written.append(text)
        return ", ".join(written)

    def text(self, texts: Sequence[str | None]) -> str:
        """The operation as it is written, with the texts of its arguments."""
        first = texts[0] or "" if self.acts_on else ""
        others = texts[self.acts_on :]
        return self.form.text(self.passed(others), first, [text or "" for text in others])


def calling(function: Callable[..., Any], takes: Sequence[Taken]) -> Callable[..., Any]:
    """A function that calls another with values for parameters, some of which may be left out."""
    plain = ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD")
    if all(taken.kind in plain and not taken.optional for taken in takes):
        return function

    def act(*values: Any) -> Any:
        positional: list[Any] = []
        keywords: dict[str, Any] = {}
        skipped = False
        for taken, value in zip(takes, values, strict=True):
            if value is LEFT_OUT:
                skipped = True
            elif taken.kind == "VAR_POSITIONAL":
                positional += value
            elif taken.kind == "VAR_KEYWORD":
                keywords |= value
            elif taken.kind == "KEYWORD_ONLY" or (skipped and taken.kind != "POSITIONAL_ONLY"):
                keywords[taken.name] = value
            else:
                positional.append(value)
        return function(*positional, **keywords)

    return act
