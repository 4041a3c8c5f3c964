"""Operators: the changes that are made in the body of a function, one at a time, each to make a mutant."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

from refute.words import cut

_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_SIGNS: dict[type[ast.AST], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.And: "and",
    ast.Or: "or",
}
_LONGEST = 40  # characters of code in words
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Make = Callable[[Any], ast.AST]  # another node in the place of one


@dataclass(frozen=True)
class Change:
    """A change of a function: where, in words, and what makes the function with it."""

    line: int
    words: str
    changed: Callable[[], _Function]


def changes_of(function: _Function) -> Iterator[Change]:
    """All changes of the body of a function, and of functions in it, in the order of their lines."""
    for number, node in enumerate(_all_nodes(function)):
        for words, make in _ways(node):
            yield Change(_line(node) or function.lineno, words, partial(_changed, function, number, make))


def _line(node: ast.AST) -> int:
    """The line that a node is on; 0 if it is not known."""
    return getattr(node.target if isinstance(node, ast.comprehension) else node, "lineno", 0)


def _changed(function: _Function, number: int, make: _Make) -> _Function:
    copy = deepcopy(function)
    node = _all_nodes(copy)[number]
    made = _Replacing(node, make(node)).visit(copy)
    assert isinstance(made, _Function)
    return ast.fix_missing_locations(made)


def _all_nodes(function: _Function) -> list[ast.AST]:
    return [node for statement in _body(function) for node in _nodes(statement)]


def _body(function: _Function) -> list[ast.stmt]:
    """The statements without a docstring."""
    return function.body[1:] if _is_text(function.body[0]) else function.body


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """What may be changed in a statement: no annotation, docstring or part of a formatted text."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        match node:
            case ast.JoinedStr():
                continue
            case ast.AnnAssign(value=value):
                inside: list[ast.AST] = [] if value is None else [value]
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                inside = [*_body(node)]
            case ast.Expr(value=ast.Constant()):
                inside = []
            case ast.MatchValue() | ast.MatchSingleton() | ast.MatchClass():
                inside = []
            case _:
                inside = list(ast.iter_child_nodes(node))
        waiting.extend(reversed(inside))


class _Replacing(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old = old
        self._new = ast.copy_location(new, old)

    def visit(self, node: ast.AST) -> ast.AST:
        return self._new if node is self._old else self.generic_visit(node)


def _ways(node: ast.AST) -> Iterator[tuple[str, _Make]]:
    """The changes of one node, in words, and what makes the node that stands for it then."""
    match node:
        case ast.Compare(ops=ops):
            for place, op in enumerate(ops):
                for kind in _COMPARISONS.get(type(op), ()):
                    yield f"{_SIGNS[type(op)]} becomes {_SIGNS[kind]}", _compared(place, kind)
        case ast.BinOp(op=op) if type(op) in _ARITHMETIC:
            yield f"{_SIGNS[type(op)]} becomes {_SIGNS[_ARITHMETIC[type(op)]]}", _with(op=_ARITHMETIC[type(op)]())
        case ast.AugAssign(op=op):
            if type(op) in _ARITHMETIC:
                yield f"{_SIGNS[type(op)]}= becomes {_SIGNS[_ARITHMETIC[type(op)]]}=", _with(op=_ARITHMETIC[type(op)]())
            yield f"`{_text(node)}` is left out", _nothing
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield f"{_SIGNS[type(op)]} becomes {_SIGNS[type(other)]}", _with(op=other)
            for place, value in enumerate(values):
                yield f"`{_text(value)}` is left out of `{_text(node)}`", partial(_without, place)
        case ast.UnaryOp(op=op, operand=operand) if not isinstance(operand, ast.Constant):
            yield f"`{_text(node)}` becomes `{_text(operand)}`", lambda old: old.operand
        case ast.If(test=test) | ast.While(test=test) if not isinstance(test, ast.Constant):
            yield f"`{_text(test)}` is negated", _negated
        case ast.IfExp(test=test):
            for held in (True, False):
                yield f"`{_text(test)}` becomes {held}", _with(test=ast.Constant(held))
        case ast.comprehension(ifs=[_, *_] as conditions):
            yield f"`if {_text(conditions[0])}` is left out", _with(ifs=conditions[1:])
        case ast.Constant(value=value):
            for constant in _others(value):
                yield f"{value!r} becomes {constant!r}", _with(value=constant)
        case ast.Return(value=ast.expr() as result) if not (isinstance(result, ast.Constant) and result.value is None):
            yield f"`{_text(node)}` returns None", lambda old: ast.Return(ast.Constant(None))
        case ast.Break():
            yield "break becomes continue", lambda old: ast.Continue()
        case ast.Continue():
            yield "continue becomes break", lambda old: ast.Break()
        case ast.Raise() | ast.Delete() | ast.Expr(value=ast.Call() | ast.Await()):
            yield f"`{_text(node)}` is left out", _nothing
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]):
            yield f"`{_text(node)}` is left out", _nothing


def _others(value: object) -> Iterator[object]:
    """Constants in the place of one."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
            if value > 1:
                yield value - 1
        case float():
            yield value + 1.0
        case str():
            yield f"{value}X" if value else "X"
        case bytes():
            yield value + b"X"


def _with(**fields: Any) -> _Make:
    def make(old: Any) -> ast.AST:
        made: ast.AST = type(old)(**{**dict(ast.iter_fields(old)), **fields})
        return made

    return make


def _compared(place: int, kind: type[ast.cmpop]) -> _Make:
    def make(old: Any) -> ast.AST:
        return ast.Compare(old.left, [kind() if at == place else op for at, op in enumerate(old.ops)], old.comparators)

    return make


def _without(place: int, old: Any) -> ast.AST:
    """`a or b` without one of its values."""
    values: list[ast.expr] = [value for at, value in enumerate(old.values) if at != place]
    return values[0] if len(values) == 1 else ast.BoolOp(old.op, values)


def _negated(old: Any) -> ast.AST:
    negated = ast.copy_location(ast.UnaryOp(ast.Not(), old.test), old.test)
    return _with(test=negated)(old)


def _nothing(old: Any) -> ast.AST:
    return ast.Pass()


def _text(node: ast.AST) -> str:
    return cut(" ".join(ast.unparse(node).split()), _LONGEST)
