"""Data whose parameter is only compared: tested with two bounds, as one would by hand.

    def node(v, low, high, K):                        class Node(Generic[K]):
        key = v.key                                       key: K
        if not (type(key) is int and low < key < high): return False
        left = v.left                                     left: "Tree[Annotated[K, where(lambda v, key: v < key)]]"
        if not (isinstance(left, Leaf) or node(left, low, key, K)): return False
        return True

All that the nodes around a key ask of it is that it lies between two of them, as integers have one order. So this is
for integers alone, and for numbers that are not huge: all else has to be tested in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from refute.conform.typing_rules import kept_as
from refute.logic.reading.predicates import VALUE, Predicate
from refute.logic.terms.term import Constant, Term
from refute.types.model import Anything, Atom, Constructor, Data, Named, Param, Refined, Type, Union
from refute.types.substitution import filled

# What lies outside is not accepted.
LOWEST, HIGHEST = -(1 << 62), 1 << 62
# Aliases that stand for aliases.
_DEEP = 5

Test = Callable[[Type, str], str]


def bounded(constructor: Constructor) -> bool:
    """Whether all that is asked of the parameter of a class, and of those in it, is to lie between earlier fields."""
    return _bounded(constructor, set())


def _bounded(constructor: Constructor, seen: set[Constructor]) -> bool:
    if constructor in seen:
        return True
    seen.add(constructor)
    if len(constructor.params) != 1 or constructor.form == "mapping" or None in kept_as(constructor):
        return False
    keys = [field.name for field in constructor.fields if isinstance(field.type, Param)]
    return all(_only_compared(field.type, keys, seen, 0) for field in constructor.fields)


def _only_compared(tp: Type, keys: list[str], seen: set[Constructor], depth: int) -> bool:
    match tp:
        case Param():
            return True
        case Union(members=members) if not isinstance(tp, Anything):
            return all(_only_compared(member, keys, seen, depth) for member in members if has_params(member))
        case Refined(base=base):
            return not isinstance(base, Param) and _only_compared(base, keys, seen, depth)
        case Named() if depth < _DEEP:
            return _only_compared(expanded(tp), keys, seen, depth + 1)
        case Data(constructor=constructor, args=(Param(),)):
            return _bounded(constructor, seen)
        case Data(constructor=constructor, args=(Refined(base=Param(), predicates=predicates),)):
            sides = [side for predicate in predicates if (side := side_of(predicate)) and side[1] in keys]
            each_once = len({bound for bound, _, _ in sides}) == len(predicates)
            return each_once and _bounded(constructor, seen)
    return not has_params(tp)


def has_params(tp: Type) -> bool:
    return isinstance(tp, Param) or any(map(has_params, tp.parts()))


def expanded(tp: Named) -> Type:
    """What an alias stands for."""
    return filled(tp.alias.type, dict(zip(tp.alias.params, tp.args, strict=False)))


def side_of(predicate: Predicate) -> tuple[str, str, int] | None:
    """Of a refinement that compares the value with a sibling: the bound it gives, the sibling, and how far outside."""
    found = _compared(predicate.term)
    if found is None or found[1].op != "var" or len(predicate.names) != 1:
        return None
    return found[0], predicate.names[0], found[2]


def range_of(tp: Type) -> tuple[int, int] | None:
    """The bounds of a type of integers, both outside it; None if it is none, or asks for more."""
    match tp:
        case Atom(kind="int"):
            return LOWEST, HIGHEST
        case Refined(base=base, predicates=predicates):
            bounds = range_of(base)
            for predicate in predicates:
                for conjunct in predicate.conjuncts:
                    found = _compared(conjunct.term)
                    value = _integer(found[1]) if found else None
                    if bounds is None or found is None or value is None:
                        return None
                    low, high = bounds
                    if found[0] == "low":
                        bounds = max(low, value - found[2]), high
                    else:
                        bounds = low, min(high, value + found[2])
            return bounds
    return None


def is_of_integers(tp: Type) -> bool:
    return isinstance(tp, Atom) and tp.kind == "int" if not isinstance(tp, Refined) else is_of_integers(tp.base)


def _compared(term: Term) -> tuple[str, Term, int] | None:
    """Which bound of the value a comparison gives, by what, and how far outside of that it is."""
    if term.op not in ("lt", "le"):
        return None
    left, right = term.args
    offset = int(term.op == "le")
    if left.op == "var" and left.data == VALUE:
        return "high", right, offset
    if right.op == "var" and right.data == VALUE:
        return "low", left, offset
    return None


def _integer(term: Term) -> int | None:
    value = term.data.value if term.op == "const" and isinstance(term.data, Constant) else None
    return value if type(value) is int else None


def test_of(
    tp: Type,
    x: str,
    siblings: Mapping[str, str],
    plain: Test,
    either: Callable[[Union, str, Test], str],
    call: Callable[[Constructor, str], str],
) -> str:
    """An expression that is true only if `x`, a field of bounded data, is of its type. The rest of it is written by
    those that are given: for types without parameters, for unions, and for data."""

    def test(tp: Type, x: str) -> str:
        match tp:
            case Param():
                return f"(type({x}) is int and low < {x} < high and (p is None or p({x})))"
            case _ if not has_params(tp):
                return plain(tp, x)
            case Refined(base=base, predicates=predicates):
                return f"({test(base, x)} and {plain(Refined(Anything(()), predicates), x)})"
            case Union():
                return either(tp, x, test)
            case Named():
                return test(expanded(tp), x)
            case Data(constructor=constructor, args=(arg,)):
                bounds = {"low": "low", "high": "high"}
                for predicate in arg.predicates if isinstance(arg, Refined) else ():
                    side = side_of(predicate)
                    assert side is not None
                    bound, sibling, outside = side
                    offset = "" if not outside else " - 1" if bound == "low" else " + 1"
                    bounds[bound] = f"{siblings[sibling]}{offset}"
                return call(constructor, f"{x}, {bounds['low']}, {bounds['high']}, p")
        raise AssertionError(tp)

    return test(tp, x)
