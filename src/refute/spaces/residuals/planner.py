"""Rewrites of the question that the first field of a product is asked: each serves a family of types.

The question is what the field has to satisfy and what is observed of it. Any rewrite gives the same values: a condition
that is not asked of the field is decided as its classes are picked. What changes is how many different questions there
are. `planned` tries the rewrites in order, and the first that applies is taken.

Decisions of the same kind that are made on other things stand beside these: the order of the fields of a constructor in
`productions/field_order`, its cases in `productions/case_split`, conditions that are run in `narrowing/opaque`, and
bounds of elements by sums in `queries`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple

from refute.logic.reduction.reducer import Reducer
from refute.logic.reduction.rewriter import Binding
from refute.logic.terms.term import ANY, Term

_JOINTS = frozenset(
    {"and", "or", "not", "ite", "eq", "lt", "le", "lin", "is", "in", "truth", "abs", "min", "max", "mul"}
)

# What siblings were asked before: their kind, what they have to satisfy, what is seen of them.
Before = frozenset[tuple[Hashable, frozenset[Term], frozenset[Term]]]
NOTHING_BEFORE: Before = frozenset()


class Question(NamedTuple):
    """What a field has to satisfy by itself, and what is observed of it, over its variable."""

    name: str
    to_value: Binding  # from the variable to the value that is asked about
    required: list[Term]
    observed: list[Term]


Asked = tuple[list[Term], list[Term]]  # what is required, and what is observed
Rewrite = Callable[[Reducer, Before, Hashable, Question], Asked | None]


def planned(r: Reducer, before: Before, kind: Hashable, question: Question) -> Asked:
    """What a field of some kind is required to satisfy, and what is observed of it."""
    for rewrite in REWRITES:
        asked = rewrite(r, before, kind, question)
        if asked is not None:
            return asked
    return question.required, question.observed


def as_sibling(r: Reducer, before: Before, kind: Hashable, question: Question) -> Asked | None:
    """Ask a field just what a sibling of its kind was asked, if that shows enough to decide the rest.

        right: black_height(v) == 2, no_red_red(v)        left: no_red_red(v), observing black_height(v)
        →  right: no_red_red(v), observing black_height(v); the class of height 2 is picked

    The sibling's classes exist already; picking among them is cheaper than building a space for each case. Red-black
    trees in `bench/spaces.py`.
    """
    name, to_value, alone, looks = question
    siblings = [(theirs, shown) for other, theirs, shown in before if other == kind and shown]
    if not siblings:
        return None
    # the fewer observations, the fewer classes; a set alone would give them in an order that depends on hashes
    siblings.sort(key=lambda sibling: [(len(terms), sorted(term.serial for term in terms)) for terms in sibling[::-1]])
    asked = {term: r.substitute(term, to_value) for term in alone}
    for theirs, shown in siblings:
        remaining = [term for term in alone if asked[term] not in theirs]
        required = {asked[term] for term in alone if term not in remaining}
        measured = {part for term in remaining for part in atoms(name, term)} | set(looks)
        if remaining and required == theirs and {r.substitute(part, to_value) for part in measured} <= shown:
            back = Binding([(new, old) for old, new in to_value.pairs])
            in_order: Sequence[Term] = sorted(shown, key=lambda term: term.serial)
            return [term for term in alone if term not in remaining], [r.substitute(term, back) for term in in_order]
    return None


def as_whole(r: Reducer, before: Before, kind: Hashable, question: Question) -> Asked | None:
    """Observe a measure that may be a structure, instead of conditions on its shape and on its parts.

        inferred(body, env) == Bool(), inferred(body, env) is not None
        →  inferred(body, env) is not None, observing inferred(body, env)

    Where a type is inferred, one asks for functions and observes what they take, another for what gives just that, a
    third for anything that has a type. All these become one question. It applies where only the shape of what is
    measured matters, and None is ruled out; or, if it is to be equal to something, where that was observed of a sibling
    already. Conditions on parts of a structure are otherwise better handed down. Well-typed terms in
    `tests/spaces/test_typed_terms.py`.
    """
    name, to_value, alone, looks = question
    shown_before = {term for other, _, shown in before if other == kind for term in shown}
    calls = _calls_on(name, (*alone, *looks))
    if len(calls) != 1:
        return None
    (measured,) = calls
    if measured.sort != ANY or measured.free != {name}:
        return None
    if not (all(_tests(measured, term) for term in alone) and all(_is_about(measured, term) for term in looks)):
        return None
    if all(term.op == "eq" for term in alone) and not looks and r.substitute(measured, to_value) not in shown_before:
        return None
    has_one = r.make("not", (r.make("is", (measured, r.none)),))
    if has_one not in alone and not any(r.replace(term, measured, r.none) is r.false for term in alone):
        return None
    return [has_one], [measured]


REWRITES: tuple[Rewrite, ...] = (as_sibling, as_whole)


def atoms(name: str, term: Term) -> list[Term]:
    """What a condition on one variable measures: its largest parts that are not themselves logic or arithmetic."""
    found: dict[Term, None] = {}

    def look(part: Term) -> None:
        if name not in part.free:
            return
        if part.op not in _JOINTS:
            found[part] = None
            return
        for arg in part.args:
            look(arg)

    look(term)
    return list(found)


def _calls_on(name: str, terms: Iterable[Term]) -> set[Term]:
    """The measures of a variable in terms. Large values that know nothing of it are not looked into."""
    seen: set[Term] = set()
    waiting = list(terms)
    while waiting:
        term = waiting.pop()
        if name in term.free and term not in seen:
            seen.add(term)
            waiting += term.args
    return {term for term in seen if term.op == "call"}


def _tests(measured: Term, condition: Term) -> bool:
    """Whether a condition is about the shape of what is measured, not about numbers and truths in it."""
    match condition.op:
        case "not" | "and" | "or":
            return all(_tests(measured, arg) for arg in condition.args)
        case "isinstance" | "is" | "eq":
            return all(_is_about(measured, arg) for arg in condition.args)
    return False


def _is_about(measured: Term, term: Term) -> bool:
    """Whether a term shows what is measured, parts of it, or the shape of those."""
    match term.op:
        case "attr" | "make" | "seq" | "ite":
            return all(_is_about(measured, arg) for arg in term.args)
    return term is measured or term.free.isdisjoint(measured.free) or _tests(measured, term)
