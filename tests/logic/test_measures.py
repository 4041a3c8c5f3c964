"""Measures: what makes one structural, what is said of those that are not, and that these can still be used."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import pytest

from refute.errors import RefinementError
from refute.logic.reading.measures import MeasureWarning, measure
from refute.logic.reading.predicates import VALUE, read_predicate
from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.measure import Measure
from refute.logic.terms.term import BOOL, INT, STR, Container, Term, dict_sort, row_sort, seq_sort, set_sort, var
from refute.types.reading.annotations import Reader
from refute.types.reading.context import context_of

T = TypeVar("T")


@dataclass(frozen=True)
class Leaf:
    pass


@dataclass(frozen=True)
class Node:
    key: int
    left: Tree
    right: Tree

    @measure
    def total(self) -> int:
        return self.key + subtotal(self.left) + subtotal(self.right)


Tree = Leaf | Node


@dataclass(frozen=True)
class Rose:
    label: int
    children: list[Rose]
    by_name: dict[str, Rose]


@measure
def subtotal(t: Tree) -> int:
    return t.total() if isinstance(t, Node) else 0


@measure
def size(t: Tree) -> int:
    match t:
        case Leaf():
            return 0
        case Node(_, left, right):
            return size(left) + 1 + size(right)


@measure
def even_levels(t: Tree) -> int:
    return 0 if isinstance(t, Leaf) else 1 + odd_levels(t.left) + odd_levels(t.right)


@measure
def odd_levels(t: Tree) -> int:
    return 0 if isinstance(t, Leaf) else even_levels(t.left) + even_levels(t.right)


@measure
def at_depth(t: Tree, depth: int) -> int:
    """With a scalar beside the structure."""
    if isinstance(t, Leaf):
        return 0
    return (depth == 0) + at_depth(t.left, depth - 1) + at_depth(t.right, depth - 1)


@measure
def heaviest(least: int, t: Tree) -> int:
    """The structure need not come first."""
    return least if isinstance(t, Leaf) else max(t.key, heaviest(least, t.left), heaviest(least, t.right))


@measure
def labels(r: Rose) -> int:
    return r.label + sum(labels(c) for c in r.children) + sum(labels(c) for c in r.by_name.values())


@measure
def ascending(xs: list[int]) -> bool:
    return len(xs) < 2 or (xs[0] <= xs[1] and ascending(xs[1:]))


@measure
def spelled(xs: list[int]) -> str:
    match xs:
        case []:
            return ""
        case [first, *rest]:
            return ("+" if first > 0 else "-") + spelled(rest)


@dataclass(frozen=True)
class Nil(Generic[T]):
    pass


@dataclass(frozen=True)
class Cons(Generic[T]):
    head: T
    tail: Nil[T] | Cons[T]


@measure
def listed(xs: Nil[T] | Cons[T]) -> tuple[T, ...]:
    return (xs.head, *listed(xs.tail)) if isinstance(xs, Cons) else ()


@measure
def elements(xs: Nil[T] | Cons[T]) -> frozenset[T]:
    if isinstance(xs, Nil):
        return frozenset()
    return frozenset({xs.head}) | elements(xs.tail)


@measure
def one_of_a_kind(xs: Nil[T] | Cons[T]) -> bool:
    match xs:
        case Nil():
            return True
        case Cons(head, tail):
            return head not in elements(tail) and one_of_a_kind(tail)


def makers() -> dict[type, Any]:
    reader = Reader()
    for annotation in (Tree, Rose, Cons[int]):
        reader.read_whole(annotation, context_of(Node))
    return reader.constructors


TREE = Node(4, Node(2, Leaf(), Leaf()), Node(7, Leaf(), Node(9, Leaf(), Leaf())))


def refused(function: Callable[..., Any]) -> tuple[Measure[..., Any], str]:
    """A measure that cannot be taken apart, and what is said of it."""
    with pytest.warns(MeasureWarning) as caught:
        made = measure(function)
    assert made.body is None
    return made, str(caught[0].message)


def unfolded(term: Term) -> tuple[Reducer, Term]:
    r = Reducer(makers())
    return r, r.load(term)


# -- structural ones ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "made", [size, even_levels, odd_levels, at_depth, heaviest, labels, ascending, spelled, Node.total, subtotal]
)
def test_structural_measures_can_be_taken_apart(made: Measure[..., Any]) -> None:
    assert made.problem == ""
    assert made.body is not None


def test_a_measure_is_called_as_the_function_it_was() -> None:
    assert size(TREE) == 4
    assert TREE.total() == 22
    assert (even_levels(TREE), odd_levels(TREE)) == (2, 2)
    assert repr(size) == "<measure size>"
    assert inspect.signature(size).return_annotation == "int"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda t: size(t), 4),
        (lambda t: even_levels(t), 2),
        (lambda t: at_depth(t, 1), 2),
        (lambda t: heaviest(8, t), 9),
        (lambda t: t.total(), 22),
        (lambda t: subtotal(t), 22),
    ],
)
def test_measures_unfold_field_by_field_to_what_they_compute(call: Callable[[Any], Any], expected: int) -> None:
    for value in (TREE, TREE.left, TREE.right):
        predicate = read_predicate(call, globals(), None)
        r = Reducer(makers())
        term = r.load(predicate.term.args[0])
        term = _field_by_field(r, term, r.intern(var(VALUE)), value)
        assert r.concrete(term) == call(value)
    assert call(TREE) == expected


def _field_by_field(r: Reducer, term: Term, variable: Term, value: Any) -> Term:
    if isinstance(value, Leaf):
        return r.replace(term, variable, r.make("make", (), r.makers[Leaf]))
    assert isinstance(value, Node)
    key, left, right = (r.intern(var(f"{variable.data}.{name}")) for name in ("key", "left", "right"))
    term = r.replace(term, variable, r.make("make", (key, left, right), r.makers[Node]))
    term = _field_by_field(r, term, right, value.right)
    term = _field_by_field(r, term, left, value.left)
    return r.replace(term, key, r.const(value.key))


def test_a_list_measure_unfolds_element_by_element() -> None:
    r, term = unfolded(Term("call", (var("xs"),), spelled, spelled.sort))
    for _ in range(2):
        rest = r.intern(var("xs"))
        term = r.replace(term, rest, r.make("seq", (r.const(1), rest), Container("list", True)))
    assert r.concrete(r.replace(term, r.intern(var("xs")), r.const([-1]))) == "++-"


def test_a_measure_over_children_sums_over_those_that_are_known() -> None:
    r, term = unfolded(Term("call", (var("r"),), labels, INT))
    children, named = (r.intern(var(name)) for name in ("children", "named"))
    node = r.make("make", (r.const(5), children, named), r.makers[Rose])
    term = r.replace(r.replace(term, r.intern(var("r")), node), named, r.const({}))
    leaf = r.const(Rose(3, [], {}))
    term = r.replace(term, children, r.make("seq", (leaf, children), Container("list", True)))
    assert r.concrete(r.replace(term, children, r.const([]))) == 8


@pytest.mark.parametrize(("made", "expected"), [(listed, (1, 2, 1)), (elements, {1, 2}), (one_of_a_kind, False)])
def test_a_measure_of_a_generic_type_unfolds_through_its_union(made: Measure[..., Any], expected: object) -> None:
    r, term = unfolded(Term("call", (var("xs"),), made, made.sort))
    rest = r.intern(var("xs"))
    for head in (1, 2, 1):
        term = r.replace(term, rest, r.make("make", (r.const(head), rest), r.makers[Cons]))
    assert r.concrete(r.replace(term, rest, r.const(Nil()))) == expected == made(Cons(1, Cons(2, Cons(1, Nil()))))


def test_a_measure_is_decided_as_soon_as_what_is_known_decides_it() -> None:
    r, term = unfolded(Term("call", (var("xs"),), one_of_a_kind, BOOL))
    rest = r.intern(var("xs"))
    for head in (1, 2, 1):
        term = r.replace(term, rest, r.make("make", (r.const(head), rest), r.makers[Cons]))
    assert term is r.false


def test_the_structure_is_the_parameter_it_recurs_on() -> None:
    assert heaviest.body is not None
    assert heaviest.body.structure == 1


def test_without_recursion_the_structure_is_the_first_parameter_that_is_no_scalar() -> None:
    @measure
    def root_is(wanted: int, t: Tree) -> bool:
        return isinstance(t, Node) and t.key == wanted

    assert root_is.body is not None
    assert root_is.body.structure == 1


@pytest.mark.parametrize(
    ("annotation", "sort"),
    [
        ("int", INT),
        ("bool", BOOL),
        ("str", STR),
        ("tuple[int, ...]", seq_sort(INT, "tuple")),
        ("tuple[int, bool]", row_sort((INT, BOOL))),
        ("frozenset[int]", set_sort(INT)),
        ("list[str]", seq_sort(STR, "list")),
        ("dict[str, int]", dict_sort(STR, INT)),
        ("Tree", "any"),
    ],
)
def test_the_declared_result_tells_what_algebra_applies(annotation: str, sort: object) -> None:
    def made(t: Tree) -> Any:
        return t

    made.__annotations__["return"] = annotation
    assert measure(made).sort == sort


# -- others ------------------------------------------------------------------------------------------------------------


def test_a_loop_is_reported_with_its_line() -> None:
    def depth(t: Tree) -> int:
        count = 0
        while isinstance(t, Node):
            t, count = t.left, count + 1
        return count

    made, message = refused(depth)
    line = depth.__code__.co_firstlineno + 2
    assert f"line {line}: `while isinstance(t, Node):`: only return, if, match, for and assignments" in message
    assert "it is run as it is (opaque)" in message
    assert made(TREE) == 2


def test_recursion_on_something_that_is_no_part_is_reported() -> None:
    def growing(t: Tree) -> int:
        return 0 if isinstance(t, Leaf) else growing(Node(1, t, t))

    _, message = refused(growing)
    assert "`growing(Node(1, t, t))` recurs on something that is not a part of `t`" in message


def test_recursion_on_the_structure_itself_is_reported() -> None:
    def same(t: Tree, n: int) -> int:
        return n if n > 3 else same(t, n + 1)

    assert "is not a part of `t` or `n`" in refused(same)[1]


def test_recursion_on_several_structures_is_reported() -> None:
    def both(t: Tree, u: Tree) -> int:
        if isinstance(t, Node):
            return both(t.left, u)
        return 0 if isinstance(u, Leaf) else both(t, u.left)

    assert "it recurs on several parameters" in refused(both)[1]


def test_a_function_whose_source_is_not_found_is_reported() -> None:
    assert "its source cannot be found" in refused(eval("lambda t: 0"))[1]


def test_a_function_without_parameters_is_reported() -> None:
    assert "it has to take one structure" in refused(lambda: 0)[1]


def test_an_unknown_name_is_reported_when_the_measure_is_used() -> None:
    @measure
    def made(t: Tree) -> int:
        return defined_never(t)  # type: ignore[name-defined, no-any-return]  # noqa: F821

    assert "unknown name 'defined_never'" in made.problem


def test_the_warning_points_at_the_place() -> None:
    def made(t: Tree) -> int:
        while t is None:
            pass
        return 0

    assert f"{__file__.rsplit('/', 1)[-1]}:{made.__code__.co_firstlineno}: measure" in refused(made)[1]


def test_a_measure_that_is_not_structural_is_run_on_whole_values() -> None:
    def depth(t: Tree) -> int:
        count = 0
        while isinstance(t, Node):
            t, count = t.left, count + 1
        return count

    made, _ = refused(depth)
    predicate = read_predicate(lambda t: made(t) == 2 and size(t) == 4, {}, None)
    assert [conjunct.symbolic for conjunct in predicate.conjuncts] == [False, True]
    assert "measure `depth`: line" in predicate.conjuncts[0].reason
    r = Reducer(makers())
    assert r.replace(r.load(predicate.term), r.intern(var(VALUE)), r.const(TREE)) is r.true


def test_only_functions_can_be_measures() -> None:
    with pytest.raises(RefinementError, match="@measure needs a function"):
        measure(len)


def test_a_structural_measure_warns_of_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")

        @measure
        def made(t: Tree) -> int:
            return 0 if isinstance(t, Leaf) else 1

        assert made.body is not None
