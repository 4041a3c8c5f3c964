"""`check`: the smallest counterexample, or an exact statement of what was tried."""

from __future__ import annotations

import itertools
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import checked_functions as functions
from checking import exception_when_pasted
from refute import ContractError, RefinementError, Report, Scope, TargetError, check, contract
from refute.check.client import LocalHost
from refute.check.data import Reference
from refute.check.entry import checked as run_check
from refute.check.hosting.service import CheckService
from refute.run.inside import Inside
from refute.run.limits import Limits
from refute.targets.subjects import subjects_of

SCOPE = Scope(size=3)
HERE = Path(__file__).parent


def checked(name: str, **settings: Any) -> Report:
    settings.setdefault("scope", SCOPE)
    return check(getattr(functions, name), **settings)


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("name", "kind", "call", "outcome"),
    [
        ("rescale", "violation", "rescale(r1=1, r2=0, s=0)", "returned 0"),
        ("first", "crash", "first(xs=[])", "raised IndexError: list index out of range"),
        ("root_that_forgets", "violation", "root_that_forgets(n=-1)", "returned -1 and did not raise ValueError"),
        ("root_that_refuses", "crash", "root_that_refuses(n=0)", "raised ValueError: 0"),
        ("claims_to_copy", "violation", "claims_to_copy(xs=[])", "returned [0]"),
        ("later", "violation", "later(n=0)", "returned 0"),
        ("prop_reversal", "violation", "prop_reversal(xs=[0, 1])", "returned False"),
        ("test_that_asserts", "crash", "test_that_asserts(n=2)", "raised AssertionError"),
        ("loops", "hang", "loops(n=2)", "did not return within 0.3 s"),
        ("leaves", "crash", "leaves(n=2)", "raised SystemExit: 3"),
        ("dies", "death", "dies(n=2)", "ended the process: exit status 3"),
        ("devours", "memory", "devours(n=2)", "took more than 1,024 MiB of memory"),
        ("talks", "violation", "talks(n=2)", "returned 2"),
        ("impossible", "vacuous", "impossible(…)", "cannot be called"),
    ],
)
def test_the_smallest_counterexample(name: str, kind: str, call: str, outcome: str) -> None:
    report = checked(name, limits=Limits(seconds=0.3))
    assert report.status == "refuted"
    assert not report.ok
    finding = report.findings[0]
    assert (finding.kind, finding.call, finding.outcome) == (kind, call, outcome)


@pytest.mark.parametrize(
    ("name", "tests"),
    [
        ("rescale_rightly", 18),
        ("first_of_some", 399),
        ("root", 7),
        ("sort_in_place", 400),
    ],
)
def test_a_scope_is_exhausted(name: str, tests: int) -> None:
    report = checked(name)
    assert report.status == "exhausted"
    assert report.ok
    assert report.tests == tests
    assert report.exhausted == [SCOPE]


@pytest.mark.parametrize("in_process", [False, True])
def test_isolation_makes_no_difference_to_what_is_found(in_process: bool) -> None:
    report = checked("rescale", in_process=in_process)
    assert [finding.call for finding in report.findings] == ["rescale(r1=1, r2=0, s=0)"]


def test_different_failures_are_told_apart_and_each_is_shown_once() -> None:
    report = checked("two_faults", scope=Scope(size=5))
    assert [(f.kind, f.call) for f in report.findings] == [
        ("violation", "two_faults(n=3)"),
        ("crash", "two_faults(n=4)"),
    ]
    assert len(checked("two_faults", scope=Scope(size=5), max_findings=1).findings) == 1


def test_a_violation_is_explained_by_the_conjunct_and_its_values() -> None:
    (finding,) = checked("rescale").findings
    assert finding.explanation == "`0 <= v < r2` is false: v = 0, r2 = 0"
    assert finding.arguments == {"r1": 1, "r2": 0, "s": 0}


def test_what_the_code_prints_is_kept_with_the_finding(capfd: pytest.CaptureFixture[str]) -> None:
    (finding,) = checked("talks").findings
    assert finding.output == "now at 2\n"
    assert capfd.readouterr() == ("", "")


def test_methods_get_every_instance() -> None:
    report = check(functions.Account.withdraw, bound_to=functions.Account, scope=SCOPE)
    assert report.findings[0].call == "Account.withdraw(self=Account(0), amount=1)"
    assert check(functions.Account.deposit, bound_to=functions.Account, scope=SCOPE).ok
    assert check(functions.Account.of, scope=SCOPE).ok
    assert check(functions.Account.empty, scope=SCOPE).tests == 1


def test_defaults_are_given_and_left_out() -> None:
    assert checked("with_default", scope=Scope(size=1)).ok
    report = checked("collects")
    assert report.ok or report.findings[0].call.count("into") == 0


def test_a_budget_grows_the_scope_and_draws_samples() -> None:
    looks = itertools.count()

    def now() -> float:
        """Goes on by a fifth of a millisecond at each look."""
        return next(looks) / 5_000

    host = LocalHost(lambda: CheckService(lambda limits: Inside(now), functions.sort_in_place, None, now))
    report = run_check(host, Reference(), name="sort_in_place", budget=1.0, now=now)
    assert report.status == "held"
    assert len(report.exhausted) >= 3
    assert sum(report.samples.values()) > 0
    assert all(size > (report.exhausted[-1].size or 0) for size in report.samples)


def test_growing_scopes_try_each_input_once() -> None:
    report = checked("root", scope=None, tests=50)
    assert report.tests <= 50


def test_a_report_says_when_an_input_failed_first() -> None:
    report = checked("rescale")
    assert report.failed_after is not None
    assert 0 < report.failed_after <= report.seconds
    assert checked("sort_in_place", tests=10).failed_after is None


def test_a_number_of_tests_is_kept() -> None:
    report = checked("sort_in_place", tests=10)
    assert report.tests == 10
    assert report.status == "held"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["rescale", "first", "later", "prop_reversal", "root_that_forgets", "claims_to_copy"])
def test_the_source_of_a_finding_fails_by_itself(name: str) -> None:
    finding = checked(name).findings[0]
    done = subprocess.run([sys.executable, "-c", finding.source], cwd=HERE, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    expected = (
        "AssertionError"
        if name == "prop_reversal"
        else "ContractError"
        if finding.kind == "violation"
        else "IndexError"
    )
    assert expected in done.stderr


def test_contracts_hold_on_real_calls() -> None:
    rescale = contract(functions.rescale)
    assert rescale(1, 5, 0) == 0
    with pytest.raises(ContractError, match="the argument s of rescale: `0 <= v < r1` is false: v = 3, r1 = 2"):
        rescale(2, 5, 3)
    with pytest.raises(ContractError, match="the result of rescale: `0 <= v < r2` is false: v = 0, r2 = 0"):
        rescale(1, 0, 0)
    with pytest.raises(ContractError, match="did not raise"):
        contract(functions.root_that_forgets)(-1)


def test_a_report_shows_what_the_terminal_would_show() -> None:
    line = functions.rescale.__code__.co_firstlineno
    assert str(checked("rescale")).splitlines() == [
        f"{functions.__name__}.py:{line}: rescale  refuted     input 1, size 0".replace(
            "checked_functions.py", str(Path(functions.__file__).relative_to(Path.cwd()))
        ),
        "    rescale(r1=1, r2=0, s=0)  returned 0",
        "    `0 <= v < r2` is false: v = 0, r2 = 0",
        "    all 10 inputs to size 4 of this form fail so:  rescale(r1=?1, r2=0, s=?2)",
    ]
    assert repr(checked("root")).endswith(": root  exhausted   all 7 inputs to size 3")


def test_what_is_assumed_away_is_counted() -> None:
    for in_process in (False, True):
        report = checked("prop_that_gives_up", in_process=in_process)
        assert report.ok
        assert (report.tests, report.discarded) == (7, 5)
        assert report.warnings == [
            "71 % of the inputs were discarded by assume(): rule them out with a refinement instead"
        ]


@pytest.mark.parametrize(
    ("name", "size", "warning"),
    [
        ("says_nothing", 3, "the result has no annotation: only exceptions, hangs and deaths are noticed"),
        ("admits_anything", 3, "the type of the result admits everything"),
        ("only_one", 3, "there was only 1 input to try in this scope"),
        ("absolute", 1, "there were only 2 inputs to try: size 2 has 3"),
        ("counted", 1, "only empty containers were tried: size 1 is too small for others"),
        ("counted_inside", 2, "only empty containers were tried: size 2 is too small for others"),
    ],
)
def test_warnings_against_false_comfort(name: str, size: int, warning: str) -> None:
    report = checked(name, scope=Scope(size=size), engine="classes")
    assert report.ok
    assert report.warnings == [warning]


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("root", 3),
        ("negated", 0),  # of one bool, which will never have more than two values
        ("opposite", 0),  # of an enumeration
        ("stated", 0),  # a method of a class that has one instance
        ("within_three", 0),  # a refinement leaves three, in any scope
        ("counted", 2),
        ("counted_inside", 3),
        ("runs_away", 1),  # what a larger scope has is not looked at where that would run the user's code
    ],
)
def test_nothing_is_warned_of_without_need(name: str, size: int) -> None:
    bound_to = functions.Stateless if name == "stated" else None
    function = functions.Stateless.stated if bound_to else getattr(functions, name)
    assert check(function, bound_to=bound_to, scope=Scope(size=size)).warnings == []


def test_a_larger_scope_in_which_a_refinement_raises_is_not_held_against_the_one_asked_for() -> None:
    report = checked("cannot_tell", scope=Scope(size=1, landmarks=False))
    assert (report.status, report.tests, report.warnings) == ("exhausted", 2, [])


def test_a_type_without_values_is_named_however_long_it_was_looked_for() -> None:
    report = checked("has_no_value", scope=None, budget=0.3)
    assert report.status == "undecided"
    said = r"x has no value to size \d+, and others were not found in time: --budget gives more"
    assert re.fullmatch(said, report.warnings[0])
    report = checked("has_no_value_beside", scope=Scope(size=1))
    assert report.warnings == ["xs has no value to size 1 beside n: there was nothing to try"]


def test_where_no_input_was_tried_nothing_holds() -> None:
    late = checked("root", scope=None, budget=0.0)
    assert (late.status, late.warnings) == (
        "undecided",
        ["no input was tried before its time was over: --budget gives more"],
    )
    empty = checked("first_of_some", scope=Scope(size=0), engine="classes")
    assert (empty.status, empty.warnings) == ("undecided", ["xs has no value to size 0: there was nothing to try"])
    assert not late.ok
    assert not empty.ok


def test_it_is_known_how_many_inputs_each_scope_added() -> None:
    report = checked("root", scope=None, tests=7)
    assert list(map(str, report.exhausted)) == ["size 0", "size 1", "size 2", "size 3"]
    assert [added for _, added in report.claims.scopes] == [1, 2, 2, 2]


@pytest.mark.parametrize("in_process", [False, True])
def test_what_a_sample_finds_is_made_as_small_as_can_be(in_process: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    # so short that few sizes are exhausted, and the failure is left to samples
    monkeypatch.setattr(sys.modules["refute.check.search"], "_FOR_EXHAUSTING", 0.02)
    report = checked("wrong_from_nine_on", scope=None, budget=4.0, in_process=in_process)
    finding = report.findings[0]
    assert len(finding.arguments["xs"]) == 9
    assert finding.arguments["n"] == 2
    assert not any(finding.arguments["xs"][1:])


def test_a_default_that_is_left_out_is_judged_as_it_was_before_the_call() -> None:
    assert checked("counts_before").ok


def test_a_failure_that_depends_on_calls_before_says_so() -> None:
    finding = checked("prop_remembers").findings[0]
    assert finding.explanation.endswith("what it does depends on calls before, or on chance")
    assert "depends" not in checked("rescale").findings[0].explanation


def test_a_number_of_tests_that_ends_within_a_scope_is_not_taken_for_its_end() -> None:
    report = check(functions.sort_in_place, tests=3)
    assert report.status == "held"


@pytest.mark.parametrize(("name", "said"), [("of_a_bool", "all 2 inputs there are"), ("of_nothing", "the only input")])
def test_where_there_are_no_more_inputs_all_of_them_are_exhausted(name: str, said: str) -> None:
    report = check(getattr(functions, name))
    assert report.status == "exhausted"
    assert said in str(report)
    assert report.warnings == []


@pytest.mark.parametrize("settings", [{"scope": SCOPE}, {"budget": 20}], ids=["scope", "budget"])
def test_instances_of_a_class_that_keeps_nothing_are_told_by_what_they_were_built_from(settings: Any) -> None:
    finding = check(functions.Bag.size, bound_to=functions.Bag, **settings).findings[0]
    assert finding.call == "Bag.size(self=Bag([False, False], 0))"
    assert exception_when_pasted(finding) == "ContractError"


def test_protocols_are_no_targets() -> None:
    assert [subject.name for subject in subjects_of(functions) if subject.name.startswith("Comparable")] == []


def test_a_constructor_that_turns_down_nearly_all_is_warned_of() -> None:
    assert checked("Choosy").warnings == [
        "85 % of the inputs were refused by Choosy: rule them out with a refinement instead"
    ]


@pytest.mark.parametrize("in_process", [False, True])
def test_code_that_raises_what_ctrl_c_raises_is_a_finding(in_process: bool) -> None:
    finding = checked("interrupts_itself", in_process=in_process).findings[0]
    assert (finding.kind, finding.call) == ("crash", "interrupts_itself(n=2)")


def test_ctrl_c_ends_a_run_in_the_process_itself_even_if_the_code_catches_it() -> None:
    before = signal.getsignal(signal.SIGINT)
    report = checked("swallows_interrupts", in_process=True)
    assert report.interrupted
    assert report.findings == []
    assert report.status == "held"
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("workers", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_a_worker_that_interrupts_itself_ends_no_run(workers: str) -> None:
    report = checked("swallows_interrupts", workers=workers)
    assert (report.status, report.interrupted, report.findings) == ("exhausted", False, [])


@pytest.mark.parametrize("in_process", [False, True])
def test_a_refinement_that_wants_to_end_the_process_ends_nothing(in_process: bool) -> None:
    finding = checked("judged_by_what_leaves", in_process=in_process).findings[0]
    assert finding.explanation.startswith("`walks_out(value)` raised RuntimeError: it raised SystemExit(3)")
    with pytest.raises(RefinementError, match=r"gone.* raised RuntimeError: it raised SystemExit\(3\)"):
        check(functions.Left.stay, bound_to=functions.Left, scope=SCOPE, in_process=in_process)


def test_code_that_recurses_through_a_function_it_is_given_is_to_blame_for_that_itself() -> None:
    finding = checked("asks_for_ever").findings[0]
    assert (finding.kind, finding.call) == ("crash", "asks_for_ever(f=f, n=0)")
    assert finding.outcome.startswith("raised RecursionError")


def reaches_the_limit_of_plain_python(n: int) -> int:
    def below(k: int) -> int:
        return 0 if k == 0 else 1 + below(k - 1)

    return below(995)  # a program may have 1,000 frames, among them its own


def test_calls_have_as_many_frames_as_in_a_program_of_their_own() -> None:
    assert check(reaches_the_limit_of_plain_python, scope=Scope(size=1)).status == "exhausted"


def reaches_it_with_a_function(n: int, f: Callable[[int], int]) -> int:
    return reaches_the_limit_of_plain_python(n) + f(n) * 0


def lowers_the_limit(xs: list[int]) -> list[int]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(50)
    assert (before, sys.getrecursionlimit()) == (1000, 50)
    return xs


@pytest.mark.parametrize("function", [reaches_it_with_a_function, lowers_the_limit])
@pytest.mark.parametrize("workers", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_the_frames_of_refute_do_not_count(function: Callable[..., Any], workers: str) -> None:
    assert check(function, scope=Scope(size=1), workers=workers).status == "exhausted"


def test_a_low_limit_is_not_that_of_the_next_call_in_the_process_itself() -> None:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + 1)
    try:
        check(changes_the_limit, scope=Scope(size=1), in_process=True)
        assert sys.getrecursionlimit() == before + 1
    finally:
        sys.setrecursionlimit(before)


def changes_the_limit(n: int) -> int:
    sys.setrecursionlimit(900)
    return n


# -- several functions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [list, tuple])
def test_several_functions_have_a_report_each_in_their_order(kind: type) -> None:
    several = kind([functions.rescale, functions.first, functions.rescale])
    reports: list[Report] = check(several, scope=SCOPE, max_findings=1)
    assert [report.target for report in reports] == ["rescale", "first", "rescale"]
    assert [report.findings for report in reports] == [
        check(one, scope=SCOPE, max_findings=1).findings for one in several
    ]
    assert check([]) == []


def test_an_interrupt_ends_the_list_with_the_function_at_hand() -> None:
    def press(progress: object) -> None:
        signal.raise_signal(signal.SIGINT)

    (report,) = check([functions.rescale, functions.first], scope=SCOPE, progress=press)
    assert (report.target, report.interrupted) == ("rescale", True)


@pytest.mark.parametrize("given", [3, None, [3], "abc"])
def test_what_is_no_function_is_an_error(given: Any) -> None:
    with pytest.raises(TargetError, match="is no function"):
        check(given)


def test_without_a_scope_small_inputs_that_fail_in_other_ways_are_told_too() -> None:
    report = check(functions.at_mean)
    assert [finding.outcome.split(":")[0] for finding in report.findings] == [
        "raised ZeroDivisionError",
        "raised IndexError",
    ]
