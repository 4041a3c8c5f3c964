"""What `find_source` promises of functions that are in no file: cells, executed text, annotations."""

import __future__

import ast
import doctest
import linecache
import re
import sys
import typing

import pytest
from finding_source import Load, found, python, register, run_text, text_of

from refute.errors import Place
from refute.logic.reading.source import compile_annotation, find_source

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


@pytest.mark.skipif(sys.version_info < (3, 13), reason="before 3.13 the prompt kept no text")
def test_what_is_typed_at_the_prompt_is_found() -> None:
    typed = "from refute.logic.reading.source import find_source\nprint(find_source(lambda x: x > 1).text)\n"
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
