"""What a first user met: everyday code that was not read, or told wrongly."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from typing_extensions import deprecated

from refute import Nat, Scope, check

if TYPE_CHECKING:
    from typing import TypeAlias

    Number: TypeAlias = float | str


def shown(number: Number) -> str:
    return str(number)


def test_an_alias_for_type_checkers_is_read() -> None:
    assert check(shown, scope=Scope(size=1)).status == "exhausted"


@deprecated("there are better ones")
class Colour:
    def __init__(self, value: int) -> None:
        self.value = value


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_deprecated_class_has_the_parameters_of_its_constructor() -> None:
    report = check(Colour, scope=Scope(size=2))
    assert (report.status, report.tests) == ("exhausted", 5)


def leaves_a_variable(n: Nat) -> int:
    os.environ["LEFT_BY"] = str(n)
    return n


def test_what_a_call_leaves_is_not_said_to_depend_on_others() -> None:
    (finding,) = check(leaves_a_variable, scope=Scope(size=1), leftovers="fail").findings
    assert finding.outcome == "returned, but environment variables were changed"
    assert "alone" not in finding.explanation


def test_show_needs_nothing_of_check() -> None:
    """What a host answers to it can be read in a process that has imported nothing else."""
    done = subprocess.run(
        [sys.executable, "-m", "refute", "show", "list[bool]", "--size", "2", "--count"], capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("7\n", "")


def test_the_command_line_starts_without_what_only_commands_need() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "refute", "--version"], capture_output=True, text=True, check=True
    )
    rooms = {line.rpartition("|")[2].strip().split(".")[1] for line in done.stderr.splitlines() if "refute." in line}
    assert "cli" in rooms
    assert not rooms & {"logic", "types", "spaces", "search", "conform", "judge", "campaign", "check", "explore"}
