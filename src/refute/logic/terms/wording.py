"""Expressions and names as a person would write them."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """`a, b and c`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def worded(node: ast.expr) -> str:
    """Python for an expression, on one line: `all(x for x in v)` with one pair of parentheses, unlike `ast.unparse`."""
    if not any(isinstance(part, ast.GeneratorExp) for part in ast.walk(node)):
        return ast.unparse(node)
    generators = _Generators()
    text = ast.unparse(generators.visit(copy.deepcopy(node)))
    # an outer generator is named after those inside it
    for name, generator in reversed(generators.texts.items()):
        text = text.replace(name, generator)
    return text


class _Generators(ast.NodeTransformer):
    """Takes generators that are the only argument of a call out of an expression, and leaves names in their place."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.GeneratorExp):
            name = f"_generator_{len(self.texts)}_"
            self.texts[name] = ast.unparse(node.args[0])[1:-1]
            node.args = [ast.Name(name)]
        return node
