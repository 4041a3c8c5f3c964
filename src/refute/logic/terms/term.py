"""The words of the logic: terms over Python values, immutable and compared by structure.

A term is an operator, its arguments and a payload. Parsing (`parse`) makes them from Python source, the reducer
(`reducer`) rewrites them into normal form. What each operator means is what Python means by it:

    const                a Python value                            payload: Constant
    var                  a name yet unknown                        payload: its name
    not and or ite       Boolean structure; `ite` is `a if c else b`, `truth` is `bool(x)`
    eq lt le is in       comparisons; the others are written with these; `same` is `a is b or a == b`
    add sub mul div floordiv mod pow neg abs min max lin           numbers; `lin` is a linear sum, made by the reducer
    seq set dict make    structures; payload: their kind and whether a tail is still unknown, or the constructor
    attr index slice len sum sorted reversed range all any convert items keys values concat union inter diff
    comp zip enumerate flatten chain                               what only loops see: lazy, item by item
                         of `comp` the payload is the bound name and its sort; arguments: source, element, condition
    smallest largest     `min` and `max` of a collection, and perhaps of one more item seen before it
    distinct             `len(set(x)) == len(x)`
    unpack               what an assignment to so many targets takes apart
    match                membership in a regular language; payload: the language
    found                what `re.match` and its like return; payload: the language and how to run it
    call                 a measure; opaque: any other Python function, which can only be run on whole values
    apply method         a function of known meaning, or a method by name, run once its arguments are known
    test                 a question whose payload knows how to take it apart
    after                the last argument, once the others have been evaluated without raising
    raise                evaluation raises; payload: the exception
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Protocol, cast, final

from refute.logic.terms.inference import sort_of
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
    """A data constructor, as the logic sees it."""

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
    """One term. Make them with the functions below or through a reducer."""

    __slots__ = ("_hash", "args", "data", "exact", "free", "height", "op", "ranked", "serial", "sort", "total", "value")

    op: str
    args: tuple[Term, ...]
    data: Hashable
    free: frozenset[str]  # names of variables, bound ones of an enclosing comprehension included
    height: int  # how deep comprehensions are nested in it; gives bound names one canonical spelling
    sort: Sort
    value: bool  # whether nothing in it is unknown: constants and structures of constants
    exact: bool  # whether it is a value to which only the very same one is equal, among those of which this is said
    ranked: bool  # whether a Rank occurs in it
    serial: int  # order of first appearance in the reducer that interned it
    total: bool | None  # whether evaluating it surely gives a value, once somebody asked (see rules.totality)

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
            # one loop for all that is known of the arguments: terms are made by the hundred thousand
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
                self.exact = self.value and exact and _is_told_by_parts(op, data)

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
        inside = [repr(t) for t in self.args]
        if self.op in ("const", "var"):
            return repr(self.data) if self.op == "const" else str(self.data)
        if self.data is not None:
            inside.insert(0, f"{self.data!r}")
        return f"{self.op}({', '.join(inside)})"


def _sort(op: str, args: tuple[Term, ...], data: Hashable) -> Sort:
    if op == "const":
        assert isinstance(data, Constant)
        return _CONSTANTS.get(type(data.value), ANY)
    return sort_of(op, args, data)


def _is_told_by_parts(op: str, data: Hashable) -> bool:
    """Whether a structure is equal just to those with the same parts."""
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
    """The term and everything in it, each distinct subterm once; values only if also what is `known` is asked for."""
    seen: set[Term] = set()
    waiting = [term]
    while waiting:
        term = waiting.pop()
        if (known or not term.value) and term not in seen:
            seen.add(term)
            yield term
            waiting.extend(reversed(term.args))
