"""From refinement types to ground types: parameters filled in, scalars bounded, known siblings substituted."""

from __future__ import annotations

import operator
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any

from refute.errors import AnnotationError, RefinementError
from refute.logic.reading.predicates import VALUE, Predicate
from refute.logic.reduction.reducer import Reducer
from refute.logic.reduction.rewriter import Binding
from refute.logic.reduction.totality import in_any_order
from refute.logic.terms.term import ANY, INT, INTEGERS, STR, Constant, Raised, Sort, Term, constant_value, var
from refute.spaces.ground.equality import element_type
from refute.spaces.ground.palette import Palette
from refute.spaces.ground.scalars import scalars, scalars_of_palette
from refute.spaces.ground.strings import alphabet_and_landmarks, text_of_palette
from refute.spaces.ground.types import (
    Called,
    Collected,
    Either,
    Ground,
    Limited,
    Made,
    Mapped,
    Scalars,
    Sequenced,
    Text,
    Tupled,
    mapped,
)
from refute.spaces.ground.unions import disjoint
from refute.spaces.scope import Scope
from refute.types.constraints.proofs import Proofs
from refute.types.model import (
    ABSENT,
    Atom,
    Data,
    DictOf,
    Field,
    Finite,
    FunctionOf,
    Named,
    Param,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Type,
    Union,
    walk,
)
from refute.types.model.sorts import sort_of_values

Environment = Mapping[Any, Ground]


class Grounder:
    """Grounds types for one scope; equal results are the same object."""

    def __init__(
        self,
        scope: Scope,
        reducer: Reducer,
        check_time: Callable[[], None] = lambda: None,
        proofs: Proofs | None = None,
    ) -> None:
        """`check_time` is called before steps that may take long. It raises when the deadline is over."""
        self.scope = scope
        self._check_time = check_time
        self.reducer = reducer
        self.proofs = proofs or Proofs(reducer.makers)
        self._known: dict[Ground, Ground] = {}
        self._filtered: dict[tuple[Scalars, tuple[Term, ...]], Ground] = {}
        self._substituted: dict[tuple[Ground, Binding], Ground] = {}
        self._fields: dict[Made, tuple[tuple[Field, Term, Ground], ...]] = {}
        self._expanded: dict[Called, Ground] = {}
        self.mutable: dict[Any, bool] = {}
        self._values: dict[tuple[Constant, Sort], Binding] = {}
        self._as_terms: dict[tuple[Term, Sort], Binding] = {}
        self.sources: dict[Term, Predicate] = {}  # which refinement a term came from, for messages
        self._natural: dict[Ground, bool] = {}
        self._static: set[Term] = set()  # conditions without the value of a sibling in them
        self.alphabets: dict[str | bytes, None] = {}  # of the texts, without those of palettes

    def intern(self, tp: Ground) -> Ground:
        return self._known.setdefault(tp, tp)

    def ground(self, tp: Type, env: Environment, given: Mapping[str, Term]) -> Ground:
        """`env` maps type parameters to types; `given` maps siblings to terms, which may be variables."""
        return self.intern(self._close(tp, env, given))

    def _close(self, tp: Type, env: Environment, given: Mapping[str, Term]) -> Ground:
        match tp:
            case Atom():
                return self._atom(tp)
            case Finite(values=values):
                return self._named(values, sort_of_values(values))
            case Refined(base=base, predicates=predicates):
                limited = self._with_letters(base, predicates, env, given)
                return self.limit(limited, self._terms(predicates, given, base))
            case SequenceOf(kind=kind, element=element):
                return Sequenced(kind, self.ground(element, env, given))
            case TupleOf(elements=elements):
                return Tupled(tuple(self.ground(element, env, given) for element in elements))
            case SetOf(kind=kind, element=element):
                return Collected(kind, element_type(self, self.ground(element, env, given)))
            case DictOf(key=key, value=value):
                return Mapped(element_type(self, self.ground(key, env, given)), self.ground(value, env, given))
            case Union(members=members):
                return self.either([self.ground(member, env, given) for member in members])
            case Param(variable=variable):
                return env[variable]
            case Data(constructor=constructor, args=args):
                return Made(constructor, tuple(self.ground(arg, env, given) for arg in args))
            case Named(alias=alias, args=args):
                ground = tuple(self.ground(arg, env, given) for arg in args)
                names = sorted(_names_in(alias.type, set()) & set(given))
                return Called(alias, ground, tuple((name, given[name]) for name in names))
            case FunctionOf():
                return self._function(tp, env)
        raise AssertionError(tp)

    def _function(self, tp: FunctionOf, env: Environment) -> Ground:
        """A placeholder with the type of a function. What the function returns is chosen when it is called."""
        if any(isinstance(part, Param) and part.variable in env for part in walk(tp)):
            raise AnnotationError(
                "a function that takes or returns what a type parameter of its class stands for cannot be built",
                remedy="Say in the class what the function takes and returns.",
            )
        return Scalars((Constant(tp),), ANY)

    def _atom(self, atom: Atom, predicates: Iterable[Predicate] = ()) -> Ground:
        scope = self.scope
        if scope.palette is not None:
            return self._atom_of(scope.palette, atom, list(predicates))
        marks = atom.marks if scope.landmarks else None
        if atom.kind in ("str", "bytes"):
            terms = [predicate.term for predicate in predicates]
            letters, landmarks = alphabet_and_landmarks(atom.kind, scope.reach, marks, terms, scope.letters)
            self.alphabets["".join(letters) if atom.kind == "str" else bytes(letters)] = None
            alphabet = self._named(tuple(map(Constant, letters)), STR if atom.kind == "str" else INT)
            return Text(atom.kind, alphabet, tuple(map(Constant, landmarks)), scope.reach)
        values = tuple(map(Constant, scalars(atom.kind, scope.reach, scope.ints, marks)))
        return Scalars(values, INT if atom.kind == "int" else ANY)

    def _atom_of(self, palette: Palette, atom: Atom, predicates: list[Predicate]) -> Ground:
        """The scalars of a palette. Of a type with refinements, those are drawn that satisfy them."""
        marks = atom.marks if self.scope.landmarks else ()
        if atom.kind in ("str", "bytes"):
            letters, words, length = text_of_palette(atom.kind, palette, marks, [p.term for p in predicates])
            alphabet = self._named(tuple(map(Constant, letters)), STR if atom.kind == "str" else INT)
            return Text(atom.kind, alphabet, tuple(map(Constant, words)), length)
        sort = INT if atom.kind == "int" else ANY
        own = [self._typed(term, sort) for term in self._terms([p for p in predicates if not p.names], {}, atom)]

        def keep(value: object) -> bool:
            return self._holds(Constant(value), sort, tuple(own))

        values = scalars_of_palette(atom.kind, palette, marks, keep)
        return Scalars(tuple(map(Constant, values)), sort)

    def _named(self, values: tuple[Constant, ...], sort: Sort) -> Scalars:
        """Scalars that SmallCheck's rule does not cut off; no other rule cuts any off."""
        return Scalars(values, sort, named=frozenset(values) if self.scope.by_smallcheck else frozenset())

    def _with_letters(
        self, base: Type, predicates: tuple[Predicate, ...], env: Environment, given: Mapping[str, Term]
    ) -> Ground:
        """The base of a refinement. Characters in the refinements of a text are added to its alphabet."""
        return self._atom(base, predicates) if isinstance(base, Atom) else self.ground(base, env, given)

    def _terms(self, predicates: Iterable[Predicate], given: Mapping[str, Term], base: Type | None) -> list[Term]:
        """`base` is the type of the value, where plain functions may be trusted on it."""
        terms = []
        for predicate in predicates:
            pairs = [(var(name), given[name]) for name in predicate.names]
            condition = predicate.term if base is None else self.proofs.trusting(predicate.term, {VALUE: base})
            term = self.reducer.bind(self.reducer.load(condition), pairs)
            self.sources.setdefault(term, predicate)
            if not predicate.names:
                self._static.add(term)
            terms.append(term)
        return terms

    def refined(self, base: Ground, predicates: Iterable[Predicate]) -> Ground:
        """A ground type with predicates that depend on its value alone."""
        return self.limit(base, self._terms(predicates, {}, None))

    def limit(self, base: Ground, terms: Iterable[Term]) -> Ground:
        """A ground type with conditions. Extensions are filtered at once; other types keep the conditions."""
        typed = [self._typed(term, base.sort) for term in terms]
        if isinstance(base, Limited):
            typed = [*base.terms, *typed]
            base = base.base
        typed = [term for term in typed if term is not self.reducer.true]
        if not typed:
            return base
        conditions = tuple(in_any_order(dict.fromkeys(typed)))
        if isinstance(base, Scalars) and all(term.free <= {VALUE} for term in conditions):
            return self._filter(base, conditions)
        return self.intern(Limited(base, conditions, VALUE))

    def as_written(self, term: Term) -> Term:
        """Mark a condition that makes an extension smaller whatever siblings are: no reason to build over ranks."""
        self._static.add(term)
        return term

    def is_natural(self, tp: Ground) -> bool:
        """Whether all values are integers that are not negative, and not ranks."""
        if tp not in self._natural:
            values: list[Any] = [constant.value for constant in tp.values] if isinstance(tp, Scalars) else [None]
            self._natural[tp] = all(type(value) in (int, bool) and value >= 0 for value in values)
        return self._natural[tp]

    def _typed(self, term: Term, sort: Sort) -> Term:
        """A condition with the sort of the value put in, so that the rules of that sort apply."""
        if sort == ANY:
            return term
        known = self.reducer.replace(term, self.reducer.intern(var(VALUE)), self.reducer.intern(var(VALUE, sort)))
        self._trace(term, known)
        if term in self._static:
            self._static.add(known)
        return known

    def _trace(self, old: Term, new: Term) -> None:
        if new is not old and old in self.sources:
            self.sources.setdefault(new, self.sources[old])

    def _filter(self, base: Scalars, conditions: tuple[Term, ...]) -> Ground:
        key = (base, conditions)
        if key not in self._filtered:
            kept = self._kept(base, conditions)
            related = base.cut or any(term not in self._static for term in conditions)
            self._filtered[key] = self.intern(base.with_values(kept, related and len(kept) < len(base.values)))
        return self._filtered[key]

    def _kept(self, base: Scalars, conditions: tuple[Term, ...]) -> tuple[Constant, ...]:
        if len(conditions) == 1:
            compare = _comparison(conditions[0])
            if compare is not None:
                try:
                    return tuple([value for value in base.values if compare(value.value)])
                except Exception:  # reported by the general case, which knows the value
                    return tuple([value for value in base.values if self._holds(value, base.sort, conditions)])
        return tuple([value for value in base.values if self._holds(value, base.sort, conditions)])

    def compared(
        self, values: Sequence[Constant], conditions: Sequence[Term]
    ) -> tuple[Sequence[Constant], Sequence[Term]]:
        """The values for which the first conditions hold, and the other conditions.

        The first conditions are those up to the first that is no comparison of integers: they cannot raise.
        """
        if not all(type(value.value) is int for value in values):
            return values, conditions
        for place, condition in enumerate(conditions):
            compare = _comparison(condition, among=INTEGERS)
            if compare is None:
                return values, conditions[place:]
            values = [value for value in values if compare(value.value)]
        return values, ()

    def _holds(self, value: Constant, sort: Sort, conditions: tuple[Term, ...]) -> bool:
        self._check_time()
        if not conditions:
            return True
        r = self.reducer
        binding = self.value_is(value, sort)
        for condition in conditions:
            decided = r.substitute(condition, binding)
            if decided is r.false:
                return False
            if isinstance(decided.data, Raised):
                raise self.raised(condition, value.value, decided.data.error)
            assert decided is r.true, decided
        return True

    def value_is(self, value: Constant, sort: Sort) -> Binding:
        """The substitution of a scalar for the value of a condition."""
        key = (value, sort)
        binding = self._values.get(key)
        if binding is None:
            r = self.reducer
            known = r.intern(Term("const", (), value))
            binding = self._values[key] = Binding(
                [(r.intern(var(VALUE, s)), known) for s in dict.fromkeys((sort, ANY))]
            )
        return binding

    def value_as(self, term: Term, sort: Sort) -> Binding:
        """The substitution of a term for the value of a condition."""
        key = (term, sort)
        binding = self._as_terms.get(key)
        if binding is None:
            r = self.reducer
            binding = self._as_terms[key] = Binding([(r.intern(var(VALUE, s)), term) for s in (sort, ANY)])
        return binding

    def raised(self, condition: Term, value: object, error: BaseException) -> RefinementError:
        """The error for a refinement that raises."""
        predicate = self.sources.get(condition)
        text = f"the refinement `{predicate.text}`" if predicate else "a refinement"
        return RefinementError(
            f"{text} raised {type(error).__name__}: {error}, for the value {value!r}",
            place=predicate.place if predicate else None,
            remedy="Rule such values out first, as in `v != 0 and 10 // v > 1`.",
        )

    def either(self, members: list[Ground]) -> Ground:
        return disjoint(self, members)

    def expand(self, called: Called) -> Ground:
        """The body of an alias."""
        if called not in self._expanded:
            env = dict(zip(called.alias.params, called.args, strict=True))
            self._expanded[called] = self.ground(called.alias.type, env, dict(called.given))
        return self._expanded[called]

    def fields(self, made: Made) -> tuple[tuple[Field, Term, Ground], ...]:
        """The fields of a data type with the variable that stands for each; later types are over earlier variables."""
        if made not in self._fields:
            constructor = made.constructor
            env = dict(zip(constructor.params, made.args, strict=False))
            given: dict[str, Term] = {}
            found = []
            for field in constructor.fields:
                ground = self.ground(field.type, env, given)
                if field.optional:
                    ground = self.either([Scalars((Constant(ABSENT),), ANY), ground])
                given[field.name] = variable = self.reducer.intern(var(field.name, ground.sort))
                found.append((field, variable, ground))
            self._fields[made] = tuple(found)
        return self._fields[made]

    def opened(self, tp: Ground, visited: set[object]) -> Sequence[Ground]:
        """The parts of a type, with the fields of data and the bodies of aliases, each of which is opened once."""
        match tp:
            case Made(constructor=constructor) if constructor not in visited:
                visited.add(constructor)
                return [ground for _, _, ground in self.fields(tp)]
            case Called(alias=alias) if alias not in visited:
                visited.add(alias)
                return (self.expand(tp),)
        return tp.parts

    def cut(self, tp: Ground, reach: int) -> Ground:
        """The type with integers beyond a reach left out of the extensions written in it."""
        match tp:
            case Scalars(values=values):
                kept = tuple(v for v in values if type(v.value) is not int or abs(v.value) <= reach or v in tp.named)
                return tp if len(kept) == len(values) else self.intern(tp.with_values(kept))
            case Limited(base=base, terms=terms):
                return self.intern(Limited(self.cut(base, reach), terms, VALUE))
        return self.intern(mapped(tp, lambda part: self.cut(part, reach))) if tp.parts else tp

    def substitute(self, tp: Ground, binding: Binding) -> Ground:
        """A type with the values of siblings substituted."""
        if tp.free.isdisjoint(binding.names):
            return tp
        key = (tp, binding)
        if key not in self._substituted:
            self._substituted[key] = self.intern(self._substitute(tp, binding))
        return self._substituted[key]

    def _substitute(self, tp: Ground, binding: Binding) -> Ground:
        match tp:
            case Limited(base=base, terms=terms):
                inner = self.substitute(base, binding)
                return self.limit(inner, [self._followed(term, binding) for term in terms])
            case Either(members=members, apart=False):
                return self.either([self.substitute(member, binding) for member in members])
            case Called(alias=alias, args=args, given=given):
                ground = tuple(self.substitute(arg, binding) for arg in args)
                return Called(alias, ground, tuple((n, self.reducer.substitute(t, binding)) for n, t in given))
        return mapped(tp, lambda part: self.substitute(part, binding))

    def _followed(self, term: Term, binding: Binding) -> Term:
        known = self.reducer.substitute(term, binding)
        self._trace(term, known)
        return known


def _comparison(term: Term, among: Container[Sort] | None = None) -> Callable[[Any], Any] | None:
    """A comparison of the value with a constant, as a function: the most frequent condition on scalars.

    `among` are the sorts that the constant may be of.
    """
    negated = term.op == "not"
    if negated:
        term = term.args[0]
    if term.op not in ("lt", "le", "eq"):
        return None
    a, b = term.args
    if among is not None and not (a.sort in among and b.sort in among):
        return None
    compare: Callable[[Any, Any], Any] = getattr(operator, term.op)
    if a.op == "var" and b.op == "const":
        limit = constant_value(b)
        return (lambda value: not compare(value, limit)) if negated else (lambda value: compare(value, limit))
    if a.op == "const" and b.op == "var":
        limit = constant_value(a)
        return (lambda value: not compare(limit, value)) if negated else (lambda value: compare(limit, value))
    return None


def _names_in(tp: Type, visited: set[Any]) -> set[str]:
    """Siblings that refinements written in a type depend on."""
    found: set[str] = set()
    if isinstance(tp, Refined):
        found.update(*(predicate.names for predicate in tp.predicates))
    if isinstance(tp, Named) and tp.alias not in visited:
        found |= _names_in(tp.alias.type, visited | {tp.alias})
    for part in tp.parts():
        found |= _names_in(part, visited)
    return found
