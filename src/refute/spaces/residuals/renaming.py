"""Renaming: where only the order of elements matters, an extension matters only by how many scalars it has.

A search tree over {3, 7, 9} has as many shapes as one over {0, 1, 2}. So a type whose extension a sibling's value has
made smaller is built once over *ranks* 0, 1, 2, …, whatever scalars there are, and decoded through the sorted
extension. Whether only the order matters is found out at run time: a `Rank` supports comparisons with ranks, and
anything else raises `RankTouched`, upon which the type is built over the scalars themselves. Observations may contain
ranks, as the set of the elements of a list does: they are translated into the scalars that the ranks stand for.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.term import Constant, Rank, Term, constant_value
from refute.spaces.ground.types import Cells, Either, Ground, Limited, Made, Scalars, Sequenced, scalars_in
from refute.spaces.nodes.extension import Extension


@lru_cache(maxsize=1024)
def _ranks(count: int) -> tuple[Constant, ...]:
    return tuple(Constant(Rank(place)) for place in range(count))


def in_extension(r: Reducer, term: Term, picks: Extension) -> Term:
    """A known term over ranks, with the scalars they stand for in their place."""
    if not term.ranked:
        return term
    if term.op == "const":
        return r.const(picks[constant_value(term).place])
    return r.make(term.op, tuple([in_extension(r, arg, picks) for arg in term.args]), term.data)


def renamed(tp: Ground) -> tuple[Ground, tuple[Any, ...]] | None:
    """A type over ranks and the scalars they stand for, if it has one extension that was cut, of ordered scalars."""
    if isinstance(tp, Scalars):
        return None
    cut = {scalars for scalars in scalars_in(tp) if scalars.cut}
    if len(cut) != 1:
        return None
    (old,) = cut
    values: list[Any] = [constant.value for constant in old.values]
    kinds = {type(value) for value in values}
    if not kinds <= {int} and kinds != {Rank}:
        return None
    picks = tuple(sorted(values))
    if all(type(pick) is Rank and pick.place == place for place, pick in enumerate(picks)) and picks:
        return None
    new = old.with_values(_ranks(len(picks)))
    replaced = _replaced(tp, old, new)
    return None if replaced is None else (replaced, picks)


def _replaced(tp: Ground, old: Scalars, new: Scalars) -> Ground | None:
    """The type with one extension for another; None if it is inside a type that depends on more than the order."""
    if tp == old:
        return new
    if not any(scalars == old for scalars in scalars_in(tp)):
        return tp
    match tp:
        case Made(constructor=constructor, args=args):
            parts = [_replaced(arg, old, new) for arg in args]
            return None if None in parts else Made(constructor, tuple(part for part in parts if part is not None))
        case Either(members=members):
            parts = [_replaced(member, old, new) for member in members]
            return None if None in parts else Either(tuple(part for part in parts if part is not None), tp.apart)
        case Sequenced(kind=kind, element=element):
            inner = _replaced(element, old, new)
            return None if inner is None else Sequenced(kind, inner)
        case Cells(kind=kind, element=element):
            inner = _replaced(element, old, new)
            return None if inner is None else Cells(kind, inner)
        case Limited(base=base, terms=terms):
            inner = _replaced(base, old, new)
            return None if inner is None else Limited(inner, terms, "@")
    return None
