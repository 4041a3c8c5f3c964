"""pydantic models and dataclasses: fields, aliases, validators, generic models."""

from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Generic, Optional, TypeVar

import pydantic
import pytest
from pydantic import AfterValidator, AliasChoices, AliasPath, BaseModel, BeforeValidator, ConfigDict, Field, RootModel
from reading_types import (
    admits,
    assert_reads_what_it_builds,
    assert_round_trip,
    builds,
    constructor_of,
    field_accepts,
    field_of,
    module_from,
    notes_on,
    read,
    statuses,
)

from refute.errors import AnnotationError
from refute.logic.terms.term import var
from refute.types import model
from refute.types.model import Atom, Data, Param
from refute.types.reading.annotations import NOTHING

T = TypeVar("T")
INT, STR = Atom("int"), Atom("str")
SMALL = [-2, -1, 0, 1, 2, 3]


class Colour(Enum):
    RED = 1


class User(BaseModel):
    model_config = ConfigDict(frozen=True)

    age: int = Field(ge=0, description="in years")
    name: Annotated[str, Field(max_length=2)] = "x"
    email: Optional["str"] = Field(None, alias="eMail")
    nick: str = Field("", validation_alias=AliasChoices("nickName", "n"))
    _secret: int = pydantic.PrivateAttr(default=3)

    @pydantic.computed_field
    @property
    def twice(self) -> int:
        return 2 * self.age


class ByName(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    x: int = Field(alias="X")


class Inner(BaseModel):
    x: int = Field(validation_alias=AliasPath("values", 0))


def test_a_model_has_its_fields_without_private_and_computed_ones() -> None:
    made = constructor_of(User)
    assert made.names == ("age", "name", "email", "nick")
    assert field_of(User, "email").type == model.Union((STR, NOTHING))
    assert made.frozen
    assert made.structural
    assert not constructor_of(ByName).frozen


def test_what_field_says_is_a_constraint_or_noted() -> None:
    assert not field_accepts(User, "age", -1)
    assert not field_accepts(User, "name", "abc")
    noted = {(n.owner, n.text): n.status for n in notes_on(User)}
    assert noted["User.age", "v >= 0"] == "symbolic"
    assert noted["User.age", "Field(description=...)"] == "not a constraint"


def test_a_model_is_built_by_alias_and_taken_apart_by_name() -> None:
    user = assert_round_trip(constructor_of(User), 3, "a", "e", "n")
    assert user == User(age=3, name="a", eMail="e", nickName="n")
    assert_round_trip(constructor_of(ByName), 1)


def test_a_field_from_inside_another_argument_cannot_be_given() -> None:
    with pytest.raises(AnnotationError, match="taken from inside") as caught:
        read(Inner)
    assert "validate_by_name" in caught.value.remedy
    assert caught.value.place is not None


class Span(BaseModel):
    low: int
    high: int

    @pydantic.model_validator(mode="after")
    def _check(self) -> "Span":
        if self.low > self.high:
            raise ValueError("empty")
        return self


class Even(BaseModel):
    n: int
    m: int = 0

    @pydantic.field_validator("n")
    @classmethod
    def _even(cls, value: int) -> int:
        if value % 2:
            raise ValueError("odd")
        return value


class Before(BaseModel):
    n: int

    @pydantic.model_validator(mode="before")
    @classmethod
    def _check(cls, data: Any) -> Any:
        if data["n"] == 3:
            raise ValueError("three")
        return data


class InAnnotations(BaseModel):
    after: Annotated[int, AfterValidator(abs)]
    before: Annotated[int, BeforeValidator(abs)]


class Posted(BaseModel):
    low: int
    high: int

    def model_post_init(self, context: Any) -> None:
        if self.low == self.high:
            raise ValueError("same")


class OwnInit(BaseModel):
    n: int

    def __init__(self, **data: Any) -> None:
        if data["n"] == 2:
            raise ValueError("two")
        super().__init__(**data)


class Configured(BaseModel):
    model_config = ConfigDict(str_max_length=1)
    text: str


def test_a_validator_of_the_whole_model_is_read_where_it_can_be() -> None:
    made = constructor_of(Span)
    assert [p.text for p in made.invariants] == ["not (self.low > self.high)"]
    assert made.invariants[0].symbolic
    assert_reads_what_it_builds(made, SMALL, SMALL)
    assert_reads_what_it_builds(constructor_of(Posted), SMALL, SMALL)


def test_validators_that_cannot_be_read_are_judged_by_building() -> None:
    for cls in (Even, Before, OwnInit, Configured):
        (invariant,) = constructor_of(cls).invariants
        assert invariant.text == f"{cls.__name__}(…) can be built"
        assert not invariant.symbolic
    assert_reads_what_it_builds(constructor_of(Even), SMALL, SMALL)
    assert_reads_what_it_builds(constructor_of(Before), SMALL)
    assert_reads_what_it_builds(constructor_of(OwnInit), SMALL)
    assert_reads_what_it_builds(constructor_of(Configured), ["", "a", "ab"])


def test_a_field_that_a_validator_may_change_is_not_taken_for_its_argument() -> None:
    assert constructor_of(Even).attributes == {"m": var("m")}
    assert set(constructor_of(InAnnotations).attributes) == {"after"}


def test_validators_in_annotations_of_fields_are_run_alone_or_with_the_model() -> None:
    made = constructor_of(InAnnotations)
    assert [p.text for p in made.invariants] == ["InAnnotations(…) can be built"]
    assert [x for x in SMALL if admits(made, x, 1)] == [0, 1, 2, 3]


class Money(BaseModel):
    amount: Decimal
    maybe: list[Decimal | None] = []
    any_: Annotated[Decimal, Field(allow_inf_nan=True)] = Decimal(0)


def test_decimals_in_a_model_are_finite_unless_it_says_otherwise() -> None:
    assert not field_accepts(Money, "amount", Decimal("NaN"))
    assert field_accepts(Money, "any_", Decimal("NaN"))
    element = field_of(Money, "maybe").type.element
    assert [p.text for p in element.members[0].predicates] == ["isfinite(v)"]
    assert builds(constructor_of(Money), Decimal(1), [None], Decimal("Infinity"))


class Box(BaseModel, Generic[T]):
    item: T
    rest: "Box[T] | None" = None


class Numbers(RootModel[list[int]]):
    pass


class Basis(BaseModel):
    x: int


class Extended(Basis):
    y: "Colour"


class Strings(BaseModel, Generic[T]):
    key: T


class TextStrings(Strings[str]):
    more: int


def test_a_generic_model_is_read_with_its_arguments() -> None:
    made = constructor_of(Box[int])
    assert made.fields[0].type == INT
    assert made.fields[1].type == model.Union((Data(made), NOTHING))
    inner = assert_round_trip(made, 1, None)
    assert assert_round_trip(made, 2, inner) == Box[int](item=2, rest=Box[int](item=1))
    assert field_of(Box, "item").type == Param(T)
    assert [f.type for f in constructor_of(TextStrings).fields] == [STR, INT]


def test_models_inherit_and_wrap_one_value() -> None:
    assert constructor_of(Extended).names == ("x", "y")
    assert_round_trip(constructor_of(Extended), 1, Colour.RED)
    assert assert_round_trip(constructor_of(Numbers), [1]) == Numbers([1])


def test_a_model_with_a_field_of_an_unknown_type_is_refused_with_a_remedy() -> None:
    class Incomplete(BaseModel):
        x: "Nowhere"  # noqa: F821

    with pytest.raises(AnnotationError, match="Incomplete is not fully defined") as caught:
        read(Incomplete)
    assert "model_rebuild" in caught.value.remedy
    assert caught.value.place is not None


@pydantic.dataclasses.dataclass(frozen=True)
class Checked:
    x: Annotated[int, Field(gt=0)]
    y: bool = False
    z: int = Field(default=3, init=False)

    def __post_init__(self) -> None:
        if self.y and self.x == 1:
            raise ValueError("one")


def test_a_pydantic_dataclass_is_read_like_a_model() -> None:
    made = constructor_of(Checked)
    assert made.names == ("x", "y")
    assert made.frozen
    assert_reads_what_it_builds(made, SMALL, [False, True])


def test_lambdas_in_quoted_annotations_of_a_model_stay_readable(tmp_path: Path) -> None:
    module = module_from(
        "from __future__ import annotations\n"
        "from typing import Annotated\n"
        "from pydantic import BaseModel, Field\n"
        "from refute.logic.reading.predicates import where\n"
        "class Pair(BaseModel):\n"
        "    low: int\n"
        "    high: Annotated[int, where(lambda v, low: v > low), Field(lt=9)] = 3\n"
        "    many: list[Annotated[int, where(lambda v, low: v != low)]] = []\n",
        tmp_path,
        "refute_quoted_model",
    )
    assert set(statuses(module.Pair).values()) == {"symbolic", "not a constraint"}
    assert field_accepts(module.Pair, "high", 2, low=1)
    assert not field_accepts(module.Pair, "high", 9, low=1)
    place = field_of(module.Pair, "high").type.predicates[0].place
    assert place.line == 7
