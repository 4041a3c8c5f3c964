"""Variations of values: of the same class, the same for the same number, and never too long."""

from __future__ import annotations

import pytest

from refute.programs.schedule.varied import varied

PLAIN = [
    0,
    41,
    -(10**20),
    True,
    3.5,
    float("nan"),
    "",
    "12-34",
    b"ab",
    [0, 7],
    (1, "x"),
    {1, 2},
    {"a": [1]},
    None,
    [],
    {},
]
WORDS = ["select ", 1000, b"\xff"]


@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_a_variation_is_of_the_class_of_the_value(value: object) -> None:
    for number in range(300):
        assert type(varied(value, number, WORDS)) is type(value)


@pytest.mark.parametrize("value", [one for one in PLAIN if one and one == one and one is not True], ids=repr)
def test_there_are_many_and_each_number_leads_to_one(value: object) -> None:
    found = [repr(varied(value, number, WORDS)) for number in range(300)]
    assert found == [repr(varied(value, number, WORDS)) for number in range(300)]
    assert len({*found}) > 20


def test_words_of_the_same_class_are_put_in() -> None:
    assert any("select " in varied("ab", number, WORDS) and "a" in varied("ab", number, WORDS) for number in range(300))
    assert any(varied([1], number, WORDS) == [1000] for number in range(300))


def test_texts_do_not_grow_without_end() -> None:
    text = "a" * 190
    for number in range(2000):
        text = varied(text, number) or text
    assert len(text) <= 200
