"""What calls print: attached to what is told about them, and to nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable

import pytest
from misbehaving import BAD, STOP, Calls, died, events_of, hung, said, told_about

from refute.run.events import Died, Hung, Said


def outputs(act: Callable[[int], object]) -> dict[int, str]:
    def probe(index: int) -> int:
        act(index)
        return index

    return {event.index: event.output for event in events_of(Calls(str, probe=probe)) if isinstance(event, Said)}


def test_what_a_call_prints_comes_with_its_message() -> None:
    assert outputs(lambda index: print("index", index) if index % 2 else None) == {
        index: f"index {index}\n" if index % 2 else "" for index in range(STOP) if index != BAD
    }


def test_standard_output_and_error_keep_their_order() -> None:
    def act(index: int) -> None:
        print("one")
        print("two", file=sys.stderr)
        os.write(1, b"three\n")
        subprocess.run(["echo", "four"], check=True)
        sys.stdout.buffer.write(b"five\n")

    assert outputs(act)[0] == "one\ntwo\nthree\nfour\nfive\n"


def test_what_silent_calls_print_is_dropped() -> None:
    body = Calls(str, probe=lambda index: index if print(index) or index == STOP - 1 else None)
    (event, _) = events_of(body)
    assert event == Said(STOP - 1, str(STOP - 1).encode(), f"{STOP - 1}\n")


def test_what_was_printed_before_the_end_is_not_lost() -> None:
    def act(then: Callable[[], object]) -> Callable[[], object]:
        return lambda: (print("before"), then())

    assert told_about(act(lambda: os._exit(1))) == [died("exit status 1", output="before\n")]
    assert told_about(act(lambda: sys.exit(1))) == [died("raised SystemExit(1)", output="before\n")]
    assert told_about(act(lambda: time.sleep(60))) == [hung(output="before\n")]


def test_long_output_is_cut_and_says_how_much_is_missing() -> None:
    output = outputs(lambda index: print("x" * 1_000_000))[0]
    assert output == "x" * 8192 + "\n... 991,809 more bytes"


def test_output_that_is_no_text_is_shown_as_bytes() -> None:
    assert outputs(lambda index: os.write(1, b"\xff\xfe"))[0] == "\\xff\\xfe"
    assert outputs(lambda index: print("\ud800"))[0] == "\\ud800\n"


def test_nothing_of_it_is_mixed_into_ours(capfd: pytest.CaptureFixture[str]) -> None:
    events_of(Calls(str, probe=lambda index: (print("theirs"), os.write(2, b"theirs"), index)[-1]))
    assert capfd.readouterr() == ("", "")


def test_what_we_had_not_yet_written_is_written_once() -> None:
    code = """if True:
        import os, sys
        from misbehaving import Calls, events_of
        sys.stdout.write("ours")
        events_of(Calls(lambda: os._exit(1)))
    """
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=os.path.dirname(__file__)
    )
    assert done.stdout == "ours"


def test_the_input_is_empty() -> None:
    assert said(events_of(Calls(str, probe=lambda index: sys.stdin.read() == "")))[0] == (0, "True")


def test_calls_that_print_more_than_any_file_may_hold_only_hurt_themselves() -> None:
    def flood() -> None:
        piece = "x" * (1 << 20)
        while True:
            print(piece)

    (event,) = told_about(flood)
    assert isinstance(event, Died | Hung)
