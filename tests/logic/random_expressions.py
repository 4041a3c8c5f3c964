"""Random Python expressions of a wanted type over typed variables.

They use every operator the logic claims to understand. Most of them make sense; now and then one divides by zero or
indexes past an end, as users' predicates do.
"""

from __future__ import annotations

from collections.abc import Callable

from random_conditions import Conditions
from random_values import (
    BOOL,
    DEQUE,
    DICT,
    FLOAT,
    FLOATS,
    FROZEN,
    INT,
    INTS,
    MATRIX,
    MIXED,
    NAMED,
    OPTION,
    PAIR,
    PAIRS,
    ROSE,
    ROW,
    SET,
    STR,
    TREE,
    WORDS,
    Type,
)


class Expressions(Conditions):
    """Writes expressions of every type."""

    def _writers(self, tp: Type) -> list[Callable[[int], str]]:
        match tp:
            case ("int",):
                return [self._number, self._number, self._count, self._picked, self._folded, self._measured]
            case ("bool",):
                return [
                    self._connected,
                    self._connected,
                    self._compared,
                    self._compared,
                    self._contained,
                    self._quantified,
                    self._quantified,
                    self._tested,
                    self._about_sets,
                    self._about_text,
                    self._idiom,
                ]
            case ("str",):
                return [self._text]
            case ("list", element):
                return [lambda depth: self._list(element, depth)]
            case ("tuple...", element):
                return [lambda depth: self._row(element, depth)]
            case ("tuple", *elements):
                return [lambda depth: self._tuple(elements, depth)]
            case ("set", _):
                return [self._set]
            case ("option",):
                return [self._option]
            case ("tree",):
                return [self._tree]
            case ("float",):
                return [self._real]
        return [lambda _: self._literal(tp)]

    # numbers

    def _number(self, d: int) -> str:
        of = self.of
        return self._one(
            lambda: f"({of(INT, d)} {self.rng.choice('+-*')} {of(INT, d)})",
            lambda: f"({of(INT, d)} {self.rng.choice(('+', '-'))} {of(INT, d)})",
            lambda: f"({of(INT, d)} {self.rng.choice(('//', '%'))} {self.rng.choice((2, 3, -2))})",
            lambda: f"({of(INT, d)} {self.rng.choice(('//', '%'))} {of(INT, d)})",
            lambda: f"({of(INT, d)} ** {self.rng.choice((0, 1, 2))})",
            lambda: f"abs({of(INT, d)})",
            lambda: f"(-{of(INT, d)})",
            lambda: f"(+{of(INT, d)})",
            lambda: f"{self.rng.choice(('min', 'max'))}({of(INT, d)}, {of(INT, d)})",
            lambda: f"{self.rng.choice(('min', 'max'))}({of(INT, d)}, {of(INT, d)}, {of(INT, d)})",
            lambda: f"divmod({of(INT, d)}, {self.rng.choice((2, 3, -2))})[{self.rng.choice((0, 1))}]",
            lambda: f"({of(BOOL, d)} + {of(INT, d)})",
            lambda: f"({of(INT, d)} or {of(INT, d)})",
            lambda: f"({of(INT, d)} and {of(INT, d)})",
            lambda: "LIMIT",
            lambda: f"({of(INT, d)} {self.rng.choice('&|^')} {of(INT, d)})",
        )

    def _count(self, d: int) -> str:
        of = self.of
        return self._one(
            lambda: f"len({of(self._any_container(), d)})",
            lambda: f"len({of(self._any_container(), d)})",
            lambda: f"{of(INTS, d)}.count({of(INT, d)})",
            lambda: f"len([{self._loop(INT, d)}])",
            lambda: f"sum({self._loop(BOOL, d, sets=True)})",
            lambda: f"len(set({of(INTS, d)}))",
            lambda: f"len({{{self._loop(INT, d, sets=True)}}})",
        )

    def _any_container(self) -> Type:
        return self.rng.choice((INTS, INTS, MATRIX, WORDS, STR, SET, DICT, ROW, PAIRS, DEQUE, FROZEN, FLOATS, NAMED))

    def _place(self, d: int) -> str:
        return self.rng.choice(("0", "0", "1", "-1", "-1", "2", "-2")) if self.rng.random() < 0.85 else self.of(INT, d)

    def _picked(self, d: int) -> str:
        of = self.of
        return self._one(
            lambda: f"{of(INTS, d)}[{self._place(d)}]",
            lambda: self._guarded_pick(d),
            lambda: f"{of(PAIR, d)}[{self.rng.choice((0, 1, -1))}]",
            lambda: f"{of(MIXED, d)}[0]",
            lambda: f"{of(DICT, d)}[{of(INT, d)}]",
            lambda: f"{of(DICT, d)}.get({of(INT, d)}, {of(INT, d)})",
            lambda: f"{of(MATRIX, d)}[{self._place(d)}][{self._place(d)}]",
            lambda: f"{of(PAIRS, d)}[{self._place(d)}][{self.rng.choice((0, 1))}]",
            lambda: f"{of(ROW, d)}[{self._place(d)}]",
        )

    def _guarded_pick(self, d: int) -> str:
        box = self.of(INTS, d)
        return f"({box}[{self.rng.choice((0, -1))}] if {box} else {self.of(INT, d)})"

    def _folded(self, d: int) -> str:
        of, pick = self.of, self.rng.choice
        return self._one(
            lambda: f"sum({of(pick((INTS, SET, ROW)), d)})",
            lambda: f"sum({of(INTS, d)}, {of(INT, d)})",
            lambda: f"sum({self._loop(INT, d, sets=True)})",
            lambda: f"sum([{self._loop(INT, d, sets=True)}])",
            lambda: f"{pick(('min', 'max'))}({of(INTS, d)})",
            lambda: f"{pick(('min', 'max'))}({of(pick((INTS, SET, ROW)), d)}, default={of(INT, d)})",
            lambda: f"{pick(('min', 'max'))}(({self._loop(INT, d, sets=True)}), default={of(INT, d)})",
            lambda: f"sum(map({self._function(INT, INT, d)}, {of(INTS, d)}))",
            lambda: f"sum({of(DICT, d)}.values())",
            lambda: f"sum({of(DICT, d)})",
            lambda: f"sum({of(pick((DEQUE, FROZEN, NAMED)), d)})",
            lambda: f"{of(DEQUE, d)}[{self._place(d)}]",
        )

    def _measured(self, d: int) -> str:
        of, pick = self.of, self.rng.choice
        tree = of(TREE, d)
        return self._one(
            lambda: f"{pick(('size', 'height'))}({tree})",
            lambda: f"alternating({of(INTS, d)})",
            lambda: f"({tree}.key if isinstance({tree}, Node) else {of(INT, d)})",
            lambda: f"{tree}.key",
            lambda: f"({tree}.doubled({of(INT, d)}) if isinstance({tree}, Node) else 0)",
            lambda: f"clamp({of(INT, d)}, {of(INT, d)}, {of(INT, d)})",
            lambda: f"clamp({of(INT, d)}, high={of(INT, d)}, low={of(INT, d)})",
            lambda: f"sign({of(INT, d)})",
            lambda: f"halves({of(INT, d)})[{pick((0, 1))}]",
            lambda: f"checked({of(INT, d)})",
            lambda: f"occurrences({of(INT, d)}, {of(INTS, d)}{pick(('', ', 1', f', least={of(INT, 0)}'))})",
            lambda: f"collatz({of(INT, d)})",
            lambda: f"weight({of(ROSE, d)}, {of(INT, d)})",
            lambda: f"{of(ROSE, d)}.{pick(('label', 'depth()'))}",
            lambda: f"{of(NAMED, d)}{pick(('.x', '.y', '[0]', '[-1]', '[True]'))}",
        )

    # structures

    def _slice(self, d: int) -> str:
        pick = self.rng.choice

        def bound() -> str:
            return pick(("", "", "1", "-1", "0", "2", "-2", "5")) if self.rng.random() < 0.9 else self.of(INT, d)

        step = pick(("", "", "", "", ":", ":1", ":-1", ":2", ":-2"))
        return f"[{bound()}:{bound()}{step}]"

    def _list(self, element: Type, d: int) -> str:
        of, tp = self.of, ("list", element)
        plain: list[Callable[[], str]] = [
            lambda: f"{of(tp, d)}{self._slice(d)}",
            lambda: f"{of(tp, d)}{self._slice(d)}",
            lambda: f"({of(tp, d)} + {of(tp, d)})",
            lambda: f"[{of(element, d)}, {of(element, d)}]",
            lambda: f"[{of(element, d)}]",
            lambda: f"[{self._loop(element, d)}]",
            lambda: f"[{self._loop(element, d)}]",
            lambda: f"list(reversed({of(tp, d)}))",
            lambda: f"[*{of(tp, d)}, {of(element, d)}]",
            lambda: f"sorted({of(tp, d)})",
            lambda: f"list({of(tp, d)})",
            lambda: f"({of(tp, d)} * {self.rng.choice((0, 1, 2))})",
        ]
        if element == INT:
            plain += [
                lambda: f"list(range({of(INT, d)}, {of(INT, d)}))",
                lambda: f"list(map({self._function(INT, INT, d)}, {of(INTS, d)}))",
                lambda: f"list(filter({self._function(INT, BOOL, d)}, {of(INTS, d)}))",
                lambda: f"list({of(DICT, d)}{self.rng.choice(('', '.values()', '.keys()'))})",
                lambda: f"sorted({of(SET, d)})",
                lambda: f"{of(MATRIX, d)}[{self._place(d)}]",
                lambda: f"{of(MIXED, d)}[2]",
                lambda: f"sorted({of(INTS, d)}, reverse=True)",
                lambda: f"list({of(ROW, d)})",
            ]
        if element == STR:
            plain += [lambda: f"list({of(STR, d)})", lambda: f"sorted({of(STR, d)})"]
        if element == PAIR:
            plain += [
                lambda: f"list(zip({of(INTS, d)}, {of(INTS, d)}))",
                lambda: f"list(enumerate({of(INTS, d)}))",
                lambda: f"list({of(DICT, d)}.items())",
            ]
        return self._one(*plain)

    def _row(self, element: Type, d: int) -> str:
        of, tp = self.of, ("tuple...", element)
        return self._one(
            lambda: f"tuple({of(('list', element), d)})",
            lambda: f"tuple({self._loop(element, d)})",
            lambda: f"{of(tp, d)}{self._slice(d)}",
            lambda: f"({of(tp, d)} + {of(tp, d)})",
            lambda: f"({of(element, d)}, {of(element, d)}, {of(element, d)})",
            lambda: f"in_order({of(TREE, d)})",
            lambda: f"({of(element, d)},)",
        )

    def _tuple(self, elements: list[Type], d: int) -> str:
        parts = ", ".join(self.of(element, d) for element in elements)
        if elements == [INT, INT]:
            return self._one(
                lambda: f"({parts})",
                lambda: f"divmod({self.of(INT, d)}, {self.rng.choice((2, 3, -3))})",
                lambda: f"halves({self.of(INT, d)})",
                lambda: f"{self.of(PAIRS, d)}[{self._place(d)}]",
            )
        return f"({parts})"

    def _set(self, d: int) -> str:
        of, pick = self.of, self.rng.choice
        return self._one(
            lambda: f"{{{of(INT, d)}, {of(INT, d)}}}",
            lambda: f"{{{of(INT, d)}}}",
            lambda: f"{pick(('set', 'frozenset'))}({of(pick((INTS, SET, DICT, ROW)), d)})",
            lambda: f"{{{self._loop(INT, d, sets=True)}}}",
            lambda: f"set({self._loop(INT, d, sets=True)})",
            lambda: f"({of(SET, d)} {pick('|&-^')} {of(SET, d)})",
            lambda: f"({of(SET, d)} {pick('|&-')} {of(SET, d)})",
            lambda: f"{of(SET, d)}.{pick(('union', 'intersection', 'difference'))}({of(pick((SET, INTS)), d)})",
            lambda: f"keys({of(TREE, d)})",
            lambda: f"set({of(DICT, d)}.{pick(('keys', 'values'))}())",
        )

    def _text(self, d: int) -> str:
        of, pick = self.of, self.rng.choice
        return self._one(
            lambda: f"({of(STR, d)} + {of(STR, d)})",
            lambda: f"{of(STR, d)}[{self._place(d)}]",
            lambda: f"{of(STR, d)}{self._slice(d)}",
            lambda: f"{of(STR, d)}{self._slice(d)}",
            lambda: f"{of(WORDS, d)}[{self._place(d)}]",
            lambda: f"{of(MIXED, d)}[1]",
            lambda: f"shape({of(INTS, d)})",
            lambda: f"kind({of(pick((INT, OPTION, PAIR, TREE)), d)})",
            lambda: f"{of(STR, d)}.{pick(('upper', 'lower', 'strip'))}()",
        )

    def _real(self, d: int) -> str:
        of, pick = self.of, self.rng.choice
        return self._one(
            lambda: f"sum({of(FLOATS, d)}{pick(('', ', 0.0', ', 1'))})",
            lambda: f"sum({self._loop(FLOAT, d)})",
            lambda: f"{of(FLOATS, d)}[{self._place(d)}]",
            lambda: f"({of(FLOAT, d)} {pick('+-*')} {of(pick((FLOAT, INT)), d)})",
            lambda: f"({of(INT, d)} / {of(INT, d)})",
            lambda: f"{pick(('min', 'max'))}({of(FLOATS, d)}, default=0.5)",
            lambda: f"abs({of(FLOAT, d)})",
        )

    def _option(self, d: int) -> str:
        of = self.of
        return self._one(
            lambda: f"{of(DICT, d)}.get({of(INT, d)})",
            lambda: of(INT, d),
            lambda: f"({of(INT, d)} if {of(BOOL, d)} else None)",
            lambda: f"({of(OPTION, d)} or {of(INT, d)})",
        )

    def _tree(self, d: int) -> str:
        of = self.of
        tree = of(TREE, d)
        return self._one(
            lambda: f"Node({of(INT, d)}, {of(TREE, d)}, {tree})",
            lambda: f"Node(key={of(INT, d)}, right={of(TREE, d)}, left={tree})",
            lambda: f"({tree}.left if isinstance({tree}, Node) else {tree})",
            lambda: f"{tree}.{self.rng.choice(('left', 'right'))}",
        )
