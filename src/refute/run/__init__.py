"""Executing code under test: a worker process runs it, a keeper process watches the worker, refute reads events.

    refute (run_isolated)  <-- pipe --  keeper  <-- shared memory --  worker
        yields events                   forks, watches, kills         runs the steps

The code under test shares no file and no pipe with refute that it could close, fill or write to, and with the keeper
only one that wakes it. It can end the worker, even the keeper, and not the run. `run_inside` does without all of that,
for debuggers and notebooks.
"""
