"""What `find_source` promises where a text no longer says what was compiled: nothing is believed that is not so."""

import os
from pathlib import Path

import pytest
from finding_source import Load, found, register, run_text, text_of

from refute.logic.reading.source import find_source


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
    register(f"f = lambda x: x < 1; {rest}\n", "<cannot be compiled>")
    assert find_source(run_text("f = lambda x: x < 1\n", "<cannot be compiled>")["f"]) is None


def test_a_definition_is_found_though_the_text_around_it_is_no_longer_python(load: Load) -> None:
    module = load("a = 1\ndef make():\n    return lambda x: x < 1\n")
    Path(module.__file__ or "").write_text("a = (\ndef make():\n    return lambda x: x < 1\nb = )\n")
    assert text_of(module.make()) == "lambda x: x < 1"
