"""Simple types that serve for a protocol or an abstract class: those that have its methods.

SupportsInt         int, Fraction
Hashable            int, str, tuple[int, ...]
SupportsLessThan    int; as the bound of a type variable, int, str and tuple[int, ...] in turn
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from refute.types.model import Atom, DictOf, SequenceOf, Type

_INT = Atom("int")
# In order; of those that serve, the first few are built.
_SIMPLE: tuple[tuple[type, Type], ...] = (
    (int, _INT),
    (str, Atom("str")),
    (tuple, SequenceOf("tuple", _INT)),
    (float, Atom("float")),
    (Fraction, Atom("fraction")),
    (list, SequenceOf("list", _INT)),
    (dict, DictOf(_INT, _INT)),
    (bytes, Atom("bytes")),
    (complex, Atom("complex")),
)
_MOST = 3
# Methods that take and give nothing but the value itself and plain numbers and texts, so that a name tells all.
_ALONE = frozenset(
    f"__{name}__"
    for name in (
        *("int", "float", "complex", "index", "bool", "str", "repr", "bytes", "format", "hash", "len"),
        *("abs", "round", "trunc", "floor", "ceil", "neg", "pos", "invert"),
    )
)
# Those that take a second value, which has to be of the same type.
_TOGETHER = frozenset(
    f"__{name}__" for name in ("lt", "le", "gt", "ge", "eq", "ne", "add", "radd", "sub", "rsub", "mul", "rmul")
)


# Those of floats that raise for infinities and for what is no number.
_FINITE = frozenset(f"__{name}__" for name in ("int", "round", "trunc", "floor", "ceil"))


def goes_together(members: Collection[str]) -> bool:
    """Whether values of one type only go together: `1 < "a"` raises."""
    return bool(_TOGETHER & set(members) - {"__eq__", "__ne__"})


def serving(members: Collection[str], given: Sequence[Type], base: type = object) -> tuple[Type, ...]:
    """The simple types that have all these methods; with type arguments that are among them, only these.

    None if there is a method of which the name alone does not tell what it does. All are subclasses of `base`.
    """
    if not members or not set(members) <= _ALONE | _TOGETHER:
        return ()
    found = [tp for cls, tp in _SIMPLE if all(_has(cls, name) for name in members) and issubclass(cls, base)]
    return tuple([tp for tp in found if tp in given] or found[:_MOST])


def _has(cls: type, name: str) -> bool:
    return getattr(cls, name, None) is not None and not (cls is float and name in _FINITE)
