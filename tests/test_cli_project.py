"""`refute check` on a whole project: which functions it checks, and what it says of the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import refute

GOOD = "def {}(n: int) -> int: return n\n"
BAD = "def {}(n: int) -> int: return 1 // n\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "pyproject.toml": "[tool.refute]\nsize = 2\n",
        "src/shop/__init__.py": "",
        "src/shop/stock.py": GOOD.format("stored") + "def untold(n): return n\n",
        "src/shop/bank.py": "from shop.stock import stored\n" + GOOD.format("paid"),
        "src/shop/migrations/first.py": "raise SystemExit\n",
        "tests/helper.py": BAD.format("helped"),
        "env/pyvenv.cfg": "",
        "env/lib/library.py": "raise SystemExit\n",
        "setup.py": "raise SystemExit\n",
        "release.py": GOOD.format("released") + 'if __name__ == "__main__":\n    released(1)\n',
    }
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


def settings(project: Path, text: str) -> None:
    (project / "pyproject.toml").write_text(f"[tool.refute]\nsize = 2\n{text}")


def test_without_a_target_it_is_the_project_wherever_one_is_in_it(project: Path) -> None:
    for directory in (project, project / "src" / "shop"):
        done = refute("check", cwd=directory)
        assert done.returncode == 0
        assert done.stdout.endswith(
            "2 functions: 2 exhausted; 10 inputs\n1 function and 1 file left out (-v lists them)\n"
        )


def test_what_is_left_out_is_listed_with_the_reason(project: Path) -> None:
    listed = refute("check", "-v", cwd=project).stdout.partition("left out\n")[2]
    assert listed.splitlines() == [
        "    release.py                   a script: it has `if __name__ == '__main__'`",
        "    src/shop/stock.py:2: untold  unannotated: n (--untyped tries it)",
    ]
    left_out = json.loads(refute("check", "--format", "json", cwd=project).stdout)["summary"]["left_out"]
    assert left_out == [
        {
            "name": "release.py",
            "file": "release.py",
            "line": None,
            "why": "a script: it has `if __name__ == '__main__'`",
        },
        {"name": "untold", "file": "src/shop/stock.py", "line": 2, "why": "unannotated: n (--untyped tries it)"},
    ]


def test_a_file_that_is_named_is_checked_whatever_it_is(project: Path) -> None:
    assert "released  exhausted" in refute("check", "release.py", cwd=project).stdout
    assert "helped  refuted" in refute("check", "tests/helper.py", cwd=project).stdout


def test_one_bad_file_costs_that_file(project: Path) -> None:
    (project / "src" / "shop" / "broken.py").write_text("def f(:\n")
    done = refute("check", cwd=project)
    assert done.returncode == 2
    assert "2 functions: 2 exhausted, 1 target unusable" in done.stdout


def test_what_is_included_and_excluded_is_seen_from_the_settings(project: Path) -> None:
    settings(project, 'include = ["src/*", "release.py"]\nexclude = ["bank.py"]\n')
    done = refute("check", cwd=project / "src" / "shop")
    assert "release.py:1: released  exhausted" in done.stdout
    assert "2 functions: 2 exhausted" in done.stdout
    assert "paid" not in done.stdout + refute("check", "src", cwd=project).stdout
    assert "paid" in refute("check", "src/shop/bank.py", cwd=project).stdout


def test_a_pattern_that_matches_nothing_is_said(project: Path) -> None:
    settings(project, 'include = ["scr/*"]\n')
    done = refute("check", cwd=project)
    assert done.returncode == 2
    assert "is matched by 'scr/*' of include" in done.stderr


def test_some_modules_have_settings_of_their_own(project: Path) -> None:
    settings(
        project,
        '[[tool.refute.overrides]]\nmodule = "shop.b*"\nsize = 4\n'
        '[[tool.refute.overrides]]\nmodule = ["shop.stock", "x"]\nuntyped = true\nskip = "later"\n',
    )
    done = refute("check", "-v", cwd=project)
    assert "paid  exhausted   all 9 inputs to size 4" in done.stdout
    assert "src/shop/stock.py:1: stored  skipped: later" in done.stdout
    assert "paid  exhausted   all 3 inputs to size 1" in refute("check", "--size", "1", cwd=project).stdout
    assert "stored  exhausted" in refute("check", "src/shop/stock.py:stored", cwd=project).stdout


@pytest.mark.parametrize("order", [("kept", "free"), ("free", "kept")])
def test_some_modules_may_do_more_than_others(project: Path, order: tuple[str, str]) -> None:
    writes = "def {}(n: int) -> int:\n    open('{}', 'w').close()\n    return n\n"
    for name in ("free", "kept"):
        (project / "src" / "shop" / f"{name}.py").write_text(writes.format(name, project / "out" / name))
    (project / "out").mkdir()
    settings(project, '[[tool.refute.overrides]]\nmodule = "shop.free"\nallow = ["write=out"]\n')
    done = refute("check", "--jobs", "1", *(f"src/shop/{one}.py" for one in order), cwd=project)
    assert [path.name for path in (project / "out").iterdir()] == ["free"]
    assert "free  exhausted" in done.stdout
    assert "kept  exhausted" not in done.stdout


def test_what_a_function_allows_itself_is_not_allowed_for_the_next(project: Path) -> None:
    writes = "def {0}(n: int) -> int:\n    open('{1}/{0}', 'w').close()\n    return n\n"
    free, kept = writes.format("free", project), writes.format("kept", project)
    text = f"from refute import allow\n\n@allow('write={project}')\n{free}\n{kept}"
    (project / "src" / "shop" / "stock.py").write_text(text)
    done = refute("check", "--jobs", "1", "src/shop/stock.py", cwd=project)
    assert "free  exhausted" in done.stdout
    assert (project / "free").exists()
    assert not (project / "kept").exists()


def test_an_override_for_no_function_is_warned_of_where_all_is_checked(project: Path) -> None:
    settings(project, '[[tool.refute.overrides]]\nmodule = "shopp.*"\nseed = 4\n')
    said = "refute: an override has no effect: no function is in module 'shopp.*'\n"
    assert said in refute("check", cwd=project).stderr
    assert said not in refute("check", "src", cwd=project).stderr


def test_a_pattern_that_is_none_is_told_with_its_place(project: Path) -> None:
    settings(project, 'exclude = ["[z-a]"]\n')
    done = refute("check", cwd=project)
    assert done.returncode == 2
    assert "exclude: expected a list of patterns" in done.stderr


def test_functions_without_annotations_are_tried_on_request(project: Path) -> None:
    (project / "src" / "shop" / "stock.py").write_text(
        "def halved(n): return n // 2\n"
        "def inverted(n): return 1 // n\n"
        "class Box:\n    def __init__(self, n: int) -> None: self.n = n\n    def more(self, by): return self.n + by\n"
    )
    done = refute("check", "src/shop/stock.py", "--untyped", cwd=project)
    assert done.returncode == 1
    assert "halved    exhausted" in done.stdout
    assert "inverted(n=False)  raised ZeroDivisionError" in done.stdout
    assert "Box.more  exhausted" in done.stdout
    assert (
        "warning: n has no annotation: given None, booleans, integers and texts; "
        "a TypeError or an AttributeError counts as refusing them" in done.stdout
    )
    assert "inverted  unusable" in refute("check", "src/shop/stock.py:inverted", cwd=project).stdout


def test_functions_of_which_no_argument_can_be_given_are_left_out(project: Path) -> None:
    (project / "src" / "shop" / "stock.py").write_text(
        "def first(*items): return items[0]\n"
        "def traced(f):\n    def wrapper(*a): return f(*a)\n    return wrapper\n"
        "@traced\ndef second(n: int) -> int: return n\n"
        "def third(n=3, **options): return n\n"
    )
    done = refute("check", "src/shop/stock.py", "-v", cwd=project)
    assert "first   unannotated: *items\n" in done.stdout
    assert "second  unannotated: *a" in done.stdout
    assert "third   unannotated: n, **options" in done.stdout
    done = refute("check", "src/shop/stock.py", "-v", "--untyped", cwd=project)
    assert "first   unannotated: *items" in done.stdout
    assert "third   exhausted" in done.stdout


def test_pdb_debugs_functions_without_annotations_too(project: Path) -> None:
    (project / "src" / "shop" / "stock.py").write_text("def inverted(n, m=3):\n    return 1 // n\n")
    done = refute("check", "src/shop/stock.py", "--untyped", "--pdb", cwd=project, typed="p n\nq\n")
    assert "-> return 1 // n\n(Pdb) False\n" in done.stdout


def test_a_comment_that_skips_nothing_is_warned_of(project: Path) -> None:
    (project / "src" / "shop" / "stock.py").write_text("def stored(n: int) -> int:\n    # refute: skip\n    return n\n")
    done = refute("check", cwd=project)
    assert "refute: src/shop/stock.py:2: this comment skips nothing: put it beside a def or class" in done.stderr
