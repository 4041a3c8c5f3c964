"""Lower bounds on the sizes of the values of types, to skip what cannot fit into a size."""

from __future__ import annotations

from typing import TypeGuard

from refute.logic.reading.predicates import VALUE
from refute.logic.terms.term import Term, constant_value
from refute.spaces.ground.types import Called, Cells, Either, Ground, Limited, Made, Sequenced, Tupled
from refute.spaces.narrowing.heaps.sharing import is_heap
from refute.types.model import Alias, Constructor, Data, Named, Refined, TupleOf, Type, Union, walk

_NONE = 1 << 30  # for types without a finite value


class MinSizes:
    """Lower bounds on the sizes of the values of types, whatever their parameters are.

    Of the conditions on a value, considers the non-emptiness of containers only.
    """

    def __init__(self) -> None:
        self._known: dict[Constructor | Alias, int] = {}

    def of(self, tp: Ground) -> int:
        match tp:
            case Made(constructor=opened) | Called(alias=opened):
                if opened not in self._known:
                    self._find(opened)
                return self._known[opened]
            case Either(members=members):
                return min([self.of(member) for member in members], default=_NONE)
            case Limited(base=Sequenced(element=element) | Cells(element=element), terms=terms):
                return 1 + self.of(element) if any(map(_is_filled, terms)) else 0
            case Limited(base=base):
                return self.of(base)
            case Tupled(elements=elements) if elements:
                return 1 + sum([self.of(element) for element in elements])
        return 0

    def _find(self, opened: Constructor | Alias) -> None:
        """Find the bounds of all types that this leads to, as a least fixed point: they may be mutually recursive."""
        inside = [opened.type] if isinstance(opened, Alias) else [field.type for field in opened.fields]
        parts = [part for tp in inside for part in walk(tp)]
        leads_to = [part.constructor if isinstance(part, Data) else part.alias for part in parts if _is_opened(part)]
        new = [one for one in dict.fromkeys((opened, *leads_to)) if one not in self._known]
        self._known |= dict.fromkeys(new, _NONE)
        changed = True
        while changed:
            changed = False
            for one in new:
                size = self._by_parts(one)
                changed = changed or size < self._known[one]
                self._known[one] = size

    def _by_parts(self, opened: Constructor | Alias) -> int:
        if isinstance(opened, Alias):
            return self._of_type(opened.type)
        if is_heap(opened):
            return 1  # what it holds may be itself
        sizes = [0 if field.optional else self._of_type(field.type) for field in opened.fields]
        return min(_NONE, opened.cost + sum(sizes))

    def _of_type(self, tp: Type) -> int:
        match tp:
            case Data(constructor=opened) | Named(alias=opened):
                return self._known[opened]
            case Union(members=members):
                return min([self._of_type(member) for member in members], default=_NONE)
            case Refined(base=base):
                return self._of_type(base)
            case TupleOf(elements=elements) if elements:
                return min(_NONE, 1 + sum([self._of_type(element) for element in elements]))
        return 0


def _is_opened(tp: Type) -> TypeGuard[Data | Named]:
    return isinstance(tp, Data | Named)


def _is_filled(condition: Term) -> bool:
    """Whether a condition on a container says no more than that it is not empty."""
    if condition.op != "not" or condition.args[0].op != "eq":
        return False
    length, number = condition.args[0].args
    if length.op != "len" or length.args[0].op != "var" or length.args[0].data != VALUE:
        return False
    return number.op == "const" and constant_value(number) == 0
