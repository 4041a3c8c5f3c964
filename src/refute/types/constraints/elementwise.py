"""Conditions on arrays and frames, which are run and not read: comparisons of these give no Booleans, but arrays.

where(lambda a: a.ndim == 2 and a.shape[0] == len(b))     read: only shapes are looked at
where(lambda a: a.ndim == 1 and (a > 0).all())            `a.ndim == 1` is read, then the whole is run
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from types import CodeType

from refute.logic.reading.functions import is_documented
from refute.logic.reading.predicates import VALUE, Predicate, opaque
from refute.logic.terms.term import Term
from refute.types.landmarks import F, predicates_in
from refute.types.model import Data, Refined, Type, mapped

_LONGEST = 30  # letters of a text
_REASON = "it compares arrays"
Known = Mapping[str, frozenset[str]]  # variables that stand for arrays, and what is known of these beforehand


def run_among(siblings: list[F]) -> list[F]:
    """Siblings with conditions that look at arrays among them."""
    known = {sibling.name: found for sibling in siblings if (found := known_of(sibling.type)) is not None}
    return [replace(one, type=_run_in(one.type, known)) for one in siblings] if known else siblings


def _run_in(tp: Type, known: Known) -> Type:
    inside = mapped(tp, lambda part: _run_in(part, known))
    if not isinstance(inside, Refined):
        return inside
    return replace(inside, predicates=tuple(run_where_needed(predicate, known) for predicate in inside.predicates))


def with_texts(tp: Type, code: Iterable[CodeType]) -> Type:
    """A type with what is made of texts that its refinements name, and some code: columns of frames, paths."""
    if not any(data.constructor.renamed for data in _data_in(tp)):
        return tp
    asking = [getattr(predicate.run, "__code__", None) for predicate in predicates_in(tp)]
    texts = tuple(dict.fromkeys(text for one in (*asking, *code) if one for text in _texts_in(one)))
    return _renamed(tp, texts) if texts else tp


def _renamed(tp: Type, names: tuple[str, ...]) -> Type:
    inside = mapped(tp, lambda part: _renamed(part, names))
    if isinstance(inside, Data) and inside.constructor.renamed is not None:
        return replace(inside, constructor=inside.constructor.renamed(names))
    return inside


def _texts_in(code: CodeType) -> Iterator[str]:
    """The short texts in code; not its docstring, nor what is put together."""
    for constant in code.co_consts[is_documented(code) :]:
        if isinstance(constant, CodeType):
            yield from _texts_in(constant)
        for text in constant if isinstance(constant, tuple) else (constant,):
            if isinstance(text, str) and 0 < len(text) <= _LONGEST:
                yield text


def run_on(base: Type, predicates: list[Predicate]) -> list[Predicate]:
    """Conditions on values of a type."""
    known = known_of(base)
    return predicates if known is None else [run_where_needed(one, {VALUE: known}) for one in predicates]


def known_of(tp: Type) -> frozenset[str] | None:
    """The attributes of arrays that are known by their shapes; None for a type without arrays."""
    whole = tp.base if isinstance(tp, Refined) else tp
    found = [set(part.constructor.attributes) for part in _data_in(whole) if part.constructor.opaque]
    if not found:
        return None
    directly = isinstance(whole, Data) or all(isinstance(part, Data) for part in whole.parts())
    return frozenset(set.intersection(*found)) if directly else frozenset()


def _data_in(tp: Type) -> list[Data]:
    inside = [data for part in tp.parts() for data in _data_in(part)]
    return [tp, *inside] if isinstance(tp, Data) else inside


def run_where_needed(predicate: Predicate, known: Known) -> Predicate:
    """A predicate whose conjuncts are read as far as they only ask for what is known of arrays."""
    read = tuple(takewhile(lambda part: _is_read(part.term, known), predicate.conjuncts))
    if len(read) == len(predicate.conjuncts):
        return predicate
    whole = opaque(predicate.run, predicate.names, predicate.text, predicate.place, _REASON)
    return replace(predicate, conjuncts=read + whole.conjuncts)


def _is_read(term: Term, known: Known) -> bool:
    if term.op == "var":
        return term.data not in known
    subject = term.args[0] if term.args else None
    if subject is not None and subject.op == "var" and subject.data in known and term.op in ("attr", "len"):
        return (term.data if term.op == "attr" else "__len__") in known[str(subject.data)]
    return all(_is_read(arg, known) for arg in term.args)
