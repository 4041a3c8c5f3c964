from __future__ import annotations

import harmful_inputs as functions
import pytest

from refute import RefuteError, Scope, check
from refute.run.limits import Limits

QUICK = Limits(seconds=0.3)


@pytest.mark.parametrize(
    ("name", "method"), [("hashed", "Key.__hash__"), ("compared", "Equal.__eq__")], ids=["hash", "eq"]
)
def test_code_that_hangs_while_values_are_built_is_named(name: str, method: str) -> None:
    with pytest.raises(RefuteError) as caught:
        check(getattr(functions, name), scope=Scope(size=3))
    assert caught.value.problem == f"{method} did not return within 3 s"
    assert caught.value.place is not None
    assert caught.value.place.file == functions.__file__


def test_a_constructor_that_ends_the_process_is_named() -> None:
    with pytest.raises(RefuteError) as caught:
        check(functions.ending_when_made, scope=Scope(size=3))
    assert caught.value.problem.endswith("ran `Order.__post_init__`, which ended the process (exit status 4)")


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("hanging_when_freed", "freeing the input did not end within 0.3 s"),
        ("ending_when_freed", "freeing the input ended the process: exit status 3"),
        ("ending_after_the_last", "freeing the input ended the process: exit status 3"),
    ],
)
@pytest.mark.parametrize("scope", [Scope(size=3), None], ids=["scope", "budget"])
def test_what_happens_when_an_input_is_freed_is_found(name: str, outcome: str, scope: Scope | None) -> None:
    report = check(getattr(functions, name), scope=scope, tests=20, limits=QUICK)
    (finding,) = report.findings
    assert report.status == "refuted"
    assert finding.outcome == outcome
    assert finding.texts["value"].endswith("(2)")


@pytest.mark.slow
def test_a_setter_that_hangs_is_found() -> None:
    report = check(functions.hanging_when_assigned, scope=Scope(size=3), limits=Limits(seconds=0.1, making=3.0))
    (finding,) = report.findings
    assert finding.outcome == "making the input did not end within 0.3 s"
    assert "it was in `n`" in finding.explanation


def test_the_number_of_an_input_counts_those_before_it() -> None:
    (finding,) = check(functions.ending_when_freed, scope=Scope(size=3), limits=QUICK).findings
    assert finding.number == 4
