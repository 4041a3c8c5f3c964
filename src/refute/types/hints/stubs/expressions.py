"""Type expressions as syntax trees, evaluated to what the same annotations are at run time.

What cannot be told is `Any`, so that `dict[str, Missing]` is a `dict[str, Any]`. A class that is generic for type
checkers only is what it is without its arguments.
"""

from __future__ import annotations

import ast
import typing
from collections.abc import Callable
from typing import Any, Literal, Protocol

from refute.types.reading.guarded import attribute

_DEEPEST = 40
_UNION: Any = typing.Union  # of what may be known only when the program runs


class Unresolved(Exception):
    """A name or an expression that stands for no type."""


class Names(Protocol):
    """Where an expression stands: what its names mean."""

    def named(self, name: str) -> Any:
        """What a name stands for. Raises Unresolved."""

    def member(self, owner: Any, name: str) -> Any:
        """What an attribute of it stands for. Raises Unresolved."""

    def refinement(self, node: ast.expr) -> Any:
        """What stands after the type in an `Annotated`. Raises Unresolved."""


def evaluated(node: ast.expr | None, names: Names, *, strict: bool = False) -> Any:
    """The annotation that an expression stands for. If it is `strict`, Unresolved is raised where a part of it stands
    for none."""
    return _Evaluation(names, strict).whole(node)


class _Evaluation:
    def __init__(self, names: Names, strict: bool) -> None:
        self._names = names
        self._strict = strict
        self._depth = 0

    def whole(self, node: ast.expr | None) -> Any:
        if node is None:
            return Any
        self._depth += 1
        try:
            if self._depth > _DEEPEST:
                raise Unresolved("nested too deeply")
            return self._of(node)
        except Unresolved:
            if self._strict:
                raise
            return Any
        finally:
            self._depth -= 1

    def _of(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=None):
                return None
            case ast.Constant(value=str(text)):
                return self.whole(parsed(text))
            case ast.Constant(value=value) if value is ...:
                return ...
            case ast.Name(id=name):
                return self._names.named(name)
            case ast.Attribute(value=owner, attr=name):
                return self._names.member(self._of(owner), name)
            case ast.BinOp(op=ast.BitOr()):
                return union(self.whole(part) for part in _members(node))
            case ast.Subscript(value=base, slice=inside):
                return self._subscript(self._of(base), inside)
            case ast.List(elts=elements):
                return [self.whole(one) for one in elements]
            case ast.Tuple(elts=elements):
                return tuple(self.whole(one) for one in elements)
            case ast.Starred(value=inner):
                return typing.Unpack[self.whole(inner)]
        raise Unresolved(ast.unparse(node))

    def _subscript(self, base: Any, inside: ast.expr) -> Any:
        parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
        if base is Literal:
            return self._literal(parts)
        if base is typing.Annotated:
            return self._annotated(parts)
        args = tuple(self.whole(part) for part in parts)
        if base is typing.Union:
            return union(args)
        if base is typing.Optional:
            return union((*args, None))
        return subscripted(base, args)

    def _literal(self, parts: list[ast.expr]) -> Any:
        values: list[Any] = []
        for part in parts:
            try:
                values.append(ast.literal_eval(part))
            except ValueError:  # a member of an enumeration, or an alias of other literals
                value = self._of(part)
                values += typing.get_args(value) if typing.get_origin(value) is Literal else [value]
        return Literal[tuple(values)]

    def _annotated(self, parts: list[ast.expr]) -> Any:
        base, *metadata = parts
        pieces = []
        for piece in metadata:
            try:
                pieces.append(self._names.refinement(piece))
            except Unresolved:
                if self._strict:
                    raise
        base_type = self.whole(base)
        return typing.Annotated[(base_type, *pieces)] if pieces else base_type


def parsed(text: str) -> ast.expr | None:
    """A type expression in quotes. Raises Unresolved."""
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Unresolved(text) from None


def subscripted(base: Any, args: tuple[Any, ...]) -> Any:
    """A type with type arguments; without them, if it takes none at run time."""
    given = args[0] if len(args) == 1 else args
    try:
        return base[given]
    except Exception:  # of a class that is generic for type checkers only, or takes fewer
        return base


def union(members: typing.Iterable[Any]) -> Any:
    """The union of annotations, whatever they are at run time."""
    try:
        return _UNION[tuple(members)]
    except TypeError:
        return Any


def _members(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_members(node.left), *_members(node.right)]
    return [node]


def attribute_of(owner: Any, name: str) -> Any:
    """An attribute of a module or class as it is at run time. Raises Unresolved."""
    missing = object()
    found = attribute(owner, name, missing)
    if found is missing:
        raise Unresolved(name)
    return found


class TypeAliasType:
    """An alias that refers to itself: what it stands for is told when it is asked for. Read as a `type` statement."""

    def __init__(self, name: str, module: str, value: Callable[[], Any]) -> None:
        self.__name__ = name
        self.__module__ = module
        self.__type_params__ = ()
        self.__parameters__ = ()
        self._value = value

    def __repr__(self) -> str:
        return self.__name__

    def __call__(self) -> Any:  # so that it can be a member of a union
        raise TypeError(f"{self.__name__} is an alias")

    def __or__(self, other: Any) -> Any:
        return union((self, other))

    def __ror__(self, other: Any) -> Any:
        return union((other, self))

    @property
    def __value__(self) -> Any:
        return self._value()
