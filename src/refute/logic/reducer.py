"""The partial evaluator: rewrites terms into normal form, as far as what is known allows, by Python's semantics.

A term is reduced as it is built: `make` looks up the rule of the operator, and where all arguments are known
and no rule applies, it runs the Python operation itself. So a closed term always reduces to a value or to a `raise`,
and the meaning of every rule can be tested against running Python.

What is not known stays: `black_height(left) + 1 == 2` becomes `black_height(left) == 1`. These normal forms are the
*residuals* that spaces are memoised on: two questions that are the same should reduce to the same term.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, cast, final

from refute.logic.bodies import Inlined, inlined
from refute.logic.evaluate import concrete, lift, run
from refute.logic.rules import RULES
from refute.logic.terms import Maker, Raised, Sort, Term, const, var

# Operators that may leave an argument unevaluated, so that an argument that raises need not raise the whole.
_LAZY = frozenset({"and", "or", "ite", "comp", "const", "var", "raise"})
# Operators whose sort is declared and cannot be found again from their arguments.
_DECLARED = frozenset({"var", "call", "attr"})


@final
class Binding:
    """A replacement of terms by terms, hashable so that substitutions can be remembered."""

    __slots__ = ("_hash", "names", "pairs", "table")

    def __init__(self, pairs: Iterable[tuple[Term, Term]]) -> None:
        self.pairs = tuple(pairs)
        self.table = dict(self.pairs)
        self.names = frozenset[str]().union(*(old.free for old, _ in self.pairs))
        self._hash = hash(self.pairs)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return type(other) is Binding and self.pairs == other.pairs


class Reducer:
    """Owns the table of known terms: within one reducer, equal terms are the same object."""

    def __init__(self, makers: Mapping[type, Maker] | None = None) -> None:
        self.makers: Mapping[type, Maker] = {} if makers is None else makers
        self._known: dict[Term, Term] = {}
        self._done: dict[tuple[Term, Binding], Term] = {}
        self._fresh = 0
        self._inlined: dict[object, Inlined | None] = {}
        self.true = self.intern(const(True))
        self.false = self.intern(const(False))
        self.none = self.intern(const(None))

    def intern(self, term: Term) -> Term:
        found = self._known.get(term)
        if found is None:
            term.serial = len(self._known)
            self._known[term] = found = term
        return found

    def make(self, op: str, args: tuple[Term, ...], data: Hashable = None, sort: Sort | None = None) -> Term:
        """The normal form of one operator applied to arguments in normal form."""
        if op not in _LAZY:
            for arg in args:
                if arg.op == "raise":
                    return arg
        rule = RULES.get(op)
        if rule is not None:
            result = rule(self, args, data)
            if result is not None:
                return result
        term = Term(op, args, data, sort)
        if not term.value and op not in _LAZY and all(arg.value for arg in args):
            result = run(self, term)
            if result is not None:
                return result
        return self.intern(term)

    def const(self, value: object) -> Term:
        return self.intern(lift(self, value))

    def variable(self, data: Hashable) -> Term:
        """The bound variable that the payload of a comprehension names."""
        name, sort = cast(tuple[str, Sort], data)
        return self.intern(var(name, sort))

    def fresh(self, sort: Sort) -> tuple[str, Sort]:
        """The payload of a new comprehension: a bound name used nowhere else, until it gets its canonical one."""
        self._fresh += 1
        return f"$new{self._fresh}", sort

    def raising(self, error: BaseException) -> Term:
        return self.intern(Term("raise", (), Raised(error)))

    def load(self, term: Term) -> Term:
        """A term from elsewhere, in this reducer's normal form."""
        if self._known.get(term) is term:
            return term
        args = tuple(map(self.load, term.args))
        sort = term.sort if term.op in _DECLARED else None
        if term.op in ("const", "var", "raise"):
            return self.intern(Term(term.op, args, term.data, sort))
        return self.make(term.op, args, term.data, sort)

    def substitute(self, term: Term, binding: Binding) -> Term:
        """Replace terms by terms everywhere, largest first, and reduce what comes of it."""
        if term.free.isdisjoint(binding.names):
            return term
        found = binding.table.get(term)
        if found is not None:
            return found
        key = (term, binding)
        done = self._done.get(key)
        if done is None:
            args = tuple([self.substitute(arg, binding) for arg in term.args])
            done = self.make(term.op, args, term.data, term.sort if term.op in _DECLARED else None)
            self._done[key] = done
        return done

    def bind(self, term: Term, pairs: Iterable[tuple[Term, Term]]) -> Term:
        return self.substitute(term, Binding(pairs))

    def replace(self, term: Term, old: Term, new: Term) -> Term:
        return self.substitute(term, Binding([(old, new)]))

    def inline(self, function: object, args: tuple[Term, ...]) -> Term | None:
        """A small pure Python function applied to terms, by its source; None if it cannot be read."""
        if function not in self._inlined:
            self._inlined[function] = inlined(function)
        body = self._inlined[function]
        if body is None or len(body.params) != len(args):
            return None
        return self.bind(self.load(body.term), [(var(name), arg) for name, arg in zip(body.params, args, strict=True)])

    def concrete(self, term: Term) -> Any:
        """The Python value of a term in which nothing is unknown, built afresh where it is mutable."""
        return concrete(term)
