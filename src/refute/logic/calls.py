"""Calls in a refinement: builtins the logic knows, measures, functions to inline, and those that can only be run."""

from __future__ import annotations

import ast
import datetime
import decimal
import fractions
import re
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType
from typing import Any, cast, get_args

from refute.logic.measures import Measure
from refute.logic.parse import Names, NotSymbolic, condition, expression, static
from refute.logic.regular_parse import How, NotRegularError, language
from refute.logic.terms import FALSE, TRUE, ZERO, Kind, Term, const, constant_value, var

# Pure functions and classes of the standard library, applied once their arguments are known.
_PURE_MODULES = frozenset({"math", "_operator", "operator", "cmath", "_statistics", "statistics"})
_PURE: frozenset[Any] = frozenset(
    {
        int,
        float,
        complex,
        str,
        bytes,
        abs,
        round,
        ord,
        chr,
        bin,
        hex,
        oct,
        repr,
        hash,
        pow,
        divmod,
        type,
        hasattr,
        getattr,
    }
    | {
        fractions.Fraction,
        decimal.Decimal,
        datetime.date,
        datetime.datetime,
        datetime.timedelta,
        datetime.time,
    }
    | {slice, bytearray, ascii, format, callable, issubclass, id}
)


def call(node: ast.Call, names: Names) -> Term:
    if node.keywords and any(keyword.arg is None for keyword in node.keywords):
        raise NotSymbolic("a call with **", node)
    if any(isinstance(arg, ast.Starred) for arg in node.args):
        raise NotSymbolic("a call with *", node)
    known, function = static(node.func, names)
    if not known:
        return _method(node, names)
    if isinstance(function, Measure):
        return _measure(function, node, names)
    special = _SPECIAL.get(function) if _hashable(function) else None
    if special is not None:
        return special(node, names)
    if isinstance(function, BuiltinFunctionType) and isinstance(function.__self__, re.Pattern):
        return _pattern(function.__name__, function.__self__, node, names)
    args = _arguments(node, function, names)
    if isinstance(function, MethodDescriptorType) and args:
        return Term("method", tuple(args), function.__name__)
    if _hashable(function) and (function in _PURE or getattr(function, "__module__", None) in _PURE_MODULES):
        return Term("apply", tuple(args), function)
    if isinstance(function, FunctionType):
        return _function(function, args, node, names)
    if isinstance(function, type):
        return Term("apply", tuple(args), function)
    return Term("opaque", tuple(args), Run(function))


class Run:
    """A callable that can only be run, compared by identity."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, *args: Any) -> Any:
        return self.function(*args)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Run) and self.function is other.function

    def __hash__(self) -> int:
        return id(self.function)

    def __repr__(self) -> str:
        return getattr(self.function, "__qualname__", type(self.function).__name__)


def _hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _arguments(node: ast.Call, function: object, names: Names) -> list[Term]:
    """Arguments in the order of the parameters; keywords are put in their places where the function is known."""
    args = [expression(arg, names) for arg in node.args]
    if not node.keywords:
        return args
    order = _parameters(function)
    given = {str(keyword.arg): expression(keyword.value, names) for keyword in node.keywords}
    if order is None or list(order[len(args) : len(args) + len(given)]) != sorted(given, key=order.index):
        raise NotSymbolic("keyword arguments that leave others out", node)
    return args + [given[name] for name in order[len(args) : len(args) + len(given)]]


def _parameters(function: object) -> list[str] | None:
    if isinstance(function, FunctionType):
        code = function.__code__
        return list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
    initialiser = getattr(function, "__init__", None)
    if isinstance(function, type) and isinstance(initialiser, FunctionType):
        return (_parameters(initialiser) or [])[1:]
    return None


def _measure(measure: Measure[..., Any], node: ast.Call, names: Names) -> Term:
    args = _arguments(node, measure.function, names)
    if names.on_measure is not None:
        names.on_measure(measure, args, node)
    return Term("call", tuple(args), measure, measure.sort)


def _function(function: FunctionType, args: list[Term], node: ast.Call, names: Names) -> Term:
    from refute.logic.bodies import inlined

    body = None if function in names.inlining else inlined(function, names.inlining)
    if body is None or len(body.params) != len(args):
        return Term("opaque", tuple(args), Run(function))
    return _rename(body.term, dict(zip(body.params, args, strict=True)))


def _rename(term: Term, table: dict[str, Term]) -> Term:
    """Parameters replaced by arguments in a term that is not yet in normal form."""
    if term.free.isdisjoint(table):
        return term
    if term.op == "var":
        return table[str(term.data)]
    args = tuple(_rename(arg, table) for arg in term.args)
    sort = term.sort if term.op in ("call", "attr") else None
    return Term(term.op, args, term.data, sort)


def _method(node: ast.Call, names: Names) -> Term:
    if not isinstance(node.func, ast.Attribute):
        raise NotSymbolic(f"a call of `{ast.unparse(node.func)}`", node)
    if node.keywords:
        raise NotSymbolic(f"keyword arguments of a method `{node.func.attr}`", node)
    receiver = expression(node.func.value, names)
    return Term("method", (receiver, *(expression(arg, names) for arg in node.args)), node.func.attr)


def _only(node: ast.Call, count: int, what: str) -> list[ast.expr]:
    if len(node.args) != count or node.keywords:
        raise NotSymbolic(f"`{what}` called like this", node)
    return node.args


def _unary(op: str) -> Callable[[ast.Call, Names], Term]:
    def reader(node: ast.Call, names: Names) -> Term:
        (arg,) = _only(node, 1, op)
        return Term(op, (expression(arg, names),))

    return reader


def _conversion(kind: str) -> Callable[[ast.Call, Names], Term]:
    def reader(node: ast.Call, names: Names) -> Term:
        if not node.args and not node.keywords:
            return Term("set" if kind in ("set", "frozenset") else "seq", (), Kind(kind))
        (arg,) = _only(node, 1, kind)
        return Term("convert", (expression(arg, names),), kind)

    return reader


def _sum(node: ast.Call, names: Names) -> Term:
    if node.keywords or not 1 <= len(node.args) <= 2:
        raise NotSymbolic("`sum` called like this", node)
    box, *start = (expression(arg, names) for arg in node.args)
    return Term("sum", (box, start[0] if start else ZERO))


def _extreme(op: str, over: str) -> Callable[[ast.Call, Names], Term]:
    def reader(node: ast.Call, names: Names) -> Term:
        default = {keyword.arg: keyword.value for keyword in node.keywords}
        if set(default) - {"default"} or not node.args:
            raise NotSymbolic(f"`{op}` with a key", node)
        args = [expression(arg, names) for arg in node.args]
        if len(args) > 1:
            return Term(op, tuple(args))
        found = Term(over, (args[0],))
        if "default" in default:
            empty = Term("eq", (Term("len", (args[0],)), ZERO))
            return Term("ite", (empty, expression(default["default"], names), found))
        return found

    return reader


def _range(node: ast.Call, names: Names) -> Term:
    args = [expression(arg, names) for arg in node.args]
    if node.keywords or not 1 <= len(args) <= 3:
        raise NotSymbolic("`range` called like this", node)
    start, stop = (ZERO, args[0]) if len(args) == 1 else args[:2]
    return Term("range", (start, stop, args[2] if len(args) == 3 else const(1)))


def _enumerate(node: ast.Call, names: Names) -> Term:
    box, *start = [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg == "start")]
    return Term("enumerate", (expression(box, names), expression(start[0], names) if start else ZERO))


def _zip(node: ast.Call, names: Names) -> Term:
    if any(keyword.arg != "strict" for keyword in node.keywords) or any(
        not isinstance(keyword.value, ast.Constant) or keyword.value.value for keyword in node.keywords
    ):
        raise NotSymbolic("`zip` with strict=True", node)
    return Term("zip", tuple(expression(arg, names) for arg in node.args))


def _isinstance(node: ast.Call, names: Names) -> Term:
    subject, cls = _only(node, 2, "isinstance")
    return Term("isinstance", (expression(subject, names),), classes_of(cls, names))


def classes_of(node: ast.expr, names: Names) -> tuple[type, ...]:
    """The classes an `isinstance` test or a class pattern names."""
    match node:
        case ast.Tuple(elts=parts):
            return tuple(cls for part in parts for cls in classes_of(part, names))
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return classes_of(left, names) + classes_of(right, names)
        case ast.Constant(value=None):
            return (type(None),)
    known, value = static(node, names)
    values = value if isinstance(value, tuple) else getattr(value, "__args__", None) or (value,)
    if not known or not all(isinstance(cls, type) for cls in values):
        raise NotSymbolic(f"`{ast.unparse(node)}` is not a class", node)
    return tuple(values)


def _sorted(node: ast.Call, names: Names) -> Term:
    options = {keyword.arg: keyword.value for keyword in node.keywords}
    match node.args, options:
        case [box], {}:
            return Term("sorted", (expression(box, names),))
        case [box], {"reverse": ast.Constant(value=bool(turned)), **more} if not more:
            ordered = Term("sorted", (expression(box, names),))
            return Term("reversed", (ordered,)) if turned else ordered
    raise NotSymbolic("`sorted` with a key", node)


def _divmod(node: ast.Call, names: Names) -> Term:
    a, b = (expression(arg, names) for arg in _only(node, 2, "divmod"))
    return Term("seq", (Term("floordiv", (a, b)), Term("mod", (a, b))), Kind("tuple"))


def _bool(node: ast.Call, names: Names) -> Term:
    return condition(_only(node, 1, "bool")[0], names) if node.args else FALSE


def _map(node: ast.Call, names: Names) -> Term:
    function, box = _only(node, 2, "map")
    return _looped(function, box, names, keep=False)


def _filter(node: ast.Call, names: Names) -> Term:
    function, box = _only(node, 2, "filter")
    return _looped(function, box, names, keep=True)


def _looped(function: ast.expr, box: ast.expr, names: Names, *, keep: bool) -> Term:
    """`map` and `filter` as the comprehensions they abbreviate."""
    source = expression(box, names)
    raw = f"#{len(names.sources)}"
    names.sources[raw] = source
    item = var(raw)
    if isinstance(function, ast.Lambda) and len(function.args.args) == 1 and not function.args.defaults:
        applied = expression(function.body, names.bind({function.args.args[0].arg: item}))
    elif keep and isinstance(function, ast.Constant) and function.value is None:
        applied = item
    else:
        inside = names.bind({raw: item})
        applied = call(ast.Call(func=function, args=[ast.Name(id=raw)], keywords=[]), inside)
    if keep:
        return Term("comp", (source, item, Term("truth", (applied,))), (raw, item.sort))
    return Term("comp", (source, applied, TRUE), (raw, item.sort))


def _regex(how: How) -> Callable[[ast.Call, Names], Term]:
    def reader(node: ast.Call, names: Names) -> Term:
        if not 2 <= len(node.args) + len(node.keywords) <= 3 or len(node.args) < 2:
            raise NotSymbolic(f"`re.{how}` called like this", node)
        pattern, text, *flags = (*node.args, *(keyword.value for keyword in node.keywords))
        spelled = expression(pattern, names)
        options = expression(flags[0], names) if flags else ZERO
        if spelled.op != "const" or options.op != "const":
            raise NotSymbolic("a pattern that is not a constant", node)
        return _matched(how, constant_value(spelled), constant_value(options), expression(text, names), node)

    return reader


def _pattern(how: str, pattern: re.Pattern[Any], node: ast.Call, names: Names) -> Term:
    """A method of a compiled pattern."""
    (text,) = _only(node, 1, f"Pattern.{how}")
    if how not in get_args(How):
        raise NotSymbolic(f"`Pattern.{how}`", node)
    return _matched(cast(How, how), pattern.pattern, pattern.flags, expression(text, names), node)


def _matched(how: How, pattern: Any, flags: int, text: Term, node: ast.AST) -> Term:
    if isinstance(pattern, re.Pattern):
        pattern, flags = pattern.pattern, pattern.flags
    try:
        return Term("found", (text,), language(pattern, int(flags), how))
    except NotRegularError as error:
        raise NotSymbolic(f"the pattern {pattern!r}: {error}", node) from None


_SPECIAL: dict[Any, Callable[[ast.Call, Names], Term]] = {
    len: _unary("len"),
    all: _unary("all"),
    any: _unary("any"),
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
    re.fullmatch: _regex("fullmatch"),
    re.match: _regex("match"),
    re.search: _regex("search"),
}
