"""The command line: `refute check TARGET…`, `explore TARGET…`, `compare OLD NEW`, `write TARGET` and others."""

from __future__ import annotations

import argparse
import gc
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from types import FrameType

from refute.commands.statuses import INTERRUPTED, UNUSABLE, ending_signals, status_of
from refute.commands.words.arguments import parser
from refute.errors import RefuteError
from refute.report.formats.standard_output import OutputError, to_standard_output
from refute.report.lines import Line, lines_of
from refute.run.system.interrupts import Interrupts


class _Terminated(KeyboardInterrupt):
    """SIGTERM or SIGHUP: what is known by then is told, as for Ctrl-C."""


def main(arguments: Sequence[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # whatever the code under test says can be printed
    ended_by: int | None = None

    def terminate(number: int, _frame: FrameType | None) -> None:
        nonlocal ended_by
        ended_by = number
        raise _Terminated

    status = UNUSABLE
    try:
        for number in ending_signals():
            signal.signal(number, terminate)
        given = sys.argv[1:] if arguments is None else arguments
        reader = parser()
        if not given:
            reader.print_help()
            return UNUSABLE
        options = reader.read(list(_joined(given)))
        del sys.argv[1:]  # they are not meant for the code that is going to be run
        if options.run != "doctor":
            _look_for_current_directory()
        status = _RUNS[options.run](options)
        with to_standard_output():
            sys.stdout.flush()
    except OutputError as error:
        _complain(error)
        status = _unheard(UNUSABLE)
    except RefuteError as error:
        _complain(error)
    except KeyboardInterrupt:
        with suppress(OSError):
            print("refute: interrupted", file=sys.stderr)
        status = INTERRUPTED
    except BrokenPipeError:
        status = _unheard(status)
    except Exception as error:  # no traceback of refute's own helps anyone who has not written it
        from refute.commands.checker import fault

        _complain(fault(error))
    return status_of(ended_by) if ended_by is not None and status == INTERRUPTED else status


def _joined(arguments: Sequence[str]) -> Iterator[str]:
    """`--ints -9..-5` as one word: argparse takes what begins with a dash for an option."""
    given = iter(arguments)
    for one in given:
        following = next(given, None) if one == "--ints" else None
        yield one if following is None else f"{one}={following}"


def _unheard(status: int) -> int:
    """Whoever was reading has seen enough. Python is kept from complaining at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _look_for_current_directory() -> None:
    try:
        os.getcwd()
    except OSError as error:
        raise RefuteError(
            f"the current directory cannot be used: {error.strerror}",
            remedy="If it has been deleted, change to another one and run refute again.",
        ) from None


def _complain(error: RefuteError) -> None:
    from refute.report.terminal import console, print_lines

    place = f"{error.place}: " if error.place else ""
    problem, *more = error.problem.split("\n")
    first: Line = [("refute: ", "bold red"), (place, "bold"), (problem, "")]
    with suppress(OSError):  # where standard error cannot be written, the status has to do
        print_lines(console(sys.stderr), [first, *([(line, "")] for line in more), *lines_of(error.remedy, "", "  ")])


def _run_check(options: argparse.Namespace) -> int:
    with Interrupts(signal.SIGINT, *ending_signals()) as interrupts:  # kept until they can be told of in every format
        gc.disable()  # nothing of what is imported is garbage
        try:
            from refute.commands.check import check
        finally:
            gc.enable()
        return check(options, interrupts)


def _run_explore(options: argparse.Namespace) -> int:
    with Interrupts(signal.SIGINT, *ending_signals()) as interrupts:
        from refute.commands.explore import explore

        return explore(options, interrupts)


def _run_compare(options: argparse.Namespace) -> int:
    with Interrupts(signal.SIGINT, *ending_signals()) as interrupts:
        from refute.commands.compare import compare

        return compare(options, interrupts)


def _run_write(options: argparse.Namespace) -> int:
    with Interrupts(signal.SIGINT, *ending_signals()):  # in the middle of writing a file, they are kept
        from refute.commands.write import write

        return write(options)


def _run_baseline(options: argparse.Namespace) -> int:
    with Interrupts(signal.SIGINT, *ending_signals()) as interrupts:
        from refute.commands.baseline import baseline

        return baseline(options, interrupts)


def _run_doctor(options: argparse.Namespace) -> int:
    from refute.commands.doctor import doctor

    return doctor(options)


def _run_show(options: argparse.Namespace) -> int:
    from refute.commands.show import show

    return show(options)


_RUNS: dict[str, Callable[[argparse.Namespace], int]] = {
    "check": _run_check,
    "explore": _run_explore,
    "compare": _run_compare,
    "write": _run_write,
    "baseline": _run_baseline,
    "show": _run_show,
    "doctor": _run_doctor,
}
