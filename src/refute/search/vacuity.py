"""Specifications that no value satisfies, whatever the scope: proved by a solver, which names what contradicts what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from refute.logic.errors import Place
from refute.logic.predicates import VALUE, Conjunct, Predicate
from refute.logic.reducer import Reducer
from refute.logic.smt import Translator
from refute.logic.smt_text import Untranslatable
from refute.logic.terms import ANY, INT, STR, Term, var
from refute.search.skeletons import Unknown
from refute.search.unknowns import variable_of, within
from refute.spaces.emptiness import contradiction
from refute.types.model import Atom, Data, Refined, Type
from refute.types.signatures import Signature

_EXACT = frozenset({"int", "str", "fraction", "date"})  # what Python rounds is no matter of proof
_PROOF = 2_000  # milliseconds

Named = tuple[str, Type]


@dataclass(frozen=True)
class Tracked:
    """A condition that the solver was told."""

    text: str
    of: str
    place: Place | None


def refuse_contradiction(signature: Signature) -> None:
    """Raise if the solver proves that a function has no argument list."""
    parameters = [(parameter.name, parameter.type) for parameter in signature.parameters if not parameter.optional]
    for group in (parameters, *_fields_needed(parameters)):
        core = _core(group, signature)
        if core:
            raise contradiction([one.text for one in core], core[-1].place, [one.of for one in core])


def _fields_needed(parts: Sequence[Named]) -> Iterator[Sequence[Named]]:
    """The fields of data that there has to be."""
    for _, tp in parts:
        base = tp.base if isinstance(tp, Refined) else tp
        if isinstance(base, Data) and not base.args and not base.constructor.recursive:
            fields = [(field.name, field.type) for field in base.constructor.fields if not field.optional]
            yield fields
            yield from _fields_needed(fields)


def _core(parts: Sequence[Named], signature: Signature) -> list[Tracked]:
    """Conditions on scalars that cannot all hold, as few as needed; none if they may."""
    scalars = {name: atom for name, tp in parts if (atom := _atom(tp)) is not None}
    unknowns = {name: Unknown(name, atom.kind) for name, atom in scalars.items()}
    variables = {name: variable_of(unknown) for name, unknown in unknowns.items()}
    solver = z3.Solver()
    solver.set("timeout", _PROOF)
    solver.set("core.minimize", True)
    for name, unknown in unknowns.items():
        solver.add(*within(unknown, variables[name]))
    tracked: dict[str, Tracked] = {}
    for name, tp in parts:
        if name in scalars and isinstance(tp, Refined):
            for predicate in tp.predicates:
                for conjunct, condition in _translated(predicate, name, scalars, variables, signature):
                    label = f"conjunct {len(tracked)}"
                    tracked[label] = Tracked(conjunct.text, name, predicate.place)
                    solver.assert_and_track(condition, label)
    if solver.check() != z3.unsat:
        return []
    needed = {str(label) for label in solver.unsat_core()}
    return [found for label, found in tracked.items() if label in needed]


def _atom(tp: Type) -> Atom | None:
    base = tp.base if isinstance(tp, Refined) else tp
    return base if isinstance(base, Atom) and base.kind in _EXACT else None


def _translated(
    predicate: Predicate,
    name: str,
    scalars: Mapping[str, Atom],
    variables: Mapping[str, Any],
    signature: Signature,
) -> Iterator[tuple[Conjunct, Any]]:
    """The conjuncts of a predicate that mean exactly the same to the solver."""
    r = Reducer(signature.reader.constructors)
    given = [(var(VALUE), _typed(name, scalars))]
    given += [(var(other), _typed(other, scalars)) for other in predicate.names if other in scalars]
    for conjunct in predicate.conjuncts:
        translator = Translator(r, variables)
        try:
            condition = translator.condition(r.bind(r.load(conjunct.term), given))
        except Untranslatable:
            continue
        if translator.exact:
            yield conjunct, condition


def _typed(name: str, scalars: Mapping[str, Atom]) -> Term:
    return var(name, {"int": INT, "str": STR}.get(scalars[name].kind, ANY))
