"""Specifications that no value satisfies, whatever the scope: proved by a solver, which names what contradicts what.

What has to be there is taken apart: parameters, fields, items of tuples, an element of a container that may not be
empty. Where there is a choice, each alternative is a case of its own. What cannot be taken apart stands as a name of
which only lengths and measures are known. Conditions that do not mean exactly the same to the solver are left out.
So it is told less than is asked, and where even that cannot be, nothing can.
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
from refute.search.solver.skeletons import Unknown
from refute.search.solver.unknowns import variable_of, within
from refute.spaces.residuals.emptiness import contradiction, element_of, may_be_empty
from refute.types.model import Alias, Anything, Atom, Constructor, Data, Finite, Named, Refined, TupleOf, Type, Union
from refute.types.signatures import Signature

_EXACT = frozenset({"int", "str", "fraction", "date"})  # what Python rounds is no matter of proof
_PROOF = 2_000  # milliseconds
_MOST_CASES = 32
_MOST_VALUES = 8  # of an enumeration, of which each is a case

Environment = Mapping[str, Term]
Inside = tuple[Constructor | Alias, ...]  # what is being taken apart: another one inside it is not


@dataclass(frozen=True)
class Condition:
    """A condition, and what it is on."""

    term: Term
    text: str
    of: str
    place: Place | None


Case = tuple[Term, tuple[Condition, ...]]


def refuse_contradiction(signature: Signature) -> None:
    """Raise if the solver proves that a function has no argument list."""
    core = contradictory_conditions(signature)
    if core:
        raise contradiction([one.text for one in core], core[-1].place, [one.of for one in core])


def contradictory_conditions(signature: Signature) -> list[Condition]:
    """As few conditions as prove that a function has no argument list; none where there is no proof."""
    return _Needs(signature).core()


class _Needs:
    """What has to be there for a function to be called."""

    def __init__(self, signature: Signature) -> None:
        self._signature = signature
        self._reducer = Reducer(signature.reader.constructors)
        self._unknowns: dict[str, Unknown] = {}
        self._structures: dict[str, Type] = {}
        self._numbers = itertools.count()

    def core(self) -> list[Condition]:
        """Conditions on a parameter, or on several together, that cannot all hold; none if they may."""
        parameters = [(p.name, p.name, p.type) for p in self._signature.parameters if not p.optional]
        groups = [[parameter] for parameter in parameters] if len(parameters) > 1 else []
        return next(filter(None, map(self._core_of, [*groups, parameters])), [])

    def _core_of(self, parts: Sequence[tuple[str, str, Type]]) -> list[Condition]:
        """As few as needed in each case; none if one of them may be."""
        cases = list(itertools.islice(self._all(parts, {}, ()), _MOST_CASES + 1))
        if len(cases) > _MOST_CASES:
            return []
        until = time.monotonic() + _PROOF / 1000
        found: dict[tuple[str, str, Place | None], Condition] = {}
        for _, asked in cases:
            needed = self._contradicting(asked) if time.monotonic() < until else []
            if not needed:
                return []
            found |= {(one.text, one.of, one.place): one for one in needed}
        return list(found.values())

    # -- what there has to be ----------------------------------------------------------------------------------------

    def _all(
        self, parts: Sequence[tuple[str, str, Type]], given: Environment, inside: Inside
    ) -> Iterator[tuple[Environment, tuple[Condition, ...]]]:
        """Parts with the names that later ones know them by, and what is said of them in an error."""
        if not parts:
            yield given, ()
            return
        (name, of, tp), *rest = parts
        for term, asked in self._cases(tp, of, given, inside):
            for whole, others in self._all(rest, {**given, name: term}, inside):
                yield whole, (*asked, *others)

    def _cases(self, tp: Type, of: str, given: Environment, inside: Inside) -> Iterator[Case]:
        """The ways a value of a type can be, each as a term with conditions on what is not known of it."""
        match tp:
            case Atom(kind=kind) if kind in _EXACT:
                name = self._new_name()
                self._unknowns[name] = Unknown(name, kind)
                yield self._reducer.intern(var(name, {"int": INT, "str": STR}.get(kind, ANY))), ()
            case Finite(values=values) if len(values) <= _MOST_VALUES:
                for constant in values:
                    yield self._reducer.const(constant.value), ()
            case Union(members=members) if not isinstance(tp, Anything):
                for member in members:
                    yield from self._cases(member, of, given, inside)
            case Named(alias=alias, args=()) if alias not in inside:
                yield from self._cases(alias.type, of, given, (*inside, alias))
            case TupleOf(elements=elements):
                items = [(f"·{place}", f"{of}[{place}]", element) for place, element in enumerate(elements)]
                for whole, asked in self._all(items, given, inside):
                    parts = tuple(whole[name] for name, _, _ in items)
                    yield self._reducer.make("seq", parts, Container("tuple")), asked
            case Data(constructor=constructor) if constructor not in inside and not _leaves_out(constructor):
                yield from self._made(constructor, inside)
            case Refined(base=base, predicates=predicates):
                for term, asked in self._cases(base, of, given, inside):
                    said = [one for predicate in predicates for one in self._said(predicate, of, term, given)]
                    for more in self._elements(tp, of, given, inside):
                        yield term, (*asked, *said, *more)
            case _:
                name = self._new_name()
                self._structures[name] = tp
                yield self._reducer.intern(var(name)), ()

    def _made(self, constructor: Constructor, inside: Inside) -> Iterator[Case]:
        fields = [(field.name, f"{constructor.name}.{field.name}", field.type) for field in constructor.fields]
        for whole, asked in self._all(fields, {}, (*inside, constructor)):
            pairs = [(var(name), term) for name, term in whole.items()]
            invariants = [
                one for predicate in constructor.invariants for one in self._asked(predicate, constructor.name, pairs)
            ]
            parts = tuple(whole[name] for name in constructor.names)
            yield self._reducer.make("make", parts, constructor), (*asked, *invariants)

    def _elements(self, tp: Refined, of: str, given: Environment, inside: Inside) -> Iterator[tuple[Condition, ...]]:
        """What is asked of an element that there has to be; nothing where there need be none."""
        element = element_of(tp)
        try:
            needed = element is not None and not may_be_empty(tp, tp.predicates)
        except RefinementError:
            needed = False
        if element is None or not needed:
            yield ()
        else:
            for _, asked in self._cases(element, f"an element of {of}", given, inside):
                yield asked

    def _said(self, predicate: Predicate, of: str, term: Term, given: Environment) -> Iterator[Condition]:
        pairs = [(var(VALUE), term), *((var(name), given[name]) for name in predicate.names if name in given)]
        yield from self._asked(predicate, of, pairs)

    def _asked(self, predicate: Predicate, of: str, pairs: Sequence[tuple[Term, Term]]) -> Iterator[Condition]:
        for part in predicate.conjuncts:
            yield Condition(self._reducer.bind(self._reducer.load(part.term), pairs), part.text, of, predicate.place)

    def _new_name(self) -> str:
        return f"§{next(self._numbers)}"

    # -- whether it can be -------------------------------------------------------------------------------------------

    def _contradicting(self, asked: Sequence[Condition]) -> list[Condition]:
        """Of conditions that cannot all hold, as few as needed; none if they may."""
        variables = {name: variable_of(unknown) for name, unknown in self._unknowns.items()}
        solver = z3.Solver()
        solver.set("timeout", _PROOF)
        solver.set("core.minimize", True)
        for name, unknown in self._unknowns.items():
            solver.add(*within(unknown, variables[name]))
        for place, one in enumerate(asked):
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
        return [asked[place] for place in sorted(int(str(label)) for label in solver.unsat_core())]

    def _with_names(self, term: Term, variables: dict[str, Any], solver: z3.Solver) -> Term:
        """A condition with names for lengths and measures of what is not known, and what is known of these."""
        pairs = []
        for part in subterms(term):
            subject = part.args[0] if len(part.args) == 1 else None
            if subject is None or subject.op != "var" or subject.data not in self._structures:
                continue
            counts = part.op == "len"
            if counts or (part.op == "call" and isinstance(part.data, Measure) and part.sort in (*INTEGERS, BOOL)):
                name = f"{part!r}"
                pairs.append((part, self._reducer.intern(var(name, BOOL if part.sort == BOOL else INT))))
                variables[name] = z3.Bool(name) if part.sort == BOOL else z3.Int(name)
                tp = self._structures[str(subject.data)]
                if counts or (part.sort in INTEGERS and never_negative(self._reducer, part.data, tp)):
                    solver.add(variables[name] >= 0)
        return self._reducer.bind(term, pairs) if pairs else term


def _leaves_out(constructor: Constructor) -> bool:
    return any(field.optional for field in constructor.fields)
