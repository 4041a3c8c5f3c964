"""Settings: what pyproject.toml says, what profiles say, and the command line over both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command_line import refute
from refute.run.limits import Limits
from refute.settings.pyproject import SettingsError
from refute.settings.settings import Settings, settings_for
from refute.spaces.scope import Scope

Settled = Callable[..., Settings]


@pytest.fixture
def settled(tmp_path: Path) -> Settled:
    def settled(text: str, **given: Any) -> Settings:
        (tmp_path / "pyproject.toml").write_text(text)
        return settings_for(given, tmp_path)

    return settled


def test_without_a_file_there_is_the_profile_dev(tmp_path: Path) -> None:
    assert settings_for({}, tmp_path) == Settings()


def test_every_key_is_read(settled: Settled) -> None:
    found = settled(
        """
        [tool.refute]
        targets = ["shop", "shop.stock:restock"]
        size = 4
        depth = 3
        ints = [-2, 5]
        landmarks = false
        budget = "500ms"
        tests = 100
        seed = 7
        time-limit = 2.5
        memory-limit = 64
        import-limit = "2m"
        max-findings = 1
        format = "jsonl"
        quiet = true
        """
    )
    assert found == Settings(
        scope=Scope(size=4, depth=3, ints=(-2, 5), landmarks=False),
        budget=0.5,
        tests=100,
        seed=7,
        limits=Limits(seconds=2.5, memory=64 << 20, importing=120.0),
        max_findings=1,
        targets=("shop", "shop.stock:restock"),
        format="jsonl",
        quiet=True,
    )


def test_values_may_be_spelled_as_on_the_command_line(settled: Settled) -> None:
    found = settled('[tool.refute]\nsize = 3\nints = "-3..3"\nbudget = "2m"\ntime-limit = "250ms"\n')
    assert found.scope == Scope(size=3, ints=(-3, 3))
    assert found.budget == 120.0
    assert found.limits.seconds == 0.25
    assert settled("[tool.refute]\nsmallcheck = 6\n").scope == Scope.smallcheck(6)
    assert settled("[tool.refute]\nverbose = true\n").verbose


def test_what_is_given_counts_more_than_the_file(settled: Settled) -> None:
    found = settled("[tool.refute]\nseed = 1\nmax-findings = 2\n", seed=5)
    assert (found.seed, found.max_findings) == (5, 2)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"size": 6}, Settings(scope=Scope(size=6, ints=(0, 1)))),
        ({"depth": 2}, Settings(scope=Scope(depth=2, ints=(0, 1)))),
        ({"smallcheck": 2}, Settings(scope=Scope.smallcheck(2))),
        ({"budget": 9.0}, Settings(budget=9.0)),
        ({"tests": 10}, Settings(tests=10)),
        ({"profile": "ci"}, Settings(budget=30.0)),
        ({"profile": "ci", "size": 2}, Settings(scope=Scope(size=2, ints=(0, 1)))),
        ({}, Settings(scope=Scope(size=4, ints=(0, 1)))),
    ],
    ids=str,
)
def test_who_says_how_far_to_go_says_all_of_it(settled: Settled, given: dict[str, Any], expected: Settings) -> None:
    assert settled("[tool.refute]\nsize = 4\nints = [0, 1]\n", **given) == expected


def test_quiet_and_verbose_answer_one_question(settled: Settled) -> None:
    found = settled("[tool.refute]\nverbose = true\n", quiet=True)
    assert (found.quiet, found.verbose) == (True, False)


def test_a_profile_counts_less_than_what_is_said_beside_it(settled: Settled) -> None:
    nightly = '[tool.refute.profiles.nightly]\nbudget = "1h"\nseed = 3\nmax-findings = 9\n'
    found = settled(f'[tool.refute]\nprofile = "nightly"\nseed = 4\n{nightly}')
    assert (found.budget, found.seed, found.max_findings) == (3600.0, 4, 9)
    found = settled(f"[tool.refute]\nseed = 4\n{nightly}", profile="nightly")
    assert (found.budget, found.seed) == (3600.0, 3)


def test_a_profile_that_is_there_can_be_changed(settled: Settled) -> None:
    text = "[tool.refute.profiles.ci]\nmax-findings = 1\n[tool.refute.profiles.dev]\nsize = 3\n"
    found = settled(text, profile="ci")
    assert (found.budget, found.max_findings) == (30.0, 1)
    assert settled(text).scope == Scope(size=3)


def test_the_nearest_file_with_settings_counts(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("[tool.refute]\nseed = 1\n")
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.other]\nseed = 2\n")
    assert settings_for({}, inner).seed == 1
    (inner / "pyproject.toml").write_text("[tool.refute]\nseed = 3\n")
    assert settings_for({}, inner).seed == 3


@pytest.mark.parametrize(
    ("text", "line", "problem", "remedy"),
    [
        (
            "[tool.refute]\nseed = 1\nbugdet = 3\n",
            3,
            "[tool.refute] bugdet: there is no such setting",
            "Did you mean budget?",
        ),
        ("[tool.refute]\ntime_limit = 3\n", 2, "[tool.refute] time_limit: there is no such setting", "time-limit"),
        (
            "[tool.refute]\nzzz = 3\n",
            2,
            "[tool.refute] zzz: there is no such setting",
            "There are targets, include, exclude, profile,",
        ),
        ("[tool.refute]\nsize = '3'\n", 2, "[tool.refute] size: expected a number from 0 on, not '3'", ""),
        ("[tool.refute]\nsize = -1\n", 2, "[tool.refute] size: expected a number from 0 on, not -1", ""),
        ("[tool.refute]\ntests = true\n", 2, "[tool.refute] tests: expected a number from 1 on, not True", ""),
        ("[tool.refute]\nbudget = 'soon'\n", 2, 'budget: expected a time such as "10s", or a number of seconds', ""),
        ("[tool.refute]\nbudget = -1\n", 2, "expected a time", ""),
        ("[tool.refute]\nmax-findings = 0\n", 2, "max-findings: expected a number from 1 on, not 0", ""),
        ("[tool.refute]\nints = [1]\n", 2, 'ints: expected two integers such as "-3..3" or [-3, 3], not [1]', ""),
        ("[tool.refute]\nlandmarks = 1\n", 2, "landmarks: expected true or false, not 1", ""),
        ("[tool.refute]\ntargets = 'src'\n", 2, "targets: expected a list of files, modules or directories", ""),
        ("[tool.refute]\nformat = 'jsnl'\n", 2, "format: expected one of text, json, jsonl, junit, github", "jsonl"),
        ("[tool.refute]\nquiet = true\nverbose = true\n", 3, "quiet and verbose exclude each other", ""),
        ("[tool.refute]\nprofile = 'thorogh'\n", 2, "there is no profile 'thorogh'", "Did you mean thorough?"),
        (
            "[tool.refute]\nseed = 1\n\n[ tool.refute.profiles.ci ]\nseeds = 1\n",
            5,
            "[tool.refute.profiles.ci] seeds: there is no such setting",
            "Did you mean seed?",
        ),
        ("[tool.refute.profiles.ci]\nprofile = 'dev'\n", 2, "profile: there is no such setting", ""),
        ("[tool.refute.profiles]\nci = 3\n", 0, "expected tool.refute.profiles.ci to be a table, not 3", ""),
        ("[tool]\nrefute = 3\n", 0, "expected tool.refute to be a table, not 3", "Write its keys below [tool.refute]."),
        ("[tool.refute]\nseed = = 1\n", 2, "the settings cannot be read", ""),
    ],
)
def test_what_cannot_be_used_is_said_with_its_place(
    settled: Settled, tmp_path: Path, text: str, line: int, problem: str, remedy: str
) -> None:
    with pytest.raises(SettingsError) as raised:
        settled(text)
    error = raised.value
    assert error.place is not None
    assert (Path(error.place.file), error.place.line) == (tmp_path / "pyproject.toml", line)
    assert problem in error.problem
    assert remedy in error.remedy


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"smallcheck": 3, "size": 2}, "smallcheck and size exclude each other"),
        ({"smallcheck": 3, "ints": (0, 1)}, "smallcheck and ints exclude each other"),
        ({"ints": (0, 1)}, "ints has no effect without a size or a depth"),
        ({"landmarks": False, "budget": 1.0}, "landmarks has no effect without a size or a depth"),
        ({"profile": "thorogh"}, "there is no profile 'thorogh'"),
    ],
    ids=str,
)
def test_what_would_do_nothing_is_refused(tmp_path: Path, given: dict[str, Any], problem: str) -> None:
    with pytest.raises(SettingsError) as raised:
        settings_for(given, tmp_path)
    assert problem in raised.value.problem
    assert raised.value.remedy


def test_the_command_line_uses_them_from_wherever_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "lib" / "deep").mkdir(parents=True)
    (tmp_path / "lib" / "shop.py").write_text("def good(n: int) -> int: return n\ndef bad(n: int) -> str: return n\n")
    (tmp_path / "pyproject.toml").write_text('[tool.refute]\ntargets = ["lib/shop.py:good"]\nsize = 2\n')
    for directory in (tmp_path, tmp_path / "lib", tmp_path / "lib" / "deep"):
        done = refute("check", cwd=directory)
        assert done.returncode == 0
        assert ": good  exhausted   all 5 inputs to size 2" in done.stdout
    done = refute("check", "shop.py", "--size", "1", "-q", cwd=tmp_path / "lib")
    assert "2 functions: 1 refuted, 1 exhausted" in done.stdout


def test_the_command_line_says_what_is_wrong_with_them(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.refute]\nsise = 2\n")
    done = refute("check", "nothing.py", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        "refute: pyproject.toml:2: [tool.refute] sise: there is no such setting",
        "  Did you mean size or raises?",
    ]


OVERRIDES = """
[tool.refute]
size = 2
seed = 1
[[tool.refute.overrides]]
module = "shop.*"
budget = "9s"
[[tool.refute.overrides]]
module = ["shop.bank", "shop.t?x"]
seed = 5
skip = "later"
untyped = true
"""


def test_aliasing_is_turned_off_by_a_key_and_by_an_option(settled: Settled) -> None:
    assert settled("[tool.refute]\n").for_check()["aliasing"] is True
    assert settled("[tool.refute]\naliasing = false\n").for_check()["aliasing"] is False
    assert settled("[tool.refute]\n", aliasing=False).for_check()["aliasing"] is False


def test_overrides_are_for_the_modules_that_they_name_the_later_ones_over_the_earlier(settled: Settled) -> None:
    found = settled(OVERRIDES)
    assert found.for_module("shops") == found
    assert (found.scope, found.budget, found.skip) == (Scope(size=2), None, None)
    for name in ("shop", "shop.stock", "shop.deep.down"):
        assert found.for_module(name) == Settings(budget=9.0, seed=1)
    for name in ("shop.bank", "shop.tax"):
        assert found.for_module(name) == Settings(budget=9.0, seed=5, skip="later", untyped=True)


def test_overrides_count_more_than_a_profile_and_less_than_what_is_given_itself(settled: Settled) -> None:
    assert settled(OVERRIDES, profile="ci").for_module("shop.stock").budget == 9.0
    assert settled(OVERRIDES, profile="ci").for_module("other").budget == 30.0
    assert settled(OVERRIDES, seed=7).for_module("shop.bank").seed == 7
    assert settled(OVERRIDES, size=3).for_module("shop.bank").scope == Scope(size=3)


@pytest.mark.parametrize(
    ("text", "line", "problem", "remedy"),
    [
        ("module = 'a'\nbugdet = 3\n", 3, "[tool.refute.overrides] bugdet: there is no such setting", "budget"),
        ("module = 'a'\nformat = 'text'\n", 3, "format: it is for a whole run, not for some modules", "[tool.refute]"),
        ("module = 'a'\nfreeze = true\n", 3, "freeze: it is for a whole run, not for some modules", "[tool.refute]"),
        ("module = 'a'\ndeny = ['read=x']\n", 3, "deny: it is for a whole run, not for some modules", ""),
        ("module = 'a'\nskip = true\n", 3, "skip: expected the reason, as text, not True", ""),
        ("seed = 3\n", 0, "[tool.refute.overrides] module: it is missing", "module = 'shop.*'"),
        ("module = 3\n", 2, "module: expected the name of a module, or a list of such, not 3", ""),
        ("module = ['a', 3]\n", 2, "module: expected the name of a module, or a list of such", ""),
    ],
)
def test_overrides_that_cannot_be_used_are_said_with_their_place(
    settled: Settled, text: str, line: int, problem: str, remedy: str
) -> None:
    with pytest.raises(SettingsError) as raised:
        settled(f"[[tool.refute.overrides]]\n{text}")
    assert raised.value.place is not None
    assert raised.value.place.line == line
    assert problem in raised.value.problem
    assert remedy in raised.value.remedy


@pytest.mark.parametrize("text", ["[tool.refute.overrides]\nseed = 3\n", "[tool.refute]\noverrides = [3]\n"])
def test_overrides_are_an_array_of_tables(settled: Settled, text: str) -> None:
    with pytest.raises(SettingsError, match="to be an array of tables"):
        settled(text)


def test_the_project_is_where_the_settings_are_or_the_nearest_pyproject_or_where_one_is(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert settings_for({}, inner).project == inner
    (tmp_path / "a" / "pyproject.toml").write_text("[project]\n")
    assert settings_for({}, inner).project == tmp_path / "a"
    (tmp_path / "pyproject.toml").write_text("[tool.refute]\n")
    assert settings_for({}, inner).project == tmp_path
