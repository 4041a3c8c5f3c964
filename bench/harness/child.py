"""The process of one cell: `python child.py TABLE TOOL TASK SEED OUT READY` runs one tool on one task.

The clock starts when everything is imported and set up; READY is written then, for the limit to count from there. How
long that took is the cold start, which is told beside it.
"""

from __future__ import annotations

import importlib
import json
import resource
import sys
import time
from pathlib import Path

BEGIN = time.perf_counter()
BENCH = Path(__file__).parent.parent
MOST_MEMORY = 8 << 30


def main(table: str, tool: str, task: str, seed: str, out: str, ready: str) -> None:
    sys.path.insert(0, str(BENCH))
    sys.setrecursionlimit(10_000)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    tools = {tool.name: tool for tool in importlib.import_module(f"tables.{table}").TOOLS}
    job = tools[tool].prepare(task, int(seed))
    Path(ready).touch()
    begin = time.perf_counter()
    outcome = job()
    end = time.perf_counter()
    own, children = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    measured = {"seconds": end - begin, "cold": begin - BEGIN, "megabytes": max(own, children) / 1024}
    Path(out).write_text(json.dumps({**measured, **outcome}))


if __name__ == "__main__":
    main(*sys.argv[1:])
