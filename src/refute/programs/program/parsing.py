"""Programs from text: each line is matched with what operations look like, and nothing is run.

A name stands for a value of an earlier line, anything else for a constant: one of those that arguments are given, known
by its text, or a literal of the parameter's type. A line that is no operation of the interface makes the whole text no
program.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import Any

from refute.programs.calls.variants import Variant
from refute.programs.interface.shapes import Path
from refute.programs.pools.behaviours import Behaviour
from refute.programs.pools.constants import Verbatim
from refute.programs.pools.instances import RESULT
from refute.programs.pools.leaves import ConstantLeaf, InstanceLeaf
from refute.programs.program.program import Call, Program, Value
from refute.types.spelling import spelled

_MOST = 10_000  # ways to read a line that are tried


class NoProgram(Exception):
    """A text with something in it that is no operation. Its argument is the line."""


def program_in(lines: Sequence[str], variants: Sequence[Variant]) -> Program:
    """The program that lines of Python stand for. Raises NoProgram."""
    reader = _Reader(variants)
    for line in lines:
        reader.read(line)
    if not reader.calls:
        raise NoProgram("nothing")
    return Program(tuple(reader.calls), (), reader.after)


class _Reader:
    def __init__(self, variants: Sequence[Variant]) -> None:
        self._variants = variants
        self._texts: dict[ConstantLeaf, dict[str, int]] = {}
        self._names: dict[str, Value] = {}
        self.calls: list[Call] = []
        self.after: int | None = None  # so many lines of the last call but one, the last one begins

    def read(self, line: str) -> None:
        """A call, or a name for a part of a value."""
        try:
            (node,) = ast.parse(line).body
        except (SyntaxError, ValueError):
            raise NoProgram(line) from None
        name = ""
        if _is_seeding(node):
            return  # they are, before each call
        if isinstance(node, ast.With) and _is_suppressing(node) and len(node.body) == 1:
            node = node.body[0]
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            part = _part(node.value)
            if part is not None and part[0] in self._names:
                self._names[name] = self._part(self._names[part[0]], part[1])
                return
            text = ast.unparse(node.value)
        else:
            text = ast.unparse(node)
        two = _at_a_time(node)
        for written in (text,) if two is None else two[:2]:
            call = self._call(written)
            if call is None:
                raise NoProgram(line)
            self.calls.append(call)
        self.after = None if two is None else two[2]
        if name:
            self._names[name] = Value(len(self.calls) - 1, (RESULT,))

    def _call(self, text: str) -> Call | None:
        """The call that a line stands for; those in it are calls before."""
        call = next(self._calls(text), None)
        if call is not None:
            return call
        tree = ast.parse(text)
        for node in reversed([*ast.walk(tree)]):  # innermost first
            inside = next(self._calls(ast.unparse(node)), None) if isinstance(node, ast.Call) else None
            if inside is not None and isinstance(node, ast.expr) and self._variants[inside.variant].operation.makes:
                self.calls.append(inside)
                name = f"_{len(self.calls)}"
                self._names[name] = Value(len(self.calls) - 1, (RESULT,))
                return self._call(_normal(ast.unparse(_Replaced(node, name).visit(tree))))
        return None

    def _part(self, value: Value, path: Path) -> Value:
        """A part of a value, as it is now: of a result, or of an earlier value after later calls."""
        last = len(self.calls) - 1
        if value.call == last and value.of is None:
            return Value(last, (*value.path, *path))
        return Value(last, path, value)

    def _calls(self, text: str) -> Iterator[Call]:
        """The calls that are written like this: variants with names and constants that give the same text."""
        mentioned = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
        literals = list(_literals(text))
        values = [name for name in self._names if name in mentioned]
        for variant in self._variants:
            if variant.number != variant.alone:
                continue  # which objects are the same, their names tell
            choices: list[list[tuple[str, Value | int | Verbatim]]] = []
            for leaf in variant.leaves:
                if isinstance(leaf, InstanceLeaf):
                    choices.append([(name, self._names[name]) for name in values])
                else:
                    known = self._constants(leaf)
                    others = [(one.text, one) for one in literals if one.text not in known and _admitted(leaf, one)]
                    choices.append([*((one, known[one]) for one in known if one in text), *others])
            count = 1
            for one in choices:
                count *= len(one)
            if count > _MOST or not all(choices):
                continue
            for chosen in product(*choices):
                texts = [one for one, _ in chosen]
                if text in (_normal(variant.text(texts)), _normal(variant.expression(texts))):
                    yield Call(variant.number, tuple(given for _, given in chosen))

    def _constants(self, leaf: ConstantLeaf) -> dict[str, int]:
        """The places of constants, by their texts."""
        if leaf not in self._texts:
            found: dict[str, int] = {}
            for place in range(len(leaf)):
                found.setdefault(_constant_text(leaf.fresh(place)), place)
            self._texts[leaf] = found
        return self._texts[leaf]


class _Replaced(ast.NodeTransformer):
    """Puts a name in the place of an expression."""

    def __init__(self, expression: ast.expr, name: str) -> None:
        self._expression = expression
        self._name = name

    def visit(self, node: ast.AST) -> Any:
        return ast.Name(self._name, ast.Load()) if node is self._expression else self.generic_visit(node)


def _literals(text: str) -> Iterator[Verbatim]:
    """The literals in a line."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant | ast.UnaryOp | ast.List | ast.Tuple | ast.Dict | ast.Set):
            written = ast.unparse(node)
            with suppress(ValueError, MemoryError, RecursionError, SyntaxError):
                ast.literal_eval(written)
                yield Verbatim(written)


def _admitted(leaf: ConstantLeaf, literal: Verbatim) -> bool:
    return leaf.constants.admits(literal.value)


def _constant_text(value: Any) -> str:
    text = f"({value.text})" if isinstance(value, Behaviour) else spelled(value)
    return _normal(text)


def _normal(text: str) -> str:
    """Text as `ast` writes it. A text constant alone is an expression, not the docstring of a module."""
    for mode in ("eval", "exec"):
        with suppress(SyntaxError, ValueError):
            return ast.unparse(ast.parse(text, mode=mode))
    return text


def _at_a_time(node: ast.stmt) -> tuple[str, str, int] | None:
    """The two calls of `interleaved(lambda: …, lambda: …, after=3)`, and the number of lines."""
    match node:
        case ast.Expr(
            value=ast.Call(
                func=ast.Name(id="interleaved"),
                args=[ast.Lambda(body=first), ast.Lambda(body=second)],
                keywords=[ast.keyword(arg="after", value=ast.Constant(value=int(after)))],
            )
        ):
            return ast.unparse(first), ast.unparse(second), after
    return None


def _is_seeding(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="random"), attr="seed"))):
            return True
    return False


def _is_suppressing(node: ast.With) -> bool:
    match node.items:
        case [ast.withitem(context_expr=ast.Call(func=ast.Name(id="suppress")))]:
            return True
    return False


def _part(node: ast.expr) -> tuple[str, Path] | None:
    """The name that a part is of, and the way to it: `result[0]`, `pair.left`."""
    match node:
        case ast.Subscript(value=inner, slice=ast.Constant(value=int(place))):
            found = _part(inner) or _listed(inner)
            if found is not None and isinstance(inner, ast.Call):
                return found[0], (*found[1], ("element", place))
            return None if found is None else (found[0], (*found[1], place))
        case ast.Attribute(value=inner, attr=name):
            found = _part(inner)
            return None if found is None else (found[0], (*found[1], ("attribute", name)))
        case ast.Name(id=name):
            return name, ()
    return None


def _listed(node: ast.expr) -> tuple[str, Path] | None:
    match node:
        case ast.Call(func=ast.Name(id="list"), args=[inner]):
            return _part(inner)
    return None
