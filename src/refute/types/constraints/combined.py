"""Combinations of predicates. A list of predicates is their conjunction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from refute.errors import Place
from refute.logic.reading.predicates import VALUE, Predicate
from refute.logic.terms.term import TRUE, Term, var
from refute.types.constraints.vocabulary import predicate

_V = var(VALUE)


def negated(parts: Sequence[Predicate], place: Place | None) -> Predicate:
    run = _all_hold(parts)
    return predicate(
        lambda value: not run(value), f"not ({_text(parts)})", Term("not", (_term(parts),)), place, _reason(parts)
    )


def either(ways: Sequence[Sequence[Predicate]], place: Place | None) -> Predicate:
    """The disjunction of several conjunctions."""
    runs = [_all_hold(parts) for parts in ways]
    text = " or ".join(f"({_text(parts)})" for parts in ways)
    term = Term("or", tuple(_term(parts) for parts in ways))
    reason = next((_reason(parts) for parts in ways if _reason(parts)), "")
    return predicate(lambda value: any(run(value) for run in runs), text, term, place, reason)


def each(parts: Sequence[Predicate], place: Place | None, part: str = "element") -> Predicate:
    """The conjunction for every element of a container, or every key or value of a mapping."""
    run = _all_hold(parts)
    inside: Mapping[str, Callable[[Any], Any]] = {"element": iter, "key": iter, "value": lambda box: box.values()}
    source = {"element": _V, "key": Term("keys", (_V,)), "value": Term("values", (_V,))}[part]
    condition = _term(parts)
    name = f"#each{condition.height}"
    term = Term("all", (Term("comp", (source, _on(condition, var(name)), TRUE), (name, var(name).sort)),))
    text = f"each {part}: {_text(parts)}"
    return predicate(lambda value: all(map(run, inside[part](value))), text, term, place, _reason(parts))


def of_attribute(name: str, parts: Sequence[Predicate], place: Place | None) -> Predicate:
    """The conjunction for one attribute of the value."""
    run = _all_hold(parts)
    term = _on(_term(parts), Term("attr", (_V,), name))
    return predicate(lambda value: run(getattr(value, name)), f"v.{name}: {_text(parts)}", term, place, _reason(parts))


def _all_hold(parts: Sequence[Predicate]) -> Callable[[Any], bool]:
    return lambda value: all(part.run(value) for part in parts)


def _term(parts: Sequence[Predicate]) -> Term:
    terms = tuple(part.term for part in parts)
    return terms[0] if len(terms) == 1 else Term("and", terms) if terms else TRUE


def _text(parts: Sequence[Predicate]) -> str:
    return " and ".join(part.text for part in parts) or "True"


def _reason(parts: Sequence[Predicate]) -> str:
    return next((conjunct.reason for part in parts for conjunct in part.conjuncts if conjunct.reason), "")


def _on(term: Term, subject: Term) -> Term:
    """A condition with another subject in the place of the value."""
    if VALUE not in term.free:
        return term
    if term.op == "var":
        return subject
    sort = term.sort if term.op == "call" else None
    return Term(term.op, tuple(_on(arg, subject) for arg in term.args), term.data, sort)
