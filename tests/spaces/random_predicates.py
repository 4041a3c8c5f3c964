"""Random predicates on values of a shape, such as people write; see `random_types` for the shapes."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

Shape = tuple[Any, ...]
_INDEXED = ("list", "tuple", "deque")
_SETS = ("set", "frozenset")
_HASHABLE = ("int", "bool", "letter")


class Predicates:
    def __init__(self, source: random.Random) -> None:
        self.random = source
        self._fresh = count()

    def _name(self) -> str:
        return f"x{next(self._fresh)}"

    def write(self, shape: Shape, name: str, siblings: list[tuple[str, Shape]], depth: int) -> str:
        """A Boolean expression about a value, and perhaps about siblings of it."""
        if depth > 0 and self.random.random() < 0.35:
            one, other = (self.write(shape, name, siblings, depth - 1) for _ in range(2))
            return self.random.choice(
                [f"({one} and {other})", f"({one} or {other})", f"not ({one})", f"({one} if {other} else {one})"]
            )
        if siblings and self.random.random() < 0.5:
            other_name, other_shape = self.random.choice(siblings)
            related = self._related(shape, name, other_shape, other_name)
            if related:
                return self.random.choice(related)
        return self.random.choice(self._options(shape, name, siblings, depth))

    def _const(self) -> str:
        return str(self.random.choice([-1, 0, 0, 1, 1, 2, 2, 3]))

    def _compare(self, one: str, other: str) -> str:
        return f"{one} {self.random.choice(['<', '<=', '==', '!=', '>', '>='])} {other}"

    def number(self, shape: Shape, name: str) -> str:
        """An integer seen of a value."""
        return self.random.choice(self._numbers(shape, name))

    def _numbers(self, shape: Shape, name: str) -> list[str]:
        match shape:
            case ("int",):
                return [name, name, f"abs({name})", f"{name} % 2", f"{name} // 2", f"{name} * {name}", f"(-{name})"]
            case ("bool",):
                return [f"({name} + 0)", f"(1 if {name} else 0)"]
            case ("letter",):
                return [f"len({name})", f"({name} == 'a')"]
            case (("list" | "tuple" | "deque" | "set" | "frozenset") as kind, element):
                x = self._name()
                found = [f"len({name})", f"sum({self.number(element, x)} for {x} in {name})"]
                if element == ("int",):
                    found += [f"sum({name})", f"max({name}, default=0)", f"min({name}, default=0)"]
                    if kind in _INDEXED:
                        found += [f"({name}[0] if {name} else 0)", f"({name}[-1] if len({name}) > 0 else 0)"]
                if kind in _INDEXED and element[0] in _HASHABLE:
                    found += [f"len(set({name}))"]
                return found
            case ("dict", key, element):
                x = self._name()
                return [
                    f"len({name})",
                    f"sum({self.number(element, x)} for {x} in {name}.values())",
                    f"sum({self.number(key, x)} for {x} in {name})",
                ]
            case ("fixed", parts):
                return [self.number(part, f"{name}[{place}]") for place, part in enumerate(parts)]
            case ("option", inner):
                return [f"(0 if {name} is None else {self.number(inner, name)})"]
            case ("either", inner):
                return [f"(0 if isinstance({name}, str) else {self.number(inner, name)})"]
            case ("class", _, fields, measure):
                found = [self.number(part, f"{name}.{field}") for field, part in fields]
                return [*found, f"{measure}({name})", f"{measure}({name})"] if measure else found
        raise AssertionError(shape)

    def _options(self, shape: Shape, name: str, siblings: list[tuple[str, Shape]], depth: int) -> list[str]:
        found = [
            self._compare(self.number(shape, name), self._const()),
            self._compare(f"{self.number(shape, name)} + {self.number(shape, name)}", self._const()),
            self._compare(self.number(shape, name), self.number(shape, name)),
        ]
        match shape:
            case ("int",):
                found += [f"{name} in (0, 2)", f"-1 <= {name} < 2", f"{name} % 2 == 0", f"{name} not in (1, -1)"]
            case ("bool",):
                found += [name, f"not {name}"]
            case ("letter",):
                found += [f"{name} == 'a'", f"{name} in ('b', 'c')", f"{name} > 'a'"]
            case (("list" | "tuple" | "deque" | "set" | "frozenset") as kind, element):
                x = self._name()
                inner = self.write(element, x, siblings, depth - 1)
                found += [f"all({inner} for {x} in {name})", f"any({inner} for {x} in {name})"]
                found += [f"sum(1 for {x} in {name} if {inner}) <= 1"]
                found += self._about_order(kind, element, name)
            case ("dict", key, element):
                k, x = self._name(), self._name()
                related = self._related(key, k, element, x) or [self.write(element, x, siblings, depth - 1)]
                found += [f"all({self.random.choice(related)} for {k}, {x} in {name}.items())"]
                found += [f"any({self.write(element, x, siblings, depth - 1)} for {x} in {name}.values())"]
                found += [f"all({self.write(key, k, siblings, depth - 1)} for {k} in {name})"]
                if key == ("int",):
                    found += [f"0 in {name}", f"1 not in {name}"]
                if element[0] in _HASHABLE:
                    found += [f"len(set({name}.values())) == len({name})"]
            case ("fixed", parts):
                for place, part in enumerate(parts):
                    found += [self.write(part, f"{name}[{place}]", siblings, depth - 1)]
                if len(parts) == 2:
                    found += self._related(parts[0], f"{name}[0]", parts[1], f"{name}[1]")
            case ("option", inner):
                said = self.write(inner, name, siblings, depth - 1)
                found += [f"({name} is None or {said})", f"{name} is not None", f"({name} is not None and {said})"]
            case ("either", inner):
                said = self.write(inner, name, siblings, depth - 1)
                found += [f"(isinstance({name}, str) or {said})", f"(not isinstance({name}, str) and {said})"]
            case ("class", _, fields, _):
                for field, part in fields:
                    found += [self.write(part, f"{name}.{field}", siblings, depth - 1)]
                if len(fields) > 1:
                    (one, first), (other, second) = fields[:2]
                    found += self._related(first, f"{name}.{one}", second, f"{name}.{other}")
        return found

    def _about_order(self, kind: str, element: Shape, name: str) -> list[str]:
        found = []
        a, b = self._name(), self._name()
        if kind in _INDEXED and element == ("int",):
            relation = self._compare(a, b)
            found += [f"all({self._compare(f'{name}[i]', f'{name}[i + 1]')} for i in range(len({name}) - 1))"]
            found += [f"all({relation} for i, {a} in enumerate({name}) for {b} in list({name})[:i])"]
            found += [f"{self._const()} in {name}", f"list({name}) == sorted({name})"]
        if kind in ("list", "tuple"):
            related = self._related(element, a, element, b)
            found += [f"all({one} for {a}, {b} in zip({name}, {name}[1:]))" for one in related[:3]]
            if element[0] in _HASHABLE:
                found += [f"{name} == {name}[::-1]", f"len(set({name})) == len({name})"]
        if kind in _SETS and element == ("int",):
            found += [
                f"{self._const()} in {name}",
                f"{name} <= {{0, 1}}",
                f"all({a} + 1 not in {name} for {a} in {name})",
            ]
        return found

    def _related(self, shape: Shape, name: str, other: Shape, other_name: str) -> list[str]:
        """How a value may depend on another."""
        one, two = self.number(shape, name), self.number(other, other_name)
        found = [
            self._compare(one, two),
            f"({one} + {two}) % 2 == 0",
            f"abs({one} - {two}) <= 1",
            f"{one} + {two} == 1",
        ]
        if shape == other:
            found += [f"{name} == {other_name}", f"{name} != {other_name}"]
        if other[0] in (*_INDEXED, *_SETS, "dict") and other[1] == shape:
            found += [f"{name} in {other_name}", f"{name} not in {other_name}"]
        if shape[0] in (*_INDEXED, *_SETS, "dict") and shape[1] == other:
            found += [f"{other_name} in {name}", f"{other_name} not in {name}"]
        if shape[0] in _SETS and other[0] in _SETS and shape[1] == other[1]:
            found += [f"{name} <= {other_name}", f"{name}.isdisjoint({other_name})", f"not ({name} & {other_name})"]
        return found
