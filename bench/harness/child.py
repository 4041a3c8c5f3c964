"""The process of one cell: `python child.py TABLE TOOL TASK SEED OUT PREPARED` runs one tool on one task.

The clock starts when everything is imported and set up, which is told by closing the pipe PREPARED. How long that took
is the cold start, which is told beside it.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import sys
import time
from pathlib import Path

BEGIN = time.perf_counter()
BENCH = Path(__file__).parent.parent
MOST_MEMORY = 8 << 30


def main(table: str, tool: str, task: str, seed: str, out: str, prepared: str) -> None:
    sys.path[:0] = [str(BENCH), str(BENCH.parent / "src")]  # this very refute, wherever another is installed
    sys.setrecursionlimit(10_000)
    if core := os.environ.get(importlib.import_module("harness.tasks").CORE_VARIABLE):
        os.sched_setaffinity(0, {int(core)})
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    tools = {tool.name: tool for tool in importlib.import_module(f"tables.{table}").TOOLS}
    job = tools[tool].prepare(task, int(seed))
    os.close(int(prepared))
    begin = time.perf_counter()
    outcome = job()
    end = time.perf_counter()
    own, children = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    measured = {"seconds": end - begin, "cold": begin - BEGIN, "megabytes": max(own, children) / 1024}
    Path(out).write_text(json.dumps({**measured, **outcome}))


if __name__ == "__main__":
    main(*sys.argv[1:])
