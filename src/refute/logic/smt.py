"""Terms as expressions of Z3: what a solver can be asked about scalars that are not known yet.

A term is translated whole or not at all: one that cannot be is left out by whoever asks, so that the solver
answers a looser question. What it finds is therefore a candidate, to be run through the predicate itself; and where it
finds that there is nothing, that holds for the stricter question as well, as long as the translation was `exact`.

Where Python raises (division by zero, an index past the end), the expression has some value or other: the solver may
pick what it likes there, and running the predicate shows it wrong.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import z3

from refute.logic.reducer import Reducer
from refute.logic.smt_bits import BITS
from refute.logic.smt_conditions import CONDITIONS
from refute.logic.smt_containers import CONTAINERS
from refute.logic.smt_dates import DATES, Day
from refute.logic.smt_numbers import NUMBERS
from refute.logic.smt_strings import STRINGS
from refute.logic.smt_text import Untranslatable, text_value
from refute.logic.terms import Term, constant_value


class Translator:
    """Translates terms over unknowns that have expressions already; `exact` until something was only approximated.

    `narrow` makes texts of common characters only, which is much quicker.
    """

    def __init__(self, reducer: Reducer, unknowns: Mapping[str, Any], *, narrow: bool = False) -> None:
        self.narrow = narrow
        self.reducer = reducer
        self.unknowns = unknowns
        self.exact = True
        self._known: dict[Term, Any] = {}

    def condition(self, term: Term) -> z3.BoolRef:
        """A term as a condition. Raises Untranslatable."""
        return self.truth(self.expression(term))

    def expression(self, term: Term) -> Any:
        found = self._known.get(term)
        if found is None:
            found = self._known[term] = self._translated(term)
        return found

    def _translated(self, term: Term) -> Any:
        if term.op == "var":
            try:
                return self.unknowns[str(term.data)]
            except KeyError:
                raise Untranslatable(f"nothing is known of {term!r}") from None
        if term.op == "const":
            return self._constant(constant_value(term))
        rule = _RULES.get(term.op)
        if rule is None:
            raise Untranslatable(f"`{term.op}` has no translation")
        return rule(self, term)

    def _constant(self, value: object) -> Any:
        match value:
            case bool():
                return z3.BoolVal(value)
            case int():
                return z3.IntVal(value)
            case Fraction():
                return z3.RealVal(value)
            case float() | Decimal():
                self.exact = False
                try:
                    return z3.RealVal(Fraction(value))
                except (ValueError, OverflowError):
                    raise Untranslatable(f"{value!r} is no real number") from None
            case str():
                return text_value(value)
            case datetime.datetime():
                pass
            case datetime.date():
                return Day(*map(z3.IntVal, (value.year, value.month, value.day)))
        raise Untranslatable(f"{value!r} is no value the solver knows")

    # -- sorts -------------------------------------------------------------------------------------------------------

    def truth(self, value: Any) -> z3.BoolRef:
        if z3.is_bool(value):
            return value
        if z3.is_arith(value):
            return value != 0
        if z3.is_string(value):
            return z3.Length(value) > 0
        return z3.BoolVal(True)  # a date

    def number(self, term: Term) -> z3.ArithRef:
        value = self.expression(term)
        if z3.is_bool(value):
            return z3.If(value, z3.IntVal(1), z3.IntVal(0))
        if not z3.is_arith(value):
            raise Untranslatable(f"{term!r} is no number")
        return value

    def integer(self, term: Term) -> z3.ArithRef:
        value = self.number(term)
        if not z3.is_int(value):
            raise Untranslatable(f"{term!r} is no integer")
        return value

    def text(self, term: Term) -> z3.SeqRef:
        value = self.expression(term)
        if not z3.is_string(value):
            raise Untranslatable(f"{term!r} is no text")
        return value

    def alike(self, a: Term, b: Term) -> tuple[Any, Any]:
        """Two expressions that can be compared."""
        left, right = self.expression(a), self.expression(b)
        if isinstance(left, Day) and isinstance(right, Day):
            return left.place, right.place
        if z3.is_expr(left) and z3.is_expr(right):
            if z3.is_string(left) and z3.is_string(right):
                return left, right
            if not z3.is_string(left) and not z3.is_string(right):
                return self.number(a), self.number(b)
        raise Untranslatable(f"{a!r} and {b!r} are of different sorts")


_RULES: dict[str, Callable[[Translator, Term], Any]] = {
    **CONDITIONS,
    **CONTAINERS,
    **NUMBERS,
    **BITS,
    **STRINGS,
    **DATES,
}
