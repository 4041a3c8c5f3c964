"""Unfolds predicates by hand, as spaces do: an element becomes known, and what is left asks something of the rest."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from small_world import makers

from refute.logic.reading.predicates import VALUE, read_predicate
from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.term import INT, Container, Sort, Term, element_sort, is_set, seq_sort, sequence_kind, var

INTS = seq_sort(INT, "list")


class Question:
    """A predicate on a value of which a beginning may be known. Questions of one `r` can be compared by identity."""

    def __init__(self, r: Reducer, predicate: Callable[..., Any], sort: Sort = INTS) -> None:
        read = read_predicate(predicate, {}, None)
        assert read.symbolic, read.conjuncts
        self.r = r
        self.sort = sort
        self.value = r.intern(var(VALUE, sort))
        self.term = r.replace(r.load(read.term), r.intern(var(VALUE)), self.value)

    def asked(self, term: Term) -> Question:
        found = Question.__new__(Question)
        found.r, found.sort, found.value, found.term = self.r, self.sort, self.value, term
        return found

    def then(self, *items: object) -> Question:
        """What is left to ask of the rest after these items, one after the other."""
        term, r = self.term, self.r
        for item in items:
            head = r.intern(var("·head", element_sort(self.sort)))
            if is_set(self.sort):
                opened = r.make("set", (head, self.value), Container("set", True))
            else:
                opened = r.make("seq", (head, self.value), Container(sequence_kind(self.sort) or "list", True))
            term = r.replace(term, self.value, opened)
            term = r.replace(term, head, r.const(item))
        return self.asked(term)

    def end(self) -> Term:
        """The answer, if nothing comes any more."""
        kind = "set" if is_set(self.sort) else sequence_kind(self.sort) or "list"
        return self.r.replace(
            self.term, self.value, self.r.make("set" if kind == "set" else "seq", (), Container(kind))
        )

    @property
    def conjuncts(self) -> frozenset[Term]:
        if self.term is self.r.true:
            return frozenset()
        return frozenset(self.term.args if self.term.op == "and" else (self.term,))


def asking(predicate: Callable[..., Any], sort: Sort = INTS) -> Question:
    return Question(Reducer(makers()), predicate, sort)


def family(question: Question, items: Iterable[object], depth: int) -> list[int]:
    """How many different questions are left after 1, 2, 3, … of these items, in any combination."""
    items = list(items)
    level: dict[Hashable, Question] = {question.conjuncts: question}
    sizes = []
    for _ in range(depth):
        after = [asked.then(item) for asked in level.values() for item in items]
        level = {asked.conjuncts: asked for asked in after if asked.term is not question.r.false}
        sizes.append(len(level))
    return sizes


def is_closed(question: Question, items: Iterable[object], depth: int = 6) -> bool:
    """Whether the family of residuals does not grow with the prefix any more at the end."""
    sizes = family(question, items, depth)
    return sizes[-1] <= sizes[-2] <= sizes[-3]
