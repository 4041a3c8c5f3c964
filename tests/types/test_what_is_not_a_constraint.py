"""Nothing is dropped silently: every piece of metadata is symbolic, opaque, noted as no constraint, or an error."""

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import annotated_types as at
import attrs
import msgspec
import pydantic
import pytest
from annotated_types.test_cases import cases
from beartype.vale import Is
from pydantic import Field
from reading_types import notes_on, read, statuses

from refute.errors import ConstraintError
from refute.logic.reading.predicates import where
from refute.types.model import Atom

NOT = "not a constraint"


class Doc:
    """A note of the user's own."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"Doc({self.text!r})"


class Both(at.GroupedMetadata):
    def __iter__(self) -> Iterator[object]:
        yield at.Gt(0)
        yield at.Unit("m")
        yield Doc("inside")
        yield at.Interval(le=9)


class Nested(at.GroupedMetadata):
    def __iter__(self) -> Iterator[object]:
        yield Both()
        yield at.MultipleOf(2)


@dataclass(frozen=True)
class Unknown(at.BaseMetadata):
    level: int


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        (Doc("a note"), {"Doc('a note')": NOT}),
        (None, {"None": NOT}),
        (3, {"3": NOT}),
        (int, {"<class 'int'>": NOT}),
        (at.Unit("m"), {"Unit(unit='m')": NOT}),
        (at.doc("said"), {"Doc('said')": NOT}),
        (at.Gt(0), {"v > 0": "symbolic"}),
        (at.Interval(gt=0, le=9), {"v > 0": "symbolic", "v <= 9": "symbolic"}),
        (at.Interval(), {"Interval(gt=None, ge=None, lt=None, le=None)": NOT}),
        (Both(), {"v > 0": "symbolic", "Unit(unit='m')": NOT, "Doc('inside')": NOT, "v <= 9": "symbolic"}),
        (where(lambda v: v > 1 and print(v) is None), {"v > 1": "symbolic", "print(v) is None": "opaque"}),
        (lambda v: v > 2, {"v > 2": "symbolic"}),
        ("v > 3", {"v > 3": "symbolic"}),
        (Field(), {"FieldInfo(annotation=NoneType, required=True)": NOT}),
        (Field(gt=0, title="t"), {"v > 0": "symbolic", "Field(title=...)": NOT}),
        (Field(3, alias="x"), {"Field(default=...)": NOT, "Field(alias=...)": NOT}),
        (Field(default_factory=int, json_schema_extra={}, strict=True), {
            "Strict(strict=True)": NOT,
            "Field(default_factory=...)": NOT,
            "Field(json_schema_extra=...)": NOT,
        }),
        (Field(union_mode="smart", discriminator="kind"), {
            "Field(union_mode=...)": NOT,
            "Field(discriminator=...)": NOT,
        }),
        (pydantic.Strict(), {"Strict(strict=True)": NOT}),
        (pydantic.AllowInfNan(), {"AllowInfNan(allow_inf_nan=True)": NOT}),
        (pydantic.FailFast(), {"FailFast(fail_fast=True)": NOT}),
        (pydantic.Tag("a"), {"Tag(tag='a')": NOT}),
        (pydantic.WithJsonSchema({}), {"WithJsonSchema(json_schema={}, mode=None)": NOT}),
        (pydantic.AfterValidator(abs), {"abs accepts v": "opaque"}),
        (msgspec.Meta(), {"msgspec.Meta()": NOT}),
        (msgspec.Meta(gt=0, title="t", extra={}), {
            "v > 0": "symbolic",
            "Meta(title=...)": NOT,
            "Meta(extra=...)": NOT,
        }),
        (msgspec.Meta(extra_json_schema={}, examples=[1], description="d"), {
            "Meta(extra_json_schema=...)": NOT,
            "Meta(examples=...)": NOT,
            "Meta(description=...)": NOT,
        }),
        (Is[lambda v: v > 4], {"v > 4": "symbolic"}),
        (attrs.validators.ge(5), {"v >= 5": "symbolic"}),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_every_piece_is_noted_for_what_it_is(piece: Any, expected: dict[str, str]) -> None:
    assert statuses(Annotated[int, piece]) == expected


def test_pieces_that_are_told_apart_only_by_type_are_recognised() -> None:
    serializer = pydantic.PlainSerializer(str)
    for annotation in (
        Annotated[int, serializer],
        pydantic.SerializeAsAny[int],
        pydantic.SkipValidation[int],
        pydantic.InstanceOf[int],
        pydantic.OnErrorOmit[int],
        pydantic.Json[int],
        Annotated[int, pydantic.Discriminator("kind")],
    ):
        (note,) = notes_on(annotation)
        assert note.status == NOT
        assert note.reason.startswith("it says ")
        assert read(annotation) == Atom("int")


def test_groups_are_taken_apart_however_deep() -> None:
    assert set(statuses(Annotated[int, Nested()])) == {
        "v > 0",
        "Unit(unit='m')",
        "Doc('inside')",
        "v <= 9",
        "v % 2 == 0",
    }


def test_a_reason_is_given_for_whatever_is_not_symbolic() -> None:
    annotation = Annotated[int, Doc("a"), lambda v: print(v) is None, pydantic.AfterValidator(abs), Field(title="t")]
    notes = notes_on(annotation)
    assert len(notes) == 4
    for note in notes:
        assert note.owner == "the type"
        assert note.reason


@dataclass
class Line:
    length: Annotated[float, at.Unit("m"), at.Ge(0)]
    parts: list[Annotated[int, at.Gt(0), Doc("each")]]


def test_notes_name_the_field_they_belong_to() -> None:
    assert [(n.owner, n.text) for n in notes_on(Line)] == [
        ("Line.length", "Unit(unit='m')"),
        ("Line.length", "v >= 0"),
        ("Line.parts", "v > 0"),
        ("Line.parts", "Doc('each')"),
    ]


def test_in_the_conformance_suite_no_piece_goes_without_a_note() -> None:
    for case in cases():
        assert len(notes_on(case.annotation)) >= len(case.annotation.__metadata__)


@pytest.mark.parametrize(
    "annotation",
    [
        Annotated[int, Unknown(3)],
        Annotated[int, pydantic.BeforeValidator(abs)],
        Annotated[int, [1, 2]],
        Annotated[int, {"min": 1}],
        Annotated[int, {1, 2}],
        Annotated[str, at.LowerCase],
        Annotated[int, list[int]],
    ],
    ids=str,
)
def test_what_looks_like_a_constraint_and_cannot_be_read_is_an_error_with_a_remedy(annotation: Any) -> None:
    with pytest.raises(ConstraintError, match="the type") as caught:
        read(annotation)
    assert caught.value.remedy


def test_standard_types_of_pydantic_are_read_or_refused_readably() -> None:
    with pytest.raises(ConstraintError, match="a PathType decides what values there are"):
        read(pydantic.FilePath)
    assert read(pydantic.EmailStr)
    assert read(pydantic.UUID4)
    assert read(pydantic.PositiveInt)
    assert read(pydantic.JsonValue)


class Positive:
    """An object that can be called is a predicate, as a function is."""

    def __call__(self, value: int) -> bool:
        return value > 0


def test_an_object_that_can_be_called_is_a_predicate() -> None:
    check: Callable[[int], bool] = Positive()
    assert statuses(Annotated[int, check]) == {"Positive(v)": "opaque"}


def test_time_zones_are_constraints() -> None:
    assert statuses(Annotated[datetime.datetime, at.Timezone(None)]) == {"v is naive": "symbolic"}
