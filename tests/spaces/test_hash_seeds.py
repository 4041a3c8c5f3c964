"""The order of a space is that of its type and scope, in whatever way an interpreter hashes texts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ORDERS = Path(__file__).with_name("orders.py")


def started(seed: int, each: int, random_types: int) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONHASHSEED": str(seed)}
    command = [sys.executable, str(ORDERS), str(each), str(random_types)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize(
    ("seeds", "each", "random_types", "spaces"),
    [((0, 1), 5, 30, 60), pytest.param((0, 1, 2), 1, 150, 350, marks=pytest.mark.slow)],
    ids=["some", "all"],
)
@pytest.mark.slow
def test_every_index_leads_to_the_same_value_whatever_the_hash_seed_is(
    seeds: tuple[int, ...], each: int, random_types: int, spaces: int
) -> None:
    running = [started(seed, each, random_types) for seed in seeds]
    one, *others = (process.communicate()[0].splitlines() for process in running)
    assert all(process.returncode == 0 for process in running)
    assert len(one) > spaces
    for other in others:
        assert other == one
