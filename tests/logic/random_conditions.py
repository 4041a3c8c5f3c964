"""Random conditions: connected, comparing, counting on membership, quantified, and what people write to say sorted."""

from __future__ import annotations

from random_values import (
    BOOL,
    COLOUR,
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
    OPTIONS,
    PAIR,
    PAIRS,
    ROSE,
    ROW,
    SET,
    STR,
    TREE,
    WORDS,
)
from random_writing import Writing

_PATTERNS = ("a*b", "[ab]+", r"\d*", "(ab|ba)*", ".b.", "a?0?", "", "[^a]*", "a|b|", r"\w+\s?", "(?i)AB")


class Conditions(Writing):
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
        other = pick((FLOATS, DEQUE, FROZEN, NAMED, ROSE, OPTIONS))
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
            lambda: f"({of(other, d)} {pick(('==', '!='))} {of(other, d)})",
            lambda: f"({of(NAMED, d)} {self._order()} {of(PAIR, d)})",
            lambda: f"({of(SET, d)} {self._order()} {of(FROZEN, d)})",
            lambda: f"({of(FLOATS, d)} {self._order()} {of(FLOATS, d)})",
            lambda: f"({of(FLOAT, d)} {self._order()} {of(FLOAT, d)})",
            lambda: f"({of(OPTIONS, d)} {self._order()} {of(OPTIONS, d)})",
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
            lambda: f"({of(FLOAT, d)} {inside} {of(FLOATS, d)})",
            lambda: f"({of(OPTION, d)} {inside} {of(OPTIONS, d)})",
            lambda: f"({of(INT, d)} {inside} {of(pick((DEQUE, FROZEN, NAMED)), d)})",
            lambda: f"({of(pick((INTS, PAIR)), d)} {inside} {of(pick((SET, DICT)), d)})",
            lambda: f"({of(INT, d)} {inside} ({self._loop(INT, d)}))",
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
            lambda: f"isinstance({of(pick((INT, INTS, STR, SET)), d)}, {pick(('int', 'list', 'str', 'set'))})",
            lambda: f"member({tree}, {of(INT, d)})",
            lambda: f"member(t={tree}, wanted={of(INT, d)})",
            lambda: f"balanced({tree})",
            lambda: f"{pick(('even_length', 'odd_length'))}({of(pick((INTS, ROW, MATRIX)), d)})",
            lambda: f"(isinstance({tree}, Node) and {tree}.among({of(INTS, d)}))",
            lambda: f"{of(ROSE, d)}.has({of(INT, d)})",
            lambda: f"greatest({of(INT, d)}, {of(INTS, d)})",
            lambda: f"({tree}.is_last if isinstance({tree}, Node) else {of(BOOL, d)})",
            lambda: f"(isinstance({tree}, Node) and {tree}.key > {of(INT, d)} and size({tree}.left) < {of(INT, d)})",
            lambda: f"(shape({of(INTS, d)}) == {pick(('none', 'one', 'zero', 'ends', 'low', 'zeros', 'many'))!r})",
            lambda: f"(kind({of(pick((INT, OPTION, STR, INTS)), d)}) == {pick(('none', 'flag', 'number'))!r})",
            lambda: f"(kind({of(pick((PAIR, TREE)), d)}) in {('pair', 'tuple', 'single', 'null', 'leaning')!r})",
        )

    def _about_sets(self, d: int) -> str:
        of, pick = self.of, self.rng.choice
        question = pick(("issubset", "issuperset", "isdisjoint"))
        return self._one(
            lambda: f"({of(SET, d)} {pick(('<=', '<', '>=', '>', '==', '!='))} {of(SET, d)})",
            lambda: f"{of(pick((SET, FROZEN)), d)}.{question}({of(pick((SET, INTS)), d)})",
            lambda: f"({of(FROZEN, d)} {pick(('<=', '<', '>=', '>', '==', '!='))} {of(SET, d)})",
            lambda: f"(not {of(SET, d)} & {of(SET, d)})",
            lambda: f"(labels({of(ROSE, d)}) {pick(('<=', '==', '>='))} {of(SET, d)})",
            lambda: f"(set({of(INTS, d)}) {pick(('<=', '=='))} {of(SET, d)})",
            lambda: f"({of(DICT, d)}.keys() {pick(('<=', '==', '>='))} {of(SET, d)})",
        )

    def _about_text(self, d: int) -> str:
        of, pick = self.of, self.rng.choice
        text, how = of(STR, d), pick(("fullmatch", "match", "search"))
        return self._one(
            lambda: f"{text}.{pick(('startswith', 'endswith'))}({of(STR, 0)})",
            lambda: f"{text}.{pick(('startswith', 'endswith'))}(('a', '0b'))",
            lambda: f"{text}.{pick(('isdigit', 'isalpha', 'isalnum', 'isspace', 'isascii', 'isupper', 'islower'))}()",
            lambda: f"(re.{how}({pick(_PATTERNS)!r}, {text}) {pick(('is', 'is not'))} None)",
            lambda: f"bool(re.{how}({pick(_PATTERNS)!r}, {text}))",
            lambda: f"(not WORD.{how}({text}))",
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
            lambda: f"all(a {low} b for a, b in itertools.pairwise({xs}))",
            lambda: f"all(a != b for a, b in itertools.combinations({xs}, 2))",
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
