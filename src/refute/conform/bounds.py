"""Data that is ordered by its type parameter: tested with a lower and an upper bound.

    def node(v, low, high, K):                        class Node(Generic[K]):
        key = v.key                                       key: K
        if not (type(key) is int and low < key < high): return False
        left = v.left                                     left: "Tree[Annotated[K, where(lambda v, key: v < key)]]"
        if not (isinstance(left, Leaf) or node(left, low, key, K)): return False
        return True

All conditions on a key by the nodes above it amount to two bounds, because integers are totally ordered. This holds for
integers within `LOWEST` and `HIGHEST` only; everything else is tested by the general code of `compiled`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from refute.conform.typing_rules import attribute_names
from refute.logic.reading.predicates import VALUE, Predicate
from refute.logic.terms.term import Constant, Term
from refute.types.model import Anything, Atom, Constructor, Data, Named, Open, Param, Refined, Type, Union
from refute.types.substitution import filled

# Integers outside these are not accepted here.
LOWEST, HIGHEST = -(1 << 62), 1 << 62
# Aliases of aliases that are followed.
_DEEP = 5

Test = Callable[[Type, str], str]


def bounded(constructor: Constructor) -> bool:
    """Whether the type parameter of a class, and of the classes in it, is only compared with earlier fields."""
    return _bounded(constructor, set())


def _bounded(constructor: Constructor, seen: set[Constructor]) -> bool:
    if constructor in seen:
        return True
    seen.add(constructor)
    if len(constructor.params) != 1 or constructor.form == "mapping" or None in attribute_names(constructor):
        return False
    keys = [field.name for field in constructor.fields if isinstance(field.type, Param)]
    return all(_only_compared(field.type, keys, seen, 0) for field in constructor.fields)


def _only_compared(tp: Type, keys: list[str], seen: set[Constructor], depth: int) -> bool:
    match tp:
        case Param():
            return True
        case Union(members=members) if not isinstance(tp, Anything | Open):
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
    """The body of an alias, with its arguments filled in."""
    return filled(tp.alias.type, dict(zip(tp.alias.params, tp.args, strict=False)))


def side_of(predicate: Predicate) -> tuple[str, str, int] | None:
    """For a comparison of the value with a sibling: "low" or "high", the sibling, and the offset."""
    found = _compared(predicate.term)
    if found is None or found[1].op != "var" or len(predicate.names) != 1:
        return None
    return found[0], predicate.names[0], found[2]


def range_of(tp: Type) -> tuple[int, int] | None:
    """The exclusive bounds of a type of integers; None if it is another type, or has other refinements."""
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
    """For a comparison of the value: "low" or "high", the term it is compared with, and the offset."""
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
    """The source of a test that `x`, a field of bounded data, is of its type.

    `plain` gives the test of a type without parameters, `either` that of a union, `call` that of data.
    """

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
