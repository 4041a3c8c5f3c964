"""What failed is kept in `.refute/` as text, and tried first on the next run."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from command_line import refute_on_a_terminal
from refute import Report, Scope, check
from refute.store.entries import Entry
from refute.store.files import Store, StoreKey, store_of_project
from refute.store.writing import key_of
from refute.types.signatures import read_signature

HEADER = "from __future__ import annotations\nfrom dataclasses import dataclass\nfrom refute import *\n"
WRONG = HEADER + "def half(n: Nat) -> Nat:\n    return n // 2 if n < 3 else -1\n"
RIGHT = HEADER + "def half(n: Nat) -> Nat:\n    return n // 2\n"
SIZE = Scope(size=4)
KEY = StoreKey("shop.half", "half")


def function(text: str, name: str = "half", module: str = "shop") -> Any:
    """A function of a module that consists of a text, anew each time."""
    sys.modules[module] = made = ModuleType(module)
    exec(compile(text, f"{module}.py", "exec"), vars(made))
    return getattr(made, name)


def checked(store: Path, text: str, name: str = "half", **settings: Any) -> Report:
    settings.setdefault("scope", SIZE)
    return check(function(text, name), store=store, **settings)


def kept(store: Path, name: str = "half") -> str:
    return (store / f"shop.{name}.py").read_text()


@pytest.fixture(autouse=True)
def _no_module_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shop", ModuleType("shop"))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / ".refute"


# --------------------------------------------------------------------------------------------------------- what is kept


def test_a_failure_is_kept_as_text_that_can_be_read_and_pasted(store: Path) -> None:
    checked(store, WRONG)
    assert kept(store) == (
        "# Failures of shop.half, kept by refute and tried first on its next run. One that passes twice is removed.\n"
        "# This file can be committed, edited and deleted.\n"
        "\n"
        "# size 0, violation: returned -1\n"
        "#   `v >= 0` is false: v = -1\n"
        "from shop import half\n"
        "half(n=3)\n"
    )
    names: dict[str, Any] = {}
    exec(kept(store).rpartition("half(n=3)")[0], names)
    assert eval("half(n=3)", names) == -1


def test_without_a_store_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    check(function(WRONG), scope=SIZE)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_when_nothing_fails(store: Path) -> None:
    assert checked(store, RIGHT).warnings == []
    assert not store.exists()


def test_arguments_are_written_with_the_imports_they_need(store: Path) -> None:
    text = HEADER + (
        "from fractions import Fraction\n"
        "@dataclass(frozen=True)\n"
        "class Price:\n    net: Nat\n    rate: Fraction\n"
        "def gross(p: Price, *more: bool, gift: bool = False, **named: bool) -> bool:\n    return named['x']\n"
    )
    for in_process in (False, True):
        report = checked(store, text, "gross", in_process=in_process)
        assert [finding.kept for finding in report.findings] == [False]
        assert report.warnings == []
    assert "from fractions import Fraction\nfrom shop import Price\ngross(Price(0, Fraction(0, 1)))" in kept(
        store, "gross"
    )


def test_what_cannot_be_made_again_from_text_is_not_kept(store: Path) -> None:
    text = HEADER + (
        "def price():\n"
        "    @dataclass(frozen=True)\n"
        "    class Price:\n        net: Nat\n"
        "    return Price\n"
        "Hidden = price()\n"
        "def wrong(p: Hidden) -> Pos:\n    return p.net\n"
    )
    report = checked(store, text, "wrong")
    assert not report.ok
    assert report.warnings == []
    assert not store.exists()


# ----------------------------------------------------------------------------------------------------- what is replayed


def test_what_failed_is_tried_first_even_if_the_search_would_not_find_it(store: Path) -> None:
    checked(store, WRONG)
    report = checked(store, WRONG, scope=Scope(size=1))
    (finding,) = report.findings
    assert (finding.call, finding.outcome, finding.kept) == ("half(n=3)", "returned -1", True)
    assert "`v >= 0` is false: v = -1" in finding.explanation
    assert "kept from an earlier run in" in finding.explanation
    assert (report.tests, report.claims.replayed) == (3, 1)


def test_the_smallest_of_each_kind_of_failure_is_reported(store: Path) -> None:
    store.mkdir()
    (store / "shop.half.py").write_text("# size 0, violation: returned -1\nhalf(n=100)\n")
    (finding,) = checked(store, WRONG).findings
    assert (finding.call, finding.kept) == ("half(n=3)", False)
    assert "half(n=100)" in kept(store)
    assert "half(n=3)" in kept(store)


def test_a_kept_failure_smaller_than_what_was_drawn_is_the_one_reported(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # so short that few sizes are exhausted, and the failure is left to samples
    monkeypatch.setattr(sys.modules["refute.check.search"], "_FOR_EXHAUSTING", 0.02)
    text = HEADER + "def half(n: Nat, xs: list[bool]) -> Nat:\n    return -1 if len(xs) > 8 or n * n == 10_201 else 0\n"
    store.mkdir()
    (store / "shop.half.py").write_text("# size 0, violation: returned -1\nhalf(n=101, xs=[])\n")
    report = checked(store, text, scope=None, budget=60.0, engine="classes")
    assert [(finding.call, finding.kept) for finding in report.findings] == [("half(n=101, xs=[])", True)]
    assert kept(store).count("half(n=") == 2


@pytest.mark.slow
def test_kept_and_new_failures_together_stay_within_the_number_asked_for(store: Path) -> None:
    two = HEADER + "def half(n: Nat) -> Nat:\n    return [0, -1, 1 // (n - 2) if n == 2 else 0, 'x'][n % 4]\n"
    checked(store, two)
    assert kept(store).count("half(n=") == 3
    assert len(checked(store, two, max_findings=1).findings) == 1
    assert len(checked(store, two).findings) == 3


def test_the_second_run_says_the_same_as_the_first(store: Path) -> None:
    first, second = checked(store, WRONG), checked(store, WRONG)
    assert [(f.call, f.number, f.explanation) for f in first.findings] == [
        (f.call, f.number, f.explanation) for f in second.findings
    ]
    assert first.exhausted == second.exhausted
    assert second.tests - second.claims.replayed == first.tests


def test_what_passes_twice_is_gone_and_so_are_empty_files(store: Path) -> None:
    checked(store, WRONG)
    assert checked(store, RIGHT).ok
    assert "# passed once" in kept(store)
    assert checked(store, RIGHT).ok
    assert not store.exists()


def test_what_passes_once_and_fails_again_has_to_pass_twice_again(store: Path) -> None:
    checked(store, WRONG)
    checked(store, RIGHT)
    checked(store, WRONG)
    assert "# passed once" not in kept(store)
    checked(store, RIGHT)
    assert "half(n=3)" in kept(store)


def test_git_does_not_see_the_directory_unless_its_ignore_file_is_deleted(store: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=store.parent, check=True)
    checked(store, WRONG)
    seen = ["git", "status", "--porcelain", "--untracked-files=all"]
    assert subprocess.run(seen, cwd=store.parent, capture_output=True, check=True).stdout == b""
    (store / ".gitignore").unlink()
    checked(store, WRONG.replace("n < 3", "n < 2"))
    assert not (store / ".gitignore").exists()
    assert (
        subprocess.run(seen, cwd=store.parent, capture_output=True, check=True).stdout == b"?? .refute/shop.half.py\n"
    )


def test_an_ignore_file_that_was_changed_is_not_removed(store: Path) -> None:
    checked(store, WRONG)
    (store / ".gitignore").write_text("*.py\n")
    checked(store, RIGHT)
    checked(store, RIGHT)
    assert [file.name for file in store.iterdir()] == [".gitignore"]


def test_a_directory_of_another_name_gets_no_ignore_file(tmp_path: Path) -> None:
    checked(tmp_path / "failures", WRONG)
    assert [file.name for file in (tmp_path / "failures").iterdir()] == ["shop.half.py"]


def test_files_of_others_keep_the_directory(store: Path) -> None:
    checked(store, WRONG)
    (store / "notes.txt").write_text("mine")
    checked(store, RIGHT)
    checked(store, RIGHT)
    assert {file.name for file in store.iterdir()} == {".gitignore", "notes.txt"}


def test_hangs_and_deaths_are_kept_too(store: Path) -> None:
    text = HEADER + "import os\ndef half(n: Nat) -> int:\n    if n == 3: os._exit(3)\n    return n\n"
    checked(store, text)
    (finding,) = checked(store, text, scope=Scope(size=0)).findings
    assert (finding.kind, finding.kept) == ("death", True)


def test_methods_and_coroutines_are_kept(store: Path) -> None:
    text = HEADER + (
        "@dataclass(frozen=True)\n"
        "class Till:\n"
        "    cash: Nat\n"
        "    async def pay(self, amount: Nat) -> Nat:\n"
        "        return self.cash - amount\n"
    )
    for _ in range(2):
        till = function(text, "Till")
        report = check(till.pay, bound_to=till, scope=SIZE, store=store)
        assert report.findings[0].call == "Till.pay(self=Till(0), amount=1)"
        assert report.warnings == []
    (file,) = store.glob("*.py")
    assert file.name.startswith("shop.Till.pay-")


# ------------------------------------------------------------------------------------------------ what fits no longer


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ("def half(m: Nat) -> Nat:\n    return m // 2\n", "it does not fit the parameters any more"),
        ("def half(n: Nat, m: Nat) -> Nat:\n    return m // 2\n", "it does not fit the parameters any more"),
        ("def half(n: str) -> Nat:\n    return 0\n", "n is not of its type any more"),
        ("def half(n: Rng(0, 2)) -> Nat:\n    return n // 2\n", "n is not of its type any more"),
    ],
)
def test_arguments_that_fit_no_longer_are_dropped_with_a_word(store: Path, changed: str, why: str) -> None:
    checked(store, WRONG)
    report = checked(store, f"{HEADER}{changed}", scope=Scope(size=1))
    assert report.ok
    assert "half(n=3) is dropped" in report.warnings[0]
    assert why in report.warnings[0]
    assert not store.exists()


PRICE = HEADER + (
    "@dataclass(frozen=True)\n"
    "class Price:\n    net: Nat\n"
    "    def __post_init__(self) -> None:\n        HOOK\n"
    "def twice(p: Price) -> Nat:\n    return -1 if p.net else 0\n"
)


def test_arguments_that_a_constructor_refuses_are_dropped(store: Path) -> None:
    checked(store, PRICE.replace("HOOK", "pass"), "twice")
    refusing = PRICE.replace("HOOK", "if self.net == 1: raise ValueError('too cheap')").replace("-1 if", "0 if")
    report = checked(store, refusing, "twice")
    assert report.ok
    assert "its arguments are refused: ValueError: too cheap" in report.warnings[0]
    assert not store.exists()


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("hook", "why"),
    [
        ("if self.net == 1: raise KeyError(7)", "making its arguments raised KeyError: 7"),
        ("if self.net == 1: raise SystemExit", "making its arguments raised SystemExit"),
        ("if self.net == 1: __import__('os')._exit(4)", "making its arguments ended the process: exit status 4"),
        ("while self.net == 1: pass", "making its arguments takes too long"),
    ],
)
def test_constructors_that_do_harm_do_so_in_a_worker_and_the_entry_is_ignored(store: Path, hook: str, why: str) -> None:
    checked(store, PRICE.replace("HOOK", "pass"), "twice")
    before = kept(store, "twice")
    report = checked(store, PRICE.replace("HOOK", hook), "twice", scope=Scope(size=0), engine="classes")
    assert [word for word in report.warnings if "twice" in word and why in word]
    assert kept(store, "twice") == before


# -------------------------------------------------------------------------------------------- files that are not ours


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"half(n=3", "line 1: it is not Python"),
        (b"\xff\xfe\x00", "utf-8"),
        (b"half(n=3)\0", "it is not Python"),
        (b"\n\nimport os\nos.remove('x')\n", "line 4: it is neither an import nor a call of half"),
        (b"half(n=[x for x in y])\n", "line 1: it is neither"),
        (b"half(**{'n': 3})\n", "line 1: it is neither"),
        (b"from os import *\nhalf(n=3)\n", "line 1: it is neither"),
        (b"import os\n", "line 1: there is no call after the import"),
    ],
)
def test_a_file_that_is_not_ours_is_ignored_with_a_word_and_stays(store: Path, text: bytes, why: str) -> None:
    store.mkdir()
    (store / "shop.half.py").write_bytes(text)
    assert len(checked(store, RIGHT).warnings) == 1
    report = checked(store, WRONG)
    assert [finding.call for finding in report.findings] == ["half(n=3)"]
    assert "shop.half.py is ignored" in report.warnings[0]
    assert why in report.warnings[0]
    assert "nothing was kept" in report.warnings[1]
    assert (store / "shop.half.py").read_bytes() == text


def test_the_files_are_not_run(store: Path, tmp_path: Path) -> None:
    store.mkdir()
    victim = tmp_path / "victim"
    victim.touch()
    (store / "shop.half.py").write_text(f"from pathlib import Path\nPath({str(victim)!r}).unlink()\n")
    checked(store, RIGHT)
    assert victim.exists()


def test_people_may_write_entries_and_comments(store: Path) -> None:
    store.mkdir()
    (store / "shop.half.py").write_text("# reported by a customer\nhalf(\n    n=1_000,\n)\n")
    report = checked(store, WRONG, scope=Scope(size=0))
    assert report.findings[0].call == "half(n=1000)"
    assert "# reported by a customer\n" in kept(store)


def test_a_directory_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    report = checked(tmp_path / "file" / ".refute", WRONG)
    assert [finding.call for finding in report.findings] == ["half(n=3)"]
    assert any("cannot be" in word or "is ignored" in word for word in report.warnings)


# ----------------------------------------------------------------------------------------------------- names and places


def test_names_of_files_are_safe_on_every_file_system() -> None:
    names = ["shop.half", "shop.Half", "shop.a.<locals>.b", "größe.f", "con.f", "x" * 300, "y" * 300, "shop.HALF"]
    files = [Store(Path()).file_of(StoreKey(name, "f")).name for name in names]
    assert files[0] == "shop.half.py"
    assert len({file.lower() for file in files}) == len(files)
    assert all(file.isascii() and len(file) < 120 and not set(file) & set('<>:"/\\|?*') for file in files)
    assert not files[4].startswith("con.")


def test_a_method_is_named_after_the_class_it_is_called_on() -> None:
    @dataclass(frozen=True)
    class Base:
        n: int

        def f(self) -> int:
            return self.n

    class Derived(Base):
        pass

    keys = [key_of(read_signature(Base.f, bound_to=cls), cls).full for cls in (Base, Derived)]
    assert len(set(keys)) == 2


def test_the_project_is_the_nearest_directory_upwards_that_looks_like_one(tmp_path: Path) -> None:
    inner = tmp_path / "project" / "src" / "shop"
    inner.mkdir(parents=True)
    (tmp_path / "project" / "setup.cfg").touch()
    assert store_of_project(inner) == tmp_path / "project" / ".refute"
    (tmp_path / "project" / "src" / "pyproject.toml").touch()
    assert store_of_project(inner) == tmp_path / "project" / "src" / ".refute"


def test_runs_at_the_same_time_do_not_spoil_each_others_files(store: Path) -> None:
    entries = [Entry(f"half(n={n})", (), (f"# size 0, violation: returned {n}",)) for n in range(40)]

    def run(entry: Entry) -> str:
        one = Store(store)
        return one.update(KEY, [entry]) + one.update(KEY, [], [entry.call]) + one.update(KEY, [entry])

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(run, entries)) == {""}
    ast.parse(kept(store))
    assert Store(store).read(KEY)[1] == ""
    assert {file.name for file in store.iterdir()} == {".gitignore", "shop.half.py"}


def test_what_another_run_added_meanwhile_stays(store: Path) -> None:
    first, second = (Entry(f"half(n={n})", (), ()) for n in (1, 2))
    Store(store).update(KEY, [first])
    Store(store).update(KEY, [second])
    assert [entry.call for entry in Store(store).read(KEY)[0]] == ["half(n=1)", "half(n=2)"]


# -------------------------------------------------------------------------------------------- command line and pytest


def run(*command: str, cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, cwd=cwd, timeout=120, env={**os.environ}
    )
    return done.stdout + done.stderr


def test_the_command_keeps_failures_in_the_project(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "shop.py").write_text(WRONG)
    run("refute", "check", "shop.py", "--size", "4", cwd=tmp_path / "src")
    assert "half(n=3)" in kept(tmp_path / ".refute")
    said = run("refute", "check", "shop.py", "--size", "1", cwd=tmp_path / "src")
    assert "refuted     kept input, size 0" in said
    assert f"kept from an earlier run in {os.path.join('..', '.refute', 'shop.half.py')}" in said
    assert "exhausted   all 2 inputs to size 1" in run(
        "refute", "check", "shop.py", "--size", "1", "--no-store", cwd=tmp_path / "src"
    )
    (tmp_path / "src" / "shop.py").write_text(RIGHT)
    for _ in range(2):
        assert "exhausted   all 2 inputs to size 1" in run(
            "refute", "check", "shop.py", "--size", "1", cwd=tmp_path / "src"
        )
    assert not (tmp_path / ".refute").exists()


def test_a_terminal_is_told_once_where_failures_are_kept(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(WRONG)
    said = "failures are kept in .refute/ and tried first next time"
    assert said in refute_on_a_terminal("check", "shop.py", "--size", "4", cwd=tmp_path)
    assert said not in refute_on_a_terminal("check", "shop.py", "--size", "4", cwd=tmp_path)


@pytest.mark.slow
def test_pytest_keeps_failures_under_its_root(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "shop.py").write_text(WRONG)
    run("pytest", "--refute", "shop.py", "--refute-size", "4", "--refute-no-store", cwd=tmp_path)
    assert not (tmp_path / ".refute").exists()
    run("pytest", "--refute", "shop.py", "--refute-size", "4", cwd=tmp_path)
    assert "half(n=3)" in kept(tmp_path / ".refute")
    assert "kept from an earlier run in" in run("pytest", "--refute", "shop.py", "--refute-size", "1", cwd=tmp_path)
