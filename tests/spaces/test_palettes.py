"""Palettes: scalars from all over their types, in spaces that are as exact as others."""

from __future__ import annotations

import datetime
import pickle
import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

import pytest
from brute_force import fingerprint
from zoo import ENTRIES, Entry

from refute import Palette, Scope, ScopeError, inhabitants, where
from refute.spaces.ground.letters import letters_and_words
from refute.spaces.ground.palette import CONSTANTS, MANNERS
from refute.types.membership import inhabits

NARROW = Palette(seed=3, width=2, length=1)
OF_CONSTANTS = Palette(seed=4, width=2, manner=CONSTANTS, length=1, constants=("abc", b"a", 1), ordinary=0)
MOST = 400  # values that are listed
KINDS = {
    "int": int,
    "float": float,
    "decimal": Decimal,
    "fraction": Fraction,
    "complex": complex,
    "date": datetime.date,
    "datetime": datetime.datetime,
    "time": datetime.time,
    "timedelta": datetime.timedelta,
}
FIRST_SCOPES = {entry.name: entry.scope for entry in reversed(ENTRIES)}
PALETTES = [Palette(seed, 8, MANNERS[seed % 3]) for seed in range(60)]


def with_palette(name: str, palette: Palette) -> Entry:
    scope = FIRST_SCOPES[name]
    size = None if scope.size is None else min(scope.size, 3)
    depth = None if scope.depth is None else min(scope.depth, 2)
    return Entry(name, replace(scope, size=size, depth=depth, ints=None, palette=palette))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("palette", [NARROW, OF_CONSTANTS], ids=["drawn", "constants"])
@pytest.mark.parametrize("name", [name for name, scope in FIRST_SCOPES.items() if not scope.by_smallcheck])
def test_spaces_over_a_palette_obey_the_laws_of_spaces(name: str, palette: Palette) -> None:
    entry = with_palette(name, palette)
    space = entry.space()
    assert space.count == sum(space.tiers.values())
    if space.count > MOST:
        places = [*range(20), *(space.count * part // 20 for part in range(1, 20)), space.count - 1]
        found = [space[place] for place in places]
        assert [space.index(value) for value in found] == places
        assert all(inhabits(entry.type, value) for value in found)
        return
    listed = [fingerprint(value) for value in space]
    assert len(listed) == space.count
    assert sorted(listed, key=repr) == sorted({fingerprint(value) for value, _ in entry.brute_force()}, key=repr)
    assert [space.index(value) for value in space] == list(range(space.count))


@pytest.mark.parametrize("manner", [*MANNERS, CONSTANTS])
def test_the_letters_of_a_palette_are_different_whatever_refinements_mention(manner: str) -> None:
    palette = Palette(seed=4, width=6, length=1, manner=manner, constants=("abc",))
    space = inhabitants(Annotated[str, where(lambda v: re.fullmatch(r"[ab]*c", v))], Scope(size=1, palette=palette))
    assert len(set(space)) == space.count
    assert [space.index(text) for text in space] == list(range(space.count))


@pytest.mark.parametrize("kind", KINDS)
def test_scalars_of_a_palette_are_of_their_type_and_different(kind: str) -> None:
    for palette in PALETTES:
        found = palette.scalars(kind, ())
        assert {type(value) for value in found} == {KINDS[kind]}
        assert len(set(map(repr, found))) == len(found) >= 4


def test_the_same_palette_gives_the_same_in_every_process() -> None:
    palette = Palette(seed=9, constants=("select ", 4711))
    again = pickle.loads(pickle.dumps(palette))
    assert again == palette
    assert hash(again) == hash(palette)
    assert [repr(again.scalars(kind, ())) for kind in KINDS] == [repr(palette.scalars(kind, ())) for kind in KINDS]
    assert letters_and_words(again, "str", ()) == letters_and_words(palette, "str", ())


def drawn(tp: Any, palettes: list[Palette] = PALETTES, size: int = 4) -> list[Any]:
    spaces = [inhabitants(tp, Scope(size=size, palette=palette)) for palette in palettes]
    return [value for space in spaces if space for value in space.sample(20)]


@pytest.mark.parametrize(
    "is_there",
    [
        lambda x: x > 2**63,
        lambda x: x < -(2**63),
        lambda x: x in (2**31, 2**31 - 1, 2**31 + 1),
        lambda x: x != 0 and x % 10**9 == 0,
        lambda x: 10**3 < x < 10**6,
        lambda x: x in (0, 1, -1),
    ],
)
def test_integers_are_of_all_magnitudes_and_at_edges(is_there: Callable[[int], bool]) -> None:
    palettes = [Palette(seed, 64, manner) for seed in range(20) for manner in MANNERS]
    assert any(is_there(x) for palette in palettes for x in palette.scalars("int", ()))


@pytest.mark.parametrize(
    "is_there",
    [
        lambda s: s.isdigit(),
        lambda s: len(s.split()) > 2,
        lambda s: len(s) > 200,
        lambda s: len(s.upper()) > len(s),
        lambda s: s != s.strip() and s.strip(),
        lambda s: any(ord(letter) > 0xFFFF for letter in s),
        lambda s: "\\" in s and "'" in s,
        lambda s: len(s) > 4 and s.isascii() and s.islower() and s.isalpha(),
    ],
)
def test_texts_are_over_all_kinds_of_characters(is_there: Callable[[str], bool]) -> None:
    words = [word for palette in PALETTES for word in letters_and_words(palette, "str", ())[1]]
    assert any(map(is_there, [*drawn(str), *words]))


def test_no_text_has_a_lone_surrogate() -> None:
    assert all(text.encode() is not None for text in drawn(str))


def test_all_bytes_are_there() -> None:
    letters = [letters_and_words(Palette(seed, 64), "bytes", ())[0] for seed in range(80)]
    assert {ord(letter) for some in letters for letter in some} == set(range(256))


def test_a_regular_expression_is_sampled_over_its_whole_alphabet() -> None:
    tp = Annotated[str, where(lambda v: re.fullmatch(r"[a-z]{3}-[0-9]{4}", v))]
    found = drawn(tp, PALETTES[:30])
    letters = {letter for text in found for letter in text}
    assert letters <= set("abcdefghijklmnopqrstuvwxyz-0123456789")
    assert len(letters) > 30


def test_scalars_with_refinements_are_drawn_among_those_that_satisfy_them() -> None:
    multiples = drawn(Annotated[int, where(lambda v: v > 0 and v % 7 == 0)], PALETTES[:30])
    assert len(multiples) == 20 * 30
    assert len(set(multiples)) > 100
    inside = drawn(Annotated[int, where(lambda v: 10**6 <= v <= 10**6 + 500)], PALETTES[:30])
    assert len(set(inside)) > 50


def test_constants_and_what_is_near_them_are_among_scalars() -> None:
    palette = Palette(seed=0, constants=(4711, "select ", 2.5))
    assert {4710, 4711, 4712} <= set(inhabitants(int, Scope(size=0, palette=palette)))
    assert {2.5, 4711.0} <= set(inhabitants(float, Scope(size=0, palette=palette)))
    words = letters_and_words(palette, "str", ())[1]
    assert "select " in words
    assert any(word.startswith("select ") and len(word) > 7 for word in words)


@pytest.mark.parametrize("wrong", [{"manner": "odd"}, {"width": 0}, {"bits": 0}, {"length": -1}, {"ordinary": 0.5}])
def test_what_a_palette_cannot_be_is_refused_with_a_remedy(wrong: dict[str, Any]) -> None:
    with pytest.raises(ScopeError, match="a palette") as caught:
        Palette(seed=0, **wrong)
    assert "Write" in caught.value.remedy


def test_skeletons_are_drawn_the_same_without_a_seed() -> None:
    space = inhabitants(list[int], Scope(size=4, palette=NARROW))
    assert space.sample_skeletons(5, size=4) == space.sample_skeletons(5, size=4, seed=0)


def test_a_scope_says_that_it_has_a_palette() -> None:
    assert str(Scope(size=3, palette=Palette(seed=8))) == "size 3, palette 8"
