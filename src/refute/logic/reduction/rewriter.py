"""The rewriting engine: builds terms in normal form by rules that it is given, one for each operator.

A term is reduced as it is built: `make` looks up the rule of the operator, and where all arguments are known
and no rule applies, it runs the Python operation itself. So a closed term always reduces to a value or to a `raise`,
and the meaning of every rule can be tested against running Python.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, cast, final

from refute.logic.reading.bodies import Inlined
from refute.logic.reading.functions import inlined
from refute.logic.reduction.evaluate import concrete, evaluated, lift, runner
from refute.logic.terms.measure import MeasureBody
from refute.logic.terms.term import BOOL, Maker, Raised, Rank, Sort, Term, const, var

# Operators that may leave an argument unevaluated, so that an argument that raises does not decide the result.
_LAZY = frozenset({"and", "or", "ite", "comp", "chain", "after", "const", "var", "raise"})
# Operators of which an argument may decide which others are evaluated.
_DECIDING = frozenset({"and", "or", "ite"})
# Operators whose sort is declared, not inferred from their arguments.
_DECLARED = frozenset({"var", "call"})


@final
class Binding:
    """A substitution of terms for terms, hashable so that its results can be cached.

    `names` are the free variables of what is replaced, `introduced` those of the replacements.
    """

    __slots__ = ("_hash", "introduced", "names", "pairs")

    def __init__(self, pairs: Iterable[tuple[Term, Term]]) -> None:
        self.pairs = tuple(pairs)
        self.names = self.introduced = frozenset[str]()
        for old, new in self.pairs:
            self.names = self.names | old.free if self.names else old.free
            if new.free:
                self.introduced = self.introduced | new.free
        self._hash = hash(self.pairs)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return type(other) is Binding and self.pairs == other.pairs

    def __repr__(self) -> str:
        return f"{{{', '.join(f'{old!r}: {new!r}' for old, new in self.pairs)}}}"


# Operators whose results are cached: the same arguments recur, and their rules depend on nothing else.
_REMEMBERED = frozenset({"le", "lt", "add", "is", "not", "isinstance"})


# From arguments in normal form, and a payload, to a simpler term; None where there is nothing to simplify yet.
Rule = Callable[["Rewriter", tuple[Term, ...], Hashable], Term | None]


class Rewriter:
    """Interns terms: within one rewriter, equal terms are the same object.

    `makers` are the data constructors, by class, whose instances are taken apart into structures.
    """

    def __init__(self, rules: Mapping[str, Rule], makers: Mapping[type, Maker] | None = None) -> None:
        self.makers: Mapping[type, Maker] = {} if makers is None else makers
        self._rules = rules
        self._known: dict[Term, Term] = {}
        self._done: dict[Binding, dict[Term, Term]] = {}
        self._loaded: dict[Term, Term] = {}
        self._made: dict[tuple[str, tuple[Term, ...], Hashable], Term] = {}
        self._scalars: dict[type, dict[Any, Term]] = {int: {}, Rank: {}}  # frequent ones
        self._variables: dict[Hashable, Term] = {}
        self._fresh = 0
        self._inlined: dict[object, Inlined | None] = {}
        self._unfolding: set[Hashable] = set()
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
        if op not in _REMEMBERED:
            return self._make(op, args, data, sort)
        key = (op, args, data)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = self._make(op, args, data, sort)
        return made

    def _make(self, op: str, args: tuple[Term, ...], data: Hashable, sort: Sort | None) -> Term:
        if op not in _LAZY:
            for arg in args:
                if arg.op == "raise":
                    return arg
        rule = self._rules.get(op)
        if rule is not None:
            result = rule(self, args, data)
            if result is not None:
                return result
        term = Term(op, args, data, sort)
        if not term.value and op not in _LAZY and all(arg.value for arg in args):
            result = self._run(term)
            if result is not None:
                return result
        return self.intern(term)

    def _run(self, term: Term) -> Term | None:
        """The result of an operator all of whose arguments are known; None if it is not an operator to run."""
        function = runner(term.op, term.data)
        if function is None:
            return None
        try:
            return self.const(evaluated(function, term))
        except Exception as error:
            return self.raising(error)

    def truth(self, term: Term) -> Term:
        """`bool(term)`."""
        return term if term.sort == BOOL or term.op == "raise" else self.make("truth", (term,))

    def after(self, evaluated: Iterable[Term], result: Term) -> Term:
        """A result that is known, once these terms have been evaluated without raising."""
        return self.make("after", (*evaluated, result))

    def const(self, value: object) -> Term:
        table = self._scalars.get(type(value))
        if table is None:
            return self.intern(lift(value, self.const, self.makers))
        known = table.get(value)
        if known is None:
            known = table[value] = self.intern(lift(value, self.const, self.makers))
        return known

    def variable(self, data: Hashable) -> Term:
        """The bound variable of a comprehension with this payload."""
        known = self._variables.get(data)
        if known is None:
            name, sort = cast(tuple[str, Sort], data)
            known = self._variables[data] = self.intern(var(name, sort))
        return known

    def fresh(self, sort: Sort) -> tuple[str, Sort]:
        """The payload of a new comprehension: a bound name that is unique until it gets its canonical one."""
        self._fresh += 1
        return f"$new{self._fresh}", sort

    def raising(self, error: BaseException) -> Term:
        return self.intern(Term("raise", (), Raised(error)))

    def load(self, term: Term) -> Term:
        """The normal form of a term that another rewriter, or none, has made."""
        if self._known.get(term) is term:
            return term
        loaded = self._loaded.get(term)
        if loaded is None:
            if term.op in ("const", "var", "raise"):
                loaded = self.intern(Term(term.op, (), term.data, term.sort if term.op in _DECLARED else None))
            else:
                loaded = self._changed(term, self.load)
            self._loaded[term] = loaded
        return loaded

    def _changed(self, term: Term, change: Callable[[Term], Term]) -> Term:
        """A term with each argument changed, except those that Python would not evaluate."""
        op = term.op
        if op not in _DECIDING:
            args = [change(arg) for arg in term.args]
        elif op == "ite":
            condition = change(term.args[0])
            if condition is self.true or condition is self.false:
                return change(term.args[1 if condition is self.true else 2])
            args = [condition, change(term.args[1]), change(term.args[2])]
        else:
            args = []
            decided = self.false if op == "and" else self.true
            for arg in term.args:
                args.append(change(arg))
                if args[-1] is decided:
                    break
        return self.make(op, tuple(args), term.data, term.sort if op in _DECLARED else None)

    def substitute(self, term: Term, binding: Binding) -> Term:
        """Replaces terms by terms everywhere, largest first, and reduces the result."""
        names, introduced = binding.names, binding.introduced
        if term.free.isdisjoint(names):
            return term
        done = self._done.get(binding)
        if done is None:
            done = self._done[binding] = dict(binding.pairs)

        def substituted(term: Term) -> Term:
            if term.free.isdisjoint(names):
                return term
            found = done.get(term)
            if found is None:
                known = term
                if term.op == "comp" and str(cast(tuple[str, Sort], term.data)[0]) in introduced:
                    term = self._renamed(term)
                found = done[known] = self._changed(term, substituted)
            return found

        return done.get(term) or substituted(term)

    def _renamed(self, comp: Term) -> Term:
        """A comprehension with a fresh bound name, to avoid capture of a free variable that is substituted into it."""
        source, *inner = comp.args
        data = self.fresh(cast(tuple[str, Sort], comp.data)[1])
        renaming = Binding([(self.variable(comp.data), self.variable(data))])
        return Term("comp", (source, *(self.substitute(part, renaming) for part in inner)), data)

    def bind(self, term: Term, pairs: Iterable[tuple[Term, Term]]) -> Term:
        return self.substitute(term, Binding(pairs))

    def replace(self, term: Term, old: Term, new: Term) -> Term:
        return self.substitute(term, Binding([(old, new)]))

    def inline(self, function: object, args: tuple[Term, ...]) -> Term | None:
        """A pure Python function applied to terms, by its source; None if it cannot be read."""
        if function not in self._inlined:
            self._inlined[function] = inlined(function)
        body = self._inlined[function]
        if body is None or len(body.params) != len(args):
            return None
        return self.bind(self.load(body.term), [(var(name), arg) for name, arg in zip(body.params, args, strict=True)])

    def unfold(self, what: Hashable, body: MeasureBody, args: tuple[Term, ...]) -> Term | None:
        """The body of a measure applied to arguments; None if `what` is being unfolded already.

        A structure may be a part of itself as far as the logic can tell: the tail of an empty list is that list.
        """
        if what in self._unfolding:
            return None
        self._unfolding.add(what)
        try:
            given = zip(body.params, args, strict=True)
            return self.bind(self.load(body.term), [(var(name), arg) for name, arg in given])
        finally:
            self._unfolding.discard(what)

    def concrete(self, term: Term) -> Any:
        """The Python value of a term in which nothing is unknown, built afresh where it is mutable."""
        return concrete(term)
