"""Proofs by induction on structure that a measure is never negative."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import z3

from refute.logic.reduction.reducer import Reducer
from refute.logic.smt.strings.encoding import Untranslatable
from refute.logic.smt.translator import Translator
from refute.logic.terms.term import INT, INTEGERS, Constant, Term, constant_value, subterms, var
from refute.types.model import Constructor, Data, Finite, Named, Refined, Type, Union

_PROOF = 500  # milliseconds


def never_negative(reducer: Reducer, measure: Hashable, tp: Type) -> bool:
    """Whether induction proves a measure to be at least zero for every value of a type."""
    return _Induction(reducer).holds(measure, tp)


class _Induction:
    """The hypotheses of one proof: measures and constructors for which it is assumed while their parts are examined."""

    def __init__(self, reducer: Reducer) -> None:
        self._reducer = reducer
        self._assumed: set[tuple[Hashable, Constructor]] = set()

    def holds(self, measure: Hashable, tp: Type) -> bool:
        match tp:
            case Refined(base=base):
                return self.holds(measure, base)
            case Named(alias=alias):
                return self.holds(measure, alias.type)
            case Union(members=members):
                return all(self.holds(measure, member) for member in members)
            case Finite(values=values, sampled=False):
                return all(self._holds_of(measure, constant) for constant in values)
            case Data(constructor=constructor):
                if (measure, constructor) in self._assumed:
                    return True
                self._assumed.add((measure, constructor))
                return self._holds_when_made(measure, constructor)
        return False

    def _measured(self, measure: Hashable, structure: Term) -> Term:
        return self._reducer.make("call", (structure,), measure, INT)

    def _holds_of(self, measure: Hashable, constant: Constant) -> bool:
        found = self._measured(measure, self._reducer.const(constant.value))
        return found.op == "const" and type(constant_value(found)) is int and constant_value(found) >= 0

    def _holds_when_made(self, measure: Hashable, constructor: Constructor) -> bool:
        r = self._reducer
        fields = {f"·{field.name}": field.type for field in constructor.fields}
        made = r.make("make", tuple(r.intern(var(name)) for name in fields), constructor)
        unfolded = self._measured(measure, made)
        if unfolded.sort not in INTEGERS:
            return False
        variables: dict[str, Any] = {}
        pairs = []
        for part in subterms(unfolded):
            if part.op != "call":
                continue
            subject = part.args[0]
            if len(part.args) != 1 or subject.op != "var" or subject.data not in fields or part.sort not in INTEGERS:
                return False
            if not self.holds(part.data, fields[str(subject.data)]):
                return False
            name = f"·{part.serial}"
            variables[name] = z3.Int(name)
            pairs.append((part, r.intern(var(name, INT))))
        return _is_at_least_zero(r, r.bind(unfolded, pairs) if pairs else unfolded, variables)


def _is_at_least_zero(r: Reducer, term: Term, variables: dict[str, Any]) -> bool:
    translator = Translator(r, variables)
    try:
        value = translator.expression(term)
    except Untranslatable:
        return False
    solver = z3.Solver()
    solver.set("timeout", _PROOF)
    solver.add(*(variable >= 0 for variable in variables.values()))
    solver.add(value < 0)
    return bool(translator.exact and solver.check() == z3.unsat)
