"""The order of a space is that of its type and scope, in whatever way an interpreter hashes texts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ORDERS = Path(__file__).with_name("orders.py")


def started(seed: int) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONHASHSEED": str(seed)}
    return subprocess.Popen([sys.executable, str(ORDERS)], env=environment, stdout=subprocess.PIPE, text=True)


def test_every_index_leads_to_the_same_value_whatever_the_hash_seed_is() -> None:
    running = [started(seed) for seed in (0, 1, 2)]
    one, *others = (process.communicate()[0].splitlines() for process in running)
    assert [process.returncode for process in running] == [0, 0, 0]
    assert len(one) > 350
    for other in others:
        assert other == one
