"""Random refinement types, as source: containers, classes and unions, with predicates on them and on siblings.

A shape says what predicates may be asked of a value:

    ("int",) ("bool",) ("letter",)                   scalars
    ("list" | "tuple" | "deque", shape)              sequences
    ("set" | "frozenset", shape), ("dict", shape, shape)
    ("fixed", (shape, …))                            tuples of fixed length
    ("option", shape)                                a value or None
    ("either", shape)                                a value or a letter
    ("class", name, ((field, shape), …), measure)    dataclasses; measure is "" if there is none
"""

from __future__ import annotations

import linecache
import random
import sys
from types import ModuleType
from typing import Any

from random_predicates import Predicates, Shape

from refute.spaces.scope import Scope

_HEADER = """\
from collections import deque
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, TypeVar
from refute.logic.reading.measures import measure
from refute.logic.reading.predicates import where
K = TypeVar("K")
"""


class Types:
    """Writes one type and the classes it needs."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.predicates = Predicates(self.random)
        self.classes: list[str] = []
        self.scope = self._scope()
        self.expression, self.shape = self._type(2, False, [])
        self.source = _HEADER + "".join(self.classes) + f"Type = {self.expression}\n"

    def _scope(self) -> Scope:
        ints = self.random.choice([(-1, 1), (0, 2), (-2, 1)])
        landmarks = self.random.random() < 0.2
        bound = self.random.choice(["size", "size", "size", "depth", "smallcheck"])
        if bound == "smallcheck":
            return Scope.smallcheck(self.random.choice([2, 3]))
        if bound == "depth":
            return Scope(depth=2, ints=ints, landmarks=landmarks)
        return Scope(size=self.random.choice([2, 3, 3, 4]), ints=ints, landmarks=landmarks)

    def load(self, name: str) -> dict[str, Any]:
        """The names of the source, run as a module; its lines can be found, as those of a notebook can."""
        linecache.cache[name] = (len(self.source), None, self.source.splitlines(True), name)
        module = sys.modules[name] = ModuleType(name)
        exec(compile(self.source, name, "exec"), vars(module))
        return vars(module)

    def _type(self, depth: int, hashable: bool, siblings: list[tuple[str, Shape]]) -> tuple[str, Shape]:
        expression, shape = self._base(depth, hashable, siblings)
        for _ in range(self.random.choice([0, 1, 1, 1, 2])):
            expression = f"Annotated[{expression}, {self._refinement(shape, siblings)}]"
        return expression, shape

    def _refinement(self, shape: Shape, siblings: list[tuple[str, Shape]]) -> str:
        text = self.predicates.write(shape, "v", siblings, self.random.choice([0, 1, 1, 2]))
        if self.random.random() < 0.3:
            return f"where({text!r})"
        names = [name for name, _ in siblings if name in text]
        return f"where(lambda {', '.join(['v', *names])}: {text})"

    def _base(self, depth: int, hashable: bool, siblings: list[tuple[str, Shape]]) -> tuple[str, Shape]:
        kinds = ["int", "int", "int", "int", "bool", "letter", "number"]
        if depth > 0:
            kinds += ["tuple", "frozenset", "fixed", "option", "either", "class", "class"]
            if not hashable:
                kinds += ["list", "list", "list", "deque", "set", "dict", "dict", "recursive", "search"]
        kind = self.random.choice(kinds)
        match kind:
            case "int":
                return "int", ("int",)
            case "bool":
                return "bool", ("bool",)
            case "letter":
                return "Literal['a', 'b']", ("letter",)
            case "number":
                return self.random.choice(["int | bool", "bool | Literal[0, 2]"]), ("int",)
            case "tuple":
                inner, shape = self._type(depth - 1, hashable, siblings)
                return f"tuple[{inner}, ...]", ("tuple", shape)
            case "list" | "deque":
                inner, shape = self._type(depth - 1, False, siblings)
                return f"{kind}[{inner}]", (kind, shape)
            case "set" | "frozenset":
                inner, shape = self._type(depth - 1, True, siblings)
                return f"{kind}[{inner}]", (kind, shape)
            case "dict":
                key, key_shape = self._type(self.random.choice([0, depth - 1]), True, siblings)
                inner, shape = self._type(depth - 1, False, siblings)
                return f"dict[{key}, {inner}]", ("dict", key_shape, shape)
            case "fixed":
                parts = [self._type(depth - 1, hashable, siblings) for _ in range(self.random.choice([1, 2, 2]))]
                return f"tuple[{', '.join(text for text, _ in parts)}]", ("fixed", tuple(shape for _, shape in parts))
            case "option":
                inner, shape = self._type(depth - 1, hashable, siblings)
                return f"({inner} | None)", ("option", shape)
            case "either":
                inner, shape = self._type(depth - 1, hashable, siblings)
                if shape[0] in ("letter", "either"):
                    return inner, shape
                return f"({inner} | Literal['a', 'b'])", ("either", shape)
            case "class":
                return self._class(depth - 1, hashable)
            case "recursive":
                return self._recursive()
        return self._search()

    def _new_name(self) -> str:
        return f"C{len(self.classes)}"

    def _class(self, depth: int, hashable: bool) -> tuple[str, Shape]:
        """A class whose fields may depend on those before them."""
        fields: list[tuple[str, Shape]] = []
        lines = []
        for place in range(self.random.choice([1, 2, 2, 3])):
            text, shape = self._type(self.random.choice([0, depth]), hashable, fields)
            lines.append(f"    f{place}: {text}\n")
            fields = [*fields, (f"f{place}", shape)]
        name = self._new_name()
        frozen = "(frozen=True)" if hashable or self.random.random() < 0.5 else ""
        self.classes.append(f"@dataclass{frozen}\nclass {name}:\n{''.join(lines)}")
        return name, ("class", name, tuple(fields), "")

    def _recursive(self) -> tuple[str, Shape]:
        """A list or a tree by hand, with a measure."""
        name = self._new_name()
        step = self.random.choice([f"1 + {name.lower()}(t.f1)", f"t.f0 + {name.lower()}(t.f1)"])
        step = self.random.choice([step, f"max(t.f0, {name.lower()}(t.f1))"])
        extra = ""
        if self.random.random() < 0.4:
            extra = f"    f2: '{name} | None'\n"
            step = self.random.choice([f"{step} + {name.lower()}(t.f2)", f"max({step}, {name.lower()}(t.f2))"])
        refined = f"{name} | None"
        if self.random.random() < 0.5:
            text = self.random.choice(
                ["v is None or v.f0 >= f0", "v is None or v.f0 != f0", "v is None or f0 != 1", "f0 > 0 or v is None"]
            )
            refined = f"Annotated[{refined}, where(lambda v, f0: {text})]"
        self.classes.append(
            f"@dataclass(frozen=True)\nclass {name}:\n    f0: int\n    f1: '{refined}'\n{extra}"
            f"@measure\ndef {name.lower()}(t: '{name} | None') -> int:\n    return 0 if t is None else {step}\n"
        )
        shape: Shape = ("class", name, (("f0", ("int",)),), name.lower())
        return f"({name} | None)", ("option", shape)

    def _search(self) -> tuple[str, Shape]:
        """A class whose elements are ordered by a key."""
        name = self._new_name()
        test = self.random.choice(["v < f0", "v >= f0", "v != f0", "abs(v) <= abs(f0)", "v == f0", "v > f0 or v == 0"])
        inner = f"{name}[Annotated[K, where(lambda v, f0: {test})]]"
        rest = self.random.choice([f"{inner} | None", f"list[{inner}]", f"tuple[{inner}, ...]"])
        second = f"    f2: '{inner} | None'\n" if self.random.random() < 0.4 else ""
        self.classes.append(
            f"@dataclass(frozen=True)\nclass {name}(Generic[K]):\n    f0: K\n    f1: '{rest}'\n{second}"
        )
        argument, _ = self.random.choice([("int", None), (f"Annotated[int, {self._refinement(('int',), [])}]", None)])
        return f"{name}[{argument}]", ("class", name, (("f0", ("int",)),), "")
