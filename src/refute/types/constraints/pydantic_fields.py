"""Constraints of pydantic: `Field`, the constrained types, `StringConstraints` and other annotations.

A constraint is read as one on the validated value: with `strip_whitespace` it has no blanks at its ends. Patterns of
pydantic differ from those of `re` (`$` matches at the very end only, `\\w` follows another table of Unicode): values
are judged by pydantic, and the logic uses the pattern translated to Python.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, functional_serializers, functional_validators, json_schema, types
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined, SchemaError, SchemaValidator, core_schema

from refute.errors import ConstraintError, Place
from refute.logic.reading.names import of_value
from refute.logic.reading.predicates import VALUE, Predicate, name_of
from refute.logic.terms.term import Term, var
from refute.types.constraints.combined import each
from refute.types.constraints.reading import NotConstraint, Reading, Unread
from refute.types.constraints.vocabulary import described, function, opaque, pattern, predicate
from refute.types.data.refusals import REFUSALS
from refute.types.reading.context import Context

_V = var(VALUE)
# The private class of metadata that `Field` makes of arguments without a counterpart in annotated-types.
_General = type(Field(pattern="").metadata[0])
# Arguments of Field that are no constraints.
_BESIDE = (
    "default",
    "default_factory",
    "alias",
    "validation_alias",
    "serialization_alias",
    "title",
    "field_title_generator",
    "description",
    "examples",
    "exclude",
    "exclude_if",
    "discriminator",
    "deprecated",
    "json_schema_extra",
    "frozen",
    "validate_default",
)


def _of(module: Any, *names: str) -> tuple[type, ...]:
    """The classes of these names that the installed pydantic has."""
    return tuple(getattr(module, name) for name in names if hasattr(module, name))


_HOW_TO_READ = _of(types, "Strict", "FailFast", "EncodedStr", "EncodedBytes", "Json") + _of(
    functional_validators, "SkipValidation", "InstanceOf"
)
_HOW_TO_WRITE = _of(functional_serializers, "PlainSerializer", "WrapSerializer", "SerializeAsAny")
_ABOUT_UNIONS = _of(types, "Tag", "Discriminator")
_ABOUT_SCHEMAS = _of(json_schema, "WithJsonSchema", "Examples", "SkipJsonSchema")
_VALIDATORS = _of(functional_validators, "BeforeValidator", "WrapValidator", "PlainValidator", "ValidateAs")
_UNREADABLE = _VALIDATORS + _of(types, "GetPydanticSchema", "PathType")


def read(metadata: object, context: Context) -> Reading | None:
    place = context.place
    match metadata:
        case FieldInfo():
            return list(_field(metadata))
        case functional_validators.AfterValidator(func=func):
            return [_accepted(func, context)]
        case types.AllowInfNan(allow_inf_nan=allowed):
            return NotConstraint("infinities and NaN are allowed") if allowed else [function(math.isfinite, place)]
        case types.UuidVersion(uuid_version=version):
            term = Term("eq", (Term("attr", (_V,), "version"), of_value(version)))
            return [predicate(lambda value: value.version == version, f"v.version == {version}", term, place)]
        case _General():
            return list(_general(vars(metadata), context))
    if isinstance(metadata, _UNREADABLE):
        raise ConstraintError(
            f"{context.owner}: a {type(metadata).__name__} decides what values there are, and cannot be read",
            place=place,
            remedy="Say which values come out of it with where(lambda v: ...) in its place.",
        )
    return _other(metadata)


def _other(metadata: object) -> NotConstraint | None:
    marker = isinstance(metadata, type) and metadata.__module__.startswith("pydantic")  # as in OnErrorOmit[int]
    if isinstance(metadata, _HOW_TO_READ) or marker:
        return NotConstraint("it says what input is read, not what comes out")
    if isinstance(metadata, _HOW_TO_WRITE):
        return NotConstraint("it says how values are written")
    if isinstance(metadata, _ABOUT_UNIONS):
        return NotConstraint("it says how members of a union are told apart")
    if isinstance(metadata, _ABOUT_SCHEMAS):
        return NotConstraint("it is for the JSON schema")
    return None


def _field(info: FieldInfo) -> Iterator[NotConstraint | Unread]:
    yield from map(Unread, info.metadata)
    for name in _BESIDE:
        value = getattr(info, name, None)
        copied = name in ("validation_alias", "serialization_alias") and value == info.alias
        if value is not None and value is not PydanticUndefined and not copied:
            yield NotConstraint("it says nothing about the value", f"Field({name}=...)")


def says_something(info: FieldInfo) -> bool:
    """Whether a field has metadata, or arguments other than a default."""
    others = [name for name in _BESIDE if name not in ("default", "default_factory")]
    return bool(info.metadata) or any(getattr(info, name, None) is not None for name in others)


def only_runs_in_a_model(piece: object) -> bool:
    """Whether a piece of metadata is a validator that can only be run by building the model."""
    needs_more = isinstance(piece, functional_validators.AfterValidator) and _wants_info(piece.func)
    return needs_more or isinstance(piece, _VALIDATORS)


def _general(given: dict[str, Any], context: Context) -> Iterator[Predicate | NotConstraint]:
    place = context.place
    digits = {name: value for name, value in given.items() if name in ("max_digits", "decimal_places")}
    if any(value is not None for value in digits.values()):
        yield _digits(digits, place)
    for name, value in given.items():
        match name, value:
            case (("max_digits" | "decimal_places"), _):
                continue
            case _, None | False if name != "allow_inf_nan":
                continue
            case "pattern", regex:
                yield _pattern(regex, place)
            case "strip_whitespace", _:
                yield _stripped(place)
            case ("to_lower" | "to_upper") as how, _:
                yield _cased(how.removeprefix("to_"), place)
            case "ascii_only", _:
                yield function(str.isascii, place)
            case "allow_inf_nan", False:
                yield function(math.isfinite, place)
            case (("allow_inf_nan" | "strict" | "fail_fast" | "union_mode" | "coerce_numbers_to_str"), _):
                yield NotConstraint("it says what input is read, not what comes out", f"Field({name}=...)")
            case _:
                raise ConstraintError(
                    f"{context.owner}: {name}={value!r} is a constraint of pydantic that refute does not know",
                    place=place,
                    remedy="Say it with where(lambda v: ...).",
                )


def _digits(given: dict[str, Any], place: Place | None) -> Predicate:
    """The number of digits, counted by pydantic: exponents and trailing zeros have special rules."""
    validator = TypeAdapter(Annotated[Decimal, Field(**given)]).validator
    text = ", ".join(f"{name}={value}" for name, value in given.items() if value is not None)
    return opaque(validator.isinstance_python, f"v has {text}", place, "digits can only be counted on a value")


def _pattern(regex: str | re.Pattern[str], place: Place | None) -> Predicate:
    if isinstance(regex, re.Pattern):
        return pattern(regex, place)
    try:
        validator = SchemaValidator(core_schema.str_schema(pattern=regex))
    except SchemaError:  # a pattern for the regex engine of Python
        return pattern(regex, place)
    text = f"pattern {regex!r} is found in v"
    try:
        compiled = re.compile(_for_python(regex))
    except (re.error, _Different) as error:
        return opaque(validator.isinstance_python, text, place, f"pydantic's pattern is not one of Python's: {error}")
    return described(validator.isinstance_python, text, compiled, place, "search")


class _Different(Exception):
    """Raised for a pattern that has another meaning in Python."""


_TOKEN = re.compile(r"\\.|\[\^?\]?|\(\?<(?![=!])|\(\?[a-zA-Z-]+|&&|--|~~|.", re.DOTALL)
# Flags that change the meaning of `$`, blanks, line ends or greediness.
_TELLING = frozenset("mxRU")


def _for_python(regex: str) -> str:
    """The pattern translated for `re`: `\\Z` for `$` and `\\z`, `(?P<` for `(?<`."""
    spelled = ""
    inside = False
    for token in _TOKEN.findall(regex):
        if inside:
            if token.startswith("[") or token in ("&&", "--", "~~"):
                raise _Different(f"{token} inside a set")
            inside = token != "]"
        elif token.startswith("["):
            inside = True
        elif token in (r"\<", r"\>") or (token.startswith("(?") and not _TELLING.isdisjoint(token)):
            raise _Different(token)
        elif token in ("$", r"\z"):
            token = r"\Z"
        elif token == "(?<":
            token = "(?P<"
        spelled += token
    return spelled


# White space by the rules of Rust, which pydantic-core is written in.
_BLANK = r"\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_NO_BLANK_AT_ENDS = re.compile(rf"(?s:[^{_BLANK}](?:.*[^{_BLANK}])?)?")


def _stripped(place: Place | None) -> Predicate:
    return described(_NO_BLANK_AT_ENDS.fullmatch, "v == v.strip()", _NO_BLANK_AT_ENDS, place)


def _cased(case: str, place: Place | None) -> Predicate:
    """A text that `lower` or `upper` leaves unchanged: each of its characters is."""
    change = str.lower if case == "lower" else str.upper
    same = predicate(lambda c: c == change(c), "", Term("eq", (_V, Term("method", (_V,), case))), place)
    return predicate(lambda text: text == change(text), f"v == v.{case}()", each([same], place).term, place)


def _accepted(func: Callable[..., Any], context: Context) -> Predicate:
    """An AfterValidator as a constraint: it accepts the value and leaves it unchanged."""
    name = name_of(func)
    if _wants_info(func):
        raise ConstraintError(
            f"{context.owner}: the validator {name} takes more than the value, and cannot be run alone",
            place=context.place,
            remedy="Say what it demands with where(lambda v: ...), or validate the value alone.",
        )

    def accepts(value: Any) -> bool:
        try:
            result = func(value)
        except REFUSALS:
            return False
        return result is value or bool(result == value)

    return opaque(accepts, f"{name} accepts v", context.place, "a validator can only be run")


def _wants_info(func: Callable[..., Any]) -> bool:
    try:
        parameters = inspect.signature(func).parameters.values()
    except (ValueError, TypeError):
        return False
    return sum(p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters) > 1
