"""Results that are used: iterators are consumed, returned functions are called, other objects are recognised."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

import functions_with_results as functions
from checking import exception_when_pasted
from refute import ContractError, Report, Scope, check, contract
from refute.run.limits import Limits

SCOPE = Scope(size=4)


def checked(name: str, **settings: Any) -> Report:
    owner, _, method = name.partition(".")
    found = getattr(functions, owner)
    return check(
        getattr(found, method) if method else found, scope=SCOPE, bound_to=found if method else None, **settings
    )


@pytest.mark.parametrize(
    ("name", "call", "outcome", "explanation", "exception"),
    [
        (
            "counts_too_far",
            "counts_too_far(n=3)",
            "yielded 0, 1, 2, 3",
            "at list(result)[3]: `0 <= v < n` is false: v = 3, n = 3",
            "ContractError",
        ),
        (
            "divides",
            "divides(n=3)",
            "raised ZeroDivisionError: integer division or modulo by zero",
            "yield 10 // (2 - i)",
            "ZeroDivisionError",
        ),
        (
            "says_nothing_and_divides",
            "says_nothing_and_divides(n=2)",
            "raised ZeroDivisionError: integer division or modulo by zero",
            "yield 1 // (n - 2)",
            "ZeroDivisionError",
        ),
        (
            "falls_back",
            "falls_back(n=4)",
            "yielded 0, 1, 2, 0",
            "`v == sorted(v)` is false: v = [0, 1, 2, 0], sorted(v) = [0, 0, 1, 2]",
            "ContractError",
        ),
        ("is_a_list", "is_a_list(n=0)", "returned [0]", "expected Iterator[int], got list [0]", "ContractError"),
        (
            "arrives",
            "arrives(n=4)",
            "yielded 0, 1, 2, 3",
            "at list(result)[3]: `v < 3` is false: v = 3",
            "ContractError",
        ),
        ("adder", "adder(n=0)(-1)", "returned -1", "`v >= 0` is false: v = -1", "ContractError"),
        (
            "table_one_short",
            "table_one_short(n=1)(0)",
            "raised IndexError: list index out of range",
            "return lambda i: entries[i]",
            "IndexError",
        ),
        (
            "divider",
            "divider(n=0)(0)(0)",
            "raised ZeroDivisionError: division by zero",
            "return lambda m: lambda k: (n + m) / k",
            "ZeroDivisionError",
        ),
        ("smaller", "smaller(right=False)(0, -1)", "returned 0", "`v <= y` is false: v = 0, y = -1", "ContractError"),
        ("perhaps", "perhaps(n=2)(-1)", "returned -1", "`v >= 0` is false: v = -1", "ContractError"),
        (
            "gives_up_sometimes",
            "gives_up_sometimes(text='')",
            "returned None",
            "expected NoReturn, got None",
            "ContractError",
        ),
        ("text_for_a_path", "text_for_a_path(text='')", "returned ''", "expected Path, got str ''", "ContractError"),
        ("Chain.lost", "Chain.lost(self=Chain(0))", "returned 0", "expected Chain, got int 0", "ContractError"),
    ],
)
@pytest.mark.sampled(3)
def test_what_is_wrong_with_a_result_shows_when_it_is_used(
    name: str, call: str, outcome: str, explanation: str, exception: str
) -> None:
    finding = checked(name).findings[0]
    assert (finding.call, finding.outcome) == (call, outcome)
    assert finding.explanation.endswith(explanation)
    assert exception_when_pasted(finding) == exception


def test_an_iterator_in_a_tuple_is_consumed() -> None:
    finding = checked("both").findings[0]
    assert finding.call == "both(n=0)"
    assert finding.outcome == "returned (0, iter([1, 0]))"
    assert finding.explanation == "at list(result[1])[1]: `v > 0` is false: v = 0"


def test_what_a_generator_returns_at_its_end_is_checked() -> None:
    finding = checked("ends_with_a_number").findings[0]
    assert finding.call == "ends_with_a_number(n=2)"
    assert finding.explanation == "at (yield from result): expected str, got int 2"
    under = contract(functions.ends_with_a_number)(2)
    assert next(under) == 2
    with pytest.raises(ContractError, match="returned at its end"):
        next(under)


@pytest.mark.parametrize(
    "name",
    [
        "counts",
        "counts_for_ever",
        "divides_as_declared",
        "sends",
        "ends_before",
        "adder_of_integers",
        "table",
        "takes_anything",
        "gives_up",
        "found",
        "Chain.longer",
        "opened_rightly",
        "counts_into_a_list",
        "soon",
    ],
)
@pytest.mark.parametrize("in_process", [False, True])
def test_what_is_right_when_used_is_not_accused(name: str, in_process: bool) -> None:
    report = checked(name, in_process=in_process)
    assert report.findings == []
    assert report.status == "exhausted"
    assert report.tests > 3


@pytest.mark.parametrize("name", ["opened", "opened_later"])
def test_what_a_context_manager_gives_is_judged_by_what_its_generator_yields(name: str) -> None:
    finding = checked(name).findings[0]
    assert (finding.call, finding.outcome) == (f"{name}(n=0)", "yielded 0")
    assert finding.explanation == "at list(result)[0]: `0 <= v < n` is false: v = 0, n = 0"


def test_a_returned_function_that_exits_is_a_finding_like_another() -> None:
    finding = checked("quits").findings[0]
    assert (finding.kind, finding.call, finding.outcome) == ("crash", "quits(n=0)(0)", "raised SystemExit: 0")


def test_a_generator_that_hangs_is_found_even_if_the_budget_is_shorter_than_a_call_may_take() -> None:
    report = check(functions.never_yields, budget=0.2, limits=Limits(seconds=0.5))
    assert [(finding.kind, finding.call) for finding in report.findings] == [("hang", "never_yields(n=0)")]


@pytest.mark.parametrize("name", ["yields_slowly", "yields_slowly_awaiting"])
def test_a_generator_that_is_slow_does_not_hang(name: str) -> None:
    report = check(getattr(functions, name), scope=Scope(size=0))
    assert report.findings == []
    assert "only the first items, which take long, of what is yielded were looked at" in report.warnings


def test_an_annotation_that_says_nothing_is_said_to_admit_everything() -> None:
    assert checked("unknown").warnings == ["the type of the result admits everything"]
    assert checked("found").warnings == []


def collected(iterator: Any) -> list[Any]:
    async def items() -> list[Any]:
        return [item async for item in iterator]

    return asyncio.run(items())


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda: list(contract(functions.counts_too_far)(3)), "item 3 of the result of counts_too_far"),
        (lambda: list(contract(functions.falls_back)(4)), "the result of falls_back: `v == sorted(v)` is false"),
        (lambda: contract(functions.adder)(0)(-1), "what the result of adder returned: `v >= 0` is false"),
        (lambda: contract(functions.table)(2)(5), "argument 0 of the result of table: `0 <= v < n` is false"),
        (lambda: contract(functions.smaller)(False)(0, -1), "what the result of smaller returned: `v <= y` is false"),
        (lambda: contract(functions.divider)(1)(1)("x"), "argument 0 of what the result of divider returned"),
        (lambda: collected(contract(functions.arrives)(5)), "item 3 of the result of arrives"),
    ],
)
def test_a_contract_goes_on_holding_while_the_result_is_used(use: Callable[[], Any], message: str) -> None:
    with pytest.raises(ContractError) as caught:
        use()
    assert str(caught.value).startswith(message)


def test_a_generator_under_contract_is_as_it_was() -> None:
    assert list(contract(functions.counts)(4)) == [0, 1, 2, 3]
    endless = contract(functions.counts_for_ever)(3)
    assert [next(endless) for _ in range(12)] == [3] * 12
    answering = contract(functions.sends)(3)
    assert next(answering) == 0
    assert answering.send(5) == 1
    answering.close()
    assert list(answering) == []
    assert collected(contract(functions.arrives)(3)) == [0, 1, 2]


def test_methods_can_be_put_under_contract() -> None:
    assert contract(functions.Chain.longer)(functions.Chain(1)).length == 2
    with pytest.raises(
        ContractError, match=r"the argument self of Chain\.longer: at self\.length: `v >= 0` is false: v = -1"
    ):
        contract(functions.Chain.longer)(functions.Chain(-1))


class Later:
    @contract
    def joined(self, other: Later, times: int) -> list[Later]:
        return [self, other] * times


def test_a_method_may_be_under_contract_in_a_class_that_is_named_in_its_own_annotations() -> None:
    one = Later()
    assert one.joined(one, 1) == [one, one]
    with pytest.raises(ContractError, match=r"the argument other of Later\.joined: expected Later, got int 3"):
        one.joined(3, 1)  # type: ignore[arg-type]


def test_a_function_under_contract_answers_as_it_did() -> None:
    assert contract(functions.table)(3)(2) == 2
    assert contract(functions.divider)(1)(2)(3) == 1.0
    assert contract(functions.perhaps)(0) is None
