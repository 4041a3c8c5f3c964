"""The time limit on calls of the user's functions, with one thread and with several."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import Any

import pytest

from refute import RefinementError
from refute.logic.reading.predicates import Predicate
from refute.logic.time_limit import run, time_limit


@pytest.fixture(autouse=True)
def over_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call has taken too long when the timer fires, which these tests do themselves."""
    monkeypatch.setattr("refute.logic.time_limit._SECONDS", -1)
    monkeypatch.setattr("refute.logic.time_limit._BETWEEN", 1000)


def interrupted() -> None:
    signal.raise_signal(signal.SIGALRM)


def in_a_thread(function: Callable[[], Any]) -> Any:
    answers: list[Any] = []
    thread = threading.Thread(target=lambda: answers.append(function()))
    thread.start()
    thread.join()
    return answers[0]


def test_a_call_that_takes_too_long_is_an_error_with_its_name() -> None:
    with pytest.raises(RefinementError, match="interrupted did not return within"), time_limit():
        run(interrupted, ())


def test_the_innermost_call_is_the_one_that_takes_too_long() -> None:
    def outer() -> None:
        run(interrupted, ())

    with pytest.raises(RefinementError, match="interrupted did not return within"), time_limit():
        run(outer, ())


def test_the_name_is_that_of_the_users_function_below_one_of_refute() -> None:
    asked = Predicate(run=lambda value: interrupted(), names=(), conjuncts=(), text="")
    with pytest.raises(RefinementError, match="<lambda> did not return within") as caught, time_limit():
        run(asked.holds, (0, {}))
    assert caught.value.place is not None
    assert caught.value.place.file == __file__


def test_time_between_calls_is_not_limited() -> None:
    with time_limit():
        assert run(int, ()) == 0
        interrupted()


def test_a_call_in_another_thread_is_not_taken_for_one_that_is_limited() -> None:
    entered, left = threading.Event(), threading.Event()

    def other() -> None:
        entered.set()
        left.wait()

    def limited() -> None:
        threading.Thread(target=run, args=(other, ())).start()
        entered.wait()
        interrupted()

    try:
        with pytest.raises(RefinementError, match="limited did not return within"), time_limit():
            run(limited, ())
    finally:
        left.set()


def test_a_call_that_ends_in_another_thread_leaves_the_limited_one_as_it_is() -> None:
    def limited() -> None:
        in_a_thread(lambda: run(int, ()))
        interrupted()

    with pytest.raises(RefinementError, match="limited did not return within"), time_limit():
        run(limited, ())


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_call_whose_exception_python_drops_is_an_error_all_the_same() -> None:
    class Freed:
        def __del__(self) -> None:
            run(interrupted, ())

    with pytest.raises(RefinementError, match="interrupted did not return within"), time_limit():
        Freed()
    with time_limit():  # which knows nothing of the one before
        interrupted()


def test_other_threads_have_no_time_limit_and_leave_the_timer_alone() -> None:
    def timer_inside() -> tuple[float, Any]:
        with time_limit():
            return run(signal.getitimer, (signal.ITIMER_REAL,))[0], signal.getsignal(signal.SIGALRM)

    assert in_a_thread(timer_inside) == (0.0, signal.getsignal(signal.SIGALRM))


def test_the_timer_is_as_before_afterwards() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(), time_limit():
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    assert signal.getsignal(signal.SIGALRM) is before


def test_a_function_that_ends_the_process_fails() -> None:
    with pytest.raises(RuntimeError, match=r"SystemExit\(3\)"):
        run(exit, (3,))
