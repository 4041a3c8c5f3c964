"""Recipes for IP addresses, networks and interfaces, of versions 4 and 6."""

from __future__ import annotations

from typing import Annotated, Any

from refute.logic.reading.predicates import where
from refute.types.data.recipes.registered import Registered, recipe_of

_BITS = {"4": 32, "6": 128}
_IN_4 = Annotated[int, where(lambda v: 0 <= v < 2**32)]
_IN_6 = Annotated[int, where(lambda v: 0 <= v < 2**128)]
_UP_TO = {"4": Annotated[int, where(lambda v: 0 <= v <= 32)], "6": Annotated[int, where(lambda v: 0 <= v <= 128)]}
_ADDRESSES = {"4": _IN_4, "6": _IN_6}


def _scalar(cls: Any, arguments: dict[str, Any], take: Any, build: Any) -> Registered:
    return recipe_of(
        cls,
        arguments,
        take,
        callee=("ipaddress", cls.__name__),
        call=cls,
        build=build,
        kinds=(str,),
        text=lambda value: f"{cls.__name__}({str(value)!r})",
        structural=True,
        scalar=True,
    )


def _address(cls: Any, args: tuple[Any, ...]) -> Registered:
    return _scalar(cls, {"number": _ADDRESSES[cls.__name__[3]]}, _number, cls)


def _number(value: Any) -> tuple[int | None]:
    return (None if getattr(value, "scope_id", None) else int(value),)


def _network(cls: Any, args: tuple[Any, ...]) -> Registered:
    """By the length of its prefix, and the prefix as a number."""
    version = cls.__name__[3]
    bits = _BITS[version]
    prefix = Annotated[int, where(lambda v, length: 0 <= v < 2**length)]
    return _scalar(
        cls,
        {"length": _UP_TO[version], "prefix": prefix},
        lambda value: (value.prefixlen, int(value.network_address) >> (bits - value.prefixlen)),
        lambda length, prefix: cls((prefix << (bits - length), length)),
    )


def _interface(cls: Any, args: tuple[Any, ...]) -> Registered:
    version = cls.__name__[3]
    return _scalar(
        cls,
        {"number": _ADDRESSES[version], "length": _UP_TO[version]},
        lambda value: (*_number(value.ip), value.network.prefixlen),
        lambda number, length: cls((number, length)),
    )


ADDRESSES = {
    f"ipaddress.IPv{version}{kind}": make
    for version in _BITS
    for kind, make in (("Address", _address), ("Network", _network), ("Interface", _interface))
}
