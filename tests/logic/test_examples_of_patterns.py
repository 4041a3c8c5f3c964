"""Texts that a regular expression matches."""

from __future__ import annotations

import re

import pytest

from refute.logic.regular.examples import examples


@pytest.mark.parametrize(
    "pattern",
    [
        r"(GET|PUT) /v[0-9]{2}/\w+$",
        r"[^@]+@[^@.]+\.(com|org)",
        r"^\d{4}-\d{2}-\d{2}$",
        r"(?P<a>x+)-(?P=a)",
        r"\bfoo\b",
        r"[^a0]{3}|\s*\S",
        r"(?>ab)+c?+",
        r"a*",
    ],
)
def test_examples_match(pattern: str) -> None:
    assert all(re.search(pattern, text) for text in examples(pattern))
    assert examples(pattern)


def test_what_is_no_pattern_has_none() -> None:
    assert examples("(") == []


def test_examples_stay_short() -> None:
    assert all(len(text) < 10_000 for text in examples(r"(((a{900}){900}){900}){900}"))


def test_what_back_references_repeat_is_cut_off_while_it_is_built() -> None:
    doubled = "".join(rf"(\{number}\{number})" for number in range(1, 60))
    found = examples(r"(x{100})" + doubled + r"(\1{1000}){1000}")
    assert {len(text) for text in found} == {500}
