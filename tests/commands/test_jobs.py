"""Jobs do pieces of work in processes of their own; results are told in order, whoever comes first."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

from refute.campaign.campaign import Progress
from refute.commands.jobs import Jobs

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
        assert [jobs.result(piece, unheard) for piece in range(3)] == [0, "1 lost: signal SIGKILL", 2]


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
