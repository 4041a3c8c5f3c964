"""Terms in the solver's words mean what Python means: whatever a model says of a term, running it says, too."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import z3

from refute.logic.reading.functions import inlined
from refute.logic.reading.predicates import VALUE, read_predicate
from refute.logic.reduction.reducer import Reducer
from refute.logic.regular.pattern import language
from refute.logic.smt.moments import Day
from refute.logic.smt.strings.encoding import Untranslatable, language_of, text_of, text_value
from refute.logic.smt.translator import Translator
from refute.logic.terms.term import ANY, INT, STR, Sort, var

Predicate = Callable[..., Any]


def translated(predicate: Predicate, variable: Any, sort: Sort) -> tuple[Any, Translator]:
    reducer = Reducer()
    term = reducer.load(read_predicate(predicate, globals(), None).term)
    typed = reducer.replace(term, reducer.intern(var(VALUE)), reducer.intern(var(VALUE, sort)))
    translator = Translator(reducer, {VALUE: variable})
    return translator.condition(typed), translator


def is_true(condition: Any, *equations: Any) -> bool:
    solver = z3.Solver()
    solver.add(*equations, condition)
    return bool(solver.check() == z3.sat)


ON_INTEGERS: list[Predicate] = [
    lambda v: v // 3 == -2,
    lambda v: v // -3 == 1,
    lambda v: v % 5 == 3,
    lambda v: v % -5 == -2,
    lambda v: 7 // (v + 20) < 1,
    lambda v: 7 % (v + 20) == 7,
    lambda v: v * v - 2 * v == 3,
    lambda v: v**3 > 30,
    lambda v: abs(v) in (2, 3, 5),
    lambda v: v in range(-7, 8, 3),
    lambda v: min(v, 3) + max(v, -4) == 0,
    lambda v: (v if v > 2 else -v) == 4,
    lambda v: v & 6 == 4,
    lambda v: v & -2 == v,
    lambda v: v | 5 == 7,
    lambda v: v ^ 3 == 5,
    lambda v: ~v == 2,
    lambda v: v << 2 == 12,
    lambda v: v >> 1 == -3,
    lambda v: bool(v) or v == 0,
    lambda v: not v,
    lambda v: -3 <= v < 5 and v != 2,
    lambda v: v == 0 or 12 // v > 3,
    lambda v: (v > 3) + (v > 5) == 1,
]


@pytest.mark.parametrize("predicate", ON_INTEGERS)
def test_a_condition_on_an_integer_is_true_of_what_python_says(predicate: Predicate) -> None:
    variable = z3.Int("v")
    condition, _ = translated(predicate, variable, INT)
    numbers = range(-12, 13)
    assert [is_true(condition, variable == n) for n in numbers] == [bool(predicate(n)) for n in numbers]


ON_TEXTS: list[Predicate] = [
    lambda s: len(s) == 2,
    lambda s: s.startswith("ab"),
    lambda s: s.endswith("a"),
    lambda s: "b" in s,
    lambda s: s != "ab",
    lambda s: len(s) > 0 and s[-1] == "b",
    lambda s: len(s) > 1 and s[1] == "b",
    lambda s: s + "c" == "abc",
    lambda s: re.fullmatch(r"(a|bc){2,3}", s) is not None,
    lambda s: re.match(r"[^b]+$", s) is not None,
    lambda s: re.fullmatch(r"a\\u\{62\}|\\", s) is not None,
    lambda s: s == "\\u{62}" or s < "ab",
    lambda s: s.isdigit(),
    lambda s: not s,
]


@pytest.mark.parametrize("predicate", ON_TEXTS)
def test_a_condition_on_a_text_is_true_of_what_python_says(predicate: Predicate) -> None:
    variable = z3.String("s")
    condition, _ = translated(predicate, variable, STR)
    texts = ["", "a", "b", "ab", "ba", "abc", "bcbc", "aa", "42", "b\n", "\\", "a\\u{62}", "\\u{62}"]
    assert [is_true(condition, variable == text_value(text)) for text in texts] == [bool(predicate(t)) for t in texts]


ON_DATES: list[Predicate] = [
    lambda d: d.year == 2024,
    lambda d: d >= datetime.date(2000, 1, 31),
    lambda d: d < datetime.date(2000, 3, 1) and d.month != 1,
    lambda d: d == datetime.date(2024, 2, 29),
    lambda d: d.day > d.month,
]


@pytest.mark.parametrize("predicate", ON_DATES)
def test_a_condition_on_a_date_is_true_of_what_python_says(predicate: Predicate) -> None:
    day = Day(*z3.Ints("year month day"))
    condition, _ = translated(predicate, day, ANY)
    dates = [
        datetime.date(*parts) for parts in ((1999, 12, 31), (2000, 1, 31), (2000, 2, 1), (2000, 3, 1), (2024, 2, 29))
    ]
    said = [is_true(condition, day.year == d.year, day.month == d.month, day.day == d.day) for d in dates]
    assert said == [bool(predicate(d)) for d in dates]


def test_fractions_are_exact() -> None:
    variable = z3.Real("v")
    condition, translator = translated(lambda v: v * 3 == Fraction(1, 7), variable, ANY)
    assert is_true(condition, variable == z3.RealVal(Fraction(1, 21)))
    assert translator.exact


@pytest.mark.parametrize("predicate", [lambda v: v * 3 == 0.1, lambda v: v / 3 == 2])
def test_what_python_rounds_is_not_said_to_be_exact(predicate: Predicate) -> None:
    assert not translated(predicate, z3.Real("v"), ANY)[1].exact


@pytest.mark.parametrize("predicate", [lambda v: hex(v) == "3", lambda v: v.bit_count() == 3, lambda v: v**v == 8])
def test_what_has_no_translation_is_left_out_not_guessed(predicate: Predicate) -> None:
    with pytest.raises(Untranslatable):
        translated(predicate, z3.Int("v"), INT)


@pytest.mark.parametrize("text", ["", "plain", "\\u{41}", "é\U0001f600", "\\", "a\nb\0"])
def test_a_text_comes_back_as_it_went(text: str) -> None:
    solver = z3.Solver()
    variable = z3.String("s")
    solver.add(variable == text_value(text))
    solver.check()
    assert text_of(solver.model().eval(variable)) == text


def test_a_language_with_rare_characters_is_not_exact() -> None:
    assert language_of(language("[a-z]+"))[1]
    assert not language_of(language("[\U0002fff0-\U00030010]"))[1]


@pytest.mark.parametrize(
    "predicate", [lambda s: ord(s) > 0x2FFFF, lambda s: s > "\U0002ffff", lambda s: chr(len(s)) == s]
)
def test_of_characters_that_the_solver_does_not_have_nothing_is_said_to_be_exact(predicate: Predicate) -> None:
    assert not translated(predicate, z3.String("s"), STR)[1].exact


ON_PAIRS: list[Predicate] = [
    lambda x, y: len({x, y}) == 1,
    lambda x, y: len({x: 1, y: 2}) == 2,
    lambda x, y: {x: 1, y: 2}[x] == 2,
    lambda x, y: sum({x, y}) == 2,
    lambda x, y: len({x, 1} | {y, 2}) == 3,
    lambda x, y: len({x, 1} & {y, 1}) == 1,
    lambda x, y: len({x, 1, 2} - {y}) == 2,
    lambda x, y: {x, y} <= {1, 2},
    lambda x, y: [x, 1, y][y] == 1,
    lambda x, y: sum([x, 5, 7][:y]) == 5,
    lambda x, y: len([x, 5, 7][x:y]) == 1,
    lambda x, y: x in [1, 5, y][1:],
    lambda x, y: [x, 1, y] == [2, 1, 2],
    lambda x, y: max([x, y, 1]) == 1,
    lambda x, y: all(n > x for n in (y, 2)),
    lambda x, y: any(n == x for n in (y, 2)),
]


@pytest.mark.parametrize("predicate", ON_PAIRS)
def test_a_condition_on_a_container_of_unknowns_is_true_of_what_python_says(predicate: Predicate) -> None:
    reducer = Reducer()
    body = inlined(predicate)
    assert body is not None
    term = reducer.bind(reducer.load(body.term), [(var(name), var(name, INT)) for name in body.params])
    x, y = z3.Ints("x y")
    translator = Translator(reducer, {"x": x, "y": y})
    condition = translator.condition(term)
    pairs = [(a, b) for a in range(-1, 4) for b in range(-1, 3)]
    assert [is_true(condition, x == a, y == b) for a, b in pairs] == [bool(predicate(a, b)) for a, b in pairs]
    assert translator.exact
