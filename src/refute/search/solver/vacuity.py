"""Vacuous specifications: proofs by a solver that no value satisfies them in any scope, and which conditions conflict.

What a call requires is taken apart: parameters, fields, items of tuples, an element of a container that must not be
empty. Each member of a union is a case of its own. Other structures are represented by a name of which only lengths and
measures are known. Conditions without an exact encoding are left out. So the solver is given a weaker specification,
and where that is unsatisfiable, the real one is, too.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from refute.errors import Place, RefinementError
from refute.logic.reading.predicates import VALUE, Predicate
from refute.logic.reduction.reducer import Reducer
from refute.logic.smt.strings.encoding import Untranslatable
from refute.logic.smt.translator import Translator
from refute.logic.terms.measure import Measure
from refute.logic.terms.term import ANY, BOOL, INT, INTEGERS, STR, Container, Term, subterms, var
from refute.search.solver.induction import never_negative
from refute.search.solver.models import CONTEXT
from refute.search.solver.unknowns import Unknown, variable_of, within
from refute.spaces.residuals.emptiness import contradiction, element_of, may_be_empty
from refute.types.model import (
    Alias,
    Anything,
    Atom,
    Constructor,
    Data,
    Finite,
    Named,
    Open,
    Refined,
    TupleOf,
    Type,
    Union,
)
from refute.types.signatures import Signature

_EXACT = frozenset({"int", "str", "fraction", "date"})  # kinds of scalars that Python does not round
_PROOF = 2_000  # milliseconds
_MOST_CASES = 32
_MOST_VALUES = 8  # of an enumeration, each of which is a case

Environment = Mapping[str, Term]
Inside = tuple[Constructor | Alias, ...]  # recursive types that are being taken apart, each once


@dataclass(frozen=True)
class Condition:
    """A condition on a part of the arguments, with how a message names both."""

    term: Term
    text: str
    of: str
    place: Place | None


Case = tuple[Term, tuple[Condition, ...]]


def refuse_contradiction(signature: Signature) -> None:
    """Raise EmptyTypeError if the solver proves that a function has no argument list."""
    core = contradictory_conditions(signature)
    if core:
        raise contradiction([one.text for one in core], core[-1].place, [one.of for one in core])


def contradictory_conditions(signature: Signature) -> list[Condition]:
    """A minimal set of conditions that prove a function to have no argument list; empty without a proof."""
    with CONTEXT:
        return _Requirements(signature).core()


class _Requirements:
    """What a call of a function requires."""

    def __init__(self, signature: Signature) -> None:
        self._signature = signature
        self._reducer = Reducer(signature.reader.constructors)
        self._unknowns: dict[str, Unknown] = {}
        self._structures: dict[str, Type] = {}
        self._numbers = itertools.count()

    def core(self) -> list[Condition]:
        """Conditions on one parameter, or on several, that cannot all hold; empty without a proof."""
        parameters = [(p.name, p.name, p.type) for p in self._signature.parameters if not p.optional]
        groups = [[parameter] for parameter in parameters] if len(parameters) > 1 else []
        return next(filter(None, map(self._core_of, [*groups, parameters])), [])

    def _core_of(self, parts: Sequence[tuple[str, str, Type]]) -> list[Condition]:
        """The conditions that conflict in each case; empty if one case may be satisfiable."""
        cases = list(itertools.islice(self._all(parts, {}, ()), _MOST_CASES + 1))
        if len(cases) > _MOST_CASES:
            return []
        until = time.monotonic() + _PROOF / 1000
        found: dict[tuple[str, str, Place | None], Condition] = {}
        for _, conditions in cases:
            needed = self._contradicting(conditions) if time.monotonic() < until else []
            if not needed:
                return []
            found |= {(one.text, one.of, one.place): one for one in needed}
        return list(found.values())

    # -- cases -------------------------------------------------------------------------------------------------------

    def _all(
        self, parts: Sequence[tuple[str, str, Type]], given: Environment, inside: Inside
    ) -> Iterator[tuple[Environment, tuple[Condition, ...]]]:
        """The cases of several parts, each given as its name in later conditions, its name in messages and its type."""
        if not parts:
            yield given, ()
            return
        (name, of, tp), *rest = parts
        for term, conditions in self._cases(tp, of, given, inside):
            for whole, others in self._all(rest, {**given, name: term}, inside):
                yield whole, (*conditions, *others)

    def _cases(self, tp: Type, of: str, given: Environment, inside: Inside) -> Iterator[Case]:
        """The cases of a value of a type, each a term with conditions on the unknowns in it."""
        match tp:
            case Atom(kind=kind) if kind in _EXACT:
                name = self._new_name()
                self._unknowns[name] = Unknown(name, kind)
                yield self._reducer.intern(var(name, {"int": INT, "str": STR}.get(kind, ANY))), ()
            case Finite(values=values, sampled=False) if len(values) <= _MOST_VALUES:
                for constant in values:
                    yield self._reducer.const(constant.value), ()
            case Union(members=members) if not isinstance(tp, Anything | Open):
                for member in members:
                    yield from self._cases(member, of, given, inside)
            case Named(alias=alias, args=()) if alias not in inside:
                yield from self._cases(alias.type, of, given, (*inside, alias))
            case TupleOf(elements=elements):
                items = [(f"·{place}", f"{of}[{place}]", element) for place, element in enumerate(elements)]
                for whole, conditions in self._all(items, given, inside):
                    parts = tuple(whole[name] for name, _, _ in items)
                    yield self._reducer.make("seq", parts, Container("tuple")), conditions
            case Data(constructor=constructor) if constructor not in inside and not _leaves_out(constructor):
                yield from self._made(constructor, inside)
            case Refined(base=base, predicates=predicates):
                for term, conditions in self._cases(base, of, given, inside):
                    own = [one for predicate in predicates for one in self._refinements(predicate, of, term, given)]
                    for more in self._elements(tp, of, given, inside):
                        yield term, (*conditions, *own, *more)
            case _:
                name = self._new_name()
                self._structures[name] = tp
                yield self._reducer.intern(var(name)), ()

    def _made(self, constructor: Constructor, inside: Inside) -> Iterator[Case]:
        fields = [(field.name, f"{constructor.name}.{field.name}", field.type) for field in constructor.fields]
        for whole, conditions in self._all(fields, {}, (*inside, constructor)):
            pairs = [(var(name), term) for name, term in whole.items()]
            invariants = [
                one
                for predicate in constructor.invariants
                for one in self._conditions(predicate, constructor.name, pairs)
            ]
            parts = tuple(whole[name] for name in constructor.names)
            yield self._reducer.make("make", parts, constructor), (*conditions, *invariants)

    def _elements(self, tp: Refined, of: str, given: Environment, inside: Inside) -> Iterator[tuple[Condition, ...]]:
        """Conditions on an element of a container that must not be empty; none for other types."""
        element = element_of(tp)
        try:
            needed = element is not None and not may_be_empty(tp, tp.predicates)
        except RefinementError:
            needed = False
        if element is None or not needed:
            yield ()
        else:
            for _, conditions in self._cases(element, f"an element of {of}", given, inside):
                yield conditions

    def _refinements(self, predicate: Predicate, of: str, term: Term, given: Environment) -> Iterator[Condition]:
        pairs = [(var(VALUE), term), *((var(name), given[name]) for name in predicate.names if name in given)]
        yield from self._conditions(predicate, of, pairs)

    def _conditions(self, predicate: Predicate, of: str, pairs: Sequence[tuple[Term, Term]]) -> Iterator[Condition]:
        for part in predicate.conjuncts:
            yield Condition(self._reducer.bind(self._reducer.load(part.term), pairs), part.text, of, predicate.place)

    def _new_name(self) -> str:
        return f"§{next(self._numbers)}"

    # -- proofs ------------------------------------------------------------------------------------------------------

    def _contradicting(self, conditions: Sequence[Condition]) -> list[Condition]:
        """A minimal unsatisfiable subset of conditions; empty if they may be satisfiable."""
        variables = {name: variable_of(unknown) for name, unknown in self._unknowns.items()}
        solver = z3.Solver()
        solver.set("timeout", _PROOF)
        solver.set("core.minimize", True)
        for name, unknown in self._unknowns.items():
            solver.add(*within(unknown, variables[name]))
        for place, one in enumerate(conditions):
            term = self._with_names(one.term, variables, solver)
            translator = Translator(self._reducer, variables)
            try:
                condition = translator.condition(term)
            except Untranslatable:
                continue
            if translator.exact:
                solver.assert_and_track(condition, str(place))
        if solver.check() != z3.unsat:
            return []
        return [conditions[place] for place in sorted(int(str(label)) for label in solver.unsat_core())]

    def _with_names(self, term: Term, variables: dict[str, Any], solver: z3.Solver) -> Term:
        """A condition with variables for lengths and measures of unknown structures, whose bounds are asserted."""
        pairs = []
        for part in subterms(term):
            subject = part.args[0] if len(part.args) == 1 else None
            if subject is None or subject.op != "var" or subject.data not in self._structures:
                continue
            counts = part.op == "len"
            if counts or (part.op == "call" and isinstance(part.data, Measure) and part.sort in (*INTEGERS, BOOL)):
                name = f"·{part.serial}"
                pairs.append((part, self._reducer.intern(var(name, BOOL if part.sort == BOOL else INT))))
                variables[name] = z3.Bool(name) if part.sort == BOOL else z3.Int(name)
                tp = self._structures[str(subject.data)]
                if counts or (part.sort in INTEGERS and never_negative(self._reducer, part.data, tp)):
                    solver.add(variables[name] >= 0)
        return self._reducer.bind(term, pairs) if pairs else term


def _leaves_out(constructor: Constructor) -> bool:
    return any(field.optional for field in constructor.fields)
