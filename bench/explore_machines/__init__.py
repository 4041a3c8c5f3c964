"""The classics of `examples/explored` tested by Hypothesis: for each a state machine, written as an expert would."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

import hypothesis
from hypothesis.stateful import run_state_machine_as_test

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "examples"))

from explore_machines.avl_remove import Removals
from explore_machines.avl_union import Unions
from explore_machines.bank_account import Accounts
from explore_machines.bankers_queue import Queues
from explore_machines.bdd import Diagrams
from explore_machines.heaps import Heaps
from explore_machines.interval_map import IntervalMaps
from explore_machines.linked_list import LinkedLists
from explore_machines.lru_cache import Caches
from explore_machines.ordered_dict import OrderedDicts
from explore_machines.programs import Machine, OutOfTime, Program, Property
from explore_machines.redblack_zipper import Pairs, Pointers
from explore_machines.ring_buffer import Rings
from explore_machines.sorted_list import SortedLists
from explore_machines.text_buffer import Texts
from explore_machines.token_bucket import Buckets

STEPS = 50  # of a program at the most, as Hypothesis has it by default
FEW_STEPS = 15  # where a failure needs few: it is found as soon, and made smaller in less time


@dataclass(frozen=True)
class Classic:
    """A right module and a faulty one of the same name, and the programs that test them."""

    name: str
    programs: type[Program]
    steps: int = STEPS
    programs_of_right: type[Program] | None = None  # where its interface is another one

    @property
    def right(self) -> str:
        return f"explored.right.{self.name}"

    @property
    def faulty(self) -> str:
        return f"explored.faulty.{self.name}"

    def tests(self, module: str) -> type[Program]:
        """The programs of one of the two modules."""
        programs = (module == self.right and self.programs_of_right) or self.programs
        return type(programs.__name__, (programs,), {"module": import_module(module), "failed": []})


CLASSICS = {
    classic.name: classic
    for classic in (
        Classic("sorted_list", SortedLists),
        Classic("redblack_zipper", Pairs, programs_of_right=Pointers),
        Classic("avl_union", Unions),
        Classic("avl_remove", Removals),
        Classic("bdd", Diagrams, FEW_STEPS),
        Classic("skew_heap", Heaps, FEW_STEPS),
        Classic("leftist_heap", Heaps),
        Classic("bankers_queue", Queues),
        Classic("bank_account", Accounts),
        Classic("lru_cache", Caches),
        Classic("token_bucket", Buckets),
        Classic("text_buffer", Texts),
        Classic("interval_map", IntervalMaps),
        Classic("ordered_dict", OrderedDicts, FEW_STEPS),
        Classic("ring_buffer", Rings, FEW_STEPS),
        Classic("linked_list", LinkedLists),
    )
}


@dataclass(frozen=True)
class Found:
    """`seconds` are CPU seconds, with those for making the program smaller; `calls` are those of the smallest one."""

    found: bool
    seconds: float
    calls: int


def found(name: str, seconds: float, seed: int, *, right: bool = False) -> Found:
    """Whether Hypothesis finds a program that fails, in so many CPU seconds, and how small it makes it."""
    classic = CLASSICS[name]
    programs = classic.tests(classic.right if right else classic.faulty)
    began = process_time()
    programs.until = began + seconds
    try:
        _run(programs, seed, classic.steps)
    except OutOfTime:
        is_minimal = False
    except Exception:  # the assertion of a rule, or whatever the module raises
        is_minimal = process_time() < programs.until
    else:
        raise RuntimeError(f"Hypothesis has ended the test of {name} before its time, and nothing has failed")
    took = process_time() - began
    if not programs.failed:
        return Found(False, took, 0)
    return Found(True, took, programs.failed[-1] if is_minimal else min(programs.failed))


def _run(programs: type[Program], seed: int, steps: int) -> None:
    """Run programs until one has failed and is made smaller: the last one that is run is the smallest."""
    settings = hypothesis.settings(
        derandomize=False,
        database=None,
        deadline=None,
        max_examples=1_000_000_000,
        stateful_step_count=steps,
        report_multiple_bugs=False,
        phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),  # without explanations, which take time
        suppress_health_check=list(hypothesis.HealthCheck),
        verbosity=hypothesis.Verbosity.quiet,
    )
    if issubclass(programs, Machine):
        run_state_machine_as_test(hypothesis.seed(seed)(programs), settings=settings)
        return
    assert issubclass(programs, Property)

    @hypothesis.seed(seed)
    @settings
    @hypothesis.given(**programs.arguments)
    def run(**arguments: Any) -> None:
        program = programs()
        try:
            program.run(**arguments)
        finally:
            program.teardown()

    run()
