"""Recipes for containers that are made of others: Counter, defaultdict, OrderedDict, ChainMap and proxies."""

from __future__ import annotations

import collections
from collections.abc import Callable
from functools import cache, partial
from typing import Annotated, Any, Literal, TypeVar, get_origin

import annotated_types

from refute.logic.reading.predicates import where
from refute.types.data.recipes.registered import Registered, recipe_of

K: Any
V: Any
K, V = TypeVar("K"), TypeVar("V")
# Classes that make a value of their own when they are called, as `default_factory` is.
_FACTORIES = (bool, int, float, str, bytes, list, tuple, set, frozenset, dict)
_HASHABLE_ONCE = where(lambda v: len({key for key, _ in v}) == len(v))


_Below = Callable[[Any], dict[Any, Any]]
# Views of dicts: the name of the method that makes one, and a dict that has it.
VIEWS: dict[type, tuple[str, _Below]] = {
    type({}.keys()): ("keys", dict.fromkeys),
    type({}.values()): ("values", lambda view: dict(enumerate(view))),
    type({}.items()): ("items", dict),
}


def below(view: Any) -> dict[Any, Any]:
    """A dict that has such a view."""
    return VIEWS[type(view)][1](view)


def view_of(name: str, below: dict[Any, Any]) -> Any:
    return getattr(below, name)()


def _container(
    cls: Any,
    arguments: dict[str, Any],
    take: Callable[[Any], tuple[Any, ...] | None],
    call: Callable[..., Any],
    *,
    params: tuple[Any, ...] = (K, V),
    callee: tuple[str, str] = ("", ""),
    **details: Any,
) -> Registered:
    return recipe_of(
        cls,
        arguments,
        take,
        callee=callee if callee[0] else ("collections", cls.__name__),
        call=call,
        params=params,
        scalar=True,
        **{"frozen": False, "checked": True, **details},
    )


def _counter(cls: Any, args: tuple[Any, ...]) -> Registered:
    return _container(cls, {"counts": dict[K, int]}, lambda value: (dict(value),), cls, params=(K,), kinds=(dict,))


def _default_dict(cls: Any, args: tuple[Any, ...]) -> Registered:
    """Its factory makes the values that the type says, or there is none."""
    kind = get_origin(args[1]) or args[1] if len(args) > 1 else None
    factory = kind if any(kind is known for known in _FACTORIES) else None
    return _container(
        cls,
        {"default_factory": Literal[(factory,)], "items": dict[K, V]},
        lambda value: (value.default_factory, dict(value)),
        cls,
    )


def _ordered_dict(cls: Any, args: tuple[Any, ...]) -> Registered:
    items = Annotated[list[tuple[K, V]], _HASHABLE_ONCE]
    return _container(cls, {"items": items}, lambda value: (list(value.items()),), cls, kinds=(list,))


def _chain_map(cls: Any, args: tuple[Any, ...]) -> Registered:
    maps = Annotated[list[dict[K, V]], annotated_types.MinLen(1)]
    return _container(
        cls,
        {"maps": maps},
        lambda value: (list(value.maps),),
        cls,
        build=lambda maps: collections.ChainMap(*maps),
        kinds=(dict,),
        spread=True,
    )


def _proxy(cls: Any, args: tuple[Any, ...]) -> Registered:
    return _container(
        cls,
        {"mapping": dict[K, V]},
        lambda value: (dict(value),),
        cls,
        callee=("types", "MappingProxyType"),
        kinds=(dict,),
        frozen=True,
    )


def _view(cls: Any, args: tuple[Any, ...]) -> Registered:
    """Keys, values or items of a dict. A result may be of any class that has such."""
    made, (name, taken) = next((made, how) for made, how in VIEWS.items() if issubclass(made, cls))
    content = {"keys": dict[K, None], "values": list[V], "items": dict[K, V]}[name]
    params = {"keys": (K,), "values": (V,), "items": (K, V)}[name]
    return _container(
        made,
        {name: content},
        lambda view: (list(view) if name == "values" else taken(view),),
        partial(view_of, name),
        build=lambda part: view_of(name, dict(enumerate(part)) if name == "values" else part),
        params=params,
        callee=("builtins", "dict"),
        frozen=True,
        opaque=True,
        title=f"{cls.__name__}",
    )


@cache
def unpacked(before: int, after: int) -> Registered:
    """Tuples of any length, of which so many elements at the beginning and the end have types of their own."""
    first = [TypeVar(f"First{place}") for place in range(before)]
    last = [TypeVar(f"Last{place}") for place in range(after)]
    arguments = {
        **{f"first{place}": variable for place, variable in enumerate(first)},
        "rest": list.__class_getitem__(V),
        **{f"last{place}": variable for place, variable in enumerate(last)},
    }

    def build(*parts: Any) -> tuple[Any, ...]:
        return (*parts[:before], *parts[before], *parts[before + 1 :])

    def take(value: tuple[Any, ...]) -> tuple[Any, ...] | None:
        end = len(value) - after
        return None if end < before else (*value[:before], [*value[before:end]], *value[end:])

    return _container(
        tuple,
        arguments,
        take,
        tuple,
        build=build,
        params=(*first, V, *last),
        callee=("builtins", "tuple"),
        frozen=True,
        opaque=True,
        sampled=False,
        title=f"tuple[{', '.join([*['{}'] * before, '*tuple[{}, ...]', *['{}'] * after])}]",
    )


COLLECTIONS = {
    "collections.Counter": _counter,
    "collections.defaultdict": _default_dict,
    "collections.OrderedDict": _ordered_dict,
    "collections.ChainMap": _chain_map,
    "builtins.mappingproxy": _proxy,
    **dict.fromkeys((f"collections.abc.{name}View" for name in ("Keys", "Values", "Items")), _view),
}
