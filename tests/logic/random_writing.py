"""The ground random expressions are written on: variables in sight, literals, loops."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from random_values import (
    BOOL,
    DEQUE,
    DICT,
    FLOATS,
    INT,
    INTS,
    LETTERS,
    MATRIX,
    OPTIONS,
    PAIRS,
    ROSE,
    ROW,
    SET,
    STR,
    WORDS,
    Type,
    random_value,
)


class Writing:
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
        return self.rng.choice(self._writers(tp))(depth - 1)

    def _writers(self, tp: Type) -> list[Callable[[int], str]]:
        """Ways to write an expression of a type, given how deep its parts may be."""
        raise NotImplementedError

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
                return repr("".join(rng.choice(LETTERS) for _ in range(rng.choice((0, 1, 1, 2)))))
            case ("colour",):
                return rng.choice(("Colour.RED", "Colour.BLACK"))
            case ("option",):
                return rng.choice(("None", "1", "0"))
            case ("tree",):
                return rng.choice(("Leaf()", "Node(1, Leaf(), Leaf())"))
            case ("rose",):
                return rng.choice(("Rose(1, ())", "Rose(0, (Rose(2, ()),))"))
            case ("float",):
                return rng.choice(("0.5", "1.0", "0.0", "-0.0"))
            case ("list", ("float",)):
                return rng.choice(("[0.5]", "[0.1, 0.2, 0.3]", "[]", "[1e16, 1.0]"))
            case ("named",):
                return rng.choice(("Point(1, 2)", "Point(y=0, x=3)"))
            case ("set", _):
                return rng.choice(("{1, 2}", "set()", "{0}", "frozenset({1, 3})", "PRIMES"))
        value = random_value(rng, tp)
        return repr(value)

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
            case 17:
                return f"{of(ROSE, d)}.children", (ROSE,)
            case 18 if self.rng.random() < 0.5:
                kind = pick((FLOATS, OPTIONS, DEQUE, WORDS))
                return of(kind, d), (kind[1],)
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
