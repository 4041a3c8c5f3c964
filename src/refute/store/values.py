"""The grammar of kept values, and the values that texts of it stand for.

    value     = literal | ("-" | "+") number | number ("+" | "-") imaginary
              | "(" identifier "for" identifier "in" "[" values "]" ")"
              | "[" values "]" | "(" values ")" | "{" values "}" | "{" [value ":" value {"," value ":" value}] "}"
              | name | name "(" values {"," argument "=" value} ")"
              | name "|" name {"|" name}
              | "{" [value ":" value {"," value ":" value}] "}" "." ("keys" | "values" | "items") "(" ")"
    name      = identifier {"." identifier}

It is what `types.spelling` writes. A name is that of a function or object defined in the entry, or stands in the
vocabulary; an import statement only says which full name a name is short for. Flags alone are combined with `|`. All
else raises UnreadableEntry.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from refute.store.syntax import dotted_name, items_of, parsed
from refute.store.vocabulary import Meaning, UnreadableEntry, Vocabulary
from refute.types.data.abstract.iterators import generated
from refute.types.data.recipes.collections import VIEWS, view_of

_VIEWS = [name for name, _ in VIEWS.values()]
_MOST_SHOWN = 60  # characters of what is refused


@dataclass(frozen=True)
class ValueReader:
    """Interprets expressions. Runs the constructors in the vocabulary, and the hashing of keys and elements."""

    vocabulary: Vocabulary
    full_names: Mapping[str, str] = field(default_factory=dict)  # of the names that are imported
    defined: Mapping[str, Any] = field(default_factory=dict)  # functions and objects, by their names in the entry

    def value(self, node: ast.expr) -> Any:
        """The value of an expression. Raises UnreadableEntry, and what constructors raise."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.UnaryOp() | ast.BinOp(op=ast.Add() | ast.Sub()):
                return _number(node)
            case ast.BinOp(op=ast.BitOr()):
                return self._flags(node)
            case ast.List(elts=elements):
                return [self.value(element) for element in elements]
            case ast.Tuple(elts=elements):
                return tuple([self.value(element) for element in elements])
            case ast.Set(elts=elements):
                return {self.value(element) for element in elements}
            case ast.Dict(keys=keys, values=values) if None not in keys:
                return {self.value(key): self.value(value) for key, value in zip(keys, values, strict=True) if key}
            case ast.GeneratorExp() if (items := items_of(node)) is not None:
                return generated(self.value(items))
            case ast.Name(id=name) if name in self.defined:
                return self.defined[name]
            case ast.Name() | ast.Attribute():
                return self._meaning(node).value
            case ast.Call(func=ast.Attribute(value=ast.Dict() as below, attr=view), args=[], keywords=[]) if (
                view in _VIEWS
            ):
                return view_of(view, self.value(below))
            case ast.Call(func=ast.expr() as function):
                return self._called(node, function)
        raise refusal(node)

    def arguments(self, call: ast.Call) -> tuple[list[Any], dict[str, Any]]:
        """What is passed in a call, by position and by name."""
        names = [keyword.arg for keyword in call.keywords]
        if None in names or len(set(names)) < len(names):
            raise refusal(call)
        keywords = {str(keyword.arg): self.value(keyword.value) for keyword in call.keywords}
        return [self.value(arg) for arg in call.args], keywords

    def _meaning(self, node: ast.expr) -> Meaning:
        first, dot, rest = dotted_name(node).partition(".")
        if not first:
            raise refusal(node)
        return self.vocabulary.meaning(f"{self.full_names.get(first, f'builtins.{first}')}{dot}{rest}")

    def _called(self, call: ast.Call, function: ast.expr) -> Any:
        meaning = None if isinstance(function, ast.Name) and function.id in self.defined else self._meaning(function)
        if meaning is None or meaning.call is None:
            raise UnreadableEntry(f"{shortened(function)} is not to be called")
        return meaning.call(*self.arguments(call))

    def _flags(self, node: ast.BinOp) -> enum.Flag:
        names = []
        left: ast.expr = node
        while isinstance(left, ast.BinOp) and isinstance(left.op, ast.BitOr):
            names.append(left.right)
            left = left.left
        flags = [self._meaning(name).value for name in (left, *reversed(names))]
        combined = flags[0]
        for flag in flags:
            if not isinstance(flag, enum.Flag) or type(flag) is not type(combined):
                raise refusal(node)
            combined |= flag
        assert isinstance(combined, enum.Flag)
        return combined


def full_names_in(imports: Iterable[str]) -> dict[str, str]:
    """What import statements make names stand for. Raises NotPlain."""
    found = {}
    for text in imports:
        for node in parsed(text):
            match node:
                case ast.Import(names=names):
                    for alias in names:
                        top = alias.name.partition(".")[0]
                        found[alias.asname or top] = alias.name if alias.asname else top
                case ast.ImportFrom(module=str(module), names=names, level=0):
                    found |= {alias.asname or alias.name: f"{module}.{alias.name}" for alias in names}
    return found


def refusal(node: ast.AST) -> UnreadableEntry:
    return UnreadableEntry(f"{shortened(node)} is neither a literal nor a call that builds a value")


def shortened(node: ast.AST) -> str:
    try:
        text = ast.unparse(node)
    except (RecursionError, ValueError, AttributeError):  # too deep, or of no text at all
        text = f"<{type(node).__name__}>"
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


def _number(node: ast.expr) -> int | float | complex:
    """`-1`, `+1.5`, `-0j`, `(-0-0j)`: a number with its sign, and the imaginary part of one."""
    match node:
        case ast.Constant(value=int() | float() | complex() as number) if type(number) is not bool:
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant() as operand):
            return -_number(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=ast.Constant() as operand):
            return +_number(operand)
        case ast.BinOp(left=left, op=op, right=ast.Constant(value=complex() as imaginary)) if not isinstance(
            left, ast.BinOp
        ):
            real = _number(left)
            if isinstance(op, ast.Add | ast.Sub) and not isinstance(real, complex):
                return real + imaginary if isinstance(op, ast.Add) else real - imaginary
    raise refusal(node)
