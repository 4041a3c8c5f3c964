"""A crash of the code under test, told by the user's own lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import pytest

from refute.judge.tracebacks import Told, told
from refute.logic.reading.measures import measure

HERE = Path(__file__).name


def story_of(call: Callable[[], Any]) -> Told:
    try:
        call()
    except BaseException as error:
        return told(error, ())
    raise AssertionError("it did not raise")


def divide(a: int, b: int) -> int:
    return a // b  # the line that raises


def average(items: list[int]) -> int:
    return divide(sum(items), len(items))


def endless(n: int) -> int:
    if n % 2:
        return endless(n + 1)
    return endless(n + 1)


@measure
def size(t: list[int]) -> int:
    return len(t) + divide(1, 0)


@dataclass
class Checked:
    number: int

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError("negative")


def test_the_exception_and_the_users_last_line() -> None:
    story = story_of(lambda: average([]))
    assert (story.type, story.message) == ("ZeroDivisionError", "integer division or modulo by zero")
    last = story.frames[-1]
    assert (Path(last.file).name, last.function, last.text) == (HERE, "divide", "return a // b  # the line that raises")
    assert [frame.function for frame in story.frames[-2:]] == ["average", "divide"]
    assert story.place is not None
    assert (story.place.file, story.place.line) == (last.file, last.line)
    assert story.ended == ""


def test_crashes_at_the_same_line_have_the_same_place() -> None:
    assert story_of(lambda: average([])).place == story_of(lambda: divide(1, 0)).place
    assert story_of(lambda: divide(1, 0)).place != story_of(lambda: average(None)).place  # type: ignore[arg-type]


def test_frames_of_libraries_are_one_line() -> None:
    story = story_of(lambda: json.loads("{"))
    assert [Path(frame.file).name for frame in story.frames] == [HERE] * len(story.frames)
    assert story.type == "JSONDecodeError"
    assert story.ended.startswith("raised in decoder.py:")


def test_frames_of_generated_code_are_left_out() -> None:
    story = story_of(lambda: Checked(-1))
    assert [frame.function for frame in story.frames][-1] == "Checked.__post_init__"
    assert all(frame.file.endswith(".py") for frame in story.frames)


def test_frames_of_refute_are_left_out() -> None:
    story = story_of(lambda: size([]))
    assert [frame.function for frame in story.frames][-2:] == ["size", "divide"]
    assert not any("refute/logic" in frame.file for frame in story.frames)


def test_frames_can_be_skipped_by_file_and_by_directory() -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        average([])
    folder = str(Path(__file__).parent)
    assert told(raised.value, [__file__]).frames == ()
    assert told(raised.value, [folder]).place is None
    assert told(raised.value, [folder[:-2]]).frames != ()


def test_a_recursion_is_told_shortly_and_has_one_place() -> None:
    first, second = story_of(lambda: endless(0)), story_of(lambda: endless(1))
    assert first.type == "RecursionError"
    assert first.place is not None
    assert first.place == second.place
    assert len(first.frames) <= 12
    assert first.omitted > 500
    assert len(list(first.lines())) < 20


def test_where_a_library_is_tested_its_own_frames_are_told() -> None:
    with pytest.raises(ValueError, match="Expecting") as raised:
        json.loads("{")
    story = told(raised.value, [__file__])
    assert Path(story.frames[0].file).parent.name == "json"
    assert story.place is not None


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no")


def test_an_exception_that_cannot_be_told_is_still_named() -> None:
    def fail() -> NoReturn:
        raise Mute

    story = story_of(fail)
    assert (story.type, story.message) == ("Mute", "<its message raises RuntimeError>")


def test_what_led_to_an_exception_is_told_with_it() -> None:
    def fail(suppressed: bool, named: bool) -> NoReturn:
        try:
            divide(1, 0)
        except ZeroDivisionError as error:
            if suppressed:
                raise ValueError("outer") from None
            if named:
                raise ValueError("outer") from error
            raise ValueError("outer")  # noqa: B904

    for named in (True, False):
        story = story_of(lambda: fail(False, named))  # noqa: B023
        assert story.type == "ValueError"
        assert story.cause is not None
        assert story.cause.type == "ZeroDivisionError"
        assert story.cause.frames[-1].function == "divide"
    assert story_of(lambda: fail(True, False)).cause is None


def test_exceptions_that_lead_to_each_other_come_to_an_end() -> None:
    def fail() -> NoReturn:
        one, other = ValueError("one"), KeyError("other")
        one.__cause__, other.__cause__ = other, one
        raise one

    story = story_of(fail)
    assert story.cause is not None
    assert story.cause.type == "KeyError"
    assert story.cause.cause is None


def test_a_group_is_told_with_its_parts() -> None:
    def fail() -> NoReturn:
        errors = []
        for call in (lambda: divide(1, 0), lambda: Checked(-1)):
            try:
                call()
            except Exception as error:
                errors.append(error)
        raise ExceptionGroup("both", errors)

    story = story_of(fail)
    assert story.type == "ExceptionGroup"
    assert [part.type for part in story.parts] == ["ZeroDivisionError", "ValueError"]
    assert story.parts[0].frames[-1].function == "divide"


def test_the_story_as_text() -> None:
    *_, place, last = story_of(lambda: average([])).lines()
    assert place.endswith(", in average: return divide(sum(items), len(items))")
    assert last.endswith(", in divide: return a // b  # the line that raises")


@pytest.mark.parametrize("kind", [SystemExit, KeyboardInterrupt, GeneratorExit])
def test_exceptions_that_are_no_errors_are_told_as_well(kind: type[BaseException]) -> None:
    def fail() -> NoReturn:
        raise kind

    assert story_of(fail).type == kind.__name__
