"""Which part of a predicate was false, and what the values in it were.

A predicate is asked again, conjunct by conjunct, as the Python it was written as: its own syntax tree, with its own
globals and closure. Where there is no such text, the predicate stands for itself as a whole.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import FunctionType, MethodType, ModuleType
from typing import Any

from refute.logic.reading.predicates import SPELLED_VALUE, Predicate
from refute.logic.reading.source import find_source
from refute.logic.terms.measure import Measure
from refute.logic.terms.wording import worded

# More values than these explain nothing.
_MOST_DETAILS = 6


@dataclass(frozen=True)
class Broken:
    """A conjunct that does not hold, with the values of what it mentions."""

    text: str
    values: Mapping[str, Any]


def broken(predicate: Predicate, value: Any, siblings: Mapping[str, Any]) -> Broken:
    """The first conjunct that is false or raises; the whole predicate where that cannot be told."""
    given = {name: siblings[name] for name in predicate.names}
    world, parts = _written(predicate, value, given) or _worded(predicate, value, given)
    for node in parts:
        try:
            if world.evaluate(node):
                continue
        except Exception:  # told with the values, as the exception of the predicate
            pass
        return Broken(worded(node), {**world.mentioned(node), **_details(node, world)})
    return Broken(_whole(predicate, world), world.named)


@dataclass(frozen=True)
class _World:
    """What names mean in a predicate."""

    named: Mapping[str, Any]  # the value and the siblings
    local: Mapping[str, Any]  # what else is local to it: defaults, what it closes over
    outside: dict[str, Any]

    def evaluate(self, node: ast.expr) -> Any:
        given = {**self.local, **self.named}
        parameters = [ast.arg(arg=name) for name in given]
        args = ast.arguments(posonlyargs=[], args=parameters, kwonlyargs=[], kw_defaults=[], defaults=[])
        tree = ast.fix_missing_locations(ast.Expression(ast.Lambda(args=args, body=node)))
        return eval(compile(tree, "<refinement>", "eval", dont_inherit=True), self.outside)(**given)

    def mentioned(self, node: ast.expr) -> dict[str, Any]:
        """The value and the siblings in an expression, then the numbers and texts that it has from outside."""
        used = [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]
        constants = {**self.outside, **self.local}
        found = {name: value for name, value in self.named.items() if name in used}
        return found | {
            name: constants[name]
            for name in used
            if name not in found and type(constants.get(name)) in (int, float, str)
        }

    def depends(self, node: ast.expr) -> bool:
        """Whether an expression has the value or a sibling in it."""
        return any(isinstance(part, ast.Name) and part.id in self.named for part in ast.walk(node))


_Parts = tuple[_World, list[ast.expr]]


def _written(predicate: Predicate, value: Any, given: Mapping[str, Any]) -> _Parts | None:
    """The conjuncts as the user's function has them."""
    run = predicate.run
    function = run.__func__ if isinstance(run, MethodType) else run
    source = find_source(function)
    if source is None or not isinstance(function, FunctionType):
        return None
    whole = source.node.body if isinstance(source.node, ast.Lambda) else _returned(source.node)
    texts = [conjunct.text for conjunct in predicate.conjuncts]
    parts = [] if whole is None else next((p for p in (_joined(whole), [whole]) if list(map(worded, p)) == texts), None)
    if parts is None or (whole is None and texts != [function.__name__]):
        return None  # a function of refute's own, which stands for what its text says
    named, local = _bound(run, function, value, given)
    return _World(named, local, function.__globals__), parts


def _worded(predicate: Predicate, value: Any, given: Mapping[str, Any]) -> _Parts:
    """The conjuncts as their texts have them, where those are Python."""
    run = predicate.run
    outside = {"re": re, getattr(run, "__name__", "_"): run}
    world = _World({SPELLED_VALUE: value, **given}, {}, outside)
    try:
        parts = [ast.parse(conjunct.text, mode="eval").body for conjunct in predicate.conjuncts]
    except SyntaxError:
        parts = []
    told = all(_is_told(part, world) for part in parts)
    return world, parts if told else []


def _is_told(node: ast.expr, world: _World) -> bool:
    """Whether a text says all that is needed to evaluate it."""
    used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
    bound = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    known = {*world.named, *world.outside, *vars(builtins), *bound}
    return used <= known and not used.isdisjoint(world.named)


def _bound(
    run: Callable[..., Any], function: FunctionType, value: Any, given: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The parameters of a predicate by name, and what else is local to it."""
    first, *others = inspect.signature(run).parameters.values()
    named = {first.name: value, **given}
    local = {p.name: p.default for p in others if p.default is not p.empty}
    if isinstance(run, MethodType):
        local[function.__code__.co_varnames[0]] = run.__self__
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            local[name] = cell.cell_contents
        except ValueError:
            continue  # not bound yet
    return named, {name: item for name, item in local.items() if name not in named}


def _returned(node: ast.FunctionDef) -> ast.expr | None:
    """What a function returns that does nothing else."""
    match [s for s in node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]:
        case [ast.Return(value=ast.expr() as value)]:
            return value
    return None


def _joined(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [part for value in node.values for part in _joined(value)]
    return [node]


def _whole(predicate: Predicate, world: _World) -> str:
    """A function is quoted as it is called."""
    if isinstance(predicate.run, Measure) or not predicate.text.isidentifier():
        return predicate.text
    return f"{predicate.text}({', '.join(world.named)})"


def _details(node: ast.expr, world: _World) -> dict[str, Any]:
    """The values of what a conjunct is made of, by their texts, outermost first."""
    found = _witness(node, world)
    for part in _parts(node, node):
        text = worded(part)
        if text in found or not world.depends(part) or len(found) == _MOST_DETAILS:
            continue
        try:
            value = world.evaluate(part)
        except Exception:  # not reached when the conjunct was evaluated, or what raised
            continue
        if not isinstance(value, Iterator | ModuleType | type) and not callable(value):
            found[text] = value
    return found


def _parts(node: ast.expr, whole: ast.expr, called: bool = False) -> Iterator[ast.expr]:
    """The parts of a conjunct that are worth knowing: calls, what is taken of the value, what is compared.

    Not those inside a comprehension, which have many values, nor what a call that is told itself takes of the value.
    """
    inside: Iterable[ast.expr] = ()
    told = node is not whole
    match node:
        case ast.Compare(left=left, comparators=others):
            inside = (left, *others)
            yield from (operand for operand in inside if isinstance(operand, ast.BinOp))
        case ast.Call(func=func, args=args, keywords=keywords):
            if told:
                yield node
            receiver = [func.value] if isinstance(func, ast.Attribute) else []
            inside = (*receiver, *args, *(keyword.value for keyword in keywords))
            called = called or told
        case ast.Attribute(value=value):
            if told and not called:
                yield node
            inside = (value,)
        case ast.Subscript(value=value, slice=place):
            if told and not called and not isinstance(place, ast.Slice):
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
    """The first for which `all(… for …)` is false."""
    match node:
        case ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp(elt=condition, generators=loops)], keywords=[]):
            targets = [part for loop in loops for part in ast.walk(loop.target) if isinstance(part, ast.Name)]
        case _:
            return {}
    names = list(dict.fromkeys(target.id for target in targets if not target.id.startswith("_")))
    last = loops[-1]
    failing = ast.comprehension(
        target=last.target,
        iter=last.iter,
        ifs=[*last.ifs, ast.UnaryOp(op=ast.Not(), operand=condition)],
        is_async=last.is_async,
    )
    row = ast.Tuple(elts=[ast.Name(id=name, ctx=ast.Load()) for name in names], ctx=ast.Load())
    try:
        first = next(world.evaluate(ast.GeneratorExp(elt=row, generators=[*loops[:-1], failing])), ())
    except Exception:  # raising is what failed
        return {}
    return {name: value for name, value in zip(names, first, strict=False) if name not in world.named}
