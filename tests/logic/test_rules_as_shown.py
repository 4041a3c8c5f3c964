"""The examples beside the rules, `before -> after`: both sides have the same normal form."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from refute.logic.reading.functions import inlined
from refute.logic.reading.source import compile_annotation
from refute.logic.reduction import rules
from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.term import INT, NAT, STR, Sort, Term, seq_sort, set_sort, var

LIST = seq_sort(INT, "list")
SORTS: dict[str, Sort] = {"x": INT, "y": INT, "k": INT, "n": INT, "i": NAT, "s": STR, "xs": LIST, "ys": LIST}
SORTS |= dict.fromkeys("abc", set_sort(INT))
EXAMPLE = re.compile(r"^    (\S.*?) +->  (\S.*)$", re.MULTILINE)
MODULES = [path.stem for path in sorted(Path(str(rules.__file__)).parent.glob("[a-z]*.py"))]
EXAMPLES = [
    example for name in MODULES for example in EXAMPLE.findall(import_module(f"{rules.__name__}.{name}").__doc__ or "")
]


class Unread:
    """A function of which nothing is known."""

    def __call__(self, *args: Any) -> int:
        raise AssertionError(args)


NAMES = {"re": re, "f": Unread(), "g": Unread()}


def normal_form(r: Reducer, text: str) -> Term:
    text = re.sub(r"distinct\((\w+|\[.*\])\)", r"len(set(\1)) == len(\1)", text)
    if re.match(r"f\(.*?\) for", text):
        text = f"sum({text})"  # a generator means something to a consumer
    mentioned = {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}
    given = [name for name in SORTS if name in mentioned]
    code = compile_annotation(f"lambda {', '.join(given)}: {text}", "an example", None)
    function: Callable[..., Any] = eval(code, NAMES)
    body = inlined(function)
    assert body is not None, text
    return r.bind(r.load(body.term), [(var(name), r.intern(var(name, SORTS[name]))) for name in given])


@pytest.mark.parametrize(("before", "after"), EXAMPLES, ids=[before for before, _ in EXAMPLES])
def test_both_sides_of_an_example_have_one_normal_form(before: str, after: str) -> None:
    r = Reducer()
    assert normal_form(r, before) is normal_form(r, after)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 15
