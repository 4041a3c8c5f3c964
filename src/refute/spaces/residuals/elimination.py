"""The logic of a product, apart from the types of its fields.

An elimination has the conditions on the first field alone, the terms that the others observe of it, and the residual
for each observation. All this depends on the conditions, not on the extensions and bounds of the types. Products that
differ only in those are many, and share one elimination, in which every substitution is made once.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from refute.logic.reading.predicates import VALUE
from refute.logic.reduction.rewriter import Binding
from refute.logic.terms.term import Maker, Term, var
from refute.spaces.deadline import TimedReducer
from refute.spaces.residuals.planner import NOTHING_BEFORE, Before, FieldQuery, Sibling, planned
from refute.spaces.residuals.queries import conjuncts, observable_parts, parts_of
from refute.types.constraints.proofs import Proofs

Terms = tuple[Term, ...]


class Observation:
    """What is observed of a value: a known term for each term observed. Equal observations are the same object."""

    __slots__ = ("ranked", "terms", "weight")

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.ranked = any(term.ranked for term in terms)
        self.weight = 1 + sum(len(term.args) for term in terms)  # its cost: whole structures cost more

    def __repr__(self) -> str:
        return "RAISING" if self is RAISING else f"Observation({', '.join(map(repr, self.terms))})"


# The observation of values on which a condition raises.
RAISING = Observation(())

_NOTHING = Binding(())


class Residual:
    """What is left of a product: the variables of its fields, conditions, the terms observed of the whole."""

    __slots__ = ("before", "clauses", "eliminations", "observation", "observed", "raised", "variables")

    observation: Observation | None  # that of a product with no fields left

    def __init__(self, variables: Terms, clauses: Terms, observed: Terms, before: Before, raised: bool) -> None:
        self.variables = variables
        self.clauses = clauses
        self.observed = observed
        self.before = before
        self.raised = raised  # whether a condition raised on a field chosen before
        self.eliminations: dict[Any, Elimination] = {}
        self.observation = None

    def __repr__(self) -> str:
        fields = ", ".join(map(repr, self.variables)) or "no fields"
        raised = ", raised" if self.raised else ""
        return f"Residual({fields} | {_conjunction(self.clauses)}{_observing(self.observed)}{raised})"


class Eliminations:
    """The residuals and eliminations of one or more spaces; equal ones are the same object."""

    def __init__(self, constructors: Mapping[type, Maker] | None = None) -> None:
        self.reducer = TimedReducer(constructors)
        self.proofs = Proofs(self.reducer.makers)
        self._residuals: dict[Any, Residual] = {}
        self._ends: dict[Terms, Residual] = {}
        self._observations: dict[Terms, Observation] = {}
        self.touched: set[Hashable] = set()  # queries that depend on more than the order of elements

    def observation(self, terms: Terms) -> Observation:
        """The observation that consists of these known terms."""
        observation = self._observations.get(terms)
        if observation is None:
            observation = self._observations[terms] = Observation(terms)
        return observation

    def residual(
        self,
        variables: Terms,
        clauses: Sequence[Term],
        observed: Terms,
        before: Before = NOTHING_BEFORE,
        raised: bool = False,
    ) -> Residual | None:
        """The residual of a product; None if a condition is false."""
        if not variables and not raised and all(clause is self.reducer.true for clause in clauses):
            return self._end(observed)
        found = conjuncts(self.reducer, clauses)
        if found is None:
            return None
        if found and found[-1].op == "raise":
            # conditions after the one that raised are never evaluated; those before it have to hold
            found, raised = found[:-1], True
        observed = tuple([_given(term, found) for term in observed])
        key = (variables, tuple(found), observed, before, raised)
        residual = self._residuals.get(key)
        if residual is None:
            residual = self._residuals[key] = Residual(variables, tuple(found), observed, before, raised)
            if not variables:
                assert not found, found
                residual.observation = RAISING if raised else self.observation(observed)
        return residual

    def _end(self, observed: Terms) -> Residual:
        """The residual where all fields are chosen and all conditions hold."""
        residual = self._ends.get(observed)
        if residual is None:
            residual = self._ends[observed] = Residual((), (), observed, NOTHING_BEFORE, False)
            residual.observation = self.observation(observed)
        return residual

    def elimination(self, residual: Residual, kind: Hashable, later: tuple[Terms, ...]) -> Elimination:
        """`kind` is that of the first field's type; `later` are conditions in the types of the others."""
        key = (kind, later)
        elimination = residual.eliminations.get(key)
        if elimination is None:
            elimination = residual.eliminations[key] = Elimination(self, residual, kind, later)
        return elimination


class Elimination:
    """The query for the first field of a product, and the residual for each observation of it."""

    def __init__(
        self, eliminations: Eliminations, residual: Residual, kind: Hashable, later: tuple[Terms, ...]
    ) -> None:
        self.eliminations = eliminations
        self.residual = residual
        self._steps: dict[Observation, tuple[Residual | None, Binding]] = {}
        if not residual.variables:
            return
        r = eliminations.reducer
        variable = residual.variables[0]
        name = str(variable.data)
        only = frozenset((name,))
        alone = [term for term in residual.clauses if term.free == only]
        others = [term for term in residual.clauses if term.free != only]
        parts = observable_parts(name, (*others, *residual.observed, *(term for terms in later for term in terms)))
        to_value = Binding([(variable, r.intern(var(VALUE, variable.sort)))])
        alone, parts = planned(r, residual.before, kind, FieldQuery(name, to_value, alone, parts))
        self.kept = [term for term in residual.clauses if term not in alone]
        self.parts = parts  # what is observed, over the variable of the field
        self.required = tuple([r.substitute(term, to_value) for term in alone])
        self.observed = tuple([r.substitute(term, to_value) for term in parts])
        self.only = self._only()
        asked = Sibling(kind, frozenset(self.required), frozenset(self.observed))
        self.after: Before = residual.before | {asked} if len(residual.variables) > 1 else NOTHING_BEFORE

    def __repr__(self) -> str:
        if not self.residual.variables:
            return "Elimination(no fields)"
        first, later = self.residual.variables[0], _conjunction(self.kept)
        return f"Elimination({first!r} | {_conjunction(self.required)}{_observing(self.observed)}; later {later})"

    def step(self, observation: Observation) -> tuple[Residual | None, Binding]:
        """The residual for an observation of the first field, and the substitution that led to it."""
        if self.only is not None and observation is not self.only and observation is not RAISING:
            return None, _NOTHING
        step = self._steps.get(observation)
        if step is None:
            step = self._steps[observation] = self._raised() if observation is RAISING else self._chosen(observation)
        return step

    def _only(self) -> Observation | None:
        """The only observation that a condition admits, if it is an equation for the term observed."""
        if len(self.parts) != 1:
            return None
        for term in self.kept:
            if term.op == "eq" and term.args[0] is self.parts[0] and term.args[1].exact:
                return self.eliminations.observation((term.args[1],))
        return None

    def _chosen(self, observation: Observation) -> tuple[Residual | None, Binding]:
        r, residual = self.eliminations.reducer, self.residual
        binding = Binding(zip(self.parts, observation.terms, strict=True))
        clauses = [r.substitute(term, binding) for term in self.kept]
        observed = tuple([r.substitute(term, binding) for term in residual.observed])
        later = residual.variables[1:]
        return self.eliminations.residual(later, clauses, observed, self.after, residual.raised), binding

    def _raised(self) -> tuple[Residual | None, Binding]:
        """The residual where a condition raised on the first field: the conditions without that field have to hold."""
        name = str(self.residual.variables[0].data)
        free = [term for term in self.kept if name not in term.free]
        return self.eliminations.residual(self.residual.variables[1:], free, (), self.after, True), _NOTHING


def _given(observed: Term, clauses: list[Term]) -> Term:
    """An observed term where conditions hold: of an `ite` that they decide, the branch that is taken."""
    while observed.op == "ite":
        choice, then, otherwise = observed.args
        if all(part in clauses for part in parts_of(choice)):
            observed = then
        elif any(clause.op == "not" and clause.args[0] is choice for clause in clauses):
            observed = otherwise
        else:
            break
    return observed


def _conjunction(terms: Sequence[Term]) -> str:
    return " and ".join(map(repr, terms)) or "no condition"


def _observing(terms: Sequence[Term]) -> str:
    return f", observing {', '.join(map(repr, terms))}" if terms else ""


def described(required: Sequence[Term], observed: Sequence[Term]) -> str:
    """Conditions and observed terms as a text."""
    return f"{_conjunction(required)}{_observing(observed)}"
