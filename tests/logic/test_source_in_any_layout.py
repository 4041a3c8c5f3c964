"""What `find_source` promises however code is laid out and Python is run."""

import ast
import functools
import itertools
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from finding_source import Load, found, import_file, python, text_of

from sampling import some_of

# Many lambdas in every layout


class Layouts:
    """Writes random modules. Each lambda goes through `keep`, takes one argument and returns its own tag."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.tags = itertools.count(1000)

    def module(self, statements: int) -> str:
        head = "kept = []\ndef keep(f):\n    kept.append(f)\n    return 0\n"
        return head + "".join(self.statement() for _ in range(statements))

    def statement(self) -> str:
        kept = self.kept
        return self.choose(
            lambda: f"{kept()}; {kept()}; {kept()}\n",
            lambda: f"[{kept()},\n   {kept()}, {kept()},\n{kept()}]\n",
            lambda: f"'é→🐍'; {{'é': {kept()}, {kept()}: {kept()}}}\n",
            lambda: f"def f(a={kept()}, *, b={kept()}):\n\treturn {kept()}, {kept()}\nf()\n",
            lambda: f"@(lambda c: {kept()} or c)\nclass A: a = {kept()}; b: {kept()} = {kept()}\n",
            lambda: f"try: {kept()}\nfinally: {kept()}; {kept()}\n",
            lambda: f"{kept()} \\\n  + {kept()} + \\\n{kept()}\n",
            lambda: f"[{kept()} for _ in [{kept()}] if {kept()} == 0]\n",
            lambda: f"if 1:\n\tif 1:\t{kept()};\t{kept()}\n",
        )

    def kept(self, depth: int = 0) -> str:
        function = self.function(depth)
        # Before Python 3.12 an f-string holds neither its own quotes nor backslashes.
        fits = not set(function) & set('"\\\n')
        return self.choose(
            lambda: f"keep({function})",
            lambda: f"keep((\n {function}\n))",
            lambda: f'len(f"é{{keep(({function}))}}") * 0' if fits else f"keep(f={function})",
        )

    def function(self, depth: int) -> str:
        tag = next(self.tags)
        inner = functools.partial(self.kept, depth + 1)
        flat: list[Callable[[], str]] = [
            lambda: f"lambda x: {tag}",
            lambda: f"lambda x: ({tag})",
            lambda: f"lambda x: x * 0 + {tag}",
            lambda: f"lambda x, k={tag}: k",
            lambda: f"lambda x, *, k=({tag}): x and k",
            lambda: f"lambda *x: {tag} if x else 0",
            lambda: f"lambda x: ('→', {tag})[1]",
            lambda: f"lambda x: [y for y in [{tag}] if x][0]",
            lambda: f"lambda x: max(\n  x, {tag})",
            lambda: f"lambda \\\n x: x and {tag}",
        ]
        nested: list[Callable[[], str]] = [
            lambda: f"lambda x: ({inner()}, {tag})[1]",
            lambda: f"lambda x: {inner()} or {inner()} or {tag}",
            lambda: f"lambda x, y={inner()}: y or {tag}",
            lambda: f"lambda x: (lambda: {inner()} or {tag})()",
        ]
        return self.choose(*flat, *nested * (3 - depth))

    def choose(self, *layouts: Callable[[], str]) -> str:
        return self.random.choice(layouts)()


def own_tags(node: ast.AST) -> Iterator[int]:
    """The tags in a definition that are not those of kept lambdas within it."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Call(func=ast.Name(id="keep")):
                continue
            case ast.Constant(value=int(tag)) if tag >= 1000:
                yield tag
        yield from own_tags(child)


@pytest.mark.parametrize("seed", some_of(range(8), lambda seed: seed < 1))
def test_hundreds_of_lambdas_in_any_layout_are_each_found_exactly(load: Load, seed: int) -> None:
    module = load(Layouts(seed).module(statements=60))
    # Calling a kept lambda keeps those inside it, so the list grows as it is read.
    for function in module.kept:
        assert list(own_tags(found(function).node)) == [function(1)]
    assert len(module.kept) > 300


# Other ways to run Python

PROBE = (
    "import sys\nfrom refute.logic.reading.source import find_source\n"
    "show = lambda f: print(getattr(find_source(f), 'text', None))\n"
)


def test_without_columns_a_lambda_alone_on_its_line_is_found(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(PROBE + "show(lambda x: x > 1)\n")
    assert python("-X", "no_debug_ranges", str(script)).strip() == "lambda x: x > 1"


def test_without_columns_lambdas_on_one_line_are_found_only_where_they_say_the_same(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        PROBE + "a, b = lambda x: x > 1, lambda x: (x>1)\nshow(a), show(b)\n"
        "a, b = lambda x: x > 1, lambda x: x > 2\nshow(a), show(b)\n"
    )
    shown = python("-X", "no_debug_ranges", str(script)).splitlines()
    assert shown == ["lambda x: x > 1", "lambda x: x > 1", "None", "None"]


def test_a_module_compiled_earlier_without_columns_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "compiled_earlier.py"
    path.write_text("a, b = lambda x: x > 1, lambda x: x > 2\n")
    python("-X", "no_debug_ranges", "-m", "py_compile", str(path))
    module = import_file(path, monkeypatch)
    assert all(position[2] is None for position in module.a.__code__.co_positions())
    assert (text_of(module.a), text_of(module.b)) == ("lambda x: x > 1", "lambda x: x > 2")


@pytest.mark.parametrize("option", ["-O", "-OO"])
def test_functions_are_found_when_asserts_and_docstrings_are_stripped(tmp_path: Path, option: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(PROBE + "def f(x):\n  'doc'\n  assert x\n  return __debug__\nshow(f)\n")
    assert python(option, str(script)).strip() == "def f(x):\n  'doc'\n  assert x\n  return __debug__"
