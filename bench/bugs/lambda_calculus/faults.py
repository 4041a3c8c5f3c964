"""Faults of the lambda calculus, and the properties that each breaks."""

from __future__ import annotations

from bugs.workloads import Fault

FAULTS = (
    Fault("shift_never", "shifted", "Var(index + by) if index >= cutoff else t", "t"),
    Fault("shift_always", "shifted", "Var(index + by) if index >= cutoff else t", "Var(index + by)"),
    Fault("shift_off_by_one", "shifted", "index >= cutoff", "index > cutoff"),
    Fault("shift_keeps_cutoff", "shifted", "shifted(by, cutoff + 1, body)", "shifted(by, cutoff, body)"),
    Fault("substitute_every", "substituted", "argument if own == index else t", "argument"),
    Fault("substitute_none", "substituted", "argument if own == index else t", "t"),
    Fault("substitute_unshifted", "substituted", "shifted(1, 0, argument)", "argument"),
    Fault("substitute_keeps_index", "substituted", "index + 1", "index"),
    Fault(
        "apply_unshifted",
        "applied_to",
        "shifted(-1, 0, substituted(0, shifted(1, 0, argument), body))",
        "substituted(0, argument, body)",
    ),
    Fault(
        "apply_not_shifted_back",
        "applied_to",
        "shifted(-1, 0, substituted(0, shifted(1, 0, argument), body))",
        "substituted(0, shifted(1, 0, argument), body)",
    ),
)

_BOTH = ("one_step_keeps_type", "forty_steps_keep_type")
TASKS: dict[str, tuple[str, ...]] = {fault.name: _BOTH for fault in FAULTS}
