"""Layout: statements as `ruff format` would leave them, as far as tests are made of them.

A line that is too long is split at its last pair of brackets. The arguments of a call are one line, if they fit; other
elements have a line each:

    result = join(
        ["a", "b", "c"], separator="-"
    )
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from copy import deepcopy
from keyword import iskeyword

WIDTH = 88  # of lines, where nobody says otherwise
_STEP = "    "


def formatted(statement: str, indent: int = 0, width: int = WIDTH) -> list[str]:
    """The lines of some statements, in so many levels of blocks."""
    return [line for node in ast.parse(statement).body for line in _lines(node, _STEP * indent, width)]


def expression(text: str) -> str:
    """An expression in one line."""
    return _flat(ast.parse(text, mode="eval").body)


def _lines(node: ast.stmt, indent: str, width: int) -> list[str]:
    match node:
        case ast.Assign(targets=[target], value=value):
            return _split(f"{indent}{_flat(target)} = ", value, "", indent, width)
        case ast.Expr(value=value):
            return _split(indent, value, "", indent, width)
        case ast.Assert(test=test, msg=None):
            return _asserted(test, indent, width)
        case ast.With(items=[ast.withitem(context_expr=value, optional_vars=None)], body=body):
            head = _split(f"{indent}with ", value, ":", indent, width)
            return [*head, *(line for one in body for line in _lines(one, indent + _STEP, width))]
    return [indent + line for line in _with_quotes(node).splitlines()]


def decorated(decorator: str, width: int = WIDTH) -> list[str]:
    """The lines of a decorator."""
    return _split("@", ast.parse(decorator, mode="eval").body, "", "", width)


def _asserted(test: ast.expr, indent: str, width: int) -> list[str]:
    flat = f"{indent}assert {_flat(test)}"
    if len(flat) <= width:
        return [flat]
    match test:
        case ast.Compare(left=left, ops=[_], comparators=[right]) if _is_bracketed(right):
            sign = _flat(ast.Compare(ast.Name("_"), test.ops, [ast.Name("_")]))[1:-1]
            head = f"{indent}assert {_flat(left)}{sign}"
            if len(head) + len(_bracket(right)[0]) <= width:
                return _split(head, right, "", indent, width)
        case ast.Call():
            return _split(f"{indent}assert ", test, "", indent, width)
    inner = f"{indent}{_STEP}{_flat(test)}"
    return [f"{indent}assert (", inner, f"{indent})"] if len(inner) <= width else [flat]


def _split(before: str, node: ast.expr, after: str, indent: str, width: int) -> list[str]:
    """An expression between two texts, in as many lines as it needs."""
    flat = f"{before}{_flat(node)}{after}"
    if len(flat) <= width:
        return [flat]
    if not _is_bracketed(node):
        inner = f"{indent}{_STEP}{_flat(node)}"
        fits = len(inner) <= width and before.strip() and isinstance(node, ast.Constant)
        return [f"{before}(", inner, f"{indent}){after}"] if fits else [flat]
    opening, items, closing = _bracket(node)
    if not items:
        return [flat]
    inside = f"{indent}{_STEP}{', '.join(_item(*one) for one in items)}"
    if isinstance(node, ast.Call) and len(inside) <= width:
        return [before + opening, inside, f"{indent}{closing}{after}"]
    lines = [before + opening]
    for name, item in items:
        lines += _split(f"{indent}{_STEP}{name}", item, ",", indent + _STEP, width)
    return [*lines, f"{indent}{closing}{after}"]


def _is_bracketed(node: ast.expr) -> bool:
    return isinstance(node, ast.Call | ast.List | ast.Tuple | ast.Set | ast.Dict)


def _bracket(node: ast.expr) -> tuple[str, list[tuple[str, ast.expr]], str]:
    """What opens an expression in brackets, what is in it, each with what is before it, and what closes it."""
    match node:
        case ast.Call():
            func, args, keywords = (plain := without_literal_stars(node)).func, plain.args, plain.keywords
            named = [(f"{one.arg}=" if one.arg else "**", one.value) for one in keywords]
            return f"{_flat(func)}(", [*_starred(args), *named], ")"
        case ast.List(elts=elements):
            return "[", _starred(elements), "]"
        case ast.Set(elts=elements):
            return "{", _starred(elements), "}"
        case ast.Tuple(elts=elements):
            return "(", _starred(elements), ")"
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            return "{", [("**" if key is None else f"{_flat(key)}: ", value) for key, value in pairs], "}"
    raise AssertionError(node)


def _starred(elements: Sequence[ast.expr]) -> list[tuple[str, ast.expr]]:
    return [("*", one.value) if isinstance(one, ast.Starred) else ("", one) for one in elements]


def _item(before: str, node: ast.expr) -> str:
    return before + _flat(node)


def _flat(node: ast.expr) -> str:
    """An expression in one line."""
    if isinstance(node, ast.Tuple) and node.elts:
        inside = ", ".join(_item(*one) for one in _starred(node.elts))
        return f"({inside},)" if len(node.elts) == 1 else f"({inside})"
    return _with_quotes(node)


def _with_quotes(node: ast.AST) -> str:
    """Python's own text for a node, with double quotes where that takes no more escapes."""
    texts: dict[str, str] = {}
    text = ast.unparse(_Marking(texts).visit(deepcopy(node)))
    for name, written in reversed(texts.items()):
        text = text.replace(name, written)
    return text


class _Marking(ast.NodeTransformer):
    """Puts names in the places of texts, and of operators that are written without blanks."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts

    def _named(self, text: str) -> ast.Name:
        name = f"__text_{len(self._texts)}__"
        self._texts[name] = text
        return ast.Name(name)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, str | bytes):
            return self._named(quoted(node.value))
        if isinstance(node.value, float) and "e+" in repr(node.value):
            return self._named(repr(node.value).replace("e+", "e"))
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return self.generic_visit(without_literal_stars(node))

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        if isinstance(node.op, ast.Pow) and _is_simple(node.left) and _is_simple(node.right):
            return self._named(f"{_flat(node.left)}**{_flat(node.right)}")
        return self.generic_visit(node)


def _is_simple(node: ast.expr) -> bool:
    """Whether a power of it is written without blanks."""
    match node:
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert(), operand=operand):
            return _is_simple(operand)
        case ast.Attribute(value=value):
            return _is_simple(value)
        case ast.Constant(value=value):
            return isinstance(value, int | float | complex) and not isinstance(value, bool)
    return isinstance(node, ast.Name)


def without_literal_stars(node: ast.Call) -> ast.Call:
    """`f(1, a=2)` for `f(*(1,), **{"a": 2})`."""
    args: list[ast.expr] = []
    for arg in node.args:
        is_literal = isinstance(arg, ast.Starred) and isinstance(arg.value, ast.Tuple | ast.List)
        args += arg.value.elts if is_literal else [arg]  # type: ignore[attr-defined]
    keywords: list[ast.keyword] = []
    for keyword in node.keywords:
        match keyword:
            case ast.keyword(arg=None, value=ast.Dict(keys=keys, values=values)) if all(map(_is_name, keys)):
                keywords += [ast.keyword(key.value, value) for key, value in zip(keys, values, strict=True)]  # type: ignore[union-attr]
            case _:
                keywords.append(keyword)
    return ast.copy_location(ast.Call(node.func, args, keywords), node)


def _is_name(node: ast.expr | None) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return text.isidentifier() and not iskeyword(text)
    return False


def quoted(value: str | bytes) -> str:
    """A text in quotes, double ones unless these take more escapes."""
    text = repr(value)
    prefix, body = ("b", text[1:]) if isinstance(value, bytes) else ("", text)
    quote, inside = body[0], body[1:-1]
    plain = inside.replace("\\'", "'") if quote == "'" else inside
    double = value.count('"') if isinstance(value, str) else value.count(b'"')
    single = value.count("'") if isinstance(value, str) else value.count(b"'")
    if double > single:
        return prefix + body if quote == "'" else f"{prefix}'{_escaped(inside, single)}'"
    return f'{prefix}"{"".join(_double(plain))}"'


def _double(text: str) -> Iterator[str]:
    """Text with its double quotes escaped; what is escaped already stays so."""
    escaped = False
    for character in text:
        if character == '"' and not escaped:
            yield '\\"'
        else:
            yield character
        escaped = character == "\\" and not escaped


def _escaped(text: str, single: int) -> str:
    return text.replace("'", "\\'") if single else text
