from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from refute import Scope, TargetError
from refute.check.data import Options, Reference
from refute.check.recipe import Recipe
from refute.run.events import Finished, Settled
from refute.run.inside import Inside
from refute.run.limits import Limits
from refute.search.schedule.domains import Drawn, Exhaustive, Segment, Solved

HERE = Path(__file__).parent
ELSEWHERE = """
import pickle, sys
from refute.run.inside import Inside
recipe = pickle.loads(bytes.fromhex(sys.argv[1]))
for event in recipe.run(Inside()):
    pass
"""
FUNCTIONS = ("texts", "of_sets", "records", "relations", "unions")


def calls_of(recipe: Recipe, log: Path, seed: str) -> list[str]:
    """The calls that a recipe makes in an interpreter with a hash seed."""
    command = [sys.executable, "-c", ELSEWHERE, pickle.dumps(recipe).hex()]
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run(command, check=True, cwd=HERE, env=environment, timeout=60)
    return [json.loads(line)["call"] for line in log.read_text().splitlines()]


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("domain", ["scope", "sample"])
def test_every_interpreter_has_the_same_inputs_at_the_same_indices(tmp_path: Path, name: str, domain: str) -> None:
    scope = Scope(size=3)
    sizes = (0,) if name == "texts" else (2, 3)
    inputs = Exhaustive(scope) if domain == "scope" else Drawn(scope, sizes, 200, seed=7)
    found = []
    for seed in ("0", "1", "4321"):
        log = tmp_path / f"{seed}.log"
        options = Options(limits=Limits(), audit=log)
        recipe = Recipe(Reference("functions_of_recipes.py", name), options, (Segment(inputs, 20, 60),))
        found.append(calls_of(recipe, log, seed))
    assert len(found[0]) == 40
    assert found[0] == found[1] == found[2]


def test_a_recipe_is_a_few_hundred_bytes() -> None:
    segments = (Segment(Exhaustive(Scope(size=30), Scope(size=29)), 10**30, 10**31),)
    recipe = Recipe(Reference("package.module", "function"), Options(scope=Scope(size=30), seconds=5.0), segments)
    assert len(pickle.dumps(recipe)) < 1_000
    assert pickle.loads(pickle.dumps(recipe)) == recipe


def test_ranges_of_a_recipe_make_up_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)
    domain = Exhaustive(Scope(size=2))
    reference = Reference("functions_of_recipes.py", "records")
    whole = [*Recipe(reference, Options(), (Segment(domain, 0, 10**6),)).run(Inside())]
    end = whole[-1]
    assert isinstance(end, Finished)
    assert end.ended
    parts = [(0, 7), (7, 8), (8, end.stop)]
    settled = 0
    for first, stop in parts:
        for event in Recipe(reference, Options(), (Segment(domain, first, stop),)).run(Inside()):
            if isinstance(event, Settled):
                settled += event.stop - event.first
    assert settled == end.stop


def test_a_function_of_this_process_has_no_recipe() -> None:
    recipe = Recipe(Reference(), Options(), (Segment(Exhaustive(Scope(size=1)), 0, 1),))
    with pytest.raises(TargetError, match="known only to the process"):
        recipe.run(Inside())


def test_inputs_that_only_one_process_has_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)
    recipe = Recipe(Reference("functions_of_recipes.py", "texts"), Options(), (Segment(Solved(0, 3), 0, 3),))
    with pytest.raises(Exception, match="known only to the process that has them"):
        recipe.run(Inside())
