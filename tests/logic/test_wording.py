"""Expressions are quoted as a person would write them."""

from __future__ import annotations

import ast

import pytest

from refute.logic.terms.wording import worded


@pytest.mark.parametrize(
    "text",
    [
        "v > 0",
        "all(a < b for a, b in zip(v, v[1:]))",
        "sum(len(set(x for x in row)) for row in v) == 3",
        "f(any(x for x in v), all(y for y in v if any(z for z in y)))",
        "sorted((x for x in v), key=abs)",
        "(x for x in v)",
    ],
)
def test_wording(text: str) -> None:
    node = ast.parse(text, mode="eval").body
    before = ast.dump(node)
    assert worded(node) == text
    assert ast.dump(node) == before
