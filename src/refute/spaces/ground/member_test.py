"""Membership of a value in a ground type, as a term that is reduced as far as the value is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, cast

from refute.logic.reading.predicates import VALUE
from refute.logic.reduction.reducer import Reducer
from refute.logic.reduction.rewriter import Binding
from refute.logic.reduction.shapes import known_prefix
from refute.logic.terms.term import Constant, Container, Term, sequence_kind, var
from refute.spaces.ground.types import (
    Called,
    Cells,
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
)
from refute.types.model import Constructor, Field


class Expanding(Protocol):
    """The part of the grounder that membership tests use: the types inside others."""

    def expand(self, called: Called) -> Ground: ...
    def fields(self, made: Made) -> Sequence[tuple[Field, Term, Ground]]: ...
    def substitute(self, tp: Ground, binding: Binding) -> Ground: ...


class Member:
    """The payload of a `test` term: is the argument a value of this type?"""

    __slots__ = ("grounder", "type")

    def __init__(self, grounder: Expanding, tp: Ground) -> None:
        self.grounder = grounder
        self.type = tp

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Member) and self.type == other.type

    def __hash__(self) -> int:
        return hash((Member, self.type))

    def __repr__(self) -> str:
        return f"is a {self.type!r}"

    def reduce(self, r: Reducer, subject: Term) -> Term | None:
        """The test reduced by what is known of the subject; None while its shape is unknown."""
        match self.type:
            case Limited(base=base, terms=terms):
                inside = self._of(r, base, subject)
                return r.make("and", (inside, *(self._said(r, term, subject) for term in terms)))
            case Either(members=members):
                return r.make("or", tuple(self._of(r, member, subject) for member in members))
            case Called():
                if subject.op in ("var", "attr", "index"):
                    return None
                return self._of(r, self.grounder.expand(self.type), subject)
            case Scalars(values=values):
                if subject.op == "const":
                    return r.const(subject.data in values)
                if subject.op == "seq" and sequence_kind(subject.sort) in ("str", "bytes"):
                    return self._listed(r, subject, values)
                return r.false if subject.op in ("make", "seq", "set", "dict") else None
        if subject.op == "const":
            return self._constant(r, subject)
        return self._structure(r, subject) if subject.op in ("make", "seq", "set", "dict") else None

    def _of(self, r: Reducer, tp: Ground, subject: Term) -> Term:
        return r.make("test", (subject,), Member(self.grounder, tp))

    def _said(self, r: Reducer, term: Term, subject: Term) -> Term:
        values = (var(VALUE), var(VALUE, self.type.sort))
        return r.substitute(term, Binding([(r.intern(value), subject) for value in values]))

    def _constant(self, r: Reducer, subject: Term) -> Term:
        assert isinstance(subject.data, Constant)
        value: Any = subject.data.value
        if isinstance(self.type, Text) and type(value).__name__ == self.type.kind:
            letters = {letter.value for letter in self.type.alphabet.values}
            short = len(value) <= self.type.length and letters.issuperset(value)
            return r.const(short or subject.data in self.type.landmarks)
        return r.false

    def _structure(self, r: Reducer, subject: Term) -> Term:
        match self.type:
            case Made() as made if subject.op == "make" and _is_made_by(made.constructor, subject):
                fields = self.grounder.fields(made)
                binding = Binding([(v, part) for (_, v, _), part in zip(fields, subject.args, strict=True)])
                ground = (self.grounder.substitute(tp, binding) for _, _, tp in fields)
                return r.make(
                    "and", tuple(self._of(r, tp, part) for tp, part in zip(ground, subject.args, strict=True))
                )
            case Tupled(elements=elements) if sequence_kind(subject.sort) == "tuple" and subject.op == "seq":
                shape = known_prefix(r, subject)
                if shape is not None and shape[1] is None and len(shape[0]) == len(elements):
                    return r.make(
                        "and", tuple(self._of(r, e, item) for e, item in zip(elements, shape[0], strict=True))
                    )
                length = r.make("eq", (r.make("len", (subject,)), r.const(len(elements))))
                places = (r.make("index", (subject, r.const(place))) for place in range(len(elements)))
                each = (self._of(r, e, item) for e, item in zip(elements, places, strict=True))
                return r.make("and", (length, *each))
            case Sequenced(kind=kind, element=element) | Cells(kind=kind, element=element):
                return self._all(r, subject, element) if sequence_kind(subject.sort) == kind else r.false
            case Collected(kind=kind, element=element) if subject.op == "set":
                return self._all(r, subject, element) if cast(Container, subject.data).of == kind else r.false
            case Mapped(keys=keys, item=item) if subject.op == "dict":
                both = (
                    self._all(r, r.make("keys", (subject,)), keys),
                    self._all(r, r.make("values", (subject,)), item),
                )
                return r.make("and", both)
            case Text(kind="str") if subject.sort == "str":
                return self._text(r, subject)
        return r.false

    def _all(self, r: Reducer, subject: Term, element: Ground) -> Term:
        item = r.fresh(element.sort)
        inside = self._of(r, element, r.variable(item))
        return r.make("all", (r.make("comp", (subject, inside, r.true), item),))

    def _listed(self, r: Reducer, subject: Term, values: Sequence[Constant]) -> Term:
        """Whether a text, of which letters are known, is one of some scalars."""
        kind = sequence_kind(subject.sort)
        texts = [value for value in values if type(value.value).__name__ == kind]
        return r.make("or", tuple(r.make("eq", (subject, r.intern(Term("const", (), text)))) for text in texts))

    def _text(self, r: Reducer, subject: Term) -> Term:
        assert isinstance(self.type, Text)
        short = r.make("le", (r.make("len", (subject,)), r.const(self.type.length)))
        known = (r.make("eq", (subject, r.intern(Term("const", (), mark)))) for mark in self.type.landmarks)
        return r.make("or", (r.make("and", (short, self._all(r, subject, self.type.alphabet))), *known))


def _is_made_by(constructor: Constructor, subject: Term) -> bool:
    """Whether a structure is an instance of the class; of a recipe, one that it made."""
    maker = cast(Constructor, subject.data)
    return maker is constructor or (maker.cls is constructor.cls and maker.form == constructor.form != "recipe")
