"""What `find_source` promises of functions in files: the exact definition, or nothing."""

import dataclasses
import functools
import importlib.util
import sys
import types
import typing
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from finding_source import Load, found, text_of

from refute.errors import Place
from refute.logic.reading.source import find_source

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
    ids=["builtin", "class", "method descriptor", "bound method", "partial", "instance", "own class", "cached"],
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
