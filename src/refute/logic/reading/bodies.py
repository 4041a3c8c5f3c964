"""Function bodies as terms: `return`, `if`, `match`, `for`, `assert`, `raise` and assignments to names.

A body becomes one expression; other statements make a function opaque:

    def sign(n):                        -1 if n < 0 else 0 if n == 0 else 1
        if n < 0:
            return -1
        return 0 if n == 0 else 1
"""

from __future__ import annotations

import ast
import collections.abc
from collections.abc import Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from refute.logic.reading.expressions import condition, evaluated_first, expression, targets
from refute.logic.reading.names import Names, NotSymbolic, ReadCall, UnknownName, lookup_in, static
from refute.logic.reading.repetition.loops import Ends, is_scalar, read_loop
from refute.logic.reading.source import find_source
from refute.logic.terms.term import NONE, TRUE, Raised, Term, const, var

_SELF_MATCHING = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)


@dataclass(frozen=True)
class Inlined:
    """A function as a term over its parameters."""

    params: tuple[str, ...]
    term: Term


def read_body(
    function: object, call: ReadCall, already: tuple[object, ...] = (), sources: dict[str, Term] | None = None
) -> Inlined | None:
    """A pure function as a term; None if its source cannot be found or expressed.

    `call` reads the calls in it. `already` are the functions that are being inlined. `sources` are the loops around the
    call, whose variables must not be captured.
    """
    if not isinstance(function, FunctionType) or len(already) > 20:
        return None
    found = find_source(function)
    if found is None:
        return None
    params = parameters(found.node)
    if params is None:
        return None
    variables = {name: var(name) for name in params}
    names = Names(lookup_in(function), call, variables, {} if sources is None else sources, (*already, function))
    try:
        return Inlined(params, body_of(found.node, names))
    except (NotSymbolic, UnknownName):
        return None


def parameters(node: ast.Lambda | ast.FunctionDef) -> tuple[str, ...] | None:
    """Names of the parameters; None if one is variadic or keyword-only."""
    args = node.args
    if args.vararg or args.kwarg or args.kwonlyargs:
        return None
    return tuple(arg.arg for arg in (*args.posonlyargs, *args.args))


def body_of(node: ast.Lambda | ast.FunctionDef, names: Names) -> Term:
    return expression(node.body, names) if isinstance(node, ast.Lambda) else _block(node.body, names, Ends())


def _block(statements: Sequence[ast.stmt], names: Names, ends: Ends) -> Term:
    if not statements:
        return ends.fall(names)
    first, *rest = statements
    match first:
        case ast.Return(value=value):
            return ends.returned(NONE if value is None else expression(value, names))
        case ast.If(test=test, body=body, orelse=orelse):
            return Term(
                "ite",
                (condition(test, names), _block([*body, *rest], names, ends), _block([*orelse, *rest], names, ends)),
            )
        case ast.Match(subject=subject, cases=cases):
            return _match(expression(subject, names), cases, rest, names, ends)
        case ast.Assign(targets=[target], value=value):
            return _assigned(target, expression(value, names), rest, names, ends)
        case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
            return _assigned(target, expression(value, names), rest, names, ends)
        case ast.AugAssign(target=ast.Name(id=name) as target, op=operator, value=value):
            if not _is_added_to(name, names):
                raise NotSymbolic(f"`{ast.unparse(first)}` may change an object; write `{name} = {name} …`", first)
            changed = ast.BinOp(ast.Name(name, ast.Load()), operator, value)
            return _assigned(target, expression(changed, names), rest, names, ends)
        case ast.Expr(value=ast.Constant()) | ast.Pass():
            return _block(rest, names, ends)
        case ast.Assert(test=test):
            return Term("ite", (condition(test, names), _block(rest, names, ends), _raising(AssertionError())))
        case ast.Raise(exc=exc):
            return _raising(_exception(exc, names))
        case ast.For():
            return read_loop(first, rest, names, ends, _block)
        case ast.Continue() if ends.again is not None:
            return ends.again(names)
        case ast.Break() if ends.out is not None:
            return ends.out(names)
    shown = ast.unparse(first).splitlines()[0]
    raise NotSymbolic(f"`{shown}`: only return, if, match, for and assignments to names", first)


def _is_added_to(name: str, names: Names) -> bool:
    """Whether `+=` makes a new object of a variable, and changes none."""
    return name in names.terms and (name in names.accumulators or is_scalar(names.terms[name]))


def _assigned(target: ast.expr, value: Term, rest: Sequence[ast.stmt], names: Names, ends: Ends) -> Term:
    bound = targets(target, value)
    taken_apart = [part.args[0] if part.op == "index" else part for part in bound.values()]
    return evaluated_first(taken_apart, _block(rest, names.bind(bound), ends))


def _raising(error: BaseException) -> Term:
    return Term("raise", (), Raised(error))


def _exception(node: ast.expr | None, names: Names) -> BaseException:
    cls = node.func if isinstance(node, ast.Call) else node
    known, value = static(cls, names) if cls is not None else (False, None)
    if known and isinstance(value, type) and issubclass(value, BaseException):
        try:
            return value(ast.unparse(node) if node else "")
        except TypeError:
            pass
    return RuntimeError(ast.unparse(node) if node else "raise")


def _match(subject: Term, cases: list[ast.match_case], rest: Sequence[ast.stmt], names: Names, ends: Ends) -> Term:
    result = _block(rest, names, ends)
    for case in reversed(cases):
        matches, bound = pattern(case.pattern, subject, names)
        inside = names.bind(bound)
        if case.guard is not None:
            matches = _both(matches, condition(case.guard, inside))
        body = _block([*case.body, *rest], inside, ends)
        result = body if matches is TRUE else Term("ite", (matches, body, result))
    return result


def _both(a: Term, b: Term) -> Term:
    if a is TRUE:
        return b
    return a if b is TRUE else Term("and", (a, b))


def pattern(node: ast.pattern, subject: Term, names: Names) -> tuple[Term, dict[str, Term]]:
    """The condition under which a pattern matches, and its bindings."""
    match node:
        case ast.MatchAs(pattern=None, name=name):
            return TRUE, {} if name is None else {name: subject}
        case ast.MatchAs(pattern=ast.pattern() as inner, name=str() as name):
            matches, bound = pattern(inner, subject, names)
            return matches, {**bound, name: subject}
        case ast.MatchValue(value=value):
            return Term("eq", (subject, expression(value, names))), {}
        case ast.MatchSingleton(value=value):
            return Term("is", (subject, const(value))), {}
        case ast.MatchOr(patterns=alternatives):
            return _alternatives(alternatives, subject, names)
        case ast.MatchSequence(patterns=parts):
            return _sequence(parts, subject, names)
        case ast.MatchClass():
            return _class(node, subject, names)
    raise NotSymbolic(f"the pattern `{ast.unparse(node)}`", node)


def _alternatives(parts: list[ast.pattern], subject: Term, names: Names) -> tuple[Term, dict[str, Term]]:
    matched = [pattern(part, subject, names) for part in parts]
    bound = dict(matched[-1][1])
    for matches, bindings in reversed(matched[:-1]):
        bound = {name: Term("ite", (matches, bindings[name], later)) for name, later in bound.items()}
    return Term("or", tuple(matches for matches, _ in matched)), bound


def _sequence(parts: list[ast.pattern], subject: Term, names: Names) -> tuple[Term, dict[str, Term]]:
    star = next((position for position, part in enumerate(parts) if isinstance(part, ast.MatchStar)), None)
    fixed = len(parts) - (star is not None)
    length = Term("len", (subject,))
    enough = Term("le", (const(fixed), length)) if star is not None else Term("eq", (length, const(fixed)))
    is_text = Term("isinstance", (subject,), (str, bytes, bytearray))
    matches = Term(
        "and", (Term("isinstance", (subject,), (collections.abc.Sequence,)), Term("not", (is_text,)), enough)
    )
    bound: dict[str, Term] = {}
    for position, part in enumerate(parts):
        if isinstance(part, ast.MatchStar):
            after = len(parts) - position - 1
            cut = Term("slice", (subject, const(position), const(-after) if after else NONE, NONE))
            if part.name is not None:
                bound[part.name] = Term("convert", (cut,), "list")
            continue
        place = position if star is None or position < star else position - len(parts)
        inner, more = pattern(part, Term("index", (subject, const(place))), names)
        matches = _both(matches, inner)
        bound |= more
    return matches, bound


def _class(node: ast.MatchClass, subject: Term, names: Names) -> tuple[Term, dict[str, Term]]:
    known, cls = static(node.cls, names)
    if not known or not isinstance(cls, type):
        raise NotSymbolic(f"`{ast.unparse(node.cls)}` is not a class", node)
    matches: Term = Term("isinstance", (subject,), (cls,))
    parts: list[tuple[Term, ast.pattern]] = []
    if node.patterns and cls in _SELF_MATCHING:
        parts.append((subject, node.patterns[0]))
    else:
        positional: Any = getattr(cls, "__match_args__", ())
        if len(node.patterns) > len(positional):
            raise NotSymbolic(f"`{cls.__name__}` takes {len(positional)} positional patterns", node)
        parts += [(Term("attr", (subject,), name), part) for name, part in zip(positional, node.patterns, strict=False)]
    parts += [
        (Term("attr", (subject,), name), part) for name, part in zip(node.kwd_attrs, node.kwd_patterns, strict=True)
    ]
    bound: dict[str, Term] = {}
    for part, inner in parts:
        inside, more = pattern(inner, part, names)
        matches = _both(matches, inside)
        bound |= more
    return matches, bound
