"""Arrays and scalars of numpy: the laws of spaces, against brute force over elements and shapes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Annotated, Any, Generic, Literal, TypeVar

import pytest

from refute import AnnotationError, Scope, inhabitants, where
from refute.minimise.sizes import size_of
from refute.types.membership import inhabits
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context
from refute.types.signatures import read_signature
from refute.types.spelling import Speller, spelled

np = pytest.importorskip("numpy")
npt = pytest.importorskip("numpy.typing")
F = TypeVar("F", bound=np.floating)
BITS = np.dtype[np.bool_]
TYPES: list[Any] = [
    np.bool_,
    np.int8,
    np.uint8,
    np.int64,
    np.float16,
    np.float32,
    np.float64,
    np.complex64,
    np.str_,
    np.integer,
    np.floating[Any],
    np.ndarray,
    npt.NDArray[np.bool_],
    npt.NDArray[np.uint8],
    npt.NDArray[np.int64],
    npt.NDArray[np.float32],
    npt.NDArray[np.float64],
    npt.NDArray[np.complex128],
    npt.NDArray[np.str_],
    npt.NDArray[np.bytes_],
    npt.NDArray[np.object_],
    npt.NDArray[np.datetime64],
    npt.NDArray[np.timedelta64],
    npt.NDArray[F],
    npt.NDArray[np.int8 | np.bool_],
    np.ndarray[tuple[()], BITS],
    np.ndarray[tuple[int, int], np.dtype[np.float32]],
    np.ndarray[tuple[Literal[2], Literal[1]], np.dtype[np.int16]],
    np.ndarray[tuple[Literal[0, 2], int], BITS],
    np.ndarray[tuple[int, int, int], BITS],
    list[npt.NDArray[np.bool_]],
    npt.NDArray[np.bool_] | None,
    Annotated[npt.NDArray[np.int8], where(lambda a: a.sum() > 0)],
    Annotated[npt.NDArray[np.int8], where(lambda a: len(a) == a.size)],
    Annotated[npt.NDArray[np.float64], where(lambda a: not np.isnan(a).any())],
]
SCOPES = [Scope(size=0), Scope(size=2), Scope(size=2, landmarks=False)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("annotation", TYPES, ids=str)
def test_values_are_distinct_counted_indexed_and_members(annotation: Any) -> None:
    tp = Reader().read_whole(annotation, Context())
    for scope in SCOPES:
        space = inhabitants(annotation, scope)
        listed = space[:200]
        assert len({spelled(value) for value in listed}) == len(listed) == min(space.count, 200)
        for place, value in enumerate(listed):
            assert space.index(value) == place
            assert inhabits(tp, value)


@pytest.mark.parametrize("annotation", TYPES, ids=str)
def test_the_text_of_a_value_makes_it_again(annotation: Any) -> None:
    speller = Speller()
    space = inhabitants(annotation, Scope(size=2))
    values = [*space[:30], *space[-30:]]
    texts = [speller.spell(value) for value in values]
    assert speller.complete
    names: dict[str, Any] = {}
    for statement in speller.imports:
        exec(statement, names)
    assert [spelled(eval(text, names)) for text in texts] == texts


@pytest.mark.parametrize("annotation", TYPES, ids=str)
def test_sizes_are_those_of_scopes(annotation: Any) -> None:
    def taking(value: Any) -> None: ...

    taking.__annotations__["value"] = annotation
    signature = read_signature(taking)
    space = inhabitants(annotation, Scope(size=2))
    for place in range(0, min(space.count, 200), 11):
        assert size_of(signature, [space[place]]) == space.size_of(place)


def all_arrays(elements: list[Any], shapes: list[tuple[int, ...]], most: int) -> list[Any]:
    """Every array of some shapes, of at most so many elements."""
    fitting = [shape for shape in shapes if prod(shape) <= most]
    return [(shape, items) for shape in fitting for items in product(elements, repeat=prod(shape))]


def lines(most: int) -> list[tuple[int, ...]]:
    return [(length,) for length in range(most + 1)]


def tables(most: int) -> list[tuple[int, ...]]:
    empty = [(0, 0), (0, 1), (1, 0), (0, 2), (2, 0)]
    return empty + [(a, b) for a in range(1, most + 1) for b in range(1, most + 1)]


SHAPES = [
    (Any, lambda n: lines(n) + tables(n)),
    (tuple[int], lines),
    (tuple[int, int], tables),
    (tuple[Literal[2], int], lambda n: [(2, columns) for columns in range(n + 1)]),
    (tuple[Literal[1, 2], Literal[2]], lambda n: [(1, 2), (2, 2)]),
    (tuple[()], lambda n: [()]),
]


@pytest.mark.parametrize(("shape", "shapes"), SHAPES, ids=[str(shape) for shape, _ in SHAPES])
@pytest.mark.parametrize("size", [1, 2, 4])
def test_as_many_arrays_as_brute_force_finds(shape: Any, shapes: Any, size: int) -> None:
    for cls, elements in ((np.bool_, [False, True]), (np.int8, [0, 1, -1])):
        scope = Scope(size=size, ints=(-1, 1), landmarks=False)
        brute = all_arrays(elements, shapes(size), size)
        found = inhabitants(np.ndarray[shape, np.dtype[cls]], scope)
        assert {(value.shape, tuple(value.ravel().tolist())) for value in found} == set(brute)
        assert found.count == len(brute)


CONDITIONS = [
    lambda a: len(a) > 1,
    lambda a: a.ndim == 2 and a.shape[0] == a.shape[1],
    lambda a: a.size == 2 and a[0].any(),
    lambda a: (a != 0).all(),
    lambda a: a.ndim == 1 and np.all(a[:-1] <= a[1:]),
    lambda a: 1 in a,
]


@pytest.mark.parametrize("place", range(len(CONDITIONS)))
def test_conditions_mean_what_numpy_says(place: int) -> None:
    condition, scope = CONDITIONS[place], Scope(size=3, ints=(-1, 1), landmarks=False)
    everything = inhabitants(npt.NDArray[np.int8], scope)
    kept = [spelled(value) for value in everything if condition(value)]
    found = inhabitants(Annotated[npt.NDArray[np.int8], where(condition)], scope)
    assert [spelled(value) for value in found] == kept
    assert [found.index(value) for value in found] == list(range(found.count))


def test_scalars_have_the_extremes_of_their_types() -> None:
    for cls in (np.int8, np.uint8, np.int64, np.uint64):
        values = list(inhabitants(cls, Scope(size=1)))
        assert {np.iinfo(cls).min, np.iinfo(cls).max} <= {int(value) for value in values}
        assert {type(value) for value in values} == {cls}
    singles = [value.item() for value in inhabitants(np.float32, Scope(size=1))]
    assert {np.finfo(np.float32).max, float("inf"), float("-inf")} <= set(singles)
    assert any(value != value for value in singles)


@where(lambda self: (self.items != 0).all() and np.any(self.items != 1))
@dataclass
class Kept:
    items: np.ndarray[tuple[int], np.dtype[np.int8]]


def test_invariants_of_a_class_with_arrays_mean_what_numpy_says() -> None:
    space = inhabitants(Kept, Scope(size=3, ints=(-1, 1), landmarks=False))
    assert [value.items.tolist() for value in space] == [[-1], [1, -1], [-1, 1], [-1, -1]]
    assert [space.index(value) for value in space] == list(range(space.count))


def test_an_array_of_a_type_parameter_of_a_class_is_refused() -> None:
    @dataclass
    class Box(Generic[F]):
        items: npt.NDArray[F]

    with pytest.raises(AnnotationError, match="ndarray stands in a generic class"):
        inhabitants(Box[np.float32], Scope(size=1))


def test_arrays_are_built_fresh() -> None:
    space = inhabitants(npt.NDArray[np.int64], Scope(size=1))
    assert space.mutable
    space[-1][...] = 3
    assert not (space[-1] == 3).any()


def test_arrays_of_another_kind_are_no_members() -> None:
    space = inhabitants(np.ndarray[tuple[int], np.dtype[np.int64]], Scope(size=2))
    others = [np.array([0], np.int32), np.array([0], ">i8"), np.array([[0]]), np.array([9]), [0], np.int64(0)]
    assert not any(other in space for other in others)
    assert np.array([0, 1])[::-1] in space
