"""Executing code under test: a worker process runs it, a supervisor process watches the worker, a runner reads events.

    runner (Isolated)  <-- socket --  supervisor  <-- shared memory --  worker
      yields events                   forks, watches, kills             runs the steps

The code under test shares no file and no pipe with the runner that it could close, fill or write to, and with the
supervisor only one that wakes it. It can end the worker, even the supervisor, and not the run. `Inside` does without
all of that, for debuggers.
"""
