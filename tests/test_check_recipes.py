"""Checks of functions whose parameters are of types that recipes build."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import matching_functions
import recipe_functions
from checking import exception_when_pasted
from command_line import refute
from refute import Report, Scope, check
from refute.spaces.arguments import argument_lists
from refute.store.writing import text_of
from refute.types.signatures import read_signature
from sampling import some_of

FAILURES = {
    "spends": "spends(money=Money(0)) returned Money(-1)",
    "paints": "paints(colour=made(Colour, 1)) raised KeyError: 'green'",
    "hides": "hides(path=Path('old/.bak')) returned True",
    "names": "names(path=Path('.')) raised IndexError: tuple index out of range",
    "reads": "reads(file=StringIO('')) raised IndexError: string index out of range",
    "counts": "counts(words=Counter({'': 0})) returned Counter({'': 0})",
    "groups": "groups(words=defaultdict(list, {})) raised IndexError: list index out of range",
    "identifies": "identifies(key=UUID('00000000-0000-4000-8000-000000000000')) raised AssertionError",
    "matches": "matches(found=re.match('(a)|b', 'b')) returned None",
    "wraps": "wraps(table=MappingProxyType({})) raised KeyError: 'a'",
    "picks": "picks(names={}.keys()) raised StopIteration",
    "pairs": "pairs(table={0: False}.items()) returned {0: False}.items()",
    "adds": "adds(numbers={0: 1, 1: 1}.values()) returned 1",
    "opens": "opens(path='') raised IndexError: string index out of range",
    "extends": "extends(data=bytearray(b'')) returned 1",
}
HOLDING = ["only_reports", "is_inside", "gives_any_file", "gives_any_address", "gives_a_path"]


def checked(name: str, size: int = 1, **how: str) -> Report:
    size = 2 if name == "adds" else size
    return check(getattr(recipe_functions, name), scope=Scope(size=size), in_process=not how, **how)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", FAILURES)
def test_what_is_wrong_is_told_by_values_that_can_be_pasted(name: str) -> None:
    finding = checked(name).findings[0]
    assert f"{finding.call} {finding.outcome}" == FAILURES[name]


@pytest.mark.parametrize(
    "name", some_of(["paints", "names", "counts", "matches"], lambda name: name in ("paints", "matches"))
)
def test_the_program_of_a_finding_fails_by_itself(name: str) -> None:
    assert exception_when_pasted(checked(name).findings[0])


def test_a_match_is_by_the_patterns_that_the_module_names() -> None:
    for function in (matching_functions.span, matching_functions.first):
        report = check(function, scope=Scope(size=1), in_process=True)
        assert (report.findings, report.claims.returned) == ([], 2)


@pytest.mark.parametrize("name", HOLDING)
def test_what_is_right_holds(name: str) -> None:
    report = checked(name)
    assert not report.findings
    assert report.claims.tests


@pytest.mark.parametrize("name", ["is_inside", "gives_any_address"])
def test_a_selection_of_values_is_not_all_there_are(name: str) -> None:
    assert not checked(name).claims.everything


@pytest.mark.parametrize("name", [*FAILURES, *HOLDING])
def test_values_are_kept_as_text_and_read_again(name: str) -> None:
    signature = read_signature(getattr(recipe_functions, name))
    space = argument_lists(signature, Scope(size=1))
    for values in space[:12]:
        assert text_of(signature, None, values)


@pytest.mark.slow
def test_values_that_cannot_be_pickled_reach_fresh_interpreters() -> None:
    report = checked("matches", workers="spawn")
    assert report.findings[0].call == checked("matches").findings[0].call == "matches(found=re.match('(a)|b', 'b'))"


def test_what_a_call_does_to_a_logger_is_not_seen_by_the_next() -> None:
    report = check(recipe_functions.logs, scope=Scope(size=0, ints=(39, 42)))
    assert report.findings[0].call == "logs(log=Logger('a'), number=41)"
    assert report.findings[0].arguments["log"].name == "a"
    assert exception_when_pasted(report.findings[0]) == "ContractError"


def test_values_that_all_calls_share_are_warned_of() -> None:
    shared = "values of Counter cannot be copied: all calls are given the same"
    assert [warning for warning in checked("counts_calls").warnings if warning.startswith(shared)]
    assert not any("copied" in warning for warning in checked("paints").warnings)


PROJECT = {
    "pyproject.toml": "",
    "shop.py": (
        "class Money:\n"
        "    def __init__(self, cents): self.cents = cents\n"
        "class Unknown:\n"
        "    def __init__(self, a, b=0): pass\n"
        "def spend(money: Money) -> float: return 1 / (money.cents - 2)\n"
        "def lose(what: Unknown) -> None: pass\n"
        "def keep(what: int) -> int: return what\n"
    ),
    "refute_types.py": (
        "import refute\nimport shop\n"
        "refute.register(shop.Money, make=shop.Money, take=lambda m: (m.cents,), cents=refute.Nat)\n"
    ),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in PROJECT.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_project_registers_its_types_in_a_file(project: Path) -> None:
    done = refute("check", "shop.py", "--size", "2", cwd=project)
    assert "spend(money=Money(2))  raised ZeroDivisionError" in done.stdout
    kept = (project / ".refute" / "shop.spend.py").read_text()
    assert "from shop import Money\nspend(money=Money(2))" in kept
    (project / "below").mkdir()
    assert "13 values" in refute("show", "../shop.py:Money", cwd=project / "below").stdout


def test_a_type_that_cannot_be_read_costs_its_function_only_and_the_lines_to_write_are_shown(project: Path) -> None:
    done = refute("check", "shop.py", "--size", "1", cwd=project)
    assert "lose(what): Unknown cannot be read as a type" in done.stdout
    assert "        from shop import Unknown\n        refute.register(Unknown, make=Unknown, a=int)\n" in done.stdout
    assert "keep   exhausted" in done.stdout


def test_a_file_of_types_that_raises_is_an_error_with_its_place(project: Path) -> None:
    (project / "refute_types.py").write_text("import refute\nrefute.register(int)\n")
    done = refute("check", "shop.py", "--size", "1", cwd=project)
    assert done.returncode == 2
    assert "refute_types.py:2" in done.stdout + done.stderr
    assert "neither make= nor values=" in done.stdout + done.stderr


def test_a_program_imports_the_file_of_types_where_it_needs_what_is_registered(project: Path) -> None:
    (project / "shop.py").write_text(
        "class Money:\n    def __init__(self, cents): self.cents = cents\n"
        "def spend(money: Money) -> int: return 1 // (money.cents - 2)\n"
        "def debt(cents: int) -> Money: return Money(cents)\n"
    )
    (project / "refute_types.py").write_text(
        "import refute, shop\n"
        "refute.register(shop.Money, make=lambda c: shop.Money(c + 1), take=lambda m: (m.cents - 1,), c=refute.Nat)\n"
    )
    done = refute("check", "shop.py:spend", "shop.py:debt", "--size", "2", "--format", "json", cwd=project)
    (spend,), (debt,) = (function["findings"] for function in json.loads(done.stdout)["functions"])
    assert spend["source"].startswith("import refute_types\nfrom refute import made\n")
    assert debt["source"].startswith("import refute_types\n")
    assert "import refute_types" not in (project / ".refute" / "shop.spend.py").read_text()
    ends = []
    for finding in (spend, debt):
        command = [sys.executable, "-c", finding["source"]]
        ends.append(subprocess.run(command, cwd=project, capture_output=True, text=True).stderr.splitlines()[-1])
    assert [end.partition(":")[0] for end in ends] == ["ZeroDivisionError", "refute.ContractError"]
    assert "import refute_types" in refute("show", "shop.py:Money", "--size", "1", cwd=project).stdout


def test_files_of_types_of_a_project_and_beside_the_code_all_count_and_the_nearest_first(project: Path) -> None:
    (project / "till").mkdir()
    (project / "till" / "desk.py").write_text(
        "from shop import Money, Unknown\n"
        "def paid(money: Money, other: Unknown) -> int: return 1 // (money.cents - 7)\n"
    )
    (project / "till" / "refute_types.py").write_text(
        "import refute\nimport shop\ndef seven(): return shop.Money(7)\n"
        "refute.register(shop.Money, make=seven)\nrefute.register(shop.Unknown, values=[shop.Unknown(1)])\n"
    )
    done = refute("check", "till/desk.py", "--size", "1", cwd=project)
    assert "paid(money=made(Money), other=made(Unknown, 0))\n      raised ZeroDivisionError" in done.stdout


def test_an_installed_package_registers_types_by_an_entry_point(project: Path) -> None:
    (project / "refute_types.py").rename(project / "types_of_shop.py")
    about = project / "shop-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: shop\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[refute.types]\nshop = types_of_shop\n")
    done = refute("check", "shop.py:spend", "--size", "2", cwd=project)
    assert "spend(money=Money(2))  raised ZeroDivisionError" in done.stdout


def test_a_module_and_a_class_of_one_name_are_told_apart_in_expressions() -> None:
    assert "datetime.date(2000, 1, 1)" in refute("show", "datetime.date", "--size", "1").stdout
    assert "Path('a.txt')" in refute("show", "pathlib.Path", "--size", "1").stdout
