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
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

import z3

from refute.logic.reducer import Reducer
from refute.logic.regular import Language
from refute.logic.smt_text import Untranslatable, language_of, letters, text_value
from refute.logic.terms import INTEGERS, STR, Kind, Term, constant_value

_MOST_POWER = 8
_WORD = 64  # bits, for bit operations between unknowns
_MOST_BITS = 128


@dataclass(frozen=True)
class Day:
    """A date: its parts, which is what refinements ask for."""

    year: Any
    month: Any
    day: Any

    @property
    def place(self) -> Any:
        """A number in the order of dates."""
        return (self.year * 12 + self.month) * 31 + self.day


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
        return self._truth(self.expression(term))

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

    def _truth(self, value: Any) -> z3.BoolRef:
        if z3.is_bool(value):
            return value
        if z3.is_arith(value):
            return value != 0
        if z3.is_string(value):
            return z3.Length(value) > 0
        return z3.BoolVal(True)  # a date

    def _number(self, term: Term) -> z3.ArithRef:
        value = self.expression(term)
        if z3.is_bool(value):
            return z3.If(value, z3.IntVal(1), z3.IntVal(0))
        if not z3.is_arith(value):
            raise Untranslatable(f"{term!r} is no number")
        return value

    def _integer(self, term: Term) -> z3.ArithRef:
        value = self._number(term)
        if not z3.is_int(value):
            raise Untranslatable(f"{term!r} is no integer")
        return value

    def _text(self, term: Term) -> z3.SeqRef:
        value = self.expression(term)
        if not z3.is_string(value):
            raise Untranslatable(f"{term!r} is no text")
        return value

    def _alike(self, a: Term, b: Term) -> tuple[Any, Any]:
        """Two expressions that can be compared."""
        left, right = self.expression(a), self.expression(b)
        if isinstance(left, Day) and isinstance(right, Day):
            return left.place, right.place
        if z3.is_expr(left) and z3.is_expr(right):
            if z3.is_string(left) and z3.is_string(right):
                return left, right
            if not z3.is_string(left) and not z3.is_string(right):
                return self._number(a), self._number(b)
        raise Untranslatable(f"{a!r} and {b!r} are of different sorts")

    # -- operators ---------------------------------------------------------------------------------------------------

    def all_of(self, term: Term) -> Any:
        return z3.And(*[self.condition(arg) for arg in term.args])

    def any_of(self, term: Term) -> Any:
        return z3.Or(*[self.condition(arg) for arg in term.args])

    def negation(self, term: Term) -> Any:
        return z3.Not(self.condition(term.args[0]))

    def truth(self, term: Term) -> Any:
        return self.condition(term.args[0])

    def last(self, term: Term) -> Any:
        return self.expression(term.args[-1])

    def choice(self, term: Term) -> Any:
        condition = self.condition(term.args[0])
        then, otherwise = self._alike(term.args[1], term.args[2])
        return z3.If(condition, then, otherwise)

    def equal(self, term: Term) -> Any:
        a, b = term.args
        left, right = self._rows(a), self._rows(b)
        if left is not None and right is not None and a.data == b.data:
            if len(left) != len(right):
                return z3.BoolVal(False)
            return z3.And(*[self.equal(Term("eq", pair)) for pair in zip(left, right, strict=True)])
        x, y = self._alike(a, b)
        return x == y

    def _rows(self, term: Term) -> tuple[Term, ...] | None:
        """The items of a sequence whose length is known."""
        if term.op == "seq" and isinstance(term.data, Kind) and not term.data.open and term.data.of != "str":
            return term.args
        return None

    def identical(self, term: Term) -> Any:
        """`is` tells objects apart; of unknowns, only Booleans are surely the same when they are equal."""
        a, b = (self.expression(arg) for arg in term.args)
        if z3.is_bool(a) and z3.is_bool(b):
            return a == b
        raise Untranslatable("`is` between scalars that are not Booleans")

    def less(self, term: Term) -> Any:
        x, y = self._alike(*term.args)
        return x < y

    def at_most(self, term: Term) -> Any:
        x, y = self._alike(*term.args)
        return x <= y

    def inside(self, term: Term) -> Any:
        item, box = term.args
        if box.op in ("seq", "set") and isinstance(box.data, Kind) and not box.data.open and box.data.of != "str":
            return z3.Or(*[self.equal(Term("eq", (item, other))) for other in box.args])
        if box.op == "const" and isinstance(constant_value(box), range):
            return self._in_range(self._number(item), constant_value(box))
        if box.op == "range" and len(box.args) <= 2:
            edges = [self._integer(arg) for arg in box.args]
            low, high = edges if len(edges) == 2 else (z3.IntVal(0), edges[0])
            value = self._integer(item)
            return z3.And(low <= value, value < high)
        return z3.Contains(self._text(box), self._text(item))

    def _in_range(self, value: z3.ArithRef, span: range) -> Any:
        if not len(span):
            return z3.BoolVal(False)
        if not z3.is_int(value):
            raise Untranslatable("whether a real number is in a range")
        low, high = min(span[0], span[-1]), max(span[0], span[-1])
        return z3.And(low <= value, value <= high, (value - low) % abs(span.step) == 0)

    def different(self, term: Term) -> Any:
        items = self._rows(term.args[0])
        if items is None:
            raise Untranslatable("whether unknown items are distinct")
        pairs = [(a, b) for place, a in enumerate(items) for b in items[:place]]
        return z3.And(*[z3.Not(self.equal(Term("eq", pair))) for pair in pairs])

    def _items(self, box: Term) -> list[tuple[Term, Any]] | None:
        """What is in a container of known length, and whether it counts: of equal ones in a set, one does."""
        if box.op == "seq" and (items := self._rows(box)) is not None:
            return [(item, z3.BoolVal(True)) for item in items]
        if box.op != "set" or not isinstance(box.data, Kind) or box.data.open:
            return None
        found = []
        for place, item in enumerate(box.args):
            others = [z3.Not(self.equal(Term("eq", (item, other)))) for other in box.args[:place]]
            found.append((item, z3.And(*others) if others else z3.BoolVal(True)))
        return found

    def total(self, term: Term) -> Any:
        items = self._items(term.args[0])
        if items is None:
            raise Untranslatable("the sum of items that are not known")
        parts = [z3.If(new, self._number(item), z3.IntVal(0)) for item, new in items]
        return z3.Sum(*parts, self._number(term.args[1]))

    def extreme(self, term: Term) -> Any:
        items = self._items(term.args[0])
        if items is None or not items:
            raise Untranslatable("the least or the largest of items that are not known")
        every = Term("min", (*(item for item, _ in items), *term.args[1:]))
        return self.folded(_lesser if term.op == "smallest" else _greater, every)

    def linear(self, term: Term) -> Any:
        constant, coefficients = cast("tuple[int, tuple[int, ...]]", term.data)
        parts = [factor * self._integer(arg) for factor, arg in zip(coefficients, term.args, strict=True)]
        return z3.Sum(*parts, z3.IntVal(constant))

    def folded(self, combine: Callable[[Any, Any], Any], term: Term) -> Any:
        first, *rest = [self._number(arg) for arg in term.args]
        for other in rest:
            first = combine(first, other)
        return first

    def plus(self, term: Term) -> Any:
        if all(arg.sort == STR for arg in term.args):
            return z3.Concat(*[self._text(arg) for arg in term.args])
        return self.folded(lambda a, b: a + b, term)

    def joined(self, term: Term) -> Any:
        parts = [self._text(arg) for arg in term.args]
        return parts[0] if len(parts) == 1 else z3.Concat(*parts)

    def quotient(self, term: Term) -> Any:
        """True division, exact only between fractions."""
        self.exact = False
        a, b = (self._number(arg) for arg in term.args)
        return z3.ToReal(a) / z3.ToReal(b) if z3.is_int(a) and z3.is_int(b) else a / b

    def floor_quotient(self, term: Term) -> Any:
        a, b = (self._integer(arg) for arg in term.args)
        return _floor(a, b)

    def remainder(self, term: Term) -> Any:
        """What Python leaves has the sign of the divisor; what Z3 leaves has none."""
        a, b = (self._integer(arg) for arg in term.args)
        if z3.is_int_value(b) and b.as_long() > 0:
            return a % b
        return a - b * _floor(a, b)

    def power(self, term: Term) -> Any:
        exponent = term.args[1]
        times = constant_value(exponent) if exponent.op == "const" else None
        if type(times) is not int or not 0 <= times <= _MOST_POWER:
            raise Untranslatable("a power that is not small and known")
        base = self._number(term.args[0])
        found = base if times else z3.IntVal(1)
        for _ in range(times - 1):
            found = found * base
        return found

    def absolute(self, term: Term) -> Any:
        value = self._number(term.args[0])
        return z3.If(value >= 0, value, -value)

    def negative(self, term: Term) -> Any:
        return -self._number(term.args[0])

    def plain(self, term: Term) -> Any:
        return self._number(term.args[0])

    # -- bits --------------------------------------------------------------------------------------------------------

    def both_bits(self, term: Term) -> Any:
        a, b = term.args
        for value, mask in ((a, b), (b, a)):
            if mask.op == "const" and mask.sort in INTEGERS and int(constant_value(mask)) >= 0:
                return _masked(self._integer(value), int(constant_value(mask)))
        return self._by_words(lambda x, y: x & y, a, b)

    def either_bit(self, term: Term) -> Any:
        a, b = term.args
        return self._integer(a) + self._integer(b) - self.both_bits(Term("bitand", (a, b)))

    def one_bit(self, term: Term) -> Any:
        a, b = term.args
        return self._integer(a) + self._integer(b) - 2 * self.both_bits(Term("bitand", (a, b)))

    def _by_words(self, combine: Callable[[Any, Any], Any], a: Term, b: Term) -> Any:
        self.exact = False
        words = [z3.Int2BV(self._integer(arg), _WORD) for arg in (a, b)]
        return z3.BV2Int(combine(*words), is_signed=True)

    def inverted(self, term: Term) -> Any:
        return -self._integer(term.args[0]) - 1

    def shifted(self, term: Term) -> Any:
        value, by = term.args
        steps = constant_value(by) if by.op == "const" else None
        if type(steps) is not int or not 0 <= steps <= _MOST_BITS:
            raise Untranslatable("a shift by an unknown number of places")
        factor = z3.IntVal(1 << steps)
        shifted = self._integer(value)
        return shifted * factor if term.op == "shift_left" else shifted / factor

    # -- text and dates ----------------------------------------------------------------------------------------------

    def length(self, term: Term) -> Any:
        items = self._items(term.args[0])
        if items is None:
            return z3.Length(self._text(term.args[0]))
        return z3.Sum(*[z3.If(new, z3.IntVal(1), z3.IntVal(0)) for _, new in items], z3.IntVal(0))

    def character(self, term: Term) -> Any:
        text, place = self._text(term.args[0]), self._integer(term.args[1])
        return z3.SubString(text, z3.If(place >= 0, place, z3.Length(text) + place), 1)

    def member(self, term: Term) -> Any:
        expression, exact = language_of(cast(Language, term.data), self.narrow)
        self.exact = self.exact and exact
        return z3.InRe(self._text(term.args[0]), expression)

    def each(self, term: Term) -> Any:
        """A condition on every character of a text: only common characters are looked at."""
        comp = term.args[0]
        if comp.op != "comp" or comp.args[0].sort != STR:
            raise Untranslatable("a condition on items that are not known")
        source, body, among = comp.args
        r = self.reducer
        bound = r.variable(comp.data)
        if not body.free <= bound.free or not among.free <= bound.free:
            raise Untranslatable("a condition on characters that depends on other unknowns")
        self.exact = False
        wanted = [
            letter
            for letter in letters()
            if r.replace(among, bound, r.const(letter)) is not r.true
            or r.replace(body, bound, r.const(letter)) is r.true
        ]
        if not wanted:
            return self._text(source) == z3.StringVal("")
        alphabet = [z3.Re(letter) for letter in wanted]
        return z3.InRe(self._text(source), z3.Star(z3.Union(*alphabet) if len(alphabet) > 1 else alphabet[0]))

    def attribute(self, term: Term) -> Any:
        value = self.expression(term.args[0])
        if isinstance(value, Day) and term.data in ("year", "month", "day"):
            return getattr(value, str(term.data))
        raise Untranslatable(f"the attribute {term.data}")


def _floor(a: z3.ArithRef, b: z3.ArithRef) -> Any:
    """Z3 rounds so that nothing negative is left, which is down where the divisor is positive."""
    if z3.is_int_value(b):
        return a / b if b.as_long() > 0 else (-a) / (-b)
    return z3.If(b > 0, a / b, (-a) / (-b))


def _masked(value: z3.ArithRef, mask: int) -> Any:
    """The bits of a number that a mask has: stretch by stretch of its ones."""
    if mask.bit_length() > _MOST_BITS:
        raise Untranslatable("a mask of very many bits")
    parts = []
    low = 0
    while mask >> low:
        if mask >> low & 1:
            high = low
            while mask >> high & 1:
                high += 1
            parts.append((value / z3.IntVal(1 << low)) % z3.IntVal(1 << (high - low)) * z3.IntVal(1 << low))
            low = high
        else:
            low += 1
    return z3.Sum(*parts) if parts else z3.IntVal(0)


def _lesser(a: Any, b: Any) -> Any:
    return z3.If(b < a, b, a)


def _greater(a: Any, b: Any) -> Any:
    return z3.If(b > a, b, a)


_RULES: dict[str, Callable[[Translator, Term], Any]] = {
    "and": Translator.all_of,
    "or": Translator.any_of,
    "not": Translator.negation,
    "truth": Translator.truth,
    "after": Translator.last,
    "ite": Translator.choice,
    "eq": Translator.equal,
    "same": Translator.equal,
    "is": Translator.identical,
    "lt": Translator.less,
    "le": Translator.at_most,
    "in": Translator.inside,
    "sum": Translator.total,
    "smallest": Translator.extreme,
    "largest": Translator.extreme,
    "distinct": Translator.different,
    "lin": Translator.linear,
    "add": Translator.plus,
    "concat": Translator.joined,
    "sub": lambda self, term: self.folded(lambda a, b: a - b, term),
    "mul": lambda self, term: self.folded(lambda a, b: a * b, term),
    "min": lambda self, term: self.folded(_lesser, term),
    "max": lambda self, term: self.folded(_greater, term),
    "div": Translator.quotient,
    "floordiv": Translator.floor_quotient,
    "mod": Translator.remainder,
    "pow": Translator.power,
    "abs": Translator.absolute,
    "neg": Translator.negative,
    "pos": Translator.plain,
    "bitand": Translator.both_bits,
    "bitor": Translator.either_bit,
    "bitxor": Translator.one_bit,
    "invert": Translator.inverted,
    "shift_left": Translator.shifted,
    "shift_right": Translator.shifted,
    "len": Translator.length,
    "index": Translator.character,
    "match": Translator.member,
    "all": Translator.each,
    "attr": Translator.attribute,
}
