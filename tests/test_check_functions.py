"""Functions as arguments: every behaviour that the code can tell apart is tried, once, and shown by a table."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import functions_with_functions as functions
from checking import exception_when_pasted
from refute import AnnotationError, ContractError, Finding, RefinementError, Report, Scope, check, contract
from refute.run.limits import Limits

SCOPE = Scope(size=3)


def checked(name: str, **settings: Any) -> Report:
    return check(getattr(functions, name), **{"scope": SCOPE, "limits": Limits(seconds=1)} | settings)


def finding(name: str, **settings: Any) -> Finding:
    return checked(name, **settings).findings[0]


def shown(found: Finding) -> tuple[list[str], str, str]:
    """The lines that show it, how the call ended, and how the text ends when it is pasted."""
    return [*found.definitions.splitlines(), found.call], found.outcome, exception_when_pasted(found)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "name",
    ["maps", "maps_generically", "two_answers", "pads", "below", "of_lists", "changes_the_answer", "composed"],
)
def test_right_functions_are_not_accused(name: str) -> None:
    assert checked(name).status == "exhausted"


@pytest.mark.parametrize(
    ("name", "lines", "outcome", "exception"),
    [
        ("maps_short", ["def f(x): return 2", "maps_short(f=f, xs=[0])"], "returned []", "ContractError"),
        (
            "never_three_in_a_row",
            ["def f(x): return True", "never_three_in_a_row(f=f)"],
            "returned True",
            "ContractError",
        ),
        (
            "pads_and_takes",
            [
                "def f(s):",
                "    if s == 1: return 1",
                '    raise LookupError("f was not asked this")',
                "pads_and_takes(f=f, n=1)",
            ],
            "returned 0",
            "ContractError",
        ),
        (
            "curried",
            ["def f_0(y): return 1", "def f(x): return f_0", "curried(f=f)"],
            "returned 1",
            "ContractError",
        ),
        (
            "in_a_list",
            ["def fs_0(x): return True", "def fs_1(x): return False", "in_a_list(fs=[fs_0, fs_1])"],
            "returned True",
            "ContractError",
        ),
        ("maybe", ["def f(x): return True", "maybe(f=f)"], "returned True", "ContractError"),
        (
            "by_rule",
            ["def rule_test(x): return True", "by_rule(rule=Rule(1, rule_test))"],
            "returned True",
            "ContractError",
        ),
        (
            "tells_lists_apart",
            ["def f(x):", "    if x == [1]: return 1", "    return 0", "tells_lists_apart(f=f)"],
            "returned 1",
            "ContractError",
        ),
        (
            "with_anything",
            [
                "def f(*args, **kwargs):",
                "    if (args, kwargs) == ((1,), {}): return False",
                "    return True",
                "with_anything(f=f)",
            ],
            "returned True",
            "ContractError",
        ),
        ("in_a_thread", ["def f(x): return 1", "in_a_thread(f=f)"], "returned 1", "ContractError"),
        (
            "crashes",
            ["def f(x): return 0", "crashes(f=f)"],
            "raised ZeroDivisionError: division by zero",
            "ZeroDivisionError",
        ),
        (
            "two_of_them",
            ["def f(x, y):", "    if (x, y) == (0, 1): return 1", "    return 0", "two_of_them(f=f)"],
            "returned 1",
            "ContractError",
        ),
        ("of_nothing", ["def f(): return 1", "of_nothing(f=f)"], "returned 1", "ContractError"),
        (
            "takes_one_that_takes_one",
            [
                "def f(x):",
                "    if (x(0), x(1), x(-1)) == (0, 1, -1): return True",
                "    return False",
                "takes_one_that_takes_one(f=f)",
            ],
            "returned True",
            "ContractError",
        ),
    ],
)
@pytest.mark.sampled(3)
def test_a_wrong_function_is_refuted_by_definitions_that_paste(
    name: str, lines: list[str], outcome: str, exception: str
) -> None:
    assert shown(finding(name)) == (lines, outcome, exception)


def test_the_text_of_a_finding_runs_by_itself() -> None:
    found = finding("crashes")
    with pytest.raises(ZeroDivisionError):
        exec(f"{found.definitions}\n{found.call}", vars(functions).copy())


def test_the_table_is_told_a_line_for_each_call() -> None:
    assert finding("tells_lists_apart").table.splitlines() == ["f([1])    = 1", "f([1, 2]) = 0"]
    assert finding("curried").table == "f(0)(1) = 1"
    assert finding("takes_one_that_takes_one").table.splitlines()[0] == "f(<0: 0, 1: 1, -1: -1>) = True"


def test_a_summary_has_the_answers_in_one_line() -> None:
    assert finding("tells_lists_apart").summary == "tells_lists_apart(f=f) returned 1 with f([1]) = 1, f([1, 2]) = 0"


def test_a_report_has_the_definition_above_the_call_and_the_table_below_the_explanation() -> None:
    report = checked("two_of_them", max_findings=1)
    assert str(report).splitlines()[1:] == [
        "    def f(x, y):",
        "        if (x, y) == (0, 1): return 1",
        "        return 0",
        "    two_of_them(f=f)  returned 1",
        "    `v == 0` is false: v = 1",
        "    f(0, 1) = 1",
        "    f(1, 0) = 0",
    ]
    assert (
        "<b>def f(x, y):\n    if (x, y) == (0, 1): return 1\n    return 0\ntwo_of_them(f=f)</b>" in report._repr_html_()
    )


def test_the_arguments_of_a_finding_can_be_called() -> None:
    assert finding("maps_short").arguments["f"](0) == 2
    pads = finding("pads_and_takes").arguments["f"]
    assert pads(1) == 1
    with pytest.raises(LookupError):
        pads(2)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "outcome", "explanation"),
    [
        ("below_zero", "called f(-1)", "what f takes: `v >= 0` is false: v = -1"),
        ("below_zero_kept_quiet", "called f(-1)", "what f takes: `v >= 0` is false: v = -1"),
        ("below_or_at", "called f(0)", "what f takes: `v < n` is false: v = 0, n = 0"),
        ("by_rule_misused", "called rule.test(0)", "what rule.test takes: `v >= least` is false: v = 0, least = 1"),
        ("too_many", "called f(1, 2)", "f takes 1 argument"),
        ("wrong_name", "called f(t=0)", "f takes 1 argument"),
    ],
)
def test_a_call_with_what_a_function_does_not_take_is_a_misuse(name: str, outcome: str, explanation: str) -> None:
    found = finding(name)
    assert found.kind == "misuse"
    assert found.outcome == outcome
    assert found.explanation == explanation


def test_a_misuse_fails_as_a_contract_when_it_is_pasted() -> None:
    assert exception_when_pasted(finding("below_zero")) == "ContractError"


def test_a_refinement_that_calls_a_function_with_what_it_does_not_take_is_no_misuse_of_the_code() -> None:
    found = finding("spec_outside")
    assert found.kind == "violation"
    assert "`v == f(n)` raised OutsideDomain: f(-1): what f takes: `v >= 0` is false: v = -1" in found.explanation


@pytest.mark.parametrize("name", ["applies", "keeps", "composes", "cannot_be_given_any"])
def test_right_functions_that_are_returned_and_take_functions_are_not_accused(name: str) -> None:
    assert checked(name).status == "exhausted"


@pytest.mark.parametrize(
    ("name", "lines", "outcome", "exception"),
    [
        (
            "applies_wrongly",
            ["def f(x):", "    if x == 1: return 1", "    return 0", "applies_wrongly()(f, 1)"],
            "returned 0",
            "ContractError",
        ),
        (
            "keeps_wrongly",
            ["def key(x): return False", "keeps_wrongly()([0], key=key)"],
            "returned [0]",
            "ContractError",
        ),
        ("asks_below_zero", ["def x(y): return 0", "asks_below_zero()(x)"], "called x(-1)", "ContractError"),
        ("composes_wrongly", ["def x(y): return 0", "composes_wrongly()(x)(0)"], "returned -1", "ContractError"),
        (
            "divides",
            ["def f(x): return 0", "def x(y): return 0", "divides(f=f)(x)"],
            "raised ZeroDivisionError: integer division or modulo by zero",
            "ZeroDivisionError",
        ),
    ],
)
def test_functions_that_are_returned_and_take_functions_are_called(
    name: str, lines: list[str], outcome: str, exception: str
) -> None:
    assert shown(finding(name)) == (lines, outcome, exception)


@pytest.mark.slow
def test_a_hang_is_shown_with_its_table_so_far() -> None:
    found = finding("hangs", max_findings=1, limits=Limits(seconds=0.2))
    assert found.kind == "hang"
    assert found.call == "hangs(f=f, n=0)"
    assert found.table.splitlines() == ["f(0) = False", "f(1) = False", "f(2) = False"]


def test_a_death_is_shown_with_its_table_so_far() -> None:
    found = finding("dies")
    assert found.kind == "death"
    assert found.table.splitlines() == ["f(0) = 1", "f(1) = 2"]


def test_a_function_that_takes_functions_does_not_tell_apart_those_that_answer_alike() -> None:
    assert checked("takes_the_same_twice").status == "exhausted"


def behaviours(code: Callable[[Callable[[int], Any]], Any], answers: list[Any]) -> set[tuple[tuple[int, Any], ...]]:
    """What code can tell apart of all functions from 0, 1, 2 to some answers, found by trying each of them."""

    def asked(table: dict[int, Any]) -> Iterator[tuple[int, Any]]:
        seen: dict[int, Any] = {}
        code(lambda x: seen.setdefault(x, table[x]))
        return iter(seen.items())

    tables = (dict(enumerate(values)) for values in itertools.product(answers, repeat=3))
    return {tuple(asked(table)) for table in tables}


@pytest.mark.parametrize("in_process", [False, True])
@pytest.mark.parametrize("name", ["two_answers", "branches", "prints_and_branches", "changes_the_environment"])
def test_every_behaviour_is_tried_once(name: str, in_process: bool) -> None:
    expected = behaviours(
        functions.branches if "branches" in name or "env" in name else functions.two_answers, [False, True]
    )
    report = checked(name, in_process=in_process)
    assert report.findings == [] or name == "changes_the_environment"
    assert report.tests == len(expected)


def test_every_behaviour_is_tried_once_whatever_of_them_die() -> None:
    report = checked("dies_often", max_findings=9)
    # f(0) is false: f(1) is false, or g(1) is asked; f(0) is true: g(0) is asked
    assert report.tests == 3 + 2
    assert sorted(found.outcome for found in report.findings) == [
        "ended the process: exit status 3",
        "ended the process: exit status 4",
        "returned True",
    ]


@pytest.mark.slow
def test_no_behaviour_is_lost_among_thousands_of_which_many_die() -> None:
    report = checked("dies_now_and_then", scope=Scope(size=3))
    assert report.tests == 12**3
    assert {found.kind for found in report.findings} == {"death"}


def test_no_behaviour_is_tried_again_in_a_larger_scope() -> None:
    report = check(functions.branches, budget=60, tests=1_000)
    assert report.tests == len(behaviours(functions.branches, [False, True]))
    assert [added for _, added in report.claims.scopes][:5] == [1, 1, 2, 1, 0]


def test_behaviours_come_in_the_order_of_the_entries_that_make_them() -> None:
    tried: list[tuple[bool, ...]] = []

    def asks_four(f: Callable[[int], bool]) -> None:
        tried.append(tuple(f(n) for n in range(4)))

    check(asks_four, scope=Scope(size=4), in_process=True)
    needed = [max((place for place, answer in enumerate(answers, 1) if answer), default=0) for answers in tried]
    first = [needed[tried.index(answers)] for answers in dict.fromkeys(tried)]
    assert len(first) == 16
    assert first == sorted(first)


def test_answers_that_are_not_varied_count_for_the_size_of_a_table() -> None:
    # f(0), f(0)(1), f(1) and f(1)(1) are four entries: the last is varied in a scope of size 4
    scopes = checked("asks_twice_over", scope=Scope(size=4)).claims.scopes
    assert [added for _, added in scopes] == [1, 0, 1, 0, 1]


def test_the_number_of_tests_that_is_asked_for_is_kept() -> None:
    assert check(functions.maps, tests=100).tests == 100


def test_what_was_exhausted_is_said_exactly() -> None:
    assert "all 14 behaviours of f on 4 other inputs to size 3" in str(checked("pads"))
    assert "all 3 behaviours of f to size 3" in str(checked("two_answers"))
    assert ", in 32 of them, f was called more often than the scope varies" in str(checked("asks_much"))


@pytest.mark.slow
def test_samples_have_functions_with_answers_of_their_own_and_are_made_smaller() -> None:
    report = check(functions.wrong_for_five, budget=6)
    assert report.findings[0].call == "wrong_for_five(f=f, xs=[0, 0, 0, 0])"
    assert report.findings[0].table == "f(0) = 5"


def test_wide_samples_have_functions_beside_them_and_are_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["refute.check.search"], "_FOR_EXHAUSTING", 0.005)  # so that they come soon
    report = checked("far_from_zero", scope=None, budget=60.0, max_findings=1, engine="classes")
    assert shown(report.findings[0]) == (
        ["def f(x): return 1", "far_from_zero(xs=[1001], f=f)"],
        "raised ZeroDivisionError",
        "ZeroDivisionError",
    )
    assert report.findings[0].size == 2


@pytest.mark.slow
def test_a_sample_that_dies_is_shown_with_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        sys.modules["refute.check.search"], "_FOR_EXHAUSTING", 0.05
    )  # so that there is time for samples
    found = check(functions.dies_of_many, budget=20).findings[0]
    answers = found.arguments["f"]
    assert found.kind == "death"
    assert answers(0) > 2
    assert answers(1) > 1


def test_a_depth_bounds_the_entries_of_a_table() -> None:
    assert checked("never_three_in_a_row", scope=Scope(depth=2)).status == "exhausted"
    assert checked("never_three_in_a_row", scope=Scope(depth=3)).status == "refuted"


def test_a_function_that_can_answer_nothing_is_given_up() -> None:
    report = checked("no_such")
    assert report.status == "undecided"
    assert report.discarded == 1
    assert "had nothing to return" in report.warnings[-1]


def test_a_refinement_on_an_answer_that_raises_is_an_error_and_no_finding() -> None:
    with pytest.raises(RefinementError, match="raised ZeroDivisionError"):
        checked("raising_refinement")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("whole", "the refinement `f(0) == 0` is on a function as a whole"),
        ("depends_on_one", "the parameter n of depends_on_one depends on the function f"),
        ("in_a_set", "values of a function type cannot be elements of a set"),
        ("in_a_generic_class", "a function that takes or returns what a type parameter of its class stands for"),
    ],
)
def test_functions_that_cannot_be_generated_are_refused(name: str, problem: str) -> None:
    with pytest.raises(AnnotationError, match=problem.replace("(", r"\(").replace(")", r"\)")):
        checked(name)


def test_a_contract_checks_how_functions_are_called() -> None:
    with pytest.raises(ContractError, match="argument 0 of the argument f of below_zero: `v >= 0` is false"):
        contract(functions.below_zero)(abs, -1)
    assert contract(functions.below_zero)(abs, 1) == 1


def test_a_contract_checks_what_functions_return() -> None:
    with pytest.raises(ContractError, match="what the argument f of pads returned: `v >= s` is false: v = 0, s = 1"):
        contract(functions.pads)(lambda s: 0, 1)


def test_a_contract_leaves_objects_that_can_be_called_as_they_are() -> None:
    class Counting:
        calls = 0

        def __call__(self, x: int) -> int:
            self.calls += 1
            return x

    counting = Counting()
    assert contract(functions.identity_of)(counting) is counting


def test_a_contract_checks_functions_in_tuples_and_among_the_rest() -> None:
    with pytest.raises(ContractError, match=r"argument 0 of \[1\] of the argument fs of in_a_pair: `v >= 0` is false"):
        contract(functions.in_a_pair)((abs, abs))
    with pytest.raises(ContractError, match="argument 0 of the argument named of among_the_rest: `v >= 0` is false"):
        contract(functions.among_the_rest)(f=abs)
    with pytest.raises(ContractError, match=r"argument 0 of \[0\] of the argument fs of among_the_rest"):
        contract(functions.among_the_rest)(abs)


def test_a_contract_checks_functions_in_a_tuple_that_is_returned() -> None:
    first, second = contract(functions.returns_a_pair)()
    assert first(1) == 1
    with pytest.raises(ContractError, match=r"argument 0 of \[1\] of the result of returns_a_pair"):
        second(-1)


def test_a_contract_leaves_lists_and_objects_with_functions_in_them_as_they_are() -> None:
    fs = [abs]
    assert contract(functions.the_list_itself)(fs) is fs
    assert fs == [abs]


def test_under_a_contract_functions_are_not_given_by_name_what_they_take_by_place() -> None:
    with pytest.raises(TypeError):
        contract(functions.by_a_name)(lambda x: x)
