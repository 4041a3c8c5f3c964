"""Jobs do pieces of work in processes of their own; results are told in order, whoever comes first."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress

from refute.campaign.campaign import Progress
from refute.commands.working.jobs import Jobs
from refute.run.system.interrupts import Interrupts, _is_interruptible

Tell = Callable[[int, Progress], None]


def squares(pieces: Sequence[int], tell: Tell) -> Iterator[tuple[int, object]]:
    for piece in pieces:
        tell(piece, Progress(piece, 1.0, ""))
        yield piece, (piece * piece, os.getpid())


def mortal(pieces: Sequence[int], tell: Tell) -> Iterator[tuple[int, object]]:
    for piece in pieces:
        if piece == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        yield piece, piece


def stopping(pieces: Sequence[int], tell: Tell) -> Iterator[tuple[int, object]]:
    for piece in pieces:
        tell(piece, Progress(piece, 1.0, ""))
        if piece == 1:
            os.kill(os.getpid(), signal.SIGSTOP)
        yield piece, piece


def babbling(pieces: Sequence[int], tell: Tell) -> Iterator[tuple[int, object]]:
    """Writes to its connection what is no message."""
    for piece in pieces:
        if piece == 1:
            for line in [one for one in gc.get_objects() if type(one) is socket.socket and one.fileno() >= 0]:
                with suppress(OSError):
                    line.sendall(b"\xff" * 100)
        yield piece, piece


def telling_whether_it_is_interruptible(pieces: Sequence[int], tell: Tell) -> Iterator[tuple[int, object]]:
    for piece in pieces:
        if piece == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        yield piece, _is_interruptible(sys._getframe())


def nothing() -> None:
    pass


def lost(piece: int, how: str) -> object:
    return f"{piece} lost: {how}"


def unheard(progress: Progress) -> None:
    pass


def test_results_have_the_order_in_which_they_are_asked_for() -> None:
    batches = [(piece,) for piece in range(20)]
    with closing(Jobs(3, squares, nothing, batches, lost)) as jobs:
        results = [jobs.result(piece, unheard) for piece in range(20)]
    assert [square for square, _ in results] == [piece * piece for piece in range(20)]
    processes = {process for _, process in results}
    assert os.getpid() not in processes
    assert len(processes) <= 3


def test_a_job_that_is_ended_loses_its_own_piece_and_no_other() -> None:
    with closing(Jobs(1, mortal, nothing, [(0,), (1,), (2,)], lost)) as jobs:
        assert [jobs.result(piece, unheard) for piece in range(3)] == [0, "1 lost: ended (signal SIGKILL)", 2]


def test_of_a_batch_whose_job_is_ended_only_the_piece_that_ends_it_is_lost() -> None:
    with closing(Jobs(2, mortal, nothing, [range(0, 9, 2), range(1, 9, 2)], lost)) as jobs:
        results = [jobs.result(piece, unheard) for piece in range(9)]
    assert results == [0, "1 lost: ended (signal SIGKILL)", *range(2, 9)]


def test_a_batch_is_done_by_one_job() -> None:
    with closing(Jobs(2, squares, nothing, [(0, 2, 4), (1, 3)], lost)) as jobs:
        results = [jobs.result(piece, unheard) for piece in range(5)]
    assert len({process for _, process in results[::2]}) == 1


def test_what_a_job_tells_of_a_piece_reaches_who_waits_for_it() -> None:
    heard: list[Progress] = []
    with closing(Jobs(1, squares, nothing, [(7,)], lost)) as jobs:
        jobs.result(7, heard.append)
    assert [progress.tests for progress in heard] == [7]


def test_what_was_never_waited_for_is_ended() -> None:
    jobs = Jobs(2, squares, nothing, [(piece,) for piece in range(50)], lost)
    jobs.close()
    assert jobs.result(49, unheard) is None


def test_a_job_that_says_what_cannot_be_read_loses_its_own_piece_and_no_other() -> None:
    with closing(Jobs(1, babbling, nothing, [(0,), (1,), (2,)], lost)) as jobs:
        found = [jobs.result(piece, unheard) for piece in range(3)]
    assert found == [0, "1 lost: was ended: something else than refute wrote to its connection", 2]


def test_a_job_that_is_stopped_is_ended_when_it_has_said_nothing_for_long() -> None:
    patience = {1: 0.2}.get
    with closing(Jobs(1, stopping, nothing, [(0,), (1,), (2,)], lost, patience)) as jobs:
        found = [jobs.result(piece, unheard) for piece in range(3)]
    assert found == [0, "1 lost: was ended: it had said nothing for 0 s", 2]


def test_a_job_that_is_stopped_answers_an_interrupt() -> None:
    def interrupting(progress: Progress) -> None:
        os.waitid(os.P_PID, jobs._jobs[0].process, os.WSTOPPED | os.WNOWAIT)
        os.kill(os.getpid(), signal.SIGINT)

    with Interrupts() as interrupts, closing(Jobs(1, stopping, nothing, [(1,), (2,)], lost)) as jobs:
        assert [jobs.result(piece, interrupting) for piece in (1, 2)] == [1, None]
    assert interrupts.raised


def test_a_job_is_ended_where_the_system_does_not_tell_how_children_end() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        with closing(Jobs(1, mortal, nothing, [(0,), (1,), (2,)], lost)) as jobs:
            found = [jobs.result(piece, unheard) for piece in range(3)]
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert found == [0, "1 lost: ended (the system does not say how)", 2]


def test_an_interrupt_waits_until_a_message_has_its_place() -> None:
    heard = []

    def interrupting(progress: Progress) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        heard.append(progress.tests)

    with Interrupts() as interrupts, closing(Jobs(1, squares, nothing, [(7,)], lost)) as jobs:
        found = jobs.result(7, interrupting)
    assert heard == [7]
    assert interrupts.raised
    assert isinstance(found, tuple)


def test_a_job_that_replaces_another_begins_outside_of_what_can_be_interrupted() -> None:
    with closing(Jobs(1, telling_whether_it_is_interruptible, nothing, [(0,), (1,)], lost)) as jobs:
        assert [jobs.result(piece, unheard) for piece in range(2)] == ["0 lost: ended (signal SIGKILL)", False]
