"""Random conditions on known values: a solver that is told these comes to what Python comes to, or says it cannot."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
import random_scalars
import z3
from random_scalars import NAMESPACE, Grammar

from refute.logic.reading.functions import inlined
from refute.logic.reading.source import compile_annotation
from refute.logic.reduction.reducer import Reducer
from refute.logic.smt.floats import float_value
from refute.logic.smt.strings.any_length import Texts
from refute.logic.smt.strings.encoding import Octets, Untranslatable
from refute.logic.smt.strings.letter_by_letter import LetterByLetter, unknown_text
from refute.logic.smt.translator import Translator
from refute.logic.terms.term import Term, var
from refute.search.solver.unknowns import Unknown, parts_of, variable_of, within
from refute.spaces.ground.unbounded import Unbounded

CONDITIONS = 25
VALUES = 3
ALPHABET = [chr(code) for code in range(256)]


def written(grammar: Grammar, seed: int) -> Iterator[tuple[str, Term, Reducer, dict[str, Any]]]:
    """Conditions in both spellings, with values that Python can evaluate them for."""
    rng = random.Random(seed)
    sort = Unbounded(grammar.kind, frozenset()).sort
    for _ in range(CONDITIONS):
        text = grammar.condition(rng, 3)
        function = eval(compile_annotation(f"lambda x, y: {text}", "a test", None), dict(NAMESPACE))
        body = inlined(function)
        assert body is not None, text
        r = Reducer()
        term = r.bind(r.load(body.term), [(var(name), var(name, sort)) for name in body.params])
        for _ in range(VALUES):
            values = {name: grammar.value(rng) for name in ("x", "y")}
            try:
                truth = bool(function(**values))
            except (ArithmeticError, ValueError, IndexError, TypeError, AttributeError):
                continue
            yield text, term, r, values | {"truth": truth}


def fixed(kind: str, name: str, value: Any, *, spelled: bool, ieee: bool, words: int | None) -> tuple[Any, list[Any]]:
    """A variable, and that it has a value."""
    if spelled and kind in ("str", "bytes"):
        text = unknown_text(name, len(value))
        codes = value if kind == "bytes" else map(ord, value)
        return Octets(text) if kind == "bytes" else text, [a == b for a, b in zip(text.codes, codes, strict=True)]
    unknown = Unknown(name, kind)
    variable = variable_of(unknown, ieee=ieee, words=words)
    facts = within(unknown, variable)
    if ieee:
        return variable, [variable == float_value(value)]
    known = Translator(Reducer(), {}, words=words).expression(Reducer().const(value))
    if hasattr(variable, "aware"):
        facts.append(variable.aware == known.aware)
    return variable, [*facts, *(a == b for a, b in zip(parts_of(variable), parts_of(known), strict=True))]


def said(grammar: Grammar, term: Term, r: Reducer, values: dict[str, Any], **how: Any) -> set[bool] | None:
    """Which answers the solver thinks possible; None if it is not asked, as the translation is none or not exact."""
    how = {"spelled": False, "ieee": False, "words": None} | how
    given = {name: fixed(grammar.kind, name, values[name], **how) for name in ("x", "y")}
    texts = LetterByLetter(ALPHABET) if how["spelled"] else Texts()
    decimals = ("x", "y") if grammar.kind == "decimal" else ()
    unknowns = {name: variable for name, (variable, _) in given.items()}
    translator = Translator(r, unknowns, texts=texts, ieee=how["ieee"], words=how["words"], decimals=decimals)
    try:
        condition = translator.condition(term)
    except Untranslatable:
        return None
    facts = [fact for _, equations in given.values() for fact in equations] + translator.definitions(term)
    possible = set()
    for answer in (True, False):
        solver = z3.Solver()
        solver.set("timeout", 5_000)
        solver.add(*facts, condition if answer else z3.Not(condition))
        if solver.check() != z3.unsat:
            possible.add(answer)
    if not translator.exact and not how["spelled"] and not how["ieee"] and possible != {values["truth"]}:
        return None
    return possible


WAYS = [
    *[(name, {}) for name in ("INTEGERS", "MORE_OF_INTEGERS", "FRACTIONS", "DECIMALS", "TEXTS", "DATES", "MOMENTS")],
    *[(name, {}) for name in ("TIMES", "SPANS")],
    *[(name, {"spelled": True}) for name in ("TEXTS", "MORE_OF_TEXTS", "BYTES")],
    ("FLOATS", {"ieee": True}),
    ("INTEGERS", {"words": 96}),
]


@pytest.mark.parametrize(("name", "how"), WAYS, ids=lambda part: part if isinstance(part, str) else "-".join(part))
@pytest.mark.sampled(3)
def test_the_solver_comes_to_what_python_comes_to(name: str, how: dict[str, Any]) -> None:
    grammar = getattr(random_scalars, name)
    asked = 0
    for text, term, r, values in written(grammar, seed=1):
        possible = said(grammar, term, r, values, **how)
        if possible is not None:
            assert possible == {values["truth"]}, f"{text} of {values}"
            asked += 1
    assert asked > CONDITIONS  # most conditions are understood
