"""Words of a command line: targets anywhere among options, and errors that name what may have been meant."""

from __future__ import annotations

import pytest

from refute.commands.words.arguments import parser
from refute.commands.words.parser import UsageError


@pytest.mark.parametrize(
    "words",
    [
        ["a.py", "b.py", "--size", "1"],
        ["a.py", "--size", "1", "b.py"],
        ["--size", "1", "a.py", "b.py"],
        ["--size", "1", "a.py", "-q", "b.py"],
    ],
)
def test_targets_stand_before_between_and_after_options(words: list[str]) -> None:
    options = parser().read(["check", *words])
    assert (options.targets, options.size) == (["a.py", "b.py"], 1)


@pytest.mark.parametrize(
    ("words", "problem", "remedy"),
    [
        (["chek", "a.py"], "there is no command 'chek'", "Did you mean check?"),
        (["--verison"], "there is no option --verison", "Did you mean --version?"),
        (["check", "--sise", "3"], "there is no option --sise", "Did you mean --size"),
        (["check", "--sise=3"], "there is no option --sise", "Did you mean --size"),
        (["check", "--size", "x"], "--size: expected a number from 0 on, not 'x'", "See `refute check --help`."),
        (["check", "--seed", "x"], "--seed: expected an integer, not 'x'", "See `refute check --help`."),
        (["check", "--engine", "z4"], "--engine: 'z4' is none of auto, classes, smt", "See `refute check --help`."),
        (["doctor", "here"], "there is one word too many: 'here'", "See `refute doctor --help`."),
        ([], "no command is named", "Name one: refute check FILE."),
    ],
)
def test_an_error_is_two_lines(words: list[str], problem: str, remedy: str) -> None:
    with pytest.raises(UsageError) as caught:
        parser().read(words)
    assert caught.value.problem == problem
    assert remedy in caught.value.remedy
