"""Calls of functions with an operator of their own: builtins, `itertools`, `re`."""

from __future__ import annotations

import ast
import itertools
import re
import types
import typing
from collections.abc import Callable
from typing import Any, cast

from refute.logic.reading.expressions import condition, evaluated_first, expression, iterable
from refute.logic.reading.names import Names, NotSymbolic, static
from refute.logic.regular.pattern import How, NotRegularError
from refute.logic.regular.search import Search
from refute.logic.terms.term import ANY, FALSE, NONE, TRUE, ZERO, Container, Term, const, constant_value

# Functions whose result is an iterator, which can be read only where a loop consumes it at once.
ITERATORS: frozenset[Any] = frozenset(
    {zip, enumerate, reversed, map, filter, itertools.pairwise, itertools.combinations}
)


def _only(node: ast.Call, count: int, what: str) -> list[ast.expr]:
    if len(node.args) != count or node.keywords:
        raise NotSymbolic(f"`{what}` called like this", node)
    return node.args


def _unary(op: str, read: Callable[[ast.expr, Names], Term] = expression) -> Callable[[ast.Call, Names], Term]:
    def reader(node: ast.Call, names: Names) -> Term:
        (arg,) = _only(node, 1, op)
        return Term(op, (read(arg, names),))

    return reader


def _conversion(kind: str) -> Callable[[ast.Call, Names], Term]:
    def reader(node: ast.Call, names: Names) -> Term:
        if not node.args and not node.keywords:
            return Term("set" if kind in ("set", "frozenset") else "seq", (), Container(kind))
        (arg,) = _only(node, 1, kind)
        return Term("convert", (iterable(arg, names),), kind)

    return reader


def _sum(node: ast.Call, names: Names) -> Term:
    start = [*node.args[1:], *(keyword.value for keyword in node.keywords if keyword.arg == "start")]
    if not node.args or len(start) > 1 or any(keyword.arg != "start" for keyword in node.keywords):
        raise NotSymbolic("`sum` called like this", node)
    return Term("sum", (iterable(node.args[0], names), expression(start[0], names) if start else ZERO))


def _extreme(op: str, over: str) -> Callable[[ast.Call, Names], Term]:
    def reader(node: ast.Call, names: Names) -> Term:
        default = {keyword.arg: keyword.value for keyword in node.keywords}
        if set(default) - {"default"} or not node.args:
            raise NotSymbolic(f"`{op}` with a key", node)
        if len(node.args) > 1:
            if default:
                raise NotSymbolic(f"`{op}` of several arguments with a default", node)
            return Term(op, tuple(expression(arg, names) for arg in node.args))
        box = iterable(node.args[0], names)
        if "default" not in default:
            return Term(over, (box,))
        # an iterator has no length until it is listed
        listed = Term("convert", (box,), "list")
        fallback = expression(default["default"], names)
        empty = Term("eq", (Term("len", (listed,)), ZERO))
        return evaluated_first([fallback], Term("ite", (empty, fallback, Term(over, (listed,)))))

    return reader


def _range(node: ast.Call, names: Names) -> Term:
    args = [expression(arg, names) for arg in node.args]
    if node.keywords or not 1 <= len(args) <= 3:
        raise NotSymbolic("`range` called like this", node)
    start, stop = (ZERO, args[0]) if len(args) == 1 else args[:2]
    return Term("range", (start, stop, args[2] if len(args) == 3 else const(1)))


def _enumerate(node: ast.Call, names: Names) -> Term:
    start = [*node.args[1:], *(keyword.value for keyword in node.keywords if keyword.arg == "start")]
    if not node.args or len(start) > 1 or any(keyword.arg != "start" for keyword in node.keywords):
        raise NotSymbolic("`enumerate` called like this", node)
    return Term("enumerate", (iterable(node.args[0], names), expression(start[0], names) if start else ZERO))


def _zip(node: ast.Call, names: Names) -> Term:
    if any(keyword.arg != "strict" for keyword in node.keywords) or any(
        not isinstance(keyword.value, ast.Constant) or keyword.value.value for keyword in node.keywords
    ):
        raise NotSymbolic("`zip` with strict=True", node)
    return Term("zip", tuple(iterable(arg, names) for arg in node.args))


def _pairwise(node: ast.Call, names: Names) -> Term:
    (box,) = _only(node, 1, "pairwise")
    listed = Term("convert", (iterable(box, names),), "list")
    return Term("zip", (listed, Term("slice", (listed, const(1), NONE, NONE))))


def _combinations(node: ast.Call, names: Names) -> Term:
    """`combinations(box, 2)` as two nested loops."""
    match node:
        case ast.Call(args=[box, ast.Constant(value=2)], keywords=[]):
            listed = Term("convert", (iterable(box, names),), "list")
            numbered = Term("enumerate", (listed, ZERO))
            outer = names.loop_variable(numbered)
            place, first = (Term("index", (outer, const(part))) for part in (0, 1))
            later = Term("slice", (listed, Term("add", (place, const(1))), NONE, NONE))
            second = names.loop_variable(later)
            pairs = Term("comp", (later, Term("seq", (first, second), Container("tuple")), TRUE), (second.data, ANY))
            return Term("flatten", (Term("comp", (numbered, pairs, TRUE), (outer.data, ANY)),))
    raise NotSymbolic("`combinations` of other than 2", node)


def _isinstance(node: ast.Call, names: Names) -> Term:
    subject, cls = _only(node, 2, "isinstance")
    return Term("isinstance", (expression(subject, names),), classes_of(cls, names))


def classes_of(node: ast.expr, names: Names) -> tuple[type, ...]:
    """The classes that an `isinstance` test names."""
    match node:
        case ast.Tuple(elts=parts):
            return tuple(cls for part in parts for cls in classes_of(part, names))
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return classes_of(left, names) + classes_of(right, names)
        case ast.Constant(value=None) | ast.Call(func=ast.Name(id="type"), args=[ast.Constant(value=None)]):
            return (type(None),)
    known, value = static(node, names)
    union = typing.get_origin(value) in (typing.Union, types.UnionType)
    values = value if isinstance(value, tuple) else typing.get_args(value) if union else (value,)
    if not known or not all(isinstance(cls, type) for cls in values):
        raise NotSymbolic(f"`{ast.unparse(node)}` is not a class", node)
    return tuple(values)


def _sorted(node: ast.Call, names: Names) -> Term:
    options = {keyword.arg: keyword.value for keyword in node.keywords}
    key, turned = options.pop("key", None), options.pop("reverse", ast.Constant(value=False))
    match node.args, turned:
        case [box], ast.Constant(value=bool(descending)) if not options:
            args = [iterable(box, names)]
            if key is not None and not (isinstance(key, ast.Constant) and key.value is None):
                args.append(Term("convert", (_looped(key, box, names, keep=False),), "list"))
            return Term("sorted", tuple(args), "descending" if descending else None)
    raise NotSymbolic("`sorted` called like this", node)


def _divmod(node: ast.Call, names: Names) -> Term:
    a, b = (expression(arg, names) for arg in _only(node, 2, "divmod"))
    return Term("seq", (Term("floordiv", (a, b)), Term("mod", (a, b))), Container("tuple"))


def _bool(node: ast.Call, names: Names) -> Term:
    return condition(_only(node, 1, "bool")[0], names) if node.args else FALSE


def _map(node: ast.Call, names: Names) -> Term:
    function, box = _only(node, 2, "map")
    return _looped(function, box, names, keep=False)


def _filter(node: ast.Call, names: Names) -> Term:
    function, box = _only(node, 2, "filter")
    return _looped(function, box, names, keep=True)


def _looped(function: ast.expr, box: ast.expr, names: Names, *, keep: bool) -> Term:
    """`map` and `filter` as comprehensions."""
    source = iterable(box, names)
    item = names.loop_variable(source)
    raw = str(item.data)
    if isinstance(function, ast.Lambda) and len(function.args.args) == 1 and not function.args.defaults:
        applied = expression(function.body, names.bind({function.args.args[0].arg: item}))
    elif keep and isinstance(function, ast.Constant) and function.value is None:
        applied = item
    else:
        inside = names.bind({raw: item})
        applied = names.call(ast.Call(func=function, args=[ast.Name(id=raw)], keywords=[]), inside)
    if keep:
        return Term("comp", (source, item, Term("truth", (applied,))), (raw, item.sort))
    return Term("comp", (source, applied, TRUE), (raw, item.sort))


def _regex(how: How) -> Callable[[ast.Call, Names], Term]:
    def reader(node: ast.Call, names: Names) -> Term:
        options = [keyword.value for keyword in node.keywords if keyword.arg == "flags"]
        if not 2 <= len(node.args) <= 3 - len(options) or len(options) < len(node.keywords):
            raise NotSymbolic(f"`re.{how}` called like this", node)
        pattern, text, *flags = (*node.args, *options)
        spelled = expression(pattern, names)
        given = expression(flags[0], names) if flags else ZERO
        if spelled.op != "const" or given.op != "const":
            raise NotSymbolic("a pattern that is not a constant", node)
        return _matched(how, constant_value(spelled), constant_value(given), expression(text, names), node)

    return reader


def read_pattern_method(how: str, pattern: re.Pattern[Any], node: ast.Call, names: Names) -> Term:
    """A method of a compiled pattern."""
    (text,) = _only(node, 1, f"Pattern.{how}")
    if how not in ("fullmatch", "match", "search"):
        raise NotSymbolic(f"`Pattern.{how}`", node)
    return _matched(cast(How, how), pattern, 0, expression(text, names), node)


def _matched(how: How, pattern: Any, flags: Any, text: Term, node: ast.AST) -> Term:
    if isinstance(pattern, re.Pattern) and not flags:
        pattern, flags = pattern.pattern, pattern.flags
    if not isinstance(pattern, str | bytes) or not isinstance(flags, int):
        raise NotSymbolic(f"the pattern {pattern!r}", node)
    try:
        return Term("found", (text,), Search(how, pattern, int(flags)))
    except NotRegularError as error:
        raise NotSymbolic(f"the pattern {pattern!r}: {error}", node) from None


STANDARD: dict[Any, Callable[[ast.Call, Names], Term]] = {
    len: _unary("len"),
    all: _unary("all", iterable),
    any: _unary("any", iterable),
    abs: _unary("abs"),
    reversed: _unary("reversed"),
    set: _conversion("set"),
    frozenset: _conversion("frozenset"),
    list: _conversion("list"),
    tuple: _conversion("tuple"),
    sum: _sum,
    min: _extreme("min", "smallest"),
    max: _extreme("max", "largest"),
    range: _range,
    enumerate: _enumerate,
    zip: _zip,
    isinstance: _isinstance,
    sorted: _sorted,
    divmod: _divmod,
    bool: _bool,
    map: _map,
    filter: _filter,
    itertools.pairwise: _pairwise,
    itertools.combinations: _combinations,
    re.fullmatch: _regex("fullmatch"),
    re.match: _regex("match"),
    re.search: _regex("search"),
}
