"""Which conjunct of a predicate failed, and the values of its subexpressions.

The predicate is evaluated again, conjunct by conjunct, from its syntax tree, with its own globals and closure. Without
source, it is taken as a whole.
"""

from __future__ import annotations

import ast
import builtins
import copy
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from refute.logic.reading.predicates import SPELLED_VALUE, Predicate
from refute.logic.reading.source import find_source
from refute.logic.terms.measure import Measure
from refute.logic.terms.wording import worded

# Subexpressions shown.
_MOST_DETAILS = 6


@dataclass(frozen=True)
class FailedConjunct:
    """A conjunct that does not hold, with the values of its subexpressions."""

    text: str
    values: Mapping[str, Any]


def failed_conjunct(
    predicate: Predicate, value: Any, siblings: Mapping[str, Any], actual: Mapping[str, Any] | None = None
) -> FailedConjunct | None:
    """The first conjunct that is false or raises, or else the whole predicate.

    `actual` has the objects that `siblings` are copies of. A conjunct that holds of them, and not of new copies,
    depends on identity; it is not a failure. None if no other conjunct fails.
    """
    given = {name: siblings[name] for name in predicate.names}
    passed = None if actual is None else {name: actual[name] for name in predicate.names}
    world, parts = _written(predicate, value, given) or _worded(predicate, value, given)
    excused = False
    for node in parts:
        evaluate = partial(_evaluated, node, world)
        if _holds(evaluate, given):
            continue
        if passed is not None and _is_identity(evaluate, passed):
            excused = True
            continue
        return FailedConjunct(worded(node), {**world.mentioned(node), **_details(node, world)})
    if excused or (passed is not None and _is_identity(lambda named: predicate.holds(value, named), passed)):
        return None
    return FailedConjunct(_whole(predicate, world), world.named)


def _evaluated(node: ast.expr, world: _World, siblings: Mapping[str, Any]) -> Any:
    return world.with_others(siblings).evaluate(node)


def _holds(evaluate: Callable[[Mapping[str, Any]], Any], given: Mapping[str, Any]) -> bool:
    try:
        return bool(evaluate(given))
    except Exception:  # reported as the exception of the predicate
        return False


def _is_identity(evaluate: Callable[[Mapping[str, Any]], Any], passed: Mapping[str, Any]) -> bool:
    """Whether a condition holds of some objects, and not of copies of them."""
    try:
        return bool(evaluate(passed)) and not evaluate(copy.deepcopy(passed))
    except Exception:  # the condition raises, or an object cannot be copied
        return False


@dataclass(frozen=True)
class _World:
    """The names that a predicate can see."""

    named: Mapping[str, Any]  # the value and the siblings
    local: Mapping[str, Any]  # defaults and closure variables
    outside: dict[str, Any]

    def with_others(self, siblings: Mapping[str, Any]) -> _World:
        """The same names with other siblings."""
        return replace(self, named={**self.named, **siblings})

    def evaluate(self, node: ast.expr) -> Any:
        given = {**self.local, **self.named}
        return eval(_compiled(node, tuple(given)), self.outside)(**given)

    def mentioned(self, node: ast.expr) -> dict[str, Any]:
        """The value and siblings in an expression, then its global numbers and strings."""
        used = [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]
        constants = {**self.outside, **self.local}
        found = {name: value for name, value in self.named.items() if name in used}
        return found | {
            name: constants[name]
            for name in used
            if name not in found and type(constants.get(name)) in (int, float, str)
        }

    def depends(self, node: ast.expr) -> bool:
        """Whether the value or a sibling occurs in an expression."""
        return any(isinstance(part, ast.Name) and part.id in self.named for part in ast.walk(node))


# Syntax trees and what is made of them are kept: many inputs may fail by one predicate, and each is explained.
_kept = lru_cache(maxsize=1024)


@_kept
def _compiled(node: ast.expr, names: tuple[str, ...]) -> CodeType:
    """A function of some names that returns what an expression is."""
    args = ast.arguments(
        posonlyargs=[], args=[ast.arg(arg=name) for name in names], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    tree = ast.fix_missing_locations(ast.Expression(ast.Lambda(args=args, body=node)))
    return compile(tree, "<refinement>", "eval", dont_inherit=True)


_Parts = tuple[_World, Sequence[ast.expr]]


def _written(predicate: Predicate, value: Any, given: Mapping[str, Any]) -> _Parts | None:
    """The conjuncts by the source of the user's function."""
    run = predicate.run
    function = run.__func__ if isinstance(run, MethodType) else run
    if not isinstance(function, FunctionType):
        return None
    parts = _conjuncts(function, tuple(conjunct.text for conjunct in predicate.conjuncts))
    if parts is None:
        return None
    named, local = _bound(run, function, value, given)
    return _World(named, local, function.__globals__), parts


@_kept
def _conjuncts(function: FunctionType, texts: tuple[str, ...]) -> tuple[ast.expr, ...] | None:
    """The conjuncts that a function returns, if they read so. None at all if it does more than that."""
    source = find_source(function)
    if source is None:
        return None
    whole = source.node.body if isinstance(source.node, ast.Lambda) else _returned(source.node)
    if whole is None:
        return () if texts == (function.__name__,) else None  # a function of refute, whose text says what it does
    return next((parts for parts in (_joined(whole), (whole,)) if tuple(map(worded, parts)) == texts), None)


def _worded(predicate: Predicate, value: Any, given: Mapping[str, Any]) -> _Parts:
    """The conjuncts by their texts, where those are Python."""
    run = predicate.run
    outside = {"re": re, getattr(run, "__name__", "_"): run}
    world = _World({SPELLED_VALUE: value, **given}, {}, outside)
    try:
        parts = [_parsed(conjunct.text) for conjunct in predicate.conjuncts]
    except SyntaxError:
        parts = []
    known = all(_is_told(part, world) for part in parts)
    return world, parts if known else []


@_kept
def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _is_told(node: ast.expr, world: _World) -> bool:
    """Whether all names in an expression are known."""
    used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
    bound = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    known = {*world.named, *world.outside, *vars(builtins), *bound}
    return used <= known and not used.isdisjoint(world.named)


def _bound(
    run: Callable[..., Any], function: FunctionType, value: Any, given: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The parameters of a predicate by name, and its defaults and closure variables."""
    first, *others = inspect.signature(run).parameters.values()
    named = {first.name: value, **given}
    local = {p.name: p.default for p in others if p.default is not p.empty}
    if isinstance(run, MethodType):
        local[function.__code__.co_varnames[0]] = run.__self__
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            local[name] = cell.cell_contents
        except ValueError:
            continue  # an empty cell
    return named, {name: item for name, item in local.items() if name not in named}


def _returned(node: ast.FunctionDef) -> ast.expr | None:
    """The expression that a function returns, if it does nothing else."""
    match [s for s in node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]:
        case [ast.Return(value=ast.expr() as value)]:
            return value
    return None


def _joined(node: ast.expr) -> tuple[ast.expr, ...]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return tuple(part for value in node.values for part in _joined(value))
    return (node,)


def _whole(predicate: Predicate, world: _World) -> str:
    """The text of a whole predicate; a named function as a call."""
    if isinstance(predicate.run, Measure) or not predicate.text.isidentifier():
        return predicate.text
    return f"{predicate.text}({', '.join(world.named)})"


def _details(node: ast.expr, world: _World) -> dict[str, Any]:
    """The values of the subexpressions of a conjunct, by their texts, outermost first."""
    found = _witness(node, world)
    for part, text in _shown(node):
        if text in found or not world.depends(part) or len(found) == _MOST_DETAILS:
            continue
        try:
            value = world.evaluate(part)
        except Exception:  # not evaluated in the conjunct, or what raised there
            continue
        if not isinstance(value, Iterator | ModuleType | type) and not callable(value):
            found[text] = value
    return found


@_kept
def _shown(node: ast.expr) -> tuple[tuple[ast.expr, str], ...]:
    """The subexpressions of a conjunct that are shown, with their texts."""
    return tuple((part, worded(part)) for part in _parts(node, node))


def _parts(node: ast.expr, whole: ast.expr, called: bool = False) -> Iterator[ast.expr]:
    """The subexpressions of a conjunct that are shown: calls, attributes, items and compared operands.

    Left out are those inside a comprehension, which have many values, and attributes inside a call that is shown.
    """
    inside: Iterable[ast.expr] = ()
    shown = node is not whole
    match node:
        case ast.Compare(left=left, comparators=others):
            inside = (left, *others)
            yield from (operand for operand in inside if isinstance(operand, ast.BinOp))
        case ast.Call(func=func, args=args, keywords=keywords):
            if shown:
                yield node
            receiver = [func.value] if isinstance(func, ast.Attribute) else []
            inside = (*receiver, *args, *(keyword.value for keyword in keywords))
            called = called or shown
        case ast.Attribute(value=value):
            if shown and not called:
                yield node
            inside = (value,)
        case ast.Subscript(value=value, slice=place):
            if shown and not called and not isinstance(place, ast.Slice):
                yield node
            inside = (value,)
        case ast.BoolOp(values=values):
            inside = values
        case ast.UnaryOp(operand=value) | ast.NamedExpr(value=value):
            inside = (value,)
        case ast.BinOp(left=left, right=right):
            inside = (left, right)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            inside = (test, body, orelse)
        case ast.List(elts=elts) | ast.Tuple(elts=elts) | ast.Set(elts=elts):
            inside = elts
    for part in inside:
        yield from _parts(part, whole, called)


def _witness(node: ast.expr, world: _World) -> dict[str, Any]:
    """The loop variables for which `all(… for …)` is false first."""
    loop = _failing(node)
    if loop is None:
        return {}
    names, rows = loop
    try:
        first = next(world.evaluate(rows), ())
    except Exception:  # the condition raises
        return {}
    return {name: value for name, value in zip(names, first, strict=False) if name not in world.named}


@_kept
def _failing(node: ast.expr) -> tuple[Sequence[str], ast.expr] | None:
    """The loop variables of `all(… for …)`, and a generator of their values where the condition is false."""
    match node:
        case ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp(elt=condition, generators=loops)], keywords=[]):
            targets = [part for loop in loops for part in ast.walk(loop.target) if isinstance(part, ast.Name)]
        case _:
            return None
    names = list(dict.fromkeys(target.id for target in targets if not target.id.startswith("_")))
    last = loops[-1]
    failing = ast.comprehension(
        target=last.target,
        iter=last.iter,
        ifs=[*last.ifs, ast.UnaryOp(op=ast.Not(), operand=condition)],
        is_async=last.is_async,
    )
    row = ast.Tuple(elts=[ast.Name(id=name, ctx=ast.Load()) for name in names], ctx=ast.Load())
    return names, ast.GeneratorExp(elt=row, generators=[*loops[:-1], failing])
