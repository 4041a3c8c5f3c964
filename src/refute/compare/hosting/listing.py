"""Listing: what a module offers its clients, under which names, and how it is called."""

from __future__ import annotations

import ast
import enum
import inspect
import linecache
import re
import sys
import typing
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, GenericAlias, MethodType, ModuleType, UnionType
from typing import Any

from refute.compare.behaviour.homes import Alias, Homes
from refute.compare.behaviour.performing import Site
from refute.compare.behaviour.views import Views
from refute.compare.data import Listing, Member, ParameterInfo
from refute.conform.wording import short
from refute.errors import Place
from refute.targets.importing import load
from refute.types.reading.guarded import attribute, is_instance, names_of_class, names_of_module, unwrapped
from refute.types.reading.places import place_of

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_LONG = 120  # characters of a default or a constant
_FUNCTIONS = (FunctionType, BuiltinFunctionType, MethodType)
_TYPES = (typing.TypeVar, typing.ParamSpec, GenericAlias, UnionType)
_SIGNATURE = inspect.Signature


def listing_of(part: str, root: str, places: tuple[str, ...], alias: Alias = Alias()) -> Listing:  # noqa: B008
    """What a file or module offers. `root`, `places` and `alias` as in `Homes`; an empty root is that of the module."""
    module = load(part)
    name = str(names_of_module(module).get("__name__"))
    site = Site(part, "", root or name.partition(".")[0], places, alias)
    return Listing(part, site.homes.of_both(name), site, tuple(_Lister(module, site.homes).members()))


def listing_of_one(given: Any, alias: Alias = Alias()) -> Listing:  # noqa: B008 - frozen
    """The same of a function or a class by itself."""
    name = str(attribute(given, "__module__") or "__main__")
    module: ModuleType = sys.modules.get(name) or ModuleType(name)
    file = names_of_module(module).get("__file__")
    root = name.partition(".")[0]
    site = Site("", "", root, (file,) if isinstance(file, str) else (), alias)
    lister = _Lister(module, site.homes)
    own = str(attribute(given, "__qualname__") or "it").rpartition(".")[2]
    is_class = is_instance(given, type)
    members = list(lister.of_class(own, given)) if is_class else [lister.function(own, given, "function")]
    found = [replace(one, path=one.path.removeprefix(own).removeprefix(".")) for one in members]
    return Listing("", site.homes.of_both(name), site, tuple(found))


class _Lister:
    """Lists one module."""

    def __init__(self, module: ModuleType, homes: Homes) -> None:
        self._names = names_of_module(module)
        self._name = str(self._names.get("__name__"))
        self._homes = homes
        self._views = Views(homes)

    def members(self) -> Iterator[Member]:
        for name in self._public():
            value = self._names.get(name)
            if isinstance(value, type) and not isinstance(value, GenericAlias):
                if self._is_own(value):
                    yield from self.of_class(name, value)
            elif _is_function(value):
                if self._is_own(value):
                    yield self.function(name, value, "function")
            elif name in self._assigned and not self._is_type(value):
                yield self._constant(name, value)

    def _public(self) -> list[str]:
        said = self._names.get("__all__")
        if isinstance(said, list | tuple) and all(type(one) is str for one in said):
            return [one for one in said if one in self._names]
        return [name for name in self._names if not name.startswith("_")]

    @cached_property
    def _assigned(self) -> set[str]:
        """The names that statements at the top of the module assign to: others were imported."""
        file = self._names.get("__file__")
        if not isinstance(file, str) or not file.endswith(".py"):
            return set(self._names)  # of an extension: nothing tells
        try:
            tree = ast.parse("".join(linecache.getlines(file)))
        except (SyntaxError, ValueError, RecursionError):
            return set()
        return {
            node.id
            for statement in tree.body
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }

    def _is_own(self, value: Any) -> bool:
        home = attribute(value, "__module__")
        return home is None or (type(home) is str and (home == self._name or self._homes.owns(home)))

    @staticmethod
    def _is_type(value: object) -> bool:
        return is_instance(value, _TYPES) or type(value).__module__ in ("typing", "typing_extensions", "logging")

    # -- functions -----------------------------------------------------------------------------------------------------

    def function(self, name: str, value: Any, kind: str, *, home: str = "", objects: bool = False) -> Member:
        parameters, returns = self._signature(value)
        if objects and parameters:
            parameters = parameters[1:]
        plain = unwrapped(value)
        return Member(
            name,
            kind,
            home or self._home(plain, name),
            place_of(plain),
            parameters,
            returns,
            path=name,
            needs_objects=objects,
        )

    def _home(self, value: Any, name: str) -> str:
        module, own = attribute(value, "__module__"), attribute(value, "__qualname__")
        where = self._homes.of_both(module if type(module) is str else self._name)
        return f"{where}:{own if type(own) is str and own.isidentifier() else name}"

    def _signature(self, value: Any) -> tuple[tuple[ParameterInfo, ...] | None, str]:
        try:
            signature = inspect.signature(value)
        except Exception:  # of a function in C, or of an object that says something else
            return None, ""
        hints = _hints_of(value)
        parameters = tuple(self._parameter(one, hints) for one in signature.parameters.values())
        returns = hints.get("return", signature.return_annotation)
        return parameters, "" if returns is _SIGNATURE.empty else self._annotation(returns)

    def _parameter(self, parameter: inspect.Parameter, hints: dict[str, Any]) -> ParameterInfo:
        annotation = hints.get(parameter.name, parameter.annotation)
        return ParameterInfo(
            parameter.name,
            parameter.kind.description,
            "" if annotation is parameter.empty else self._annotation(annotation),
            None if parameter.default is parameter.empty else self._text(parameter.default),
        )

    def _annotation(self, annotation: Any) -> str:
        text = annotation if isinstance(annotation, str) else _written(annotation)
        return self._homes.neutral(_ADDRESS.sub("", text))

    def _text(self, value: Any) -> str:
        return self._views.plain(_ADDRESS.sub("", short(value, _LONG)))

    # -- classes -------------------------------------------------------------------------------------------------------

    def of_class(self, name: str, cls: type) -> Iterator[Member]:
        home = self._home(cls, name)
        parameters, _ = self._signature(cls)
        bases = tuple(self._homes.name_of(base) for base in cls.__bases__ if base is not object)
        view = self._members_of_enum(cls)
        yield Member(name, "class", home, place_of(cls), parameters, bases=bases, view=view, path=name)
        for own in dict.fromkeys(one for base in cls.__mro__ for one in names_of_class(base)):
            if not own.startswith("_"):
                yield from self._member(f"{name}.{own}", own, cls, home)

    def _members_of_enum(self, cls: type) -> Any:
        if not issubclass(cls, enum.Enum):
            return None
        return [(name, self._views.of(member.value)) for name, member in cls.__members__.items()]

    def _member(self, name: str, own: str, cls: type, home: str) -> Iterator[Member]:
        owner = next(base for base in cls.__mro__ if own in names_of_class(base))
        if not self._is_own(owner):
            return
        value, where = names_of_class(owner)[own], f"{home}.{own}"
        if is_instance(value, (staticmethod, classmethod)):
            yield self.function(name, attribute(cls, own), "function", home=where)
        elif is_instance(value, (property, cached_property)):
            get = value.fget if isinstance(value, property) else value.func
            path = f"{name}.{'fget' if isinstance(value, property) else 'func'}"
            returns = self._signature(get)[1]
            yield Member(name, "property", where, place_of(get), (), returns, path=path, needs_objects=True)
        elif _is_function(value):
            yield self.function(name, value, "method", home=where, objects=True)

    # -- constants -----------------------------------------------------------------------------------------------------

    def _constant(self, name: str, value: Any) -> Member:
        home = f"{self._homes.of_both(self._name)}:{name}"
        return Member(name, "constant", home, self._place(name), text=self._text(value), view=self._views.of(value))

    def _place(self, name: str) -> Place | None:
        file = self._names.get("__file__")
        if not isinstance(file, str) or Path(file).suffix != ".py":
            return None
        lines = linecache.getlines(file)
        found = re.compile(rf"{re.escape(name)}\b[^=]*=")
        return Place(file, next((number for number, line in enumerate(lines, 1) if found.match(line)), 0))


def _is_function(value: object) -> bool:
    """Whether a value is a function, or what a decorator has made of one."""
    return (
        is_instance(value, _FUNCTIONS)
        or (callable(value) and not is_instance(value, type) and hasattr(type(value), "__wrapped__"))
        or inspect.getattr_static(value, "__wrapped__", None) is not None
    )


def _hints_of(value: Any) -> dict[str, Any]:
    try:
        plain = attribute(value, "__init__") if isinstance(value, type) else unwrapped(value)
        return typing.get_type_hints(plain, include_extras=True)
    except Exception:  # of names that are not there
        return {}


def _written(annotation: Any) -> str:
    """An annotation as it would be written, however it was: `Optional[int]` is `int | None`."""
    if annotation is type(None):
        return "None"
    origin, given = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Union or isinstance(annotation, UnionType):
        return " | ".join(map(_written, given))
    if origin is typing.Annotated:
        metadata = ", ".join(_of_metadata(one) for one in annotation.__metadata__)
        return f"Annotated[{_written(annotation.__origin__)}, {metadata}]"
    if origin is not None and isinstance(origin, type) and given and origin.__module__ != "collections.abc":
        return f"{_written(origin)}[{', '.join(map(_written, given))}]"
    return inspect.formatannotation(annotation)


def _of_metadata(value: Any) -> str:
    text = attribute(value, "text")
    return text if type(text) is str else short(value, _LONG)
