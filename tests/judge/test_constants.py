"""Constants of code are found where it has them, names them, or calls what does, and none of it is run for that."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import coded_functions as code
import pytest

from refute.judge.calls.code.called import called_code
from refute.judge.calls.code.constants import constants_of


def constants(*roots: Any) -> list[Any]:
    return list(constants_of(called_code(roots, "coded_functions")))


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (code.compared, [4711, -90, 0.125]),
        (code.defaulted, [512, "none"]),
        (code.looked_up, ["alpha", "beta", 700]),
        (code.named, [4711]),
        (code.matched, ["v00", "v99"]),
        (code.matched_literally, ["yes!", "no!!"]),
        (code.formatted, ["<", "|", ">", "[", "]"]),
        (code.coloured, ["RED", "BLUE", "#f00", 64]),
        (code.dated, [date(2024, 2, 29), date(1999, 12, 31)]),
        (code.priced, [Decimal("0.25"), Decimal("9.99")]),
        (code.calling, [9001]),
        (code.calling_itself, [60, 61]),
        (code.wrapped, [1234, 5678]),
        (code.enclosed, [8765]),
        (code.weighed, [333, 999]),
    ],
)
def test_constants_of_code_are_found(function: Callable[..., Any], expected: list[Any]) -> None:
    found = constants(function)
    assert [one for one in expected if one not in found] == []


def test_methods_of_a_class_count_where_their_names_do() -> None:
    found = constants(code.of_an_account, code.Account)
    assert 50_000 in found
    assert 1_000_000 in found
    assert 77_777 not in found


def test_docstrings_and_ordinary_integers_are_none() -> None:
    found = constants(code.compared)
    assert "Say 31337 and nothing else." not in found
    assert 0 not in constants(code.calling_itself)


def test_what_the_examples_of_a_docstring_show_is_found() -> None:
    assert constants(code.exemplified) == ["#ffffff", 7, "then", b"more"]


def test_code_of_libraries_is_not_looked_into() -> None:
    assert set(constants(code.calling_a_library)) == {"a", "b"}
    assert 808 in constants(code.calling_methods_of_a_library)


def test_values_of_unknown_classes_are_left_alone() -> None:
    assert constants(code.touching) == [404]


def test_what_cannot_be_compared_or_told_to_another_process_is_left_out() -> None:
    assert [one for one in constants(code.odd) if type(one) is not str] == [-1e999, code.NOON]


def test_code_that_comes_first_is_told_first() -> None:
    assert constants(code.compared, code.named) == [4711, -90, 0.125]
    assert constants(code.named, code.compared)[0] == 4711


def test_of_many_constants_the_first_are_taken() -> None:
    source = "def many(x):\n    return x in {" + ", ".join(map(str, range(1000, 2000))) + "}"
    variables: dict[str, Any] = {"__name__": "coded_functions"}
    exec(compile(source, "many.py", "exec"), variables)
    assert 10 < len(constants(variables["many"])) < 100
