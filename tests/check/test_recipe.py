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
from refute.check.elsewhere.recipe import Recipe
from refute.run.events import Finished, Settled
from refute.run.inside import Inside
from refute.run.limits import Limits
from refute.search.schedule.domains import Drawn, Exhaustive, Segment, Solved

HERE = Path(__file__).parent
ELSEWHERE = """
import pickle, sys
from refute.run.inside import Inside
for recipe in pickle.load(sys.stdin.buffer):
    for event in recipe.run(Inside()):
        pass
"""
NAMES = ("texts", "of_sets", "records", "relations", "unions")
CASES = [(name, kind) for name in NAMES for kind in ("scope", "order", "sample")]


def recipe_of(name: str, kind: str, log: Path) -> Recipe:
    scope = Scope(size=3)
    sizes = (0,) if name == "texts" else (2, 3)
    inputs = {
        "scope": Exhaustive(scope),
        "order": Exhaustive(scope, order=3),
        "sample": Drawn(scope, sizes, 200, seed=7),
    }[kind]
    options = Options(limits=Limits(), audit=log)
    return Recipe(Reference("functions_of_recipes.py", name), options, (Segment(inputs, 20, 60),))


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Where interpreters with different hash seeds have logged the calls that the recipes of all cases make."""
    folders = []
    for seed in ("0", "1", "4321"):
        folders.append(folder := tmp_path_factory.mktemp(f"seed-{seed}"))
        recipes = [recipe_of(name, kind, folder / f"{name} {kind}") for name, kind in CASES]
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", ELSEWHERE]
        subprocess.run(command, input=pickle.dumps(recipes), check=True, cwd=HERE, env=environment, timeout=600)
    return folders


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "kind"), CASES)
def test_every_interpreter_has_the_same_inputs_at_the_same_indices(logs: list[Path], name: str, kind: str) -> None:
    found = [(folder / f"{name} {kind}").read_text().splitlines() for folder in logs]
    one, *others = [[json.loads(line)["call"] for line in lines] for lines in found]
    assert len(one) == 40
    assert others == [one, one]


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
