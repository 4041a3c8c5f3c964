"""What `find_source` promises: the exact definition of a function, or nothing."""

import __future__

import ast
import dataclasses
import doctest
import functools
import importlib.util
import itertools
import linecache
import os
import random
import re
import subprocess
import sys
import types
import typing
import warnings
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from refute.logic.errors import Place
from refute.logic.source import Source, compile_annotation, find_source

Load = Callable[..., types.ModuleType]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Writes a module and imports it."""
    numbers = itertools.count()
    monkeypatch.syspath_prepend(tmp_path)

    def write_and_import(text: str, name: str = "", encoding: str = "utf-8") -> types.ModuleType:
        name = name or f"source_under_test_{next(numbers)}"
        path = tmp_path / f"{name}.py"
        path.write_bytes(text.encode(encoding))
        return import_file(path, monkeypatch)

    return write_and_import


def import_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, path.stem, module)
    spec.loader.exec_module(module)
    return module


def found(function: Callable[..., object]) -> Source:
    """The source of a function that must have one, and whose text must say the same as its node."""
    source = find_source(function)
    assert source is not None
    if isinstance(source.node, ast.Lambda):
        again: ast.AST = ast.parse(f"({source.text}\n)", mode="eval").body
        assert ast.dump(again) == ast.dump(source.node)
    else:
        again = ast.parse(source.text).body[0]
        assert isinstance(again, ast.FunctionDef)
        again.decorator_list = source.node.decorator_list
        assert ast.dump(again) == ast.dump(source.node)
    return source


def text_of(function: Callable[..., object]) -> str:
    return found(function).text


def register(text: str, filename: str) -> None:
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)


def run_text(text: str, filename: str, flags: int = 0) -> dict[str, typing.Any]:
    namespace: dict[str, typing.Any] = {}
    coroutine = eval(compile(text, filename, "exec", flags, dont_inherit=True), namespace)
    if coroutine is not None:
        with pytest.raises(StopIteration):
            coroutine.send(None)
    return namespace


# Telling apart what shares a line


def test_several_lambdas_on_one_line_are_told_apart(load: Load) -> None:
    module = load("a, b, c = lambda x: x > 1, lambda x: x > 2, lambda y: y > 1\n")
    assert [text_of(f) for f in (module.a, module.b, module.c)] == [
        "lambda x: x > 1",
        "lambda x: x > 2",
        "lambda y: y > 1",
    ]


def test_two_identical_lambdas_on_one_line_are_told_apart(load: Load) -> None:
    module = load("a, b = lambda x: x > 1, lambda x: x > 1\n")
    assert [found(f).node.col_offset for f in (module.a, module.b)] == [7, 24]


def test_identical_lambdas_without_any_column_of_their_own_are_found(load: Load) -> None:
    module = load("a, b = lambda x: True, lambda x: True\n")
    assert text_of(module.a) == text_of(module.b) == "lambda x: True"


def test_lambdas_of_one_constant_each_are_told_apart_by_value_and_type(load: Load) -> None:
    constants = ["1", "True", "1.0", "0.0", "-0.0", "0j", "-0j", "(1,)", "(True,)", "''", "b''"]
    texts = [f"lambda: {constant}" for constant in constants]
    module = load(f"fs = [{', '.join(texts)}]\n")
    assert [text_of(f) for f in module.fs] == texts


def test_constants_in_sets_are_told_apart_by_type(load: Load) -> None:
    module = load("a, b = lambda x: x in {1, 2}, lambda x: x in {True, 2}\n")
    assert (text_of(module.a), text_of(module.b)) == ("lambda x: x in {1, 2}", "lambda x: x in {True, 2}")


def test_a_nested_lambda_is_told_apart_from_the_one_around_it(load: Load) -> None:
    module = load("outer = lambda x: lambda y: lambda z: x < y < z\n")
    middle = module.outer(1)
    assert text_of(module.outer) == "lambda x: lambda y: lambda z: x < y < z"
    assert text_of(middle) == "lambda y: lambda z: x < y < z"
    assert text_of(middle(2)) == "lambda z: x < y < z"


def test_lambdas_with_the_same_body_but_other_parameters_are_told_apart(load: Load) -> None:
    module = load("fs = [lambda x: 0, lambda *x: 0, lambda **x: 0, lambda x, /: 0, lambda *, x=1: 0]\n")
    assert [text_of(f) for f in module.fs] == [
        "lambda x: 0",
        "lambda *x: 0",
        "lambda **x: 0",
        "lambda x, /: 0",
        "lambda *, x=1: 0",
    ]


def test_a_lambda_and_the_lambda_in_its_default_are_told_apart(load: Load) -> None:
    module = load("f = lambda x, g=lambda y: y > 0, *, k=3: g(x) and x < k\n")
    assert text_of(module.f) == "lambda x, g=lambda y: y > 0, *, k=3: g(x) and x < k"
    assert text_of(module.f.__defaults__[0]) == "lambda y: y > 0"


# Where a definition can stand


def test_a_lambda_inside_a_call_spread_over_lines_is_found(load: Load) -> None:
    module = load(
        "f = dict(\n    only=lambda x: (\n        x > 1  # why\n        and\n        x < 9\n    ),\n)['only']\n"
    )
    source = found(module.f)
    assert source.text == "lambda x: (\n        x > 1  # why\n        and\n        x < 9\n    )"
    assert source.place == Place(module.__file__ or "", 2)


def test_a_lambda_that_only_the_parentheses_around_it_continue_is_found(load: Load) -> None:
    module = load("f = (lambda x: x >\n  1)\n")
    assert text_of(module.f) == "lambda x: x >\n  1"


def test_a_lambda_continued_by_backslashes_is_found(load: Load) -> None:
    module = load("f = \\\n  lambda x: \\\n    x > \\\n 1\n")
    assert text_of(module.f) == "lambda x: \\\n    x > \\\n 1"


def test_a_lambda_after_tabs_is_found(load: Load) -> None:
    module = load("def make():\n\tif True:\n\t\treturn\tlambda\tx:\tx > 1\n")
    assert text_of(module.make()) == "lambda\tx:\tx > 1"


def test_a_lambda_after_other_than_ascii_characters_is_found(load: Load) -> None:
    module = load("é, ß = '→🐍', [lambda x: x != 'ü→🐍', lambda ñ: ñ > 1]\n")
    assert [text_of(f) for f in module.ß] == ["lambda x: x != 'ü→🐍'", "lambda ñ: ñ > 1"]


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8-sig", "utf-8"])
def test_the_encoding_of_a_file_does_not_matter(load: Load, encoding: str) -> None:
    cookie = "# coding: latin-1\n" if encoding == "latin-1" else ""
    module = load(f"{cookie}é, f = 'é', lambda x: x != 'é'\n", encoding=encoding)
    assert text_of(module.f) == "lambda x: x != 'é'"


def test_the_line_endings_of_a_file_do_not_matter(load: Load) -> None:
    module = load("f = [\r\n  lambda x: (x >\r\n    1)\r\n][0]\r\n")
    assert text_of(module.f) == "lambda x: (x >\n    1)"


def test_form_feeds_and_unicode_line_separators_do_not_matter(load: Load) -> None:
    module = load("a = 1\n\f\nf = ['\u2028', lambda x: x != '\u2028\x85'][1]\n")
    assert text_of(module.f) == "lambda x: x != '\u2028\x85'"


def test_lambdas_in_f_strings_are_found(load: Load) -> None:
    module = load(
        "fs = []\nkeep = lambda f: fs.append(f) or 1\n"
        's = f"é {keep((lambda x: x > 1))} {keep((lambda x: x > 2)):>{keep((lambda: 3))}}"\n'
    )
    assert [text_of(f) for f in module.fs] == ["lambda x: x > 1", "lambda x: x > 2", "lambda: 3"]


def test_a_lambda_in_a_decorator_is_found_and_so_is_what_it_decorates(load: Load) -> None:
    module = load(
        "def keep(check):\n"
        "    return lambda function: setattr(function, 'check', check) or function\n"
        "\n"
        "@keep(lambda x: x > 1)\n"
        "@keep(\n"
        "    lambda x: x > 2)\n"
        "def f(x):\n"
        "    'doc'\n"
        "    return x\n"
    )
    assert text_of(module.f.check) == "lambda x: x > 1"
    source = found(module.f)
    assert source.text == "def f(x):\n    'doc'\n    return x"
    assert source.place.line == 7


def test_a_wrapper_is_reported_as_itself_and_not_as_what_it_wraps(load: Load) -> None:
    module = load(
        "import functools\n"
        "def negate(f):\n"
        "    @functools.wraps(f)\n"
        "    def negated(x): return not f(x)\n"
        "    return negated\n"
        "@negate\n"
        "def small(x): return x < 3\n"
    )
    assert text_of(module.small) == "def negated(x): return not f(x)"


def test_methods_bound_and_unbound_are_found(load: Load) -> None:
    module = load(
        "class A:\n"
        "    def __private(self, x):\n        return self.__y < x\n"
        "    @classmethod\n    def made(cls, x): return cls\n"
        "    @staticmethod\n    def free(x): return x\n"
        "    is_odd = lambda self, x: x % 2\n"
    )
    assert text_of(module.A._A__private) == "def __private(self, x):\n        return self.__y < x"
    assert text_of(module.A()._A__private) == text_of(module.A._A__private)
    assert text_of(module.A.made) == "def made(cls, x): return cls"
    assert text_of(module.A.free) == "def free(x): return x"
    assert text_of(module.A().is_odd) == "lambda self, x: x % 2"


def test_closures_are_found_whatever_they_close_over(load: Load) -> None:
    module = load("def above(k):\n    return lambda x: x > k\nk = 5\nfs = [above(1), above(2), lambda x: x > k]\n")
    assert [found(f).place.line for f in module.fs] == [2, 2, 4]


def test_functions_with_inner_functions_and_comprehensions_are_found(load: Load) -> None:
    module = load("f = lambda xs: all((lambda y: y > x)(1) for x in xs) and [x for x in xs] and {x: x for x in xs}\n")
    assert found(module.f).node.col_offset == 4


def test_a_lambda_compiled_twice_for_one_finally_clause_is_found(load: Load) -> None:
    module = load("try:\n    a = 1\nfinally:\n    f = lambda x: x > 1\n")
    assert text_of(module.f) == "lambda x: x > 1"


def test_a_lambda_in_a_dataclass_annotation_is_found(load: Load) -> None:
    module = load(
        "from dataclasses import dataclass\nfrom typing import Annotated\n\n@dataclass\nclass A:\n"
        "    low: Annotated[int, lambda x: x > 0]; high: Annotated[int, lambda x: x < 9]\n"
    )
    fields = [hint.__metadata__[0] for hint in module.A.__annotations__.values()]
    assert [text_of(f) for f in fields] == ["lambda x: x > 0", "lambda x: x < 9"]


def test_a_lambda_behind_an_alias_of_another_module_is_found_there(load: Load) -> None:
    aliases = load("from typing import Annotated\nSmall = Annotated[int, lambda x: x < 9]\n", name="aliases_of_source")
    user = load("from aliases_of_source import Small\ndef f(x: Small): return x\n")
    source = found(typing.get_type_hints(user.f, include_extras=True)["x"].__metadata__[0])
    assert source.text == "lambda x: x < 9"
    assert source.place == Place(aliases.__file__ or "", 2)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="PEP 695")
def test_lambdas_among_type_parameters_are_found(load: Load) -> None:
    module = load(
        "from typing import Annotated\n"
        "type Small = Annotated[int, lambda x: x < 9]\n"
        "type Pair[T] = tuple[T, Annotated[T, lambda y: y > 0]]\n"
        "def f[T: int](x: Annotated[T, lambda z: z]) -> T: return (lambda: (T, x))\n"
        "class A[T]:\n    def m[U](self, x: U) -> T: return lambda: (T, U)\n"
    )
    assert text_of(module.Small.__value__.__metadata__[0]) == "lambda x: x < 9"
    assert text_of(module.Pair.__value__.__args__[1].__metadata__[0]) == "lambda y: y > 0"
    assert text_of(module.f.__annotations__["x"].__metadata__[0]) == "lambda z: z"
    assert text_of(module.f(1)) == "lambda: (T, x)"
    assert text_of(module.A.m) == "def m[U](self, x: U) -> T: return lambda: (T, U)"
    assert text_of(module.A().m(1)) == "lambda: (T, U)"


@pytest.mark.skipif(sys.version_info < (3, 13), reason="3.12 allows no lambda there")
def test_lambdas_in_the_annotations_of_generic_methods_are_found(load: Load) -> None:
    module = load(
        "from typing import Annotated\nclass A:\n    def m[T](self, x: Annotated[T, lambda y: y > 0]) -> T: return x\n"
    )
    assert text_of(module.A.m.__annotations__["x"].__metadata__[0]) == "lambda y: y > 0"


def test_a_lambda_in_a_module_whose_asserts_pytest_rewrote_is_found() -> None:
    assert text_of(lambda x: x > 1) == "lambda x: x > 1"


def test_a_module_in_a_zip_file_is_read_through_its_loader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = tmp_path / "archive.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("zipped_source.py", "f = lambda x: x > 1\n")
    monkeypatch.syspath_prepend(archive)
    module = importlib.import_module("zipped_source")
    monkeypatch.delitem(sys.modules, "zipped_source")
    assert text_of(module.f) == "lambda x: x > 1"


def test_a_file_that_compiles_with_warnings_is_read_without_them(load: Load) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = load("f = lambda x: x is 1\n")
    assert text_of(module.f) == "lambda x: x is 1"


def test_a_function_that_has_run_hot_is_found(load: Load) -> None:
    module = load("f = lambda xs: [x + 1 for x in xs if x.real > 0][0] > 1\n")
    for _ in range(2000):
        module.f([1, 2])
    assert found(module.f).node.col_offset == 4


def test_a_function_being_traced_is_found(load: Load) -> None:
    module = load("f = lambda x: x + 1 > 1\n")
    before = sys.gettrace()
    sys.settrace(lambda *_: lambda *_: None)
    try:
        module.f(1)
        assert find_source(module.f) is not None
    finally:
        sys.settrace(before)


# Texts that are not files


def test_a_notebook_cell_is_found() -> None:
    text = "a = 1\nf = lambda x: x > 1\n"
    register(text, "<ipython-input-3-abc>")
    source = found(run_text(text, "<ipython-input-3-abc>")["f"])
    assert source.text == "lambda x: x > 1"
    assert source.place == Place("<ipython-input-3-abc>", 2)


def test_a_notebook_cell_may_await_at_its_top() -> None:
    text = "async def later(): return 1\nf = (await later(), lambda x: x > 1)[1]\n"
    register(text, "<ipython-input-4-abc>")
    cell = run_text(text, "<ipython-input-4-abc>", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    assert text_of(cell["f"]) == "lambda x: x > 1"


def test_a_cell_compiled_under_a_future_import_of_an_earlier_cell_is_found() -> None:
    text = "def f(x: int, y: (lambda: 2) = (lambda: 1)()): return lambda z: z > x\n"
    register(text, "<ipython-input-5-abc>")
    cell = run_text(text, "<ipython-input-5-abc>", __future__.annotations.compiler_flag)
    assert text_of(cell["f"]) == text.strip()
    assert text_of(cell["f"](1)) == "lambda z: z > x"


def test_executed_code_is_found_where_its_text_is_registered() -> None:
    text = "f = lambda x: x > 1\n"
    register(text, "<made by test_source>")
    assert text_of(run_text(text, "<made by test_source>")["f"]) == "lambda x: x > 1"


def test_executed_code_is_not_found_where_its_text_is_not_registered() -> None:
    assert find_source(run_text("f = lambda x: x > 1\n", "<string>")["f"]) is None


def test_executed_code_is_not_found_in_another_text_registered_under_its_name() -> None:
    register("f = lambda x: x < 1\n", "<reused name>")
    assert find_source(run_text("f = lambda x: x > 1\n", "<reused name>")["f"]) is None


def test_a_quoted_annotation_evaluated_by_typing_is_not_found() -> None:
    def f(x: "typing.Annotated[int, lambda x: x > 1]") -> None: ...

    hint = typing.get_type_hints(f, include_extras=True)["x"]
    assert find_source(hint.__metadata__[0]) is None


def test_a_doctest_is_found_while_it_runs() -> None:
    text = ">>> find_source(lambda x: x > 1).text\n'lambda x: x > 1'\n"
    example = doctest.DocTestParser().get_doctest(text, {"find_source": find_source}, "example", None, 0)
    assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


def python(*arguments: str, typed: str | None = None) -> str:
    done = subprocess.run([sys.executable, *arguments], input=typed, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.skipif(sys.version_info < (3, 13), reason="before 3.13 the prompt kept no text")
def test_what_is_typed_at_the_prompt_is_found() -> None:
    typed = "from refute.logic.source import find_source\nprint(find_source(lambda x: x > 1).text)\n"
    assert python("-i", "-q", typed=typed).strip() == "lambda x: x > 1"


# Annotations that are text


def test_a_lambda_of_a_compiled_annotation_reports_the_place_of_its_owner(load: Load) -> None:
    module = load(
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "from typing import Annotated\n"
        "@dataclass\nclass A:\n    size: Annotated[int, lambda x: x > 0, lambda x: x < 9]\n"
    )
    place = Place(module.__file__ or "", 6)
    code = compile_annotation(module.A.__annotations__["size"], f"{module.__name__}.A.size", place)
    checks = eval(code, vars(module)).__metadata__
    assert [text_of(check) for check in checks] == ["lambda x: x > 0", "lambda x: x < 9"]
    assert [found(check).place for check in checks] == [place, place]


@pytest.mark.parametrize(
    "place",
    [
        Place("/work at home/of: x.py", 12),
        Place("C:\\a b\\m.py", 1),
        Place("<ipython-input-1-a>", 3),
        Place("m"),
    ],
)
def test_any_place_survives_in_the_name_of_an_annotation(place: Place) -> None:
    assert found(eval(compile_annotation("lambda x: x > 1", "m.f.<locals>.C.x", place))).place == place


def test_without_a_place_a_lambda_reports_the_name_of_its_annotation() -> None:
    place = found(eval(compile_annotation("lambda x: x > 1", "m.C.x", None))).place
    assert re.fullmatch(r"<annotation \w+ of m\.C\.x>", place.file)
    assert place.line == 1


def test_an_annotation_of_several_lines_is_read_as_if_in_parentheses() -> None:
    text = "\n    typing.Annotated[\n        int, lambda é: (é >\n 1)\n    ]\n    | None  # or not\n"
    hint = eval(compile_annotation(text, "m.C.x", Place("m.py", 3)))
    assert text_of(hint.__args__[0].__metadata__[0]) == "lambda é: (é >\n 1)"


def test_carriage_returns_in_an_annotation_count_as_line_ends() -> None:
    hint = eval(compile_annotation("[1,\r 2,\n\r\n lambda x:\r x > 1][2]", "m.C.x", None))
    assert text_of(hint) == "lambda x:\n x > 1"


def test_white_space_around_an_annotation_does_not_matter() -> None:
    assert text_of(eval(compile_annotation("  \tlambda x: x > 1 ", "m.C.x", None))) == "lambda x: x > 1"


def test_an_annotation_may_be_unpacked() -> None:
    assert eval(compile_annotation("*(int, str)[:1]", "m.f.args", None)) is int


@pytest.mark.parametrize("text", ["", " ", "int)(str", "x =", "int,\n  str)", "lambda x"])
def test_an_annotation_that_is_no_expression_is_a_syntax_error(text: str) -> None:
    with pytest.raises(SyntaxError):
        compile_annotation(text, "m.C.x", None)


def test_equal_texts_of_other_owners_are_kept_apart() -> None:
    codes = [
        compile_annotation("lambda x: x > 1", owner, Place("m.py", line))
        for owner, line in [("m.A.x", 1), ("m.B.x", 2), ("m.A.x", 3)]
    ]
    assert [found(eval(code)).place.line for code in codes] == [1, 2, 3]


def test_other_texts_of_one_owner_are_kept_apart() -> None:
    codes = [compile_annotation(f"lambda x: x {sign} 1", "m.A.x", Place("m.py", 1)) for sign in "<>"]
    assert [text_of(eval(code)) for code in codes] == ["lambda x: x < 1", "lambda x: x > 1"]


def test_compiling_an_annotation_again_keeps_nothing_new() -> None:
    compile_annotation("lambda x: x > 1", "m.again", None)
    before = len(linecache.cache)
    compile_annotation("lambda x: x > 1", "m.again", None)
    assert len(linecache.cache) == before


def test_annotations_outlive_a_check_of_the_line_cache() -> None:
    check = eval(compile_annotation("lambda x: x > 1", "m.C.x", None))
    linecache.checkcache()
    assert text_of(check) == "lambda x: x > 1"


# Texts that are no longer true


@pytest.mark.parametrize("looked_before", [False, True])
def test_a_file_edited_within_the_same_span_is_not_believed(load: Load, looked_before: bool) -> None:
    module = load("f = lambda x: x < 1\ng = lambda x: x > 1\n")
    path = Path(module.__file__ or "")
    if looked_before:
        found(module.f)
    path.write_text("f = lambda x: x > 1\ng = lambda x: x > 1\n")
    os.utime(path, (1, 1))
    assert find_source(module.f) is None
    assert text_of(module.g) == "lambda x: x > 1"


@pytest.mark.parametrize(
    "edited",
    [
        "f =  lambda x: x < 1 and y\n",
        "\nf = lambda x: x < 1 and y\n",
        "f = lambda x: x < 1  and y\n",
        "f = lambda x: x <",
        "f = 1\n",
        "",
        "\0",
    ],
)
def test_a_file_where_the_definition_moved_or_went_is_not_believed(load: Load, edited: str) -> None:
    module = load("f = lambda x: x < 1 and y\n")
    Path(module.__file__ or "").write_text(edited)
    assert find_source(module.f) is None


@pytest.mark.parametrize(
    ("imported", "edited"),
    [
        ("lambda x: x < 1", "lambda x: x < 2"),
        ("lambda x: x < a", "lambda x: x < b"),
        ("lambda x: x < a", "lambda x: x < x"),
        ("lambda x: x.a", "lambda x: x.b"),
        ("lambda x: x and a", "lambda x: x or  a"),
        ("lambda x: x", "lambda y: y"),
        ("lambda  x: x", "lambda *x: x"),
        ("lambda  *x: x", "lambda **x: x"),
        ("lambda  x: [y for y in x]", "lambda *x: [y for y in x]"),
        ("lambda x  : x", "lambda x,/: x"),
        ("lambda x,  y: y", "lambda x,*,y: y"),
        ("lambda x: x < 1+0", "lambda x: x < 1.0"),
        ("lambda: not 0", "lambda: 1 + 0"),
        ("lambda x: x < -0.0", "lambda x: x < +0.0"),
        ("lambda x: x in (5, 1+0)", "lambda x: x in (5, 1.0)"),
        ("lambda x: x in {5, 1+0}", "lambda x: x in {5, 1.0}"),
        ("lambda x: (lambda y: x < 1)", "lambda x: (lambda y: x < 2)"),
        ("lambda x: (lambda y: y)", "lambda x: (lambda z: z)"),
        ("lambda x: all(y < 1 for y in x)", "lambda x: all(y > 1 for y in x)"),
        ("(lambda a, b: lambda: a)(1, 2)", "(lambda a, b: lambda: b)(1, 2)"),
    ],
)
def test_a_definition_edited_without_moving_is_not_believed(load: Load, imported: str, edited: str) -> None:
    module = load(f"f = {imported}\n")
    found(module.f)
    path = Path(module.__file__ or "")
    path.write_text(f"f = {edited}\n")
    os.utime(path, (1, 1))
    assert find_source(module.f) is None


def test_a_file_that_is_no_longer_text_is_not_believed(load: Load) -> None:
    module = load("f = lambda x: x < 1\n")
    Path(module.__file__ or "").write_bytes(b"f = lambda x: x < 1\n\xff\xfe")
    assert find_source(module.f) is None


def test_edits_elsewhere_in_a_file_do_not_matter(load: Load) -> None:
    module = load("a = 1\ndef make():\n    return lambda x: x < 1\n")
    Path(module.__file__ or "").write_text("import os\ndef make():\n    return lambda x: x < 1\nb = 2\n")
    assert text_of(module.make()) == "lambda x: x < 1"


def test_a_deleted_file_is_not_found(load: Load) -> None:
    module = load("f = lambda x: x < 1\n")
    Path(module.__file__ or "").unlink()
    assert find_source(module.f) is None


def test_a_function_given_other_code_is_not_found(load: Load) -> None:
    module = load("def f(x): return x < 1\n")
    module.f.__code__ = module.f.__code__.replace(co_names=("y",), co_consts=(None, 2))
    assert find_source(module.f) is None


@pytest.mark.parametrize("filename", ["", "\0", __file__, os.path.dirname(__file__), "<string>"])
def test_a_function_that_lies_about_its_file_is_not_found(load: Load, filename: str) -> None:
    module = load("def f(x): return x < 1\n")
    module.f.__code__ = module.f.__code__.replace(co_filename=filename)
    assert find_source(module.f) is None


@pytest.mark.parametrize(
    "rest", ["-" * 100_000 + "1", "+".join("1" * 100_000), "'\ud800'"], ids=["nested", "long", "unicode"]
)
def test_a_text_that_cannot_be_compiled_is_not_found(rest: str) -> None:
    register(f"f = lambda x: x < 1\n{rest}\n", "<cannot be compiled>")
    assert find_source(run_text("f = lambda x: x < 1\n", "<cannot be compiled>")["f"]) is None


# What has no definition in Python


class Callables:
    def __call__(self, x: int) -> bool:
        return x > 1


@pytest.mark.parametrize(
    "function",
    [
        len,
        int,
        str.upper,
        "a".upper,
        functools.partial(lambda x: x),
        Callables(),
        Callables,
        functools.cache(lambda: 1),
    ],
    ids=str,
)
def test_what_is_not_a_function_is_not_found(function: Callable[..., object]) -> None:
    assert find_source(function) is None


def test_a_method_made_of_something_else_is_not_found() -> None:
    assert find_source(types.MethodType(len, [])) is None


def test_an_async_function_is_not_found(load: Load) -> None:
    module = load("async def f(x): return x\n")
    assert find_source(module.f) is None


def test_a_function_that_a_class_decorator_made_is_not_found() -> None:
    assert find_source(vars(dataclasses.make_dataclass("A", ["x"]))["__init__"]) is None


# Other ways to run Python

PROBE = (
    "import sys\nfrom refute.logic.source import find_source\n"
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


@pytest.mark.parametrize("seed", range(8))
def test_hundreds_of_lambdas_in_any_layout_are_each_found_exactly(load: Load, seed: int) -> None:
    module = load(Layouts(seed).module(statements=60))
    # Calling a kept lambda keeps those inside it, so the list grows as it is read.
    for function in module.kept:
        assert list(own_tags(found(function).node)) == [function(1)]
    assert len(module.kept) > 300
