"""Calls in a refinement: known functions, measures, functions to inline, and those that can only be run."""

from __future__ import annotations

import ast
import datetime
import decimal
import fractions
import inspect
import re
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType
from typing import Any, TypeVar

from refute.logic.reading.bodies import read_body
from refute.logic.reading.expressions import evaluated_first, expression, iterable
from refute.logic.reading.names import Names, NotSymbolic, of_value, static
from refute.logic.reading.repetition.plain import calls_itself, plain_measure
from refute.logic.reading.standard_functions import ITERATORS, STANDARD, read_pattern_method
from refute.logic.reading.standard_parameters import SPELLED_OUT
from refute.logic.terms.measure import Measure
from refute.logic.terms.opaque import Run
from refute.logic.terms.term import Term

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

# Functions that depend on where they are called from.
_ONLY_RUN: set[Any] = set()


def only_run(function: F) -> F:
    """Mark a function whose calls are never read, because their meaning depends on where they are."""
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
    special = STANDARD.get(function) if _hashable(function) else None
    if special is not None:
        if function in ITERATORS and not looped:
            raise NotSymbolic(f"`{function.__name__}` that is not consumed where it stands", node)
        return special(node, names)
    if isinstance(function, BuiltinFunctionType) and isinstance(function.__self__, re.Pattern):
        return read_pattern_method(function.__name__, function.__self__, node, names)
    if isinstance(function, BuiltinFunctionType) and isinstance(function.__self__, _CONTAINERS):
        return _method(node, names)
    if _hashable(function) and function in _ONLY_RUN:
        raise NotSymbolic(f"`{function.__name__}` can only be run", node)
    if _deals_in_iterators(function):
        raise NotSymbolic(f"`{function.__name__}`: an iterator changes as it is looked at", node)
    if _compares_arrays(node, function):
        raise NotSymbolic("a comparison whose result may be no Boolean", node)
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


def _compares_arrays(node: ast.Call, function: Any) -> bool:
    """Whether a function that only runs is given a comparison: `np.all(a != 0)`."""
    read = isinstance(function, FunctionType | type | MethodDescriptorType)
    return (
        not read
        and not (_hashable(function) and function in _PURE)
        and any(isinstance(arg, ast.Compare) for arg in node.args)
    )


def _deals_in_iterators(function: Any) -> bool:
    """Whether a function returns an iterator or consumes one."""
    if isinstance(function, type):
        return hasattr(function, "__next__")
    return function is iter or function is next or inspect.isgeneratorfunction(function)


def _hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _arguments(node: ast.Call, function: object, names: Names) -> list[Term]:
    """Arguments in the order of the parameters, with defaults if the function is written in Python."""
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
    """The parameters of a function or class written in Python, if all of them can be given by position."""
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
    measure = _as_measure(function, names)
    if measure is not None:
        return _measure(measure, node, names)
    body = None if function in names.inlining else read_body(function, names.call, names.inlining, names.sources)
    if body is None or len(body.params) != len(args):
        return Term("opaque", tuple(args), Run(function))
    # arguments are evaluated whether the function uses them or not
    return evaluated_first(args, _rename(body.term, dict(zip(body.params, args, strict=True))))


def _as_measure(function: FunctionType, names: Names) -> Measure[..., Any] | None:
    """A function that calls itself as a measure; None if it does not, or cannot be read."""
    for one in names.inlining:
        if isinstance(one, Measure) and one.function is function:
            return one  # it is being read
    if function not in names.inlining and not calls_itself(function):
        return None
    made = plain_measure(function, names.call)
    return None if made.body is None else made


def _rename(term: Term, table: dict[str, Term]) -> Term:
    """Substitution of arguments for parameters in a term that is not in normal form."""
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
    if isinstance(node.func.value, ast.Compare):
        raise NotSymbolic("a comparison whose result may be no Boolean", node)
    if node.keywords:
        raise NotSymbolic(f"keyword arguments of a method `{node.func.attr}`", node)
    receiver = expression(node.func.value, names)
    return Term("method", (receiver, *(_listed(arg, names) for arg in node.args)), node.func.attr)


def _listed(node: ast.expr, names: Names) -> Term:
    """An argument of a method. An iterator is listed: the method consumes it."""
    is_iterator = isinstance(node, ast.GeneratorExp) or (
        isinstance(node, ast.Call) and static(node.func, names)[1] in ITERATORS
    )
    return Term("convert", (iterable(node, names),), "list") if is_iterator else expression(node, names)
