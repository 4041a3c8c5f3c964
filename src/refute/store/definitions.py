"""Functions and objects in kept entries: definitions as `types` writes them, interpreted.

    def f(x, y):
        if (x, y) == (0, 1): return 2
        if vars(x) == vars(Point(0, 1)) and y in (1, 2): return iter([3])
        raise LookupError("f was not asked this")

    n0 = Node(0, None)
    n0.next = n0

That of a function is a header, lines of a condition and an answer, and what is answered otherwise. Conditions compare
parameters, what they answer when they are called, and their attributes with values. That of an object makes it, or
gives it another value for an attribute that it was built with. Nothing of it is compiled.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from refute.store.syntax import parsed
from refute.store.values import ValueReader, refusal
from refute.store.vocabulary import UnreadableEntry
from refute.types.callables.tabulated import Defined, given_to
from refute.types.data import describe

_Given = Mapping[str, Any]  # the arguments of a call, by the names of the parameters
_Condition = Callable[[_Given], bool]
_Answer = Callable[[], Any]
_KIND = inspect.Parameter


def names_defined(definitions: Sequence[str], values: ValueReader) -> dict[str, Any]:
    """The functions and objects that definitions make, by their names. A definition may mention those before it.

    Raises UnreadableEntry, NotPlain, and what constructors raise.
    """
    texts = tuple(definitions)
    found: dict[str, Any] = {}
    inside = replace(values, defined=found)  # which grows: all functions share it
    for text in texts:
        match parsed(text):
            case [ast.FunctionDef() | ast.AsyncFunctionDef() as node] if node.name not in found:
                found[node.name] = Defined(node.name, texts, Interpreted(node, inside))
            case [ast.Assign(targets=[ast.Name(id=name)], value=value)] if name not in found:
                found[name] = inside.value(value)
            case [
                ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)])
            ]:
                raise UnreadableEntry(f"two definitions are of {name}")
            case [ast.Assign(targets=[ast.Attribute(value=ast.Name(id=name), attr=attribute)], value=value)] if (
                name in found and attribute in _assigned_to(found[name])
            ):
                object.__setattr__(found[name], attribute, inside.value(value))
            case body:
                raise refusal(body[0]) if body else UnreadableEntry("there is no function in a definition")
    return found


def _assigned_to(value: Any) -> Sequence[str]:
    """The attributes of an object that may be assigned to: those that it was built with, and its state."""
    description = None if isinstance(value, Defined) else describe(type(value))
    if description is None or description.form != "object" or description.frozen:
        return ()
    plain = getattr(type(value), "__setattr__", None) is object.__setattr__
    return [argument.name for argument in (*description.arguments, *description.state)] if plain else ()


class Interpreted:
    """A function that goes through the lines of its definition whenever it is called. Answers are built anew then."""

    def __init__(self, node: ast.FunctionDef | ast.AsyncFunctionDef, values: ValueReader) -> None:
        if node.decorator_list or node.returns is not None or getattr(node, "type_params", []):
            raise refusal(node)
        self._values = values
        self._is_async = isinstance(node, ast.AsyncFunctionDef)
        self.__signature__ = _signature(node.args, values)
        *lines, last = node.body
        self._lines = [self._line(line) for line in lines]
        self._otherwise = self._last(last)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        given = dict(zip(self.__signature__.parameters, given_to(self.__signature__, args, kwargs), strict=True))
        return self._awaited(given) if self._is_async else self._answer(given)

    async def _awaited(self, given: _Given) -> Any:
        return self._answer(given)

    def _answer(self, given: _Given) -> Any:
        for condition, answer in self._lines:
            if condition(given):
                return answer()
        return self._otherwise()

    def _line(self, node: ast.stmt) -> tuple[_Condition, _Answer]:
        match node:
            case ast.If(test=test, body=[ast.Return(value=ast.expr() as answer)], orelse=[]):
                return self._condition(test), self._answering(answer)
        raise refusal(node)

    def _last(self, node: ast.stmt) -> _Answer:
        match node:
            case ast.Return(value=ast.expr() as answer):
                return self._answering(answer)
            case ast.Raise(
                exc=ast.Call(func=ast.Name(id="LookupError"), args=[ast.Constant(value=str(text))], keywords=[]),
                cause=None,
            ):
                return lambda: _raise_lookup_error(text)
        raise refusal(node)

    def _answering(self, node: ast.expr) -> _Answer:
        match node:
            case ast.Call(func=ast.Name(id="iter"), args=[items], keywords=[]):
                if type(self._values.value(items)) is not list:
                    raise refusal(node)
                return lambda: iter(self._values.value(items))
        self._values.value(node)  # so that what is wrong with it is said when the function is read
        return lambda: self._values.value(node)

    def _condition(self, node: ast.expr) -> _Condition:
        match node:
            case ast.BoolOp(op=ast.And(), values=parts):
                conditions = [self._condition(part) for part in parts]
                return lambda given: all(condition(given) for condition in conditions)
            case ast.Compare(left=ast.Name(id=name), ops=[ast.NotEq()], comparators=[ast.Name(id=other)]) if (
                name == other and self._is_parameter(name)
            ):
                return lambda given: bool(given[name] != given[name])
            case ast.Compare(
                left=ast.Call(func=ast.Name(id="vars"), args=[ast.Name(id=name)], keywords=[]),
                ops=[ast.Eq()],
                comparators=[ast.Call(func=ast.Name(id="vars"), args=[like], keywords=[])],
            ) if self._is_parameter(name) and not self._is_parameter("vars"):
                attributes = _attributes(self._values.value(like))
                return lambda given: vars(given[name]) == attributes
            case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
                subject, value = self._subject(left), self._values.value(right)
                return lambda given: bool(subject(given) == value)
            case ast.Compare(left=left, ops=[ast.In()], comparators=[ast.Tuple() as choices]):
                subject, found = self._subject(left), self._values.value(choices)
                return lambda given: subject(given) in found
        raise refusal(node)

    def _subject(self, node: ast.expr) -> Callable[[_Given], Any]:
        """What a condition is about: a parameter, what it answers, or several of these."""
        match node:
            case ast.Name(id=name) if self._is_parameter(name):
                return lambda given: given[name]
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if self._is_parameter(name):
                for arg in args:
                    self._values.value(arg)
                return lambda given: given[name](*[self._values.value(arg) for arg in args])
            case ast.Tuple(elts=elements):
                subjects = [self._subject(element) for element in elements]
                return lambda given: tuple([subject(given) for subject in subjects])
        raise refusal(node)

    def _is_parameter(self, name: str) -> bool:
        return name in self.__signature__.parameters


def _signature(node: ast.arguments, values: ValueReader) -> inspect.Signature:
    parameters = [
        (arg.arg, kind, _KIND.empty if default is None else values.value(default))
        for arg, kind, default in _parameters(node)
    ]
    try:
        return inspect.Signature([_KIND(name, kind, default=default) for name, kind, default in parameters])
    except ValueError as error:  # two of one name, say
        raise UnreadableEntry(f"{error} in a definition") from None


def _parameters(node: ast.arguments) -> Iterator[tuple[ast.arg, Any, ast.expr | None]]:
    """The parameters of a definition, of what kind they are, and their defaults."""
    annotated = [arg for arg in ast.walk(node) if isinstance(arg, ast.arg) and arg.annotation is not None]
    if node.posonlyargs or annotated:
        raise refusal(node)
    required: list[ast.expr | None] = [None] * (len(node.args) - len(node.defaults))
    for arg, default in zip(node.args, required + list(node.defaults), strict=True):
        yield arg, _KIND.POSITIONAL_OR_KEYWORD, default
    if node.vararg:
        yield node.vararg, _KIND.VAR_POSITIONAL, None
    for arg, default in zip(node.kwonlyargs, node.kw_defaults, strict=True):
        yield arg, _KIND.KEYWORD_ONLY, default
    if node.kwarg:
        yield node.kwarg, _KIND.VAR_KEYWORD, None


def _attributes(value: Any) -> Any:
    try:
        return vars(value)
    except TypeError as error:
        raise UnreadableEntry(str(error)) from None


def _raise_lookup_error(text: str) -> None:
    raise LookupError(text)
