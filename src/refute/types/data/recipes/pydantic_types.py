"""Recipes for types of pydantic that are no constraints: addresses, secrets, moments in the past and the future."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

from refute.logic.reading.predicates import where
from refute.types.data.recipes.registered import Registered, recipe_of

_EMAILS = Literal["a@example.com", "a.b+c@example.org"]
_URLS = (
    "http://example.com/",
    "https://example.com/a/b?c=d#e",
    "http://localhost:8080/",
    "http://127.0.0.1/",
)
_PAST = datetime.datetime(2000, 1, 1)
_FUTURE = datetime.datetime(3000, 1, 1)


def _email(cls: Any, args: tuple[Any, ...]) -> Registered:
    return Registered(str, instead=_EMAILS, accepts=str)


def _url(cls: Any, args: tuple[Any, ...]) -> Registered:
    return recipe_of(
        cls,
        {"url": Literal[_URLS]},
        lambda value: (str(value),),
        callee=("pydantic", cls.__name__),
        call=cls,
        kinds=(str,),
        structural=True,
        scalar=True,
    )


def _secret(cls: Any, args: tuple[Any, ...]) -> Registered:
    kind = bytes if cls.__name__ == "SecretBytes" else str
    return recipe_of(
        cls,
        {"secret_value": kind},
        lambda value: (value.get_secret_value(),),
        callee=("pydantic", cls.__name__),
        call=cls,
        kinds=(kind,),
        structural=True,
        scalar=True,
    )


def _datetime(cls: Any, args: tuple[Any, ...]) -> Registered:
    aware = cls.__name__ == "AwareDatetime"
    with_zone, without = where(lambda v: v.tzinfo is not None), where(lambda v: v.tzinfo is None)
    return Registered(datetime.datetime, instead=Annotated[datetime.datetime, with_zone if aware else without])


def _moment(cls: Any, args: tuple[Any, ...]) -> Registered:
    """One that is in the past or the future whenever it is looked at."""
    kind: Any = datetime.datetime if cls.__name__.endswith("Datetime") else datetime.date
    past, future = (_PAST, _FUTURE) if kind is datetime.datetime else (_PAST.date(), _FUTURE.date())
    before, after = where(lambda v: v <= past), where(lambda v: v >= future)
    naive = [where(lambda v: v.tzinfo is None)] if kind is datetime.datetime else []
    chosen = Annotated[(kind, *naive, before if cls.__name__.startswith("Past") else after)]
    return Registered(kind, instead=chosen, accepts=kind)


PYDANTIC = {
    "pydantic.networks.EmailStr": _email,
    **dict.fromkeys((f"pydantic.networks.{name}" for name in ("AnyUrl", "AnyHttpUrl", "HttpUrl")), _url),
    **dict.fromkeys((f"pydantic.types.{name}" for name in ("SecretStr", "SecretBytes")), _secret),
    **dict.fromkeys((f"pydantic.types.{name}" for name in ("AwareDatetime", "NaiveDatetime")), _datetime),
    **dict.fromkeys(
        (f"pydantic.types.{when}{kind}" for when in ("Past", "Future") for kind in ("Date", "Datetime")), _moment
    ),
}
