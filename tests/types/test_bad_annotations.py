"""What cannot be used is said so by an error of ours, with its place where that can be known, and with a remedy."""

import collections
import subprocess
import sys
from collections import abc
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NewType, NoReturn, Optional, Union

import annotated_types as at
import pytest
from reading_types import module_from, notes_on, read

from refute import Scope, inhabitants
from refute.errors import AnnotationError, ConstraintError, Place, RefinementError, RefuteError
from refute.logic.reading.predicates import where
from refute.types.model import Atom
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context


def refused(annotation: Any, namespace: dict[str, Any] | None = None) -> RefuteError:
    """The error that reading raises, which has to say what to do."""
    with pytest.raises(RefuteError) as caught:
        read(annotation, namespace)
    assert caught.value.problem
    assert caught.value.remedy
    assert str(caught.value)
    return caught.value


def assert_here(error: RefuteError) -> None:
    assert error.place is not None
    assert error.place.file == __file__
    assert error.place.line > 0


# Refinements


def nothing() -> bool:
    return True


def several(*values: int) -> bool:
    return True


def by_keyword(v: int, *, other: int) -> bool:
    return v < other


@dataclass
class Early:
    low: Annotated[int, where(lambda v, high: v < high)]
    high: int


@pytest.mark.parametrize(
    ("refinement", "message"),
    [
        (where(lambda v, nowhere: v < nowhere), "depends on an unknown name 'nowhere'"),
        (where(lambda v: v < nowhere), "unknown name 'nowhere'"),  # noqa: F821
        (where("v < nowhere"), "depends on an unknown name 'nowhere'"),
        (where(lambda: True), "takes no argument"),
        (where(nothing), "takes no argument"),
        (where(several), r"takes \*values"),
        (where(by_keyword), "keyword-only"),
        (where("1 < 2"), "does not mention the value"),
        (where("v <"), "is not a Python expression"),
        (where(3), "neither callable nor a string"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_refinement_that_cannot_be_used_says_where_it_stands(refinement: Any, message: str) -> None:
    with pytest.raises(RefinementError, match=message) as caught:
        read(Annotated[int, refinement])
    assert_here(caught.value)
    assert caught.value.remedy


def test_a_refinement_may_not_depend_on_what_comes_later() -> None:
    error = refused(Early)
    assert "depends on high, which comes later" in error.problem
    assert "move high before it" in error.remedy
    assert_here(error)


def test_a_predicate_of_annotated_types_sees_the_value_alone() -> None:
    with pytest.raises(ConstraintError, match="takes 2 arguments"):
        read(Annotated[int, at.Predicate(lambda v, w: v < w)])


# Names that cannot be resolved


@dataclass
class Forward:
    good: int
    bad: "list[Nowhere]"  # noqa: F821


@dataclass
class Broken:
    x: "list["  # noqa: F722


@dataclass
class Failing:
    x: "dict[1 / 0]"


def test_a_forward_reference_that_leads_nowhere_names_the_field_and_its_line() -> None:
    error = refused(Forward)
    assert isinstance(error, AnnotationError)
    assert "Forward.bad" in error.problem
    assert "Nowhere" in error.problem
    assert "Nowhere" in error.remedy
    assert_here(error)
    assert error.place is not None
    assert Path(__file__).read_text().splitlines()[error.place.line - 1].strip().startswith("bad:")


def test_a_name_imported_for_the_type_checker_only_is_imported_when_it_is_needed(tmp_path: Path) -> None:
    module = module_from(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n"
        "    from decimal import Decimal\n"
        "    from nowhere import Lost\n"
        "@dataclass\n"
        "class Price:\n"
        "    amount: Decimal\n"
        "@dataclass\n"
        "class Parcel:\n"
        "    content: Lost\n",
        tmp_path,
        "refute_type_checking_module",
    )
    assert inhabitants(module.Price, Scope(size=1)).count > 1
    error = refused(module.Parcel)
    assert "name 'Lost' is not defined" in error.problem
    assert error.place is not None
    assert error.place.line == 12


def test_names_of_typing_extensions_are_those_of_typing_where_it_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typing_extensions", None)
    module = module_from(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n"
        "    import typing_extensions as extended\n"
        "    from typing_extensions import Lost, Self as Same\n"
        "@dataclass\n"
        "class Chain:\n"
        "    on: extended.Literal[1, 2]\n"
        "    then: Same | None\n",
        tmp_path,
        "refute_typing_extensions_module",
    )
    assert inhabitants(module.Chain, Scope(size=2)).count == 6


def test_names_for_the_type_checker_may_depend_on_the_version_and_on_what_is_installed(tmp_path: Path) -> None:
    module = module_from(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n"
        "    import sys\n"
        "    if sys.version_info >= (3, 11):\n"
        "        from typing import Self\n"
        "    else:\n"
        "        from nowhere import Literal as Self\n"
        "    try:\n"
        "        from nowhere import Literal\n"
        "    except ImportError:\n"
        "        from typing import Literal\n"
        "@dataclass\n"
        "class Chain:\n"
        "    on: Literal[1, 2]\n"
        "    then: Self | None\n",
        tmp_path,
        "refute_conditional_module",
    )
    assert inhabitants(module.Chain, Scope(size=2)).count == 6


@pytest.mark.parametrize("cls", [Broken, Failing])
def test_an_annotation_that_is_no_expression_or_fails_is_quoted(cls: type) -> None:
    error = refused(cls)
    assert isinstance(error, AnnotationError)
    assert f"{cls.__name__}.x" in error.problem
    assert_here(error)


def test_an_annotation_in_quotes_that_nests_too_deeply_is_refused() -> None:
    assert isinstance(refused("list[" * 3000 + "int" + "]" * 3000), AnnotationError)


# Aliases that are only themselves

Itself = "Itself"
Option = Optional["Option"]
OneOf = Union["OneOf", int]
Refined = Annotated["Refined", where(lambda v: True)]
Ping = "Pong"
Pong = "Ping"
Through = Union[int, "Between"]
Between = Annotated["Through", at.Gt(0)]
Renamed = NewType("Renamed", "Renamed")


@pytest.mark.parametrize("name", ["Itself", "Option", "OneOf", "Refined", "Ping", "Through", "Renamed"])
def test_an_alias_that_is_itself_again_is_refused_in_every_spelling(name: str) -> None:
    for annotation in (name, globals()[name], list[globals()[name]]):
        error = refused(annotation, globals())
        assert isinstance(error, AnnotationError)
        assert "is defined by itself" in error.problem
        assert "Put a container" in error.remedy
        assert_here(error)


CYCLES = """
from typing import Annotated
from refute.logic.reading.predicates import where
type Itself = Itself
type OneOf = OneOf | int
type Ping = Pong
type Pong = Annotated[Ping, where(lambda v: True)]
type Generic[T] = Generic[T]
type Growing[T] = Growing[list[T]]
type Same[T] = T
type Hidden = Same[Hidden]
type Choice = Same[int] | Same[Choice]
type Inner[T] = Same[T] | Inner[list[T]]
type Outer = Inner[int]
type Quoted = "Quoted"
type Missing = list[Nowhere]
type Failing = int[3]
type Good[T] = list[Good[T]] | Same[T]
type AlsoGood = Same[Same[list[AlsoGood]]]
"""


@pytest.fixture(scope="module")
def cycles(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return module_from(CYCLES, tmp_path_factory.mktemp("cycles"), "refute_cycles_module")


needs_type_statement = pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax came with Python 3.12")


@needs_type_statement
@pytest.mark.parametrize(
    "name", ["Itself", "OneOf", "Ping", "Pong", "Generic", "Growing", "Hidden", "Choice", "Inner", "Outer", "Quoted"]
)
def test_a_type_statement_that_is_itself_again_is_refused_with_its_line(cycles: Any, name: str) -> None:
    error = refused(getattr(cycles, name))
    assert "is defined by itself" in error.problem
    assert error.place is not None
    assert error.place.file == cycles.__file__
    assert error.place.line > 0


@needs_type_statement
def test_a_type_statement_that_goes_through_a_container_is_no_cycle(cycles: Any) -> None:
    assert read(cycles.Good[int])
    assert read(cycles.AlsoGood)


@needs_type_statement
@pytest.mark.parametrize("name", ["Missing", "Failing"])
def test_a_type_statement_that_cannot_be_evaluated_is_refused_with_its_line(cycles: Any, name: str) -> None:
    error = refused(getattr(cycles, name))
    assert f"the alias {name} cannot be resolved" in error.problem
    assert error.place is not None
    assert error.place.line == 1 + [line.startswith(f"type {name} ") for line in CYCLES.splitlines()].index(True)


# Metadata that misbehaves


class Touchy:
    """Refuses to be compared, printed, counted or tested, and cannot be hashed."""

    def _refuse(self, *_: object) -> NoReturn:
        raise ZeroDivisionError("hands off")

    __eq__ = __repr__ = __str__ = __bool__ = __lt__ = __gt__ = __len__ = _refuse
    __hash__ = None


class HashRaises:
    def __hash__(self) -> int:
        raise ZeroDivisionError("hands off")


class Elusive:
    def __getattr__(self, name: str) -> Any:
        raise ZeroDivisionError(name)


class Emptying(at.GroupedMetadata):
    def __iter__(self) -> Iterator[object]:
        raise ZeroDivisionError("nothing here")


class Endless(at.GroupedMetadata):
    def __iter__(self) -> Iterator[object]:
        yield self


@dataclass
class Holder:
    x: Annotated[int, [1, 2]]
    y: int


def test_metadata_that_cannot_be_compared_hashed_or_printed_is_still_noted() -> None:
    (note,) = notes_on(Annotated[int, Touchy()])
    assert note.status == "not a constraint"
    assert note.text == "<Touchy, whose repr raises ZeroDivisionError>"
    assert read(Annotated[list[Annotated[int, Touchy()]], Touchy()])


def test_unhashable_metadata_is_refused_with_the_line_of_its_field() -> None:
    error = refused(Holder)
    assert isinstance(error, ConstraintError)
    assert "Holder.x" in error.problem
    assert "[1, 2]" in error.problem
    assert "Literal" in error.remedy
    assert_here(error)


def test_metadata_whose_hash_raises_fails_in_typing_and_in_quotes_is_refused_by_us() -> None:
    error = refused("Annotated[int, HashRaises()]", globals())
    assert isinstance(error, AnnotationError)
    assert "HashRaises" in error.problem


@pytest.mark.parametrize("piece", [at.Gt(Touchy()), Emptying(), Endless()], ids=lambda piece: type(piece).__name__)
def test_metadata_that_raises_when_it_is_read_is_refused(piece: Any) -> None:
    error = refused(Annotated[int, piece])
    assert isinstance(error, ConstraintError)
    assert "the type" in error.problem


@pytest.mark.parametrize("annotation", [Elusive(), Touchy()], ids=lambda annotation: type(annotation).__name__)
def test_an_annotation_that_answers_nothing_is_refused(annotation: Any) -> None:
    assert isinstance(refused(annotation), AnnotationError)


# Types too deep


def nested(depth: int, wrap: Any) -> Any:
    annotation: Any = int
    for _ in range(depth):
        annotation = wrap(annotation)
    return annotation


@pytest.mark.parametrize(
    "wrap",
    [
        lambda tp: list[tp],
        lambda tp: tuple[tp, ...],
        lambda tp: dict[str, tp],
        lambda tp: tuple[int, tp],
    ],
    ids=["list", "tuple", "dict", "pair"],
)
def test_a_type_nested_ten_thousand_deep_is_refused(wrap: Any) -> None:
    error = refused(nested(10_000, wrap))
    assert isinstance(error, AnnotationError)
    assert "nests too deeply" in error.problem
    assert "aliases" in error.remedy


class Deep:
    def __init__(self, x: Any) -> None:
        self.x = x


def test_a_field_nested_too_deeply_is_refused() -> None:
    Deep.__init__.__annotations__["x"] = nested(10_000, lambda tp: list[tp])
    assert "nests too deeply" in refused(Deep).problem


def test_a_type_of_moderate_depth_is_read() -> None:
    tp = read(nested(50, lambda tp: list[tp]))
    for _ in range(50):
        tp = tp.element
    assert tp == Atom("int")


def test_the_place_of_the_context_is_used_where_nothing_better_is_known() -> None:
    context = Context("parameter x of f", {}, place=Place("somewhere.py", 12))
    with pytest.raises(AnnotationError) as caught:
        Reader().read_whole(nested(10_000, lambda tp: list[tp]), context)
    assert caught.value.place == Place("somewhere.py", 12)
    assert str(caught.value).startswith("somewhere.py:12: the annotation of parameter x of f")


# Names of builtins that are spelled like types


@pytest.mark.parametrize("around", [lambda one: one, lambda one: list[one], lambda one: Optional[one]])  # noqa: UP045
@pytest.mark.parametrize(
    ("builtin", "instead"), [(any, "typing.Any"), (callable, "collections.abc.Callable[[int], str]")]
)
def test_a_builtin_in_the_place_of_a_type_is_answered_with_the_type(around: Any, builtin: Any, instead: str) -> None:
    error = refused(around(builtin))
    assert f"the built-in function {builtin.__name__}() cannot be read as a type" in error.problem
    assert instead in error.remedy


def test_such_a_builtin_is_no_type_of_a_result_either() -> None:
    reader = Reader()
    reader.produced = True
    with pytest.raises(AnnotationError, match=r"any\(\) cannot be read"):
        reader.read(any, Context("f -> result", {}))


def test_a_class_of_a_library_is_not_to_be_mended_by_its_user() -> None:
    with pytest.raises(AnnotationError) as raised:
        inhabitants(subprocess.Popen, Scope(size=1))
    assert "refute.register(Popen, make=Popen, args=int)" in raised.value.remedy
    assert "__init__" not in raised.value.remedy


@pytest.mark.parametrize(
    ("annotation", "instead"),
    [
        ([int], "Write list[int]."),
        ((int, str), "Write tuple[int, str]."),
        (Literal, 'Say which values, as in Literal["low", "high"].'),
        (collections.namedtuple, "If it makes objects, name their class."),
    ],
)
def test_what_is_nearly_a_type_is_answered_with_one(annotation: Any, instead: str) -> None:
    error = refused(annotation)
    assert error.problem.endswith("cannot be read as a type")
    assert error.remedy == instead


@pytest.mark.parametrize(
    ("annotation", "told"),
    [
        (dict[str], "dict[str] has 1 type argument instead of 2"),  # type: ignore[type-arg]
        (abc.Mapping[str, int, int], "collections.abc.Mapping[str, int, int] has 3 type arguments instead of 2"),  # type: ignore[type-arg]
        (list[int, str], "list[int, str] has 2 type arguments instead of 1"),  # type: ignore[type-arg]
        (set[int, str], "set[int, str] has 2 type arguments instead of 1"),  # type: ignore[type-arg]
    ],
)
def test_a_container_of_more_or_fewer_types_is_refused(annotation: Any, told: str) -> None:
    assert told in refused(annotation).problem


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("lsit[int]", "Did you mean list? Import or define lsit in the module of the type."),
        ("Optional[int]", "Import it: from typing import Optional."),
        ("Awaitable[int]", "Import it: from typing import Awaitable."),
        ("Zebra", "Import or define Zebra in the module of the type."),
    ],
)
def test_a_name_that_there_is_not_is_answered_with_the_nearest(text: str, remedy: str) -> None:
    assert refused(text).remedy == remedy
