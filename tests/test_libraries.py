"""The libraries of the benchmarks: correct in a small scope, and like dicts, sets and lists on random operations."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from sampling import some_of

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))

from libraries.maps import changes, combining, lookups, ranks
from libraries.maps.trees import TIP, entries, in_balance, pairs
from libraries.redblack import changes as keyed
from libraries.redblack import combining as sets
from libraries.redblack.trees import LEAF, black_height, is_black, keys, no_red_red
from libraries.redblack.trees import in_balance as is_level
from libraries.stackset import layout, moves
from libraries.stackset.screens import contents, focused, tags_of, windows_of
from libraries.targets import Target, targets

from refute import Scope, check

EVERY = [target for library in ("maps", "redblack", "stackset") for target in targets(library)]
SIZES = {"maps": 2, "redblack": 3, "stackset": 4}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("target", some_of(EVERY, lambda target: target in EVERY[::4]), ids=lambda target: target.task)
def test_a_function_of_the_libraries_keeps_its_promises_in_a_small_scope(target: Target) -> None:
    report = check(target.function, scope=Scope(size=SIZES[target.library]), in_process=True, engine="classes")
    assert report.findings == []
    assert report.tests > 0


def test_a_map_behaves_like_a_dict() -> None:
    chance = random.Random(1)
    m, model = TIP, {}
    for _ in range(300):
        key, value = chance.randrange(40), chance.random() < 0.5
        match chance.randrange(5):
            case 0 | 1 | 2:
                m, model[key] = changes.insert(key, value, m), value
            case 3:
                m = changes.delete(key, m)
                model.pop(key, None)
            case 4:
                other = {chance.randrange(40): value for _ in range(3)}
                added = combining.unions([changes.singleton(k, x) for k, x in other.items()])
                m, model = combining.union(m, added), {**other, **model}
        assert entries(m) == model
        assert in_balance(m)
        assert lookups.valid(m)
        assert lookups.lookup(key, m) is model.get(key)
        assert [ranks.elem_at(place, m) for place in range(len(model))] == sorted(model.items()) == pairs(m)


def test_a_red_black_tree_behaves_like_a_set() -> None:
    chance = random.Random(2)
    t, model = LEAF, set()
    for _ in range(300):
        key = chance.randrange(60)
        match chance.randrange(6):
            case 0 | 1 | 2:
                t, model = keyed.insert(key, t), model | {key}
            case 3 | 4:
                t, model = keyed.delete(key, t), model - {key}
            case 5:
                low, there, high = sets.split(key, t)
                assert there == (key in model)
                t, model = sets.union(high, low), model - {key}
        assert keys(t) == sorted(model)
        assert is_black(t)
        assert no_red_red(t)
        assert is_level(t)
        assert 2 ** black_height(t) <= len(model) + 1


def test_a_stack_set_behaves_like_lists_of_windows() -> None:
    chance = random.Random(3)
    s = layout.new([0, 1, 2, 3], 2)
    model: dict[int, list[int]] = {tag: [] for tag in range(4)}
    for _ in range(300):
        window, tag = chance.randrange(12), chance.randrange(4)
        here = model[layout.current_tag(s)]
        match chance.randrange(6):
            case 0 | 1:
                if not any(window in those for those in model.values()):
                    here.insert(here.index(focused(s)) if here else 0, window)
                s = moves.insert_up(window, s)
            case 2:
                s = moves.delete(window, s)
                model = {tag: [w for w in those if w != window] for tag, those in model.items()}
            case 3:
                s = layout.view(tag, s)
                assert layout.current_tag(s) == tag
            case 4:
                s = chance.choice([moves.focus_up, moves.focus_down])(s)
            case 5:
                s = layout.greedy_view(tag, moves.focus_window(window, s))
        assert contents(s) == model
        assert sorted(tags_of(s)) == [0, 1, 2, 3]
        assert sorted(windows_of(s)) == sorted(w for those in model.values() for w in those)
