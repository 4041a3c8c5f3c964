"""What only a stub defines: classes and type variables, made so that they are there when the program runs."""

from __future__ import annotations

import ast
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from typeshed_client.parser import NameInfo, OverloadedName

from refute.types.hints.stubs.expressions import Names, Unresolved, evaluated
from refute.types.hints.stubs.writing import function_of

_VARIABLES = {
    name: getattr(typing, name) for name in ("TypeVar", "ParamSpec", "TypeVarTuple", "NewType") if hasattr(typing, name)
}


def made_variable(name: str, value: ast.expr, names: Names) -> Any:
    """The type variable, or new type, that an assignment defines; None for another value."""
    if not isinstance(value, ast.Call):
        return None
    make = _VARIABLES.get(ast.unparse(value.func).rpartition(".")[2])
    if make is None:
        return None
    if make is typing.NewType:
        return make(name, evaluated(value.args[1], names) if len(value.args) > 1 else Any)
    if make is not typing.TypeVar:
        return make(name)
    constraints = tuple(evaluated(one, names) for one in value.args[1:])
    keywords = {one.arg: one.value for one in value.keywords}
    bound = evaluated(keywords["bound"], names) if "bound" in keywords else None
    return _variable(name, constraints, None if bound is Any else bound)


def _variable(name: str, constraints: tuple[Any, ...], bound: Any) -> Any:
    if len(constraints) > 1:
        return typing.TypeVar(name, *constraints)
    return typing.TypeVar(name, bound=bound)


class Parameterised:
    """The names in a definition that has type parameters of its own: `def first[T](xs: list[T]) -> T`."""

    def __init__(self, definition: ast.AST, names: Names) -> None:
        self._names = names
        self._own: dict[str, Any] = {}
        for one in getattr(definition, "type_params", ()):
            kind = type(one).__name__
            bound = getattr(one, "bound", None)
            if kind != "TypeVar":
                self._own[one.name] = _VARIABLES[kind](one.name)
            elif isinstance(bound, ast.Tuple):
                self._own[one.name] = _variable(one.name, tuple(evaluated(part, self) for part in bound.elts), None)
            else:
                limit = evaluated(bound, self) if bound is not None else None
                self._own[one.name] = _variable(one.name, (), None if limit is Any else limit)

    def named(self, name: str) -> Any:
        return self._own[name] if name in self._own else self._names.named(name)

    def member(self, owner: Any, name: str) -> Any:
        return self._names.member(owner, name)

    def refinement(self, node: ast.expr) -> Any:
        return self._names.refinement(node)

    @property
    def variables(self) -> tuple[Any, ...]:
        return tuple(self._own.values())


def made_class(
    definition: ast.ClassDef,
    children: Mapping[str, NameInfo],
    names: Names,
    module: str,
    register: Callable[[type], None],
) -> type:
    """A class of which there is only the definition in a stub. Others may refer to it as soon as it is registered."""
    inside = Parameterised(definition, names)
    members = dict(_members(definition, children, inside, module))
    bases = [evaluated(base, inside) for base in definition.bases]
    bases = [base for base in bases if base is not Any]
    if inside.variables and not any(typing.get_origin(base) in (typing.Generic, typing.Protocol) for base in bases):
        bases.append(typing.Generic[inside.variables])  # type: ignore[index]
    keywords = {one.arg: True for one in definition.keywords if one.arg and ast.unparse(one.value) == "True"}
    attributes = {name: one for name, one in members.items() if not isinstance(one, ast.AnnAssign)}
    annotations: dict[str, Any] = {name: Any for name, one in members.items() if isinstance(one, ast.AnnAssign)}
    space = {"__module__": module, "__qualname__": definition.name, "__annotations__": annotations, **attributes}
    cls = _built(definition.name, tuple(bases), keywords, space)
    register(cls)
    for name, one in members.items():
        if isinstance(one, ast.AnnAssign):
            annotations[name] = evaluated(one.annotation, inside)
    for one in attributes.values():
        _complete(one)
    return cls


def _built(name: str, bases: tuple[Any, ...], keywords: dict[str, Any], space: dict[str, Any]) -> type:
    """Without its bases, where these cannot be those of a class made here."""
    for known in (bases, tuple(base for base in bases if typing.get_origin(base) is not None), ()):
        try:
            cls: type = types.new_class(name, known, keywords, lambda body: body.update(space))
        except Exception:
            continue
        return cls
    raise Unresolved(name)


def _members(
    definition: ast.ClassDef, children: Mapping[str, NameInfo], names: Names, module: str
) -> Iterator[tuple[str, Any]]:
    for name, info in children.items():
        one: Any = info.ast.definitions[-1] if isinstance(info.ast, OverloadedName) else info.ast
        if isinstance(one, ast.AnnAssign):
            yield name, one
        elif isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            first: Any = info.ast.definitions[0] if isinstance(info.ast, OverloadedName) else one
            made = function_of(first, names, {}, f"{definition.name}.{name}", module, later=True)
            yield name, _decorated(made, first)


def _decorated(function: Callable[..., Any], definition: Any) -> Any:
    for decorator in definition.decorator_list:
        match ast.unparse(decorator).rpartition(".")[2]:
            case "property" | "cached_property" | "abstractproperty":
                return property(function)
            case "classmethod":
                return classmethod(function)
            case "staticmethod":
                return staticmethod(function)
            case "abstractmethod":
                function.__isabstractmethod__ = True  # type: ignore[attr-defined]
    return function


def _complete(member: Any) -> None:
    """Give a function the annotations that had to wait for its class."""
    function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
    later = vars(function).pop("__later__", None) if hasattr(function, "__dict__") else None
    if later is not None:
        function.__annotations__.update(later())
