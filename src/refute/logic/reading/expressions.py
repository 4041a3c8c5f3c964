"""Expressions as terms: names resolved, comparison chains and short circuits spelled out."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from refute.logic.reading.names import Names, NotSymbolic, UnknownName, of_value, static
from refute.logic.terms.term import NONE, TRUE, Container, Term, const

_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.BitAnd: "bitand",
    ast.BitOr: "bitor",
    ast.BitXor: "bitxor",
    ast.LShift: "shift_left",
    ast.RShift: "shift_right",
}
_UNARY: dict[type[ast.unaryop], str] = {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert"}


def expression(node: ast.expr, names: Names) -> Term:
    """The term of an expression. Raises NotSymbolic or UnknownName."""
    match node:
        case ast.Constant(value=value):
            return const(value)
        case ast.Name(id=name):
            return _name(node, name, names)
        case ast.Attribute(value=subject, attr=attr):
            known, value = static(node, names)
            return of_value(value, node) if known else Term("attr", (expression(subject, names),), attr)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _BINARY:
            return Term(_BINARY[type(operator)], (expression(left, names), expression(right, names)))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return Term("not", (expression(operand, names),))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() | complex() as number)):
            return const(-number)
        case ast.UnaryOp(op=operator, operand=operand):
            return Term(_UNARY[type(operator)], (expression(operand, names),))
        case ast.BoolOp(op=ast.And(), values=values):
            return _short_circuit([expression(value, names) for value in values], keep_true=False)
        case ast.BoolOp(values=values):
            return _short_circuit([expression(value, names) for value in values], keep_true=True)
        case ast.Compare(left=left, ops=operators, comparators=others):
            return _chain(left, operators, others, names)
        case ast.IfExp(test=test, body=then, orelse=otherwise):
            return Term("ite", (condition(test, names), expression(then, names), expression(otherwise, names)))
        case ast.Tuple(elts=items):
            return _literal("tuple", items, names)
        case ast.List(elts=items):
            return _literal("list", items, names)
        case ast.Set(elts=items) if any(isinstance(item, ast.Starred) for item in items):
            return _literal("set", items, names)
        case ast.Set(elts=items):
            return Term("set", tuple(expression(item, names) for item in items), Container("set"))
        case ast.Dict(keys=keys, values=values) if None not in keys:
            pairs = [expression(part, names) for pair in zip(keys, values, strict=True) for part in pair if part]
            return Term("dict", tuple(pairs), Container("dict"))
        case ast.Subscript(value=box, slice=ast.Slice(lower=lower, upper=upper, step=step)):
            bounds = (NONE if bound is None else expression(bound, names) for bound in (lower, upper, step))
            return Term("slice", (expression(box, names), *bounds))
        case ast.Subscript(value=box, slice=place):
            return Term("index", (expression(box, names), expression(place, names)))
        case ast.ListComp(elt=element, generators=loops):
            return Term("convert", (_comprehension(element, loops, names),), "list")
        case ast.SetComp(elt=element, generators=loops):
            return Term("convert", (_comprehension(element, loops, names),), "set")
        case ast.GeneratorExp():
            raise NotSymbolic(f"`{_shown(node)}` is not consumed where it stands", node)
        case ast.Call():
            return names.call(node, names)
    raise NotSymbolic(f"`{_shown(node)}` has no meaning in the logic", node)


def iterable(node: ast.expr, names: Names) -> Term:
    """The term of an expression that is consumed by a loop at once, so that it may be an iterator."""
    match node:
        case ast.GeneratorExp(elt=element, generators=loops):
            return _comprehension(element, loops, names)
        case ast.Call():
            return names.call(node, names, looped=True)
    return expression(node, names)


def condition(node: ast.expr, names: Names) -> Term:
    """The truth value of an expression."""
    match node:
        case ast.BoolOp(op=operator, values=values):
            op = "and" if isinstance(operator, ast.And) else "or"
            return Term(op, tuple(condition(value, names) for value in values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return Term("not", (condition(operand, names),))
    term = expression(node, names)
    return term if term.sort == "bool" else Term("truth", (term,))


def _shown(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if len(text) <= 60 else text[:57] + "..."


def _name(node: ast.expr, name: str, names: Names) -> Term:
    if name in names.terms:
        return names.terms[name]
    try:
        value = names.lookup(name)
    except KeyError:
        raise UnknownName(name, node) from None
    return of_value(value, node)


def _literal(kind: str, items: list[ast.expr], names: Names) -> Term:
    if any(isinstance(item, ast.Starred) for item in items):
        parts = []
        for item in items:
            if isinstance(item, ast.Starred):
                parts.append(Term("convert", (iterable(item.value, names),), "list"))
            else:
                parts.append(Term("seq", (expression(item, names),), Container("list")))
        return Term("convert", (Term("concat", tuple(parts), "list"),), kind)
    return Term("seq", tuple(expression(item, names) for item in items), Container(kind))


def _short_circuit(terms: list[Term], *, keep_true: bool) -> Term:
    """`a and b` or `a or b` as a value: the operand that decides it."""
    if all(term.sort == "bool" for term in terms):
        return Term("or" if keep_true else "and", tuple(terms))
    result = terms[-1]
    for term in reversed(terms[:-1]):
        test = Term("truth", (term,))
        result = Term("ite", (test, term, result) if keep_true else (test, result, term))
    return result


def _chain(left: ast.expr, operators: list[ast.cmpop], others: list[ast.expr], names: Names) -> Term:
    terms = [expression(left, names)]
    for operator, operand in zip(operators, others, strict=True):
        looped = isinstance(operator, ast.In | ast.NotIn) and operand is others[-1]
        terms.append(iterable(operand, names) if looped else expression(operand, names))
    parts = [_compared(*three) for three in zip(operators, terms, terms[1:], strict=False)]
    return parts[0] if len(parts) == 1 else Term("and", tuple(parts))


def _compared(operator: ast.cmpop, a: Term, b: Term) -> Term:
    match operator:
        case ast.Eq():
            return Term("eq", (a, b))
        case ast.NotEq():
            return Term("not", (Term("eq", (a, b)),))
        case ast.Lt():
            return Term("lt", (a, b))
        case ast.LtE():
            return Term("le", (a, b))
        case ast.Gt():
            return Term("lt", (b, a))
        case ast.GtE():
            return Term("le", (b, a))
        case ast.Is():
            return Term("is", (a, b))
        case ast.IsNot():
            return Term("not", (Term("is", (a, b)),))
        case ast.In():
            return Term("in", (a, b))
        case _:
            return Term("not", (Term("in", (a, b)),))


def _comprehension(element: ast.expr, loops: list[ast.comprehension], names: Names) -> Term:
    loop, *inner = loops
    if loop.is_async:
        raise NotSymbolic("an asynchronous comprehension", loop.iter)
    source = iterable(loop.iter, names)
    bound = names.loop_variable(source)
    raw = str(bound.data)
    inside = names.bind(targets(loop.target, bound))
    kept: Term = TRUE
    for test in loop.ifs:
        part = condition(test, inside)
        kept = part if kept is TRUE else Term("and", (kept, part))
    if inner:
        each = _comprehension(element, inner, inside)
        return Term("flatten", (Term("comp", (source, each, kept), (raw, bound.sort)),))
    return Term("comp", (source, expression(element, inside), kept), (raw, bound.sort))


def evaluated_first(terms: Iterable[Term], result: Term) -> Term:
    """A result that Python reaches only after evaluating these terms, whether it uses them or not."""
    doubtful = tuple(term for term in terms if term.op not in ("var", "const"))
    return Term("after", (*doubtful, result)) if doubtful else result


def targets(target: ast.expr, value: Term) -> dict[str, Term]:
    """The bindings of an assignment."""
    match target:
        case ast.Name(id=name):
            return {name: value}
        case ast.Tuple(elts=parts) | ast.List(elts=parts) if not any(isinstance(p, ast.Starred) for p in parts):
            found: dict[str, Term] = {}
            taken_apart = Term("unpack", (value,), len(parts))
            for position, part in enumerate(parts):
                found |= targets(part, Term("index", (taken_apart, const(position))))
            return found
    raise NotSymbolic(f"assignment to `{_shown(target)}`", target)
