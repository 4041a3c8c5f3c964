"""What workers leave in shared memory: the last steps with their answers, and one message."""

from __future__ import annotations

import os
from contextlib import closing

import pytest

from refute.run.workers.answer_log import MOST, SLOTS, AnswerLog, SharedMessage


def test_a_log_knows_the_last_steps_and_those_that_did_not_end() -> None:
    log = AnswerLog()
    for index in range(SLOTS + 10):
        log.begin(index, base=index // 2, new=True)
        log.add((1, 3))
        if index == 5:
            log.keep_unfinished(index)
        else:
            log.end()
    assert (log[SLOTS + 9].base, log[SLOTS + 9].ended) == ((SLOTS + 9) // 2, True)
    assert log[10].pairs == ((1, 3),)
    assert (log[5].base, log[5].pairs, log[5].ended) == (2, ((1, 3),), False)
    with pytest.raises(KeyError):
        log[6]


def test_a_step_that_is_begun_again_has_only_what_was_added_since() -> None:
    log = AnswerLog()
    for pairs in ([(0, 2), (1, 4)], [(1, 2)]):
        log.begin(7, base=3, new=False)
        for pair in pairs:
            log.add(pair)
    assert log[7].pairs == ((1, 2),)


def test_a_step_has_room_for_so_many_answers_beside_its_neighbours() -> None:
    log = AnswerLog()
    answers = tuple((place, MOST) for place in range(MOST))
    for index in (0, 1):
        log.begin(index, base=index, new=False)
        for pair in answers:
            log.add(pair)
    assert (log[0].pairs, log[1].pairs) == (answers, answers)


def test_a_step_cannot_write_into_the_record_of_the_next() -> None:
    with closing(AnswerLog()) as log:
        log.begin(1, base=8, new=False)
        log.begin(0, base=7, new=False)
        for place in range(MOST):
            log.add((place, 2))
        with pytest.raises(ValueError, match=f"room for {MOST}"):
            log.add((MOST, 2))
        assert len(log[0].pairs) == MOST
        assert log[1].base == 8


def test_a_log_shows_the_step_that_runs() -> None:
    with closing(AnswerLog()) as log:
        assert repr(log) == "<AnswerLog, empty>"
        log.begin(1_234, base=5, new=True)
        log.add((0, 2))
        assert repr(log) == f"<AnswerLog at 1,234: {log[1_234]}>"
        assert "pairs=((0, 2),)" in repr(log)


def test_what_is_closed_is_not_shared_any_more() -> None:
    log, message = AnswerLog(), SharedMessage()
    for shared in (log, message):
        shared.close()
    with pytest.raises(ValueError, match="released"):
        log.begin(0, base=0, new=True)
    with pytest.raises(ValueError, match="closed"):
        message.read()


def test_what_is_known_of_a_step_can_be_said_while_it_runs() -> None:
    log = AnswerLog()
    log.begin(0, base=0, new=True)
    log.is_new(False)
    log.is_building(True)
    assert (log.new, log[0].new, log[0].building) == (False, False, True)
    log.is_building(False)
    assert not log[0].building


def test_what_a_forked_process_writes_is_known_to_its_parent() -> None:
    log, message = AnswerLog(), SharedMessage()
    child = os.fork()
    if child == 0:
        log.begin(3, base=9, new=True)
        message.write(b"told")
        os._exit(0)
    os.waitpid(child, 0)
    assert (log[3].base, log[3].ended) == (9, False)
    assert message.read() == b"told"


def test_a_message_that_is_too_long_leaves_the_one_before() -> None:
    message = SharedMessage(16)
    message.write(b"short")
    message.write(b"much too long")
    assert message.read() == b"short"
