"""Terms: the expressions of the logic, immutable and compared by structure.

A term is an operator, its arguments and a payload. The readers in `reading` make terms from Python source, a reducer
rewrites them into normal form. Every operator means what Python means by it:

    const                a Python value; payload: Constant
    var                  an unknown; payload: its name
    not and or ite       Boolean structure; `ite` is `a if c else b`, `truth` is `bool(x)`
    eq lt le is in       comparisons, by which the others are expressed; `same` is `a is b or a == b`
    add sub mul div floordiv mod pow neg abs min max lin
                         arithmetic; `lin` is a linear sum, payload: its constant and coefficients
    seq set dict make    structures; payload: the Container, or the constructor
    attr index slice len sum sorted reversed range all any convert items keys values concat union inter diff
    comp zip enumerate flatten chain
                         lazy iterables; `comp` is a comprehension with the arguments source, element and condition,
                         payload: the bound name and its sort
    smallest largest     `min` and `max` of a collection, and of an item that came before it
    added                a sum by `+=`, from a value before the first item
    distinct             `len(set(x)) == len(x)`
    unpack               assignment to several targets; payload: their number
    match                membership in a regular language; payload: the language
    found                the result of `re.match` and its like; payload: Search
    call                 a measure; payload: Measure
    opaque               any other Python function, which can only be run on whole values; payload: Run
    apply method         a function of known meaning, or a method by name, which is run once its arguments are known
    test                 a condition with a rule of its own; payload: Reducible
    after                the last argument, once the others have been evaluated without raising
    raise                evaluation raises; payload: Raised

Terms print as Python:

    >>> x, xs = var("x", INT), var("xs", seq_sort(INT, "list"))
    >>> Term("le", (Term("sum", (xs, ZERO)), Term("lin", (x, Term("len", (xs,))), (-1, (2, -1)))))
    sum(xs) <= 2 * x - len(xs) - 1
    >>> Term("all", (Term("comp", (xs, Term("lt", (var("$1"), x)), TRUE), ("$1", INT)),))
    all($1 < x for $1 in xs)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Protocol, cast, final

from refute.logic.terms.inference import sort_of
from refute.logic.terms.notation import written
from refute.logic.terms.payloads import Constant, Container, Raised, identity_key
from refute.logic.terms.ranks import Rank, RankTouched
from refute.logic.terms.sorts import (
    ANY,
    BOOL,
    INT,
    INTEGERS,
    NAT,
    RANK,
    STR,
    DataSort,
    Sort,
    data_sort,
    dict_sort,
    element_sort,
    is_container,
    is_data,
    is_dict,
    is_row,
    is_set,
    row_sort,
    seq_sort,
    sequence_kind,
    set_sort,
)

# Sorts and payloads are part of the vocabulary.
__all__ = [
    "ANY",
    "BOOL",
    "FALSE",
    "INT",
    "INTEGERS",
    "NAT",
    "NONE",
    "RANK",
    "STR",
    "TRUE",
    "ZERO",
    "Constant",
    "Container",
    "Maker",
    "Raised",
    "Rank",
    "RankTouched",
    "Sort",
    "Term",
    "const",
    "constant_value",
    "data_sort",
    "dict_sort",
    "element_sort",
    "identity_key",
    "is_container",
    "is_data",
    "is_dict",
    "is_row",
    "is_set",
    "row_sort",
    "seq_sort",
    "sequence_kind",
    "set_sort",
    "subterms",
    "var",
]


class Maker(DataSort, Protocol):
    """A data constructor: what the logic needs to know of it."""

    @property
    def names(self) -> Sequence[str]: ...
    @property
    def attributes(self) -> Mapping[str, Term]:
        """Attributes of an instance as terms over the names of the fields; the missing ones can only be run."""
        ...

    @property
    def structural(self) -> bool:
        """Whether two instances are equal exactly when their fields are."""
        ...

    def __hash__(self) -> int: ...
    def build(self, values: Sequence[Any]) -> Any: ...
    def parts(self, instance: Any) -> Sequence[Any]: ...


_CONSTANTS: dict[type, Sort] = {
    int: INT,
    bool: BOOL,
    str: STR,
    Rank: RANK,
    range: seq_sort(INT),
    bytes: seq_sort(INT, "bytes"),
}
_NO_NAMES: frozenset[str] = frozenset()
_STRUCTURES = frozenset({"make", "seq", "set", "dict"})


@final
class Term:
    """A term. To be made by the functions below, or in normal form by a reducer."""

    __slots__ = ("_hash", "args", "data", "exact", "free", "height", "op", "ranked", "serial", "sort", "total", "value")

    op: str
    args: tuple[Term, ...]
    data: Hashable
    free: frozenset[str]  # names of free variables
    height: int  # how deep comprehensions are nested in it; determines the canonical names of bound variables
    sort: Sort
    value: bool  # whether it is a value: a constant, or a structure of constants
    exact: bool  # whether it is a value that equals another exact one only if both are the same term
    ranked: bool  # whether a Rank occurs in it
    serial: int  # order of first appearance in the reducer that interned it
    total: bool | None  # whether evaluating it never raises; None until it is first asked for (see `totality`)

    def __init__(self, op: str, args: tuple[Term, ...] = (), data: Hashable = None, sort: Sort | None = None) -> None:
        self.op = op
        self.args = args
        self.data = data
        self.sort = _sort(op, args, data) if sort is None else sort
        self._hash = hash((op, data, self.sort, args))
        self.serial = 0
        self.total = None
        self.height = 0
        self.ranked = self.value = self.exact = False
        if op == "var":
            self.free = frozenset((str(data),))
        elif op == "comp":
            source, *inner = args
            name, _ = cast(tuple[str, Sort], data)
            self.free = source.free.union(*(t.free - {name} for t in inner))
            self.height = max(source.height, 1 + max(t.height for t in inner))
            self.ranked = any(t.ranked for t in args)
        elif op == "const":
            self.free = _NO_NAMES
            self.ranked = self.sort == RANK
            self.value = True
            self.exact = type(cast(Constant, data).value) in (str, bytes, type(None))
        else:
            # one loop for all properties: terms are made by the hundred thousand
            free, height, ranked, value, exact = _NO_NAMES, 0, False, True, True
            for arg in args:
                if arg.free is not free and arg.free:
                    free = free | arg.free if free else arg.free
                if arg.height > height:
                    height = arg.height
                ranked = ranked or arg.ranked
                value = value and arg.value
                exact = exact and arg.exact
            self.free, self.height, self.ranked = free, height, ranked
            if value and op in _STRUCTURES:
                self.value = op == "make" or not cast(Container, data).open
                self.exact = self.value and exact and _is_structural(op, data)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            type(other) is Term
            and self._hash == other._hash
            and self.op == other.op
            and self.data == other.data
            and self.sort == other.sort
            and self.args == other.args
        )

    def __repr__(self) -> str:
        return written(self)


def _sort(op: str, args: tuple[Term, ...], data: Hashable) -> Sort:
    if op == "const":
        assert isinstance(data, Constant)
        return _CONSTANTS.get(type(data.value), ANY)
    return sort_of(op, args, data)


def _is_structural(op: str, data: Hashable) -> bool:
    """Whether a structure equals exactly those with the same parts."""
    if op == "make":
        maker = cast(Maker, data)
        return maker.structural and maker.form == "object"
    return op == "seq" and cast(Container, data).of in ("list", "tuple")


def const(value: object) -> Term:
    return Term("const", (), Constant(value))


def var(name: str, sort: Sort = ANY) -> Term:
    return Term("var", (), name, sort)


def constant_value(term: Term) -> Any:
    """The Python value of a `const` term."""
    assert isinstance(term.data, Constant)
    return term.data.value


TRUE = const(True)
FALSE = const(False)
NONE = const(None)
ZERO = const(0)


def subterms(term: Term, *, known: bool = True) -> Iterator[Term]:
    """The term and its subterms, each distinct one once; without values if `known` is false."""
    seen: set[Term] = set()
    waiting = [term]
    while waiting:
        term = waiting.pop()
        if (known or not term.value) and term not in seen:
            seen.add(term)
            yield term
            waiting.extend(reversed(term.args))
