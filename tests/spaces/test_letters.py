"""Texts of a scope are all those over its letters, as filtering them one by one finds."""

from __future__ import annotations

from itertools import product
from typing import Annotated

import pytest

from refute import Scope, ScopeError, inhabitants, where
from refute.spaces.arguments import argument_lists
from refute.types.signatures import read_signature


def texts(letters: str, longest: int) -> set[str]:
    return {"".join(chars) for length in range(longest + 1) for chars in product(letters, repeat=length)}


@pytest.mark.parametrize("letters", ["ab", "a", "b0 #", "aab"])
def test_texts_are_all_over_the_letters_of_the_scope(letters: str) -> None:
    found = list(inhabitants(str, Scope(size=3, letters=letters, landmarks=False)))
    assert len(found) == len(set(found))
    assert set(found) == texts(letters, 3)


def test_the_first_letters_come_first() -> None:
    found = list(inhabitants(str, Scope(size=1, letters="ba0", landmarks=False)))
    assert found == ["", "b", "a", "0"]


def test_letters_of_refinements_are_added() -> None:
    shouted = Annotated[str, where(lambda v: v.endswith("!"))]
    found = set(inhabitants(shouted, Scope(size=2, letters="x", landmarks=False)))
    assert found == {text for text in texts("x!", 2) if text.endswith("!")}


def test_bytes_have_the_letters_of_latin_1() -> None:
    found = set(inhabitants(bytes, Scope(size=2, letters="aé€", landmarks=False)))
    assert found == {text.encode("latin-1") for text in texts("aé", 2)}


def test_a_space_tells_the_alphabets_of_its_texts() -> None:
    def f(n: int, plain: str, loud: Annotated[str, where(lambda v: "!" in v)], raw: list[bytes]) -> None: ...
    def g(n: list[int]) -> None: ...

    assert argument_lists(read_signature(f), Scope(size=1)).alphabets == ("ab", "ab!", b"a\0")
    assert argument_lists(read_signature(f), Scope(size=1, letters="x")).alphabets == ("x", "x!", b"x")
    assert argument_lists(read_signature(g), Scope(size=1)).alphabets == ()


@pytest.mark.parametrize("letters", ["", 3, ("a",)])
def test_letters_are_told_in_one_text(letters: object) -> None:
    with pytest.raises(ScopeError, match="letters="):
        Scope(size=1, letters=letters)  # type: ignore[arg-type]
