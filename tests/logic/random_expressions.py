"""Random Python expressions of a wanted type over typed variables, and random values to put in for those.

Types are tuples: ("int",), ("list", ("int",)), ("tuple", …). The expressions use every operator the logic claims to
understand. Most of them make sense; now and then one divides by zero or indexes past an end, as users' predicates do.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from vocabulary_under_test import Colour, Leaf, Node

Type = tuple[Any, ...]
INT: Type = ("int",)
BOOL: Type = ("bool",)
STR: Type = ("str",)
OPTION: Type = ("option",)
TREE: Type = ("tree",)
COLOUR: Type = ("colour",)
INTS: Type = ("list", INT)
MATRIX: Type = ("list", INTS)
WORDS: Type = ("list", STR)
ROW: Type = ("tuple...", INT)
PAIR: Type = ("tuple", INT, INT)
MIXED: Type = ("tuple", INT, STR, INTS)
PAIRS: Type = ("list", PAIR)
SET: Type = ("set", INT)
DICT: Type = ("dict", INT, INT)

VARIABLE_TYPES = (INT, BOOL, STR, OPTION, TREE, COLOUR, INTS, INTS, MATRIX, WORDS, ROW, PAIR, MIXED, PAIRS, SET, DICT)
RESULT_TYPES = (BOOL, BOOL, BOOL, BOOL, INT, INT, STR, INTS, SET, PAIR, MATRIX, OPTION, TREE, ROW)
_LETTERS = "ab01 é"
_PATTERNS = ("a*b", "[ab]+", r"\d*", "(ab|ba)*", ".b.", "a?0?", "", "[^a]*", "a|b|", r"\w+\s?", "(?i)AB")


def random_value(rng: random.Random, tp: Type) -> Any:
    """A small value. Numbers repeat often; now and then a Boolean stands where a number is expected."""
    match tp:
        case ("int",):
            return rng.choice((0, 1, 1, 2, 2, 3, -1, -2, 4, 7)) if rng.random() < 0.95 else rng.random() < 0.5
        case ("bool",):
            return rng.random() < 0.5
        case ("str",):
            return "".join(rng.choice(_LETTERS) for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4))))
        case ("option",):
            return None if rng.random() < 0.4 else random_value(rng, INT)
        case ("tree",):
            return _random_tree(rng, rng.choice((0, 1, 2, 3)))
        case ("colour",):
            return rng.choice((Colour.RED, Colour.BLACK))
        case ("list", element):
            return [random_value(rng, element) for _ in range(rng.choice((0, 1, 2, 2, 3, 3, 4)))]
        case ("tuple...", element):
            return tuple(random_value(rng, element) for _ in range(rng.choice((0, 1, 2, 3))))
        case ("tuple", *elements):
            return tuple(random_value(rng, element) for element in elements)
        case ("set", element):
            return {random_value(rng, element) for _ in range(rng.choice((0, 1, 2, 3)))}
        case ("dict", key, value):
            return {random_value(rng, key): random_value(rng, value) for _ in range(rng.choice((0, 1, 2, 3)))}
    raise AssertionError(tp)


def _random_tree(rng: random.Random, depth: int) -> Leaf | Node:
    if depth == 0 or rng.random() < 0.2:
        return Leaf()
    return Node(random_value(rng, INT), _random_tree(rng, depth - 1), _random_tree(rng, depth - 1))


class Expressions:
    """Writes expressions. `scope` are the variables in sight, by name."""

    def __init__(self, rng: random.Random, scope: dict[str, Type]) -> None:
        self.rng = rng
        self.scope = dict(scope)
        self._bound = 0
        # Python leaves the order of a set open, so an expression that could tell is no test of anything.
        self.iterates_a_set = False

    def of(self, tp: Type, depth: int) -> str:
        """An expression of this type, in parentheses unless it is a single word."""
        names = [name for name, known in self.scope.items() if known == tp]
        if names and (depth <= 0 or self.rng.random() < 0.3):
            return self.rng.choice(names)
        if depth <= 0:
            return self._nearby(tp) if self.rng.random() < 0.7 else self._literal(tp)
        if self.rng.random() < 0.08:
            return f"({self.of(tp, depth - 1)} if {self.of(BOOL, depth - 1)} else {self.of(tp, depth - 1)})"
        writers = self._writers(tp)
        return self.rng.choice(writers)(depth - 1)

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
        return [lambda _: self._literal(tp)]

    def _nearby(self, tp: Type) -> str:
        """Something simple that depends on a variable, where there is no variable of the type itself."""
        for name, known in self.rng.sample(sorted(self.scope.items()), len(self.scope)):
            match tp, known:
                case ("int",), ("list" | "str" | "set" | "dict" | "tuple...", *_):
                    return f"len({name})"
                case ("int",), ("tuple", ("int",), *_):
                    return f"{name}[0]"
                case ("int",), ("tree",):
                    return f"size({name})"
                case ("int",), ("bool",):
                    return name
                case ("bool",), ("option",):
                    return f"({name} is None)"
                case ("bool",), ("tree",):
                    return f"isinstance({name}, Node)"
                case ("bool",), ("int",):
                    return f"({name} > 1)"
                case ("option",), ("int",):
                    return name
                case ("list", ("int",)), ("list", ("list", ("int",))):
                    return f"[x for y in {name} for x in y]"
                case ("list", ("int",)), ("set", _):
                    return f"sorted({name})"
                case ("list", ("int",)), ("dict" | "tuple...", *_):
                    return f"list({name})"
                case ("list", ("list", _)), ("list", ("int",)):
                    return f"[{name}, {name}[1:]]"
                case ("list", ("tuple", *_)), ("list", ("int",)):
                    return f"list(zip({name}, {name}[1:]))"
                case ("tuple...", _), ("list", ("int",)):
                    return f"tuple({name})"
                case ("set", _), ("list" | "tuple...", ("int",)):
                    return f"set({name})"
                case ("tuple", ("int",), ("int",)), ("int",):
                    return f"({name}, {name} + 1)"
        return self._literal(tp)

    def _one(self, *texts: Callable[[], str]) -> str:
        return self.rng.choice(texts)()

    def _literal(self, tp: Type) -> str:
        rng = self.rng
        match tp:
            case ("int",):
                return str(rng.choice((0, 1, 1, 2, 3, 5))) if rng.random() < 0.85 else f"(-{rng.choice((1, 2))})"
            case ("bool",):
                return rng.choice(("True", "False"))
            case ("str",):
                return repr("".join(rng.choice(_LETTERS) for _ in range(rng.choice((0, 1, 1, 2)))))
            case ("colour",):
                return rng.choice(("Colour.RED", "Colour.BLACK"))
            case ("option",):
                return rng.choice(("None", "1", "0"))
            case ("tree",):
                return rng.choice(("Leaf()", "Node(1, Leaf(), Leaf())"))
            case ("set", _):
                return rng.choice(("{1, 2}", "set()", "{0}", "frozenset({1, 3})", "PRIMES"))
        value = random_value(rng, tp)
        return repr(value)

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
        return self.rng.choice((INTS, INTS, MATRIX, WORDS, STR, SET, DICT, ROW, PAIRS))

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
        )

    # truth

    def _connected(self, d: int) -> str:
        of = self.of
        return self._one(
            lambda: f"({of(BOOL, d)} and {of(BOOL, d)})",
            lambda: f"({of(BOOL, d)} and {of(BOOL, d)} and {of(BOOL, d)})",
            lambda: f"({of(BOOL, d)} or {of(BOOL, d)})",
            lambda: f"(not {of(BOOL, d)})",
            lambda: f"bool({of(self.rng.choice((INT, INTS, STR, SET, OPTION, BOOL)), d)})",
            lambda: f"(not {of(self.rng.choice((INT, INTS, STR, SET, OPTION, DICT)), d)})",
        )

    def _order(self) -> str:
        return self.rng.choice(("<", "<=", ">", ">=", "==", "!="))

    def _compared(self, d: int) -> str:
        of, pick = self.of, self.rng.choice
        ordered = pick((INTS, STR, PAIR, ROW, MATRIX, BOOL))
        same = pick((INT, BOOL, STR, OPTION, TREE, COLOUR, INTS, MATRIX, WORDS, PAIR, MIXED, SET, DICT, ROW))
        return self._one(
            lambda: f"({of(INT, d)} {self._order()} {of(INT, d)})",
            lambda: f"({of(INT, d)} {self._order()} {of(INT, d)})",
            lambda: f"({of(INT, d)} {self._order()} {of(INT, d)} {self._order()} {of(INT, d)})",
            lambda: f"({of(ordered, d)} {self._order()} {of(ordered, d)})",
            lambda: f"({of(same, d)} {pick(('==', '!='))} {of(same, d)})",
            lambda: f"({of(OPTION, d)} {pick(('is', 'is not'))} None)",
            lambda: f"({of(COLOUR, d)} {pick(('is', 'is not', '=='))} {of(COLOUR, d)})",
            lambda: f"({of(BOOL, d)} {pick(('is', 'is not'))} {pick(('True', 'False'))})",
            lambda: f"({of(INTS, d)} == {of(ROW, d)})",
        )

    def _contained(self, d: int) -> str:
        of, pick = self.of, self.rng.choice
        inside = pick(("in", "not in"))
        return self._one(
            lambda: f"({of(INT, d)} {inside} range({of(INT, d)}, {of(INT, d)}))",
            lambda: f"({of(INT, d)} {inside} range({pick((3, 5, -2))}, {pick((-1, 0, 9))}, {pick((2, -2, 1, 3))}))",
            lambda: f"({of(INT, d)} {inside} range({of(INT, d)}, {of(INT, d)}, {pick((2, -1, 3))}))",
            lambda: f"({of(INT, d)} {inside} {pick(('(1, 2)', '{1, 3}', '[0, 2]', 'PRIMES', '()'))})",
            lambda: f"({of(INT, d)} {inside} ({of(INT, d)}, {of(INT, d)}))",
            lambda: f"({of(INT, d)} {inside} {of(pick((INTS, SET, DICT, ROW)), d)})",
            lambda: f"({of(INT, d)} {inside} {of(DICT, d)}.{pick(('keys', 'values'))}())",
            lambda: f"({of(PAIR, d)} {inside} {of(DICT, d)}.items())",
            lambda: f"({of(PAIR, d)} {inside} {of(PAIRS, d)})",
            lambda: f"({of(INTS, d)} {inside} {of(MATRIX, d)})",
            lambda: f"({of(STR, d)} {inside} {of(STR, d)})",
            lambda: f"({of(STR, d)} {inside} {of(WORDS, d)})",
            lambda: f"({of(OPTION, d)} {inside} {of(INTS, d)})",
            lambda: f"({of(INT, d)} {inside} [{self._loop(INT, d)}])",
            lambda: f"({of(INT, d)} {inside} {{{self._loop(INT, d, sets=True)}}})",
            lambda: f"({of(COLOUR, d)} {inside} (Colour.RED, None))",
        )

    def _quantified(self, d: int) -> str:
        of, pick = self.of, self.rng.choice
        quantifier = pick(("all", "any"))
        return self._one(
            lambda: f"{quantifier}({self._loop(BOOL, d, sets=True)})",
            lambda: f"{quantifier}({self._loop(BOOL, d, sets=True)})",
            lambda: f"{quantifier}({self._loop(BOOL, d, sets=True)})",
            lambda: f"{quantifier}([{self._loop(BOOL, d, sets=True)}])",
            lambda: f"{quantifier}({of(pick((INTS, WORDS, MATRIX, ROW)), d)})",
            lambda: f"{quantifier}(map({self._function(INT, BOOL, d)}, {of(INTS, d)}))",
            lambda: f"{quantifier}(({of(BOOL, d)}, {of(BOOL, d)}))",
        )

    def _tested(self, d: int) -> str:
        of, pick = self.of, self.rng.choice
        tree = of(TREE, d)
        return self._one(
            lambda: f"isinstance({tree}, {pick(('Leaf', 'Node', '(Leaf, Node)', 'Leaf | Node', 'int'))})",
            lambda: f"isinstance({of(OPTION, d)}, {pick(('int', 'bool', '(str, int)', 'int | None', 'type(None)'))})",
            lambda: f"isinstance({of(pick((INT, INTS, STR, SET, PAIR, DICT)), d)}, {pick(('int', 'list', 'str', 'set'))})",
            lambda: f"member({tree}, {of(INT, d)})",
            lambda: f"member(t={tree}, wanted={of(INT, d)})",
            lambda: f"balanced({tree})",
            lambda: f"{pick(('even_length', 'odd_length'))}({of(pick((INTS, ROW, MATRIX)), d)})",
            lambda: f"({tree}.is_last if isinstance({tree}, Node) else {of(BOOL, d)})",
            lambda: f"(isinstance({tree}, Node) and {tree}.key > {of(INT, d)} and size({tree}.left) < {of(INT, d)})",
            lambda: f"(shape({of(INTS, d)}) == {pick(('none', 'one', 'zero', 'ends', 'low', 'zeros', 'many'))!r})",
            lambda: f"(kind({of(pick((INT, OPTION, PAIR, TREE, STR, INTS)), d)}) == {pick(('none', 'flag', 'number'))!r})",
            lambda: f"(kind({of(pick((PAIR, TREE)), d)}) in {('pair', 'tuple', 'single', 'null', 'leaning')!r})",
        )

    def _about_sets(self, d: int) -> str:
        of, pick = self.of, self.rng.choice
        return self._one(
            lambda: f"({of(SET, d)} {pick(('<=', '<', '>=', '>', '==', '!='))} {of(SET, d)})",
            lambda: f"{of(SET, d)}.{pick(('issubset', 'issuperset', 'isdisjoint'))}({of(pick((SET, INTS)), d)})",
            lambda: f"(set({of(INTS, d)}) {pick(('<=', '=='))} {of(SET, d)})",
            lambda: f"({of(DICT, d)}.keys() {pick(('<=', '==', '>='))} {of(SET, d)})",
        )

    def _about_text(self, d: int) -> str:
        of, pick = self.of, self.rng.choice
        text = of(STR, d)
        return self._one(
            lambda: f"{text}.{pick(('startswith', 'endswith'))}({of(STR, 0)})",
            lambda: f"{text}.{pick(('startswith', 'endswith'))}(('a', '0b'))",
            lambda: f"{text}.{pick(('isdigit', 'isalpha', 'isalnum', 'isspace', 'isascii', 'isupper', 'islower'))}()",
            lambda: f"(re.{pick(('fullmatch', 'match', 'search'))}({pick(_PATTERNS)!r}, {text}) {pick(('is', 'is not'))} None)",
            lambda: f"bool(re.{pick(('fullmatch', 'match', 'search'))}({pick(_PATTERNS)!r}, {text}))",
            lambda: f"(not WORD.{pick(('fullmatch', 'match', 'search'))}({text}))",
            lambda: f"({text} {self._order()} {of(STR, d)})",
        )

    def _idiom(self, d: int) -> str:
        """What people write to say sorted, unique, a permutation, a palindrome, rectangular."""
        pick = self.rng.choice
        xs, m = self.of(pick((INTS, INTS, INTS, ROW)), d), self.of(MATRIX, d)
        low = pick(("<", "<="))
        return self._one(
            lambda: f"all(a {low} b for a, b in zip({xs}, {xs}[1:]))",
            lambda: f"all(a {low} b for a, b in zip({xs}[:-1], {xs}[1:]))",
            lambda: f"all({xs}[i] {low} {xs}[i + 1] for i in range(len({xs}) - 1))",
            lambda: f"all({xs}[i - 1] {low} {xs}[i] for i in range(1, len({xs})))",
            lambda: f"({xs} == {'tuple' if xs.startswith('(') else 'list'}(sorted({xs})))",
            lambda: f"(list({xs}) == sorted({xs}))",
            lambda: f"(list({xs}) == sorted({xs}, reverse=True))",
            lambda: f"(len(set({xs})) == len({xs}))",
            lambda: f"(len({xs}) == len({{*{xs}}}))",
            lambda: f"all({xs}.count(x) == 1 for x in {xs})",
            lambda: f"(sorted({xs}) == list(range(len({xs}))))",
            lambda: f"({xs} == {xs}[::-1])",
            lambda: f"all({xs}[i] != {xs}[j] for i in range(len({xs})) for j in range(i + 1, len({xs})))",
            lambda: f"all(x < y for i, x in enumerate({xs}) for y in {xs}[i + 1:])",
            lambda: f"all(x not in {xs}[:i] for i, x in enumerate({xs}))",
            lambda: f"(len({{len(row) for row in {m}}}) <= 1)",
            lambda: f"all(len(row) == len({m}[0]) for row in {m})",
            lambda: f"all(len(row) == len({m}) for row in {m})",
            lambda: f"all({m}[i][j] == {m}[j][i] for i in range(len({m})) for j in range(len({m}[i])))",
            lambda: f"all(sum(row) <= {self.of(INT, d)} for row in {m})",
            lambda: f"all(x == i for i, x in enumerate({xs}, start=1))",
        )

    # loops

    def _loop(self, element: Type, d: int, *, sets: bool = False) -> str:
        """The inside of a comprehension. `sets`: whether its consumer does not care for the order."""
        with self._loops(d, sets, self.rng.choice((1, 1, 1, 2))) as loops:
            return f"{self.of(element, d)} {loops}"

    @contextmanager
    def _loops(self, d: int, sets: bool, count: int) -> Iterator[str]:
        before = dict(self.scope)
        texts = []
        for _ in range(count):
            source, parts = self._source(d, sets)
            names = [self._fresh() for _ in parts]
            self.scope |= dict(zip(names, parts, strict=True))
            kept = "".join(f" if {self.of(BOOL, min(d, 1))}" for _ in range(self.rng.choice((0, 0, 0, 1, 1, 2))))
            texts.append(f"for {', '.join(names)} in {source}{kept}")
        yield " ".join(texts)
        self.scope = before

    def _fresh(self) -> str:
        self._bound += 1
        return f"{self.rng.choice('xyz')}{self._bound}"

    def _source(self, d: int, sets: bool) -> tuple[str, tuple[Type, ...]]:
        """Something to loop over, and the types of what a loop over it binds."""
        of, pick = self.of, self.rng.choice
        choice = self.rng.randrange(20)
        match choice:
            case 0 | 1 | 2 | 3 | 4:
                return of(INTS, d), (INT,)
            case 5:
                return of(MATRIX, d), (INTS,)
            case 6:
                return f"range({of(INT, d)})", (INT,)
            case 7:
                return f"range({of(INT, d)}, {of(INT, d)})", (INT,)
            case 8:
                return f"range({of(INT, 0)}, {of(INT, 0)}, {pick((-1, 2, -2))})", (INT,)
            case 9 | 10:
                return f"zip({of(INTS, d)}, {of(pick((INTS, ROW)), d)})", (INT, INT)
            case 11:
                start = pick(("", "", f", {of(INT, 0)}", ", start=1"))
                return f"enumerate({of(INTS, d)}{start})", (INT, INT)
            case 12:
                return of(PAIRS, d), (INT, INT)
            case 13:
                return f"{pick(('reversed', 'sorted'))}({of(INTS, d)})", (INT,)
            case 14:
                return of(STR, d), (STR,)
            case 15:
                return f"{of(DICT, d)}.items()", (INT, INT)
            case 16:
                return f"{of(DICT, d)}{pick(('', '.keys()', '.values()'))}", (INT,)
            case 17 if sets:
                self.iterates_a_set = True
                return of(SET, d), (INT,)
            case 18:
                return f"filter({self._function(INT, BOOL, d)}, {of(INTS, d)})", (INT,)
            case _:
                return of(ROW, d), (INT,)

    def _function(self, argument: Type, result: Type, d: int) -> str:
        if result == INT and self.rng.random() < 0.3:
            return self.rng.choice(("sign", "abs"))
        if result == BOOL and self.rng.random() < 0.2:
            return "bool"
        before = dict(self.scope)
        name = self._fresh()
        self.scope[name] = argument
        body = self.of(result, min(d, 1))
        self.scope = before
        return f"lambda {name}: {body}"

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
