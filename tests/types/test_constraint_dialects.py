"""Constraints as people write them already. Where a library can judge values itself, it is asked whether it agrees."""

import datetime
import math
import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any

import annotated_types as at
import attrs
import msgspec
import pydantic
import pytest
from annotated_types.test_cases import Case, cases
from attrs import validators as av
from beartype.door import is_bearable
from beartype.vale import Is, IsAttr, IsEqual, IsInstance, IsSubclass
from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator, StringConstraints, WrapValidator
from reading_types import accepts, decided, field_of, predicates_of, read, statuses

from refute.errors import ConstraintError
from refute.types.model import Atom, Refined, SequenceOf

UTC = datetime.timezone.utc  # noqa: UP017
NAIVE = datetime.datetime(2000, 1, 1)
AWARE = datetime.datetime(2000, 1, 1, tzinfo=UTC)


def agree(annotation: Any, values: Iterable[Any]) -> list[Any]:
    """The values that satisfy an annotation, by running it and by the logic, which have to say the same."""
    accepted = []
    for value in values:
        judged = accepts(annotation, value)
        assert decided(annotation, value) == judged, value
        if judged:
            accepted.append(value)
    return accepted


# annotated-types


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: re.sub(r" at 0x\w+", "", str(case.annotation)))
def test_the_conformance_suite_of_annotated_types(case: Case) -> None:
    if any(isinstance(piece, at.Unit) for piece in case.annotation.__metadata__):
        # A unit says nothing about the value; what is invalid in this case is of another type.
        assert read(case.annotation) == Atom("float")
        assert set(statuses(case.annotation).values()) == {"not a constraint"}
        return
    valid, invalid = list(case.valid_cases), list(case.invalid_cases)
    assert agree(case.annotation, valid) == valid or any(map(_is_nan, valid))
    assert all(accepts(case.annotation, value) for value in valid)
    assert agree(case.annotation, invalid) == []


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def test_a_length_may_be_a_slice() -> None:
    assert agree(Annotated[str, slice(1, 3)], ["", "a", "abc", "abcd"]) == ["a", "abc"]


def test_a_predicate_may_be_negated() -> None:
    assert agree(Annotated[str, at.Predicate(at.Not(str.isdigit))], ["1", "a"]) == ["a"]


def test_decimals_that_cannot_be_compared_are_outside_of_every_bound() -> None:
    numbers = [Decimal(text) for text in ("NaN", "Infinity", "-Infinity", "1.5", "-2", "4")]
    assert agree(Annotated[Decimal, at.Gt(0)], numbers) == [Decimal("Infinity"), Decimal("1.5"), Decimal(4)]
    assert agree(Annotated[Decimal, at.MultipleOf(2)], numbers) == [Decimal(-2), Decimal(4)]


def test_times_that_cannot_be_compared_are_outside_of_every_bound() -> None:
    times = [NAIVE, AWARE, NAIVE.replace(year=2001), AWARE.replace(year=2001)]
    assert agree(Annotated[datetime.datetime, at.Gt(NAIVE)], times) == [NAIVE.replace(year=2001)]
    assert agree(Annotated[datetime.datetime, at.Gt(AWARE)], times) == [AWARE.replace(year=2001)]


# pydantic


def by_pydantic(annotation: Any, values: Iterable[Any]) -> list[Any]:
    """The values that pydantic takes and leaves as they are."""
    adapter = pydantic.TypeAdapter(annotation)
    kept = []
    for value in values:
        try:
            if adapter.validate_python(value, strict=True) == value:
                kept.append(value)
        except pydantic.ValidationError:
            continue
    return kept


NUMBERS = [-3, -1, 0, 1, 2, 3, 4, 9, 10, 100]
FLOATS = [-1.5, -0.0, 0.0, 0.5, 1.0, 2.5, math.inf, -math.inf]
TEXTS = ["", "a", "A", "ab", "aB", " a", "a ", "a b", "1", "12", "abc", "a\n", "\n", "é", "ß", "\x1fa", "abab", "a$"]
DECIMALS = [
    Decimal(t) for t in ("0", "1.5", "1.25", "1.125", "12.5", "123", "1E+3", "0.001", "100.0", "NaN", "Infinity")
]


@pytest.mark.parametrize(
    ("annotation", "values"),
    [
        (Annotated[int, Field(gt=1)], NUMBERS),
        (Annotated[int, Field(ge=1, le=3)], NUMBERS),
        (Annotated[int, Field(lt=3, multiple_of=2)], NUMBERS),
        (Annotated[int, Field(3, gt=1, description="d", title="t", examples=[1])], NUMBERS),
        (Annotated[float, Field(gt=0, allow_inf_nan=False)], FLOATS),
        (Annotated[str, Field(min_length=1, max_length=2)], TEXTS),
        (Annotated[str, Field(pattern="b")], TEXTS),
        (Annotated[str, Field(pattern="^a$")], TEXTS),
        (Annotated[str, Field(pattern=r"^[a$]+\z")], TEXTS),
        (Annotated[str, Field(pattern=r"(?<twice>ab){2}")], TEXTS),
        (Annotated[str, Field(pattern=r"^\(?<(?P<one>[]$])$")], ["(<]", "<$", "<", "(<$\n", "(<a"]),
        (Annotated[str, Field(pattern=r"(?i)^A")], TEXTS),
        (Annotated[str, Field(pattern=re.compile("^a$"))], TEXTS),
        (Annotated[list[int], Field(min_length=1, max_length=2)], [[], [1], [1, 2], [1, 2, 3]]),
        (Annotated[Decimal, Field(max_digits=3)], DECIMALS),
        (Annotated[Decimal, Field(decimal_places=2)], DECIMALS),
        (Annotated[Decimal, Field(max_digits=4, decimal_places=2)], DECIMALS),
        (Annotated[Decimal, Field(gt=1, allow_inf_nan=False)], DECIMALS),
        (pydantic.conint(ge=1, lt=4), NUMBERS),
        (pydantic.conint(multiple_of=3, strict=True), NUMBERS),
        (pydantic.confloat(gt=0, allow_inf_nan=False), FLOATS),
        (pydantic.constr(min_length=2, to_lower=True), TEXTS),
        (pydantic.constr(strip_whitespace=True), TEXTS),
        (pydantic.constr(to_upper=True), TEXTS),
        (pydantic.conlist(int, min_length=2), [[], [1], [1, 2]]),
        (pydantic.conset(int, max_length=1), [set(), {1}, {1, 2}]),
        (pydantic.conbytes(min_length=1), [b"", b"a"]),
        (pydantic.condecimal(max_digits=2, allow_inf_nan=False), DECIMALS),
        (pydantic.condate(gt=datetime.date(2000, 1, 1)), [datetime.date(2000, 1, 1), datetime.date(2000, 1, 2)]),
        (Annotated[str, StringConstraints(strip_whitespace=True, pattern="^a", max_length=2)], TEXTS),
        (pydantic.PositiveInt, NUMBERS),
        (pydantic.NonNegativeFloat, FLOATS),
        (pydantic.FiniteFloat, FLOATS),
        (pydantic.StrictInt, NUMBERS),
        (Annotated[int, AfterValidator(abs)], NUMBERS),
    ],
    ids=str,
)
def test_pydantic_means_the_same_by_a_constraint(annotation: Any, values: list[Any]) -> None:
    assert agree(annotation, values) == by_pydantic(annotation, values)


def test_a_pattern_that_only_pydantic_can_read_is_run_by_it() -> None:
    annotation = Annotated[str, Field(pattern=r"^\p{Lu}$")]
    assert agree(annotation, TEXTS) == by_pydantic(annotation, TEXTS) == ["A"]
    assert set(statuses(annotation).values()) == {"opaque"}


@pytest.mark.parametrize("pattern", ["[[:alpha:]]", "[a-z&&[^b]]", r"\<a", "(?m)^a$", "(?x)a b"])
def test_a_pattern_that_python_would_read_differently_is_run_by_pydantic(pattern: str) -> None:
    annotation = Annotated[str, Field(pattern=pattern)]
    assert agree(annotation, TEXTS) == by_pydantic(annotation, TEXTS)
    assert set(statuses(annotation).values()) == {"opaque"}


def test_a_pattern_for_the_engine_of_python_is_searched_for() -> None:
    annotation = Annotated[str, Field(pattern="(?<=a)b")]
    assert agree(annotation, TEXTS) == ["ab", "abc", "abab"]


def test_a_pattern_that_nobody_can_read_is_refused() -> None:
    with pytest.raises(ConstraintError, match="is not a pattern") as caught:
        read(Annotated[str, Field(pattern="(")])
    assert caught.value.remedy


def test_common_patterns_stay_symbolic() -> None:
    for pattern in ("^[a-z]+$", r"\d{3}-\d{4}", "^(a|b)*$"):
        assert set(statuses(Annotated[str, Field(pattern=pattern)]).values()) == {"symbolic"}


def refuse_odd(value: int) -> int:
    if value % 2:
        raise ValueError("odd")
    return value


def with_info(value: int, info: pydantic.ValidationInfo) -> int:
    return value


def test_a_validator_that_runs_after_accepts_what_it_neither_refuses_nor_changes() -> None:
    assert agree(Annotated[int, AfterValidator(refuse_odd)], NUMBERS) == [0, 2, 4, 10, 100]
    assert agree(Annotated[str, AfterValidator(str.strip)], ["a", " a"]) == ["a"]


@pytest.mark.parametrize(
    "piece",
    [
        BeforeValidator(int),
        WrapValidator(lambda v, handler: handler(v)),
        PlainValidator(int),
        AfterValidator(with_info),
        pydantic.GetPydanticSchema(lambda tp, handler: handler(tp)),
    ],
    ids=lambda piece: type(piece).__name__,
)
def test_a_validator_that_decides_what_comes_out_cannot_be_read(piece: Any) -> None:
    with pytest.raises(ConstraintError, match="the type") as caught:
        read(Annotated[int, piece])
    assert "where(" in caught.value.remedy


def test_a_uuid_has_the_version_that_is_asked_for() -> None:
    from refute.types.constraints.pydantic_fields import read as read_piece
    from refute.types.reading.context import Context

    (piece,) = pydantic.UUID4.__metadata__
    (predicate,) = read_piece(piece, Context())
    assert predicate.holds(uuid.uuid4(), {})
    assert not predicate.holds(uuid.UUID(int=0), {})


# msgspec


def by_msgspec(annotation: Any, values: Iterable[Any]) -> list[Any]:
    kept = []
    for value in values:
        try:
            kept.append(msgspec.convert(value, annotation))
        except msgspec.ValidationError:
            continue
    return kept


@pytest.mark.parametrize(
    ("annotation", "values"),
    [
        (Annotated[int, msgspec.Meta(gt=1)], NUMBERS),
        (Annotated[int, msgspec.Meta(ge=1, lt=4)], NUMBERS),
        (Annotated[int, msgspec.Meta(le=3, multiple_of=3)], NUMBERS),
        (Annotated[float, msgspec.Meta(gt=0.0)], FLOATS),
        (Annotated[str, msgspec.Meta(pattern="b")], TEXTS),
        (Annotated[str, msgspec.Meta(pattern="^a$")], TEXTS),
        (Annotated[str, msgspec.Meta(min_length=1, max_length=2, title="t", description="d")], TEXTS),
        (Annotated[bytes, msgspec.Meta(min_length=1)], [b"", b"a"]),
        (Annotated[list[int], msgspec.Meta(max_length=1)], [[], [1], [1, 2]]),
        (Annotated[dict[str, int], msgspec.Meta(min_length=1)], [{}, {"a": 1}]),
        (Annotated[datetime.datetime, msgspec.Meta(tz=True)], [NAIVE, AWARE]),
        (Annotated[datetime.datetime, msgspec.Meta(tz=False)], [NAIVE, AWARE]),
        (Annotated[int, msgspec.Meta()], NUMBERS),
    ],
    ids=str,
)
def test_msgspec_means_the_same_by_a_constraint(annotation: Any, values: list[Any]) -> None:
    assert agree(annotation, values) == by_msgspec(annotation, values)


# beartype


@dataclass(frozen=True)
class Named:
    name: str
    size: int = 0


def is_even(value: int) -> bool:
    return value % 2 == 0


SMALL, EVEN = Is[lambda v: v < 4], Is[is_even]


@pytest.mark.parametrize(
    ("annotation", "values"),
    [
        (Annotated[int, Is[lambda v: v > 0]], NUMBERS),
        (Annotated[int, EVEN], NUMBERS),
        (Annotated[int, SMALL & EVEN], NUMBERS),
        (Annotated[int, SMALL | EVEN], NUMBERS),
        (Annotated[int, ~SMALL], NUMBERS),
        (Annotated[int, ~(SMALL & ~EVEN) | IsEqual[3]], NUMBERS),
        (Annotated[str, IsEqual["ab"]], TEXTS),
        (Annotated[list[int], IsEqual[[1, 2]]], [[], [1, 2]]),
        (Annotated[object, IsInstance[int, str]], [1, "a", 1.5, None]),
        (Annotated[object, IsSubclass[int]], [bool, int, str]),
        (
            Annotated[Named, IsAttr["name", IsEqual["a"] | Is[lambda s: len(s) > 1]]],
            [Named("a"), Named("b"), Named("bc")],
        ),
        (Annotated[str, Is[lambda s: s.isdigit()]], TEXTS),
    ],
    ids=lambda value: getattr(value, "__name__", "values"),
)
def test_beartype_means_the_same_by_a_validator(annotation: Any, values: list[Any]) -> None:
    assert agree(annotation, values) == [value for value in values if is_bearable(value, annotation)]


def test_a_function_in_a_beartype_validator_is_read_from_its_source() -> None:
    two_on_a_line = (Is[lambda v: v > 0], Is[lambda v: v > 10])
    assert statuses(Annotated[int, two_on_a_line[1]]) == {"v > 10": "symbolic"}
    assert statuses(Annotated[int, SMALL & ~EVEN]) == {"v < 4": "symbolic", "not (is_even)": "symbolic"}


# attrs


def by_attrs(validator: Any, values: Iterable[Any]) -> list[Any]:
    made = attrs.make_class("Made", {"x": attrs.field(validator=validator)})
    kept = []
    for value in values:
        try:
            made(value)
        except (ValueError, TypeError):
            continue
        kept.append(value)
    return kept


ANYTHING = [None, 0, 1, 5, True, "", "a", "ab", "b", "ab\n", [], [1], [1, 6], {"a": 1}, {"": 7}]
LISTS = [[], [1], [1, 6], [6, 7, 8]]
DICTS = [{}, {"a": 1}, {"": 7}, {"a": 7, "b": 1}]


@pytest.mark.parametrize(
    ("validator", "values"),
    [
        (av.instance_of(int), ANYTHING),
        (av.instance_of((int, str)), ANYTHING),
        (av.instance_of(int | None), ANYTHING),
        (av.in_([1, "a"]), ANYTHING),
        (av.in_(range(3)), NUMBERS),
        (av.gt(1), NUMBERS),
        (av.ge(1), NUMBERS),
        (av.lt(1), NUMBERS),
        (av.le(1), NUMBERS),
        (av.min_len(1), TEXTS),
        (av.max_len(1), TEXTS),
        (av.matches_re("ab?"), TEXTS),
        (av.matches_re("ab?", func=re.match), TEXTS),
        (av.matches_re("b", func=re.search), TEXTS),
        (av.matches_re("AB", flags=re.IGNORECASE), TEXTS),
        (av.optional(av.gt(1)), [None, *NUMBERS]),
        (av.optional([av.gt(1), av.lt(4)]), [None, *NUMBERS]),
        (av.and_(av.gt(1), av.lt(4)), NUMBERS),
        ([av.gt(1), av.and_(av.lt(4), av.lt(3))], NUMBERS),
        (av.or_(av.lt(0), av.gt(4)), NUMBERS),
        (av.or_(av.instance_of(str), av.and_(av.instance_of(int), av.gt(0))), ANYTHING),
        (av.not_(av.gt(1)), NUMBERS),
        (av.not_(av.in_([1, 2])), NUMBERS),
        (av.not_(av.gt(1), exc_types=TypeError), NUMBERS),
        (av.deep_iterable(av.gt(3)), LISTS),
        (av.deep_iterable(av.gt(3), av.min_len(1)), LISTS),
        (av.deep_iterable(av.deep_iterable(av.gt(3))), [[], [[]], [[4], []], [[4], [1]]]),
        (av.deep_mapping(av.min_len(1), av.gt(3)), DICTS),
        (av.deep_mapping(av.min_len(1), av.gt(0), av.max_len(1)), DICTS),
        (av.is_callable(), [print, 1]),
    ],
    ids=repr,
)
def test_attrs_means_the_same_by_a_validator(validator: Any, values: list[Any]) -> None:
    one = av.and_(*validator) if isinstance(validator, list) else validator
    assert agree(Annotated[object, one], values) == by_attrs(validator, values)


def test_validators_made_of_readable_ones_are_readable() -> None:
    deep = av.deep_iterable(av.optional(av.gt(3)), av.not_(av.max_len(2)))
    assert statuses(Annotated[list[int], deep]) == {
        "not (len(v) <= 2)": "symbolic",
        "each element: (v is None) or (v > 3)": "symbolic",
    }


def test_constraints_on_elements_stay_on_the_elements() -> None:
    tp = read(Annotated[list[Annotated[int, at.Gt(0)]], at.MinLen(1)])
    assert isinstance(tp, Refined)
    assert isinstance(tp.base, SequenceOf)
    assert [p.text for p in predicates_of(tp.base.element)] == ["v > 0"]
    assert [p.text for p in predicates_of(tp)] == ["len(v) >= 1"]


@dataclass
class Several:
    x: Annotated[int, at.Gt(0), Field(lt=9), msgspec.Meta(multiple_of=2), EVEN]


def test_dialects_may_be_mixed() -> None:
    annotation = Annotated[int, at.Gt(0), Field(lt=9), msgspec.Meta(multiple_of=3), ~EVEN]
    assert agree(annotation, NUMBERS) == [3]
    assert len(predicates_of(field_of(Several, "x").type)) == 4
