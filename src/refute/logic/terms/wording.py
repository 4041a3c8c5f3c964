"""Python expressions and lists of names as text for messages."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """`a, b and c`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def worded(node: ast.expr) -> str:
    """An expression on one line, with one pair of parentheses around a generator that is an argument.

    >>> worded(ast.parse("all(x>0 for x in v)", mode="eval").body)
    'all(x > 0 for x in v)'
    """
    if not any(isinstance(part, ast.GeneratorExp) for part in ast.walk(node)):
        return ast.unparse(node)
    generators = _Generators()
    text = ast.unparse(generators.visit(copy.deepcopy(node)))
    # outer generators are replaced after those inside them
    for name, generator in reversed(generators.texts.items()):
        text = text.replace(name, generator)
    return text


class _Generators(ast.NodeTransformer):
    """Replaces generators that are the only argument of a call by placeholder names."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.GeneratorExp):
            name = f"_generator_{len(self.texts)}_"
            self.texts[name] = ast.unparse(node.args[0])[1:-1]
            node.args = [ast.Name(name)]
        return node
