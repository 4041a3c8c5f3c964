"""The encoder: terms as expressions of Z3, by rules that it is given, one for each operator.

A term is encoded as a whole or not at all. A caller leaves out a condition without an encoding, so that the solver
answers a weaker query. A model is then a candidate, for which the predicate itself has to be evaluated. A proof that
there is no model holds for the stronger query as well, provided that the encoding was `exact`.

Where Python raises (division by zero, an index out of range), the expression has an arbitrary value. The solver may
choose it, and evaluating the predicate then refutes the candidate.

Numbers and Booleans are expressions of Z3. So are texts, unless they are spelled character by character
(`letter_by_letter`); bytes are texts in a wrapper (`Octets`). Dates and times consist of several numbers (`moments`).
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Container, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, get_args

import z3

from refute.logic.reduction.rewriter import Rewriter
from refute.logic.smt.floats import as_float, float_value
from refute.logic.smt.literals import integer_literal, real_literal, word_literal
from refute.logic.smt.moments import Temporal, Zone, facts_of, moment_value
from refute.logic.smt.strings.any_length import Texts
from refute.logic.smt.strings.encoding import Octets, Untranslatable, is_rare
from refute.logic.smt.strings.letter_by_letter import Spelled
from refute.logic.terms.numerals import represented
from refute.logic.terms.term import Term, constant_value, subterms

_TEMPORAL = get_args(Temporal)
_COMPARED = frozenset({"eq", "same", "lt", "le"})
_MOST_BITS = 100_000  # reading a numeral takes Z3 quadratic time
_WORD = 64  # bits, unless terms contain larger numbers


EncodingRule = Callable[["Encoder", Term], Any]


class Encoder:
    """Encodes terms over unknowns, given by name as expressions. `exact` becomes false with the first approximation.

    `texts` is the encoding of texts. `decimals` are the names of the unknowns whose division rounds towards zero. With
    `ieee`, floats are not encoded as reals, and `effort` adds up the costs of operations on them. With `words`,
    integers are bit vectors of that width.
    """

    def __init__(
        self,
        rules: Mapping[str, EncodingRule],
        reducer: Rewriter,
        unknowns: Mapping[str, Any],
        *,
        texts: Texts | None = None,
        ieee: bool = False,
        words: int | None = None,
        decimals: Container[str] = (),
    ) -> None:
        self._rules = rules
        self.words = words
        self.texts = Texts() if texts is None else texts
        self.ieee = ieee
        self.decimals = decimals
        self.reducer = reducer
        self.unknowns = unknowns
        self.exact = True
        self.effort = 0
        self.word = _WORD
        self._known: dict[Term, Any] = {}
        self._defined: dict[Term, list[Any]] = {}

    def condition(self, term: Term) -> z3.BoolRef:
        """A term as a condition. Raises Untranslatable."""
        return self.truth(self.expression(term))

    def definitions(self, term: Term) -> list[Any]:
        """The definitions of the auxiliary variables that were introduced for parts of a term."""
        if not self._defined:
            return []
        return [fact for part in subterms(term) for fact in self._defined.get(part, ())]

    def define(self, term: Term, *facts: Any) -> None:
        """Record the definitions of auxiliary variables of a term. They must be satisfiable for any arguments."""
        self._defined[term] = list(facts)

    def where(self, name: str, value: Any) -> Encoder:
        """An encoder for the body of a loop, with a value for its variable."""
        unknowns = {**self.unknowns, name: value}
        return Encoder(
            self._rules,
            self.reducer,
            unknowns,
            texts=self.texts,
            ieee=self.ieee,
            words=self.words,
            decimals=self.decimals,
        )

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
        rule = self._rules.get(term.op)
        if rule is None:
            raise Untranslatable(f"`{term.op}` has no translation")
        if term.op in _COMPARED:
            self.word = max(self.word, *map(width, subterms(term)))
        try:
            found = rule(self, term)
        except z3.Z3Exception as error:
            raise Untranslatable(f"`{term.op}` of these: {error}") from None
        if facts := facts_of(found):
            self.define(term, *facts)
        return found

    def _constant(self, value: object) -> Any:
        match value:
            case bool():
                return z3.BoolVal(value)
            case int():
                return self.whole(value)
            case Fraction():
                return real_literal(value)
            case float() if self.ieee:
                return float_value(value)
            case float() | Decimal():
                self.exact = False
                try:
                    return real_literal(Fraction(value))
                except (ValueError, OverflowError):
                    raise Untranslatable(f"{value!r} is no real number") from None
            case str():
                self.exact = self.exact and not is_rare(value)
                return self.texts.value(value)
            case bytes():
                return Octets(self.texts.value(value.decode("latin-1")))
            case datetime.tzinfo():
                self.exact = False  # all time zones are encoded as UTC
        return moment_value(value)

    # -- families ----------------------------------------------------------------------------------------------------

    def truth(self, value: Any) -> z3.BoolRef:
        match family(value):
            case "number" if z3.is_bool(value):
                return value
            case "number" if z3.is_fp(value):
                return z3.Not(z3.fpIsZero(value))
            case "number":
                return value != 0
            case "text":
                return self.texts.length(value) > 0
            case "bytes":
                return self.texts.length(value.text) > 0
            case "Zone":
                return value.aware
            case "Span":
                return value.place != 0
        return z3.BoolVal(True)  # a date, or a time, of which even midnight is true

    def whole(self, value: int) -> Any:
        """A known integer."""
        if value.bit_length() > _MOST_BITS:
            raise Untranslatable("an integer of very many digits")
        if self.words is None:
            return integer_literal(value)
        if value.bit_length() >= self.words:
            raise Untranslatable(f"{represented(value)} in a word of {self.words} bits")
        return word_literal(value, self.words)

    def number(self, term: Term) -> Any:
        value = self.expression(term)
        if z3.is_bool(value):
            return z3.If(value, self.whole(1), self.whole(0))
        if not z3.is_arith(value) and not z3.is_fp(value) and not z3.is_bv(value):
            raise Untranslatable(f"{term!r} is no number")
        return value

    def numbers(self, terms: tuple[Term, ...], *, compared: bool = False) -> list[Any]:
        """Numbers as operands of one operation: all floats if one is. Operands of comparisons are not rounded."""
        values = [self.number(term) for term in terms]
        if any(map(z3.is_fp, values)):
            return [as_float(term, value, rounded=not compared) for term, value in zip(terms, values, strict=True)]
        return values

    def integer(self, term: Term) -> Any:
        value = self.number(term)
        if not z3.is_int(value) and not z3.is_bv(value):
            raise Untranslatable(f"{term!r} is no integer")
        return value

    def text(self, term: Term) -> Any:
        value = self.expression(term)
        if not self.texts.is_text(value):
            raise Untranslatable(f"{term!r} is no text")
        return value

    def are_apart(self, a: Term, b: Term) -> bool:
        """Whether two terms are never equal because they belong to different families."""
        return family(self.expression(a)) != family(self.expression(b))

    def alike(self, terms: tuple[Term, ...]) -> list[Any]:
        """Expressions of one family: numbers, texts, dates, …"""
        values = [self.expression(term) for term in terms]
        families = set(map(family, values))
        if len(families) > 1:
            raise Untranslatable(f"{', '.join(map(repr, terms))} are of different sorts")
        return self.numbers(terms, compared=True) if families == {"number"} else values


def family(value: Any) -> str:
    """The family of an encoded value. Values of different families are never equal in Python."""
    match value:
        case Octets():
            return "bytes"
        case Zone() | _ if isinstance(value, (Zone, *_TEMPORAL)):
            return type(value).__name__
    return "text" if isinstance(value, Spelled) or z3.is_string(value) else "number"


def width(term: Term) -> int:
    """Bits for the integers that a term contains, their sign and one more."""
    match term.op, term.data:
        case "lin", (int(constant), _):
            return constant.bit_length() + 2
        case "const", _:
            value = constant_value(term)
            return value.bit_length() + 2 if isinstance(value, int) else 0
    return 0
