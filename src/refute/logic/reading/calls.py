"""Calls in a refinement: builtins the logic knows, measures, functions to inline, and those that can only be run."""

from __future__ import annotations

import ast
import datetime
import decimal
import fractions
import inspect
import itertools
import re
import types
import typing
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType
from typing import Any, TypeVar, cast

from refute.logic.patience import run
from refute.logic.reading.expressions import (
    Names,
    NotSymbolic,
    condition,
    evaluated_first,
    expression,
    iterable,
    of_value,
    static,
)
from refute.logic.reading.measures import Measure
from refute.logic.reading.standard_parameters import SPELLED_OUT
from refute.logic.regular.pattern import How, NotRegularError, language
from refute.logic.terms.term import ANY, FALSE, NONE, TRUE, ZERO, Kind, Term, const, constant_value

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

F = TypeVar("F", bound=Callable[..., Any])
_CONTAINERS = (str, bytes, list, tuple, set, frozenset, dict)
# Functions whose result is an iterator: it means something only where it is looped over at once.
_ITERATORS: frozenset[Any] = frozenset(
    {zip, enumerate, reversed, map, filter, itertools.pairwise, itertools.combinations}
)


# Functions that look at where they are called from.
_ONLY_RUN: set[Any] = set()


def only_run(function: F) -> F:
    """Mark a function as one that means something only where it is called, so that its calls are left as they are."""
    _ONLY_RUN.add(function)
    return function


def call(node: ast.Call, names: Names, *, looped: bool = False) -> Term:
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
        if function in _ITERATORS and not looped:
            raise NotSymbolic(f"`{function.__name__}` that is not consumed where it stands", node)
        return special(node, names)
    if isinstance(function, BuiltinFunctionType) and isinstance(function.__self__, re.Pattern):
        return _pattern(function.__name__, function.__self__, node, names)
    if isinstance(function, BuiltinFunctionType) and isinstance(function.__self__, _CONTAINERS):
        return _method(node, names)
    if _hashable(function) and function in _ONLY_RUN:
        raise NotSymbolic(f"`{function.__name__}` can only be run", node)
    if _deals_in_iterators(function):
        raise NotSymbolic(f"`{function.__name__}`: an iterator changes as it is looked at", node)
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


def _deals_in_iterators(function: Any) -> bool:
    """Whether it deals in iterators: gives one or, as `next` does, uses one up."""
    if isinstance(function, type):
        return hasattr(function, "__next__")
    return function is iter or function is next or inspect.isgeneratorfunction(function)


class Run:
    """A callable that can only be run, compared by identity."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, *args: Any) -> Any:
        return run(self.function, args)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.function is other.function

    def __hash__(self) -> int:
        return id(self.function)

    def __repr__(self) -> str:
        return getattr(self.function, "__qualname__", type(self.function).__name__)


class Holds(Run):
    """A predicate that can only be run: of what it returns, only the truth matters."""

    __slots__ = ()

    def __call__(self, *args: Any) -> bool:
        return bool(run(self.function, args))


class Search:
    """The payload of `found`: a pattern looked for in a text, as a language and as what to run."""

    __slots__ = ("_key", "language", "run")

    def __init__(self, how: How, pattern: str | bytes, flags: int) -> None:
        self.language = language(pattern, flags, how)
        self.run: Callable[[Any], Any] = getattr(re.compile(pattern, flags), how)
        self._key = (how, pattern, flags)

    def __call__(self, text: Any) -> Any:
        return self.run(text)

    def alphabet(self) -> tuple[str, ...]:
        return self.language.alphabet()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Search) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        how, pattern, _ = self._key
        return f"re.{how} {pattern!r}"


def _hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _arguments(node: ast.Call, function: object, names: Names) -> list[Term]:
    """Arguments in the order of the parameters, defaults filled in where the function is written in Python."""
    args = [expression(arg, names) for arg in node.args]
    given = {str(keyword.arg): expression(keyword.value, names) for keyword in node.keywords}
    params = _parameters(function)
    if params is None or (not given and function in SPELLED_OUT):
        if given:
            raise NotSymbolic("keyword arguments of a function whose parameters are not known", node)
        return args
    for param in params[len(args) :]:
        if param.name in given:
            args.append(given.pop(param.name))
        elif param.default is not param.empty:
            args.append(of_value(param.default, node))
        else:
            raise NotSymbolic(f"no argument for `{param.name}`", node)
    if given or len(args) > len(params):
        raise NotSymbolic("arguments that fit no parameter", node)
    return args


def _parameters(function: object) -> list[inspect.Parameter] | None:
    """What can be given by position: of functions written in Python, and of classes whose constructor is."""
    if not isinstance(function, FunctionType | type) or function.__module__ == "builtins":
        return None
    try:
        params = list(inspect.signature(SPELLED_OUT.get(function, function)).parameters.values())
    except (ValueError, TypeError):
        return None
    plain = all(param.kind in (param.POSITIONAL_ONLY, param.POSITIONAL_OR_KEYWORD) for param in params)
    return params if plain else None


def _measure(measure: Measure[..., Any], node: ast.Call, names: Names) -> Term:
    args = _arguments(node, measure.function, names)
    if names.on_measure is not None:
        names.on_measure(measure, args, node)
    return Term("call", tuple(args), measure, measure.sort)


def _function(function: FunctionType, args: list[Term], node: ast.Call, names: Names) -> Term:
    from refute.logic.reading.bodies import inlined

    body = None if function in names.inlining else inlined(function, names.inlining, names.sources)
    if body is None or len(body.params) != len(args):
        return Term("opaque", tuple(args), Run(function))
    # arguments are evaluated first, whether the function uses them or not
    return evaluated_first(args, _rename(body.term, dict(zip(body.params, args, strict=True))))


def _rename(term: Term, table: dict[str, Term]) -> Term:
    """Parameters replaced by arguments in a term that is not yet in normal form."""
    if term.free.isdisjoint(table):
        return term
    if term.op == "var":
        return table[str(term.data)]
    args = tuple(_rename(arg, table) for arg in term.args)
    sort = term.sort if term.op == "call" else None
    return Term(term.op, args, term.data, sort)


def _method(node: ast.Call, names: Names) -> Term:
    if not isinstance(node.func, ast.Attribute):
        raise NotSymbolic(f"a call of `{ast.unparse(node.func)}`", node)
    if node.keywords:
        raise NotSymbolic(f"keyword arguments of a method `{node.func.attr}`", node)
    receiver = expression(node.func.value, names)
    return Term("method", (receiver, *(_listed(arg, names) for arg in node.args)), node.func.attr)


def _listed(node: ast.expr, names: Names) -> Term:
    """An argument of a method. An iterator is consumed by it, if it is any use."""
    is_iterator = isinstance(node, ast.GeneratorExp) or (
        isinstance(node, ast.Call) and static(node.func, names)[1] in _ITERATORS
    )
    return Term("convert", (iterable(node, names),), "list") if is_iterator else expression(node, names)


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
            return Term("set" if kind in ("set", "frozenset") else "seq", (), Kind(kind))
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
        # it may be an iterator, which has no length until it is listed
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
    """Pairs of which the first comes before the second, as two loops find them."""
    match node:
        case ast.Call(args=[box, ast.Constant(value=2)], keywords=[]):
            listed = Term("convert", (iterable(box, names),), "list")
            numbered = Term("enumerate", (listed, ZERO))
            outer = names.loop_variable(numbered)
            place, first = (Term("index", (outer, const(part))) for part in (0, 1))
            later = Term("slice", (listed, Term("add", (place, const(1))), NONE, NONE))
            second = names.loop_variable(later)
            pairs = Term("comp", (later, Term("seq", (first, second), Kind("tuple")), TRUE), (second.data, ANY))
            return Term("flatten", (Term("comp", (numbered, pairs, TRUE), (outer.data, ANY)),))
    raise NotSymbolic("`combinations` of other than 2", node)


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
    source = iterable(box, names)
    item = names.loop_variable(source)
    raw = str(item.data)
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


def _pattern(how: str, pattern: re.Pattern[Any], node: ast.Call, names: Names) -> Term:
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


_SPECIAL: dict[Any, Callable[[ast.Call, Names], Term]] = {
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
