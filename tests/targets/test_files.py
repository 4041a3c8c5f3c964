"""Which files of a directory are looked into."""

from __future__ import annotations

from pathlib import Path

import pytest
from modules_on_disk import write

from refute import TargetError
from refute.targets.files import Exclusion, LeftOut, files_in, files_of_project, is_script
from refute.targets.parts import parts_and_left_out, parts_of

SCRIPT = 'def f(n: int) -> int: return n\nif __name__ == "__main__":\n    f(1)\n'


def files(*exclude: str) -> list[str]:
    found = files_in(Path(), Exclusion(exclude))
    return [file.as_posix() for file in found if isinstance(file, Path)]


@pytest.mark.parametrize(
    "place",
    [
        *("build", "dist", "node_modules", "site-packages", "__pycache__", "migrations", "tests", "test", ".hidden"),
        *("shop/migrations", "src/shop/tests", "web/node_modules/deep"),
    ],
)
def test_what_is_built_installed_or_a_test_is_left_out(place: str) -> None:
    write(f"{place}/inside.py", "")
    write("shop.py", "")
    assert files() == ["shop.py"]


@pytest.mark.parametrize("name", ["conftest.py", "setup.py", "test_shop.py", "shop_test.py", "__main__.py", ".x.py"])
def test_files_that_a_tool_runs_are_left_out(name: str) -> None:
    write(f"inner/{name}", "")
    write("inner/shop.py", "")
    assert files() == ["inner/shop.py"]


def test_a_virtual_environment_is_known_by_its_file_whatever_its_name() -> None:
    write("py312/pyvenv.cfg", "")
    write("py312/lib/thing.py", "")
    write("shop.py", "")
    assert files() == ["shop.py"]


def test_a_directory_that_is_named_is_looked_into_whatever_its_name() -> None:
    write("build/rules.py", "")
    assert parts_of("build") == ["build/rules.py"]


def test_a_file_that_is_named_is_always_a_part() -> None:
    write("setup.py", SCRIPT)
    assert parts_of("setup.py") == ["setup.py"]


def test_a_script_is_left_out_with_the_reason_and_a_module_of_a_package_is_not() -> None:
    write("tool.py", SCRIPT)
    write("shop/__init__.py", "")
    write("shop/stock.py", SCRIPT)
    found = parts_and_left_out(".", Exclusion())
    assert [part for part in found if isinstance(part, str)] == ["shop/__init__.py", "shop/stock.py"]
    assert [(part.name, part.why) for part in found if isinstance(part, LeftOut)] == [
        ("tool.py", "a script: it has `if __name__ == '__main__'`")
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('if __name__ == "__main__": pass\n', True),
        ("if '__main__' == __name__:\n    pass\n", True),
        ('def f():\n    if __name__ == "__main__": pass\n', False),
        ('# if __name__ == "__main__":\n', False),
        ("x = '__main__'\n", False),
        ('if __name__ == "__main__":\n', False),
        ("\xff".encode("latin-1").decode("latin-1"), False),
    ],
)
def test_a_script_is_known_by_its_last_question(text: str, expected: bool) -> None:
    assert is_script(Path(write("it.py", text))) is expected


@pytest.mark.parametrize(
    ("pattern", "left"),
    [
        ("legacy", ["a/b/x.py", "a/y_pb2.py", "z.py"]),
        ("legacy/", ["a/b/x.py", "a/y_pb2.py", "z.py"]),
        ("*_pb2.py", ["a/b/x.py", "a/legacy/w.py", "z.py"]),
        ("a", ["z.py"]),
        ("a/*", ["z.py"]),
        ("a/b", ["a/legacy/w.py", "a/y_pb2.py", "z.py"]),
        ("/a/b", ["a/legacy/w.py", "a/y_pb2.py", "z.py"]),
        ("**/x.py", ["a/legacy/w.py", "a/y_pb2.py", "z.py"]),
        ("a/**/w.py", ["a/b/x.py", "a/y_pb2.py", "z.py"]),
        ("[xyz].py", ["a/legacy/w.py", "a/y_pb2.py"]),
        ("?.py", ["a/y_pb2.py"]),
        ("b/x.py", ["a/b/x.py", "a/legacy/w.py", "a/y_pb2.py", "z.py"]),
    ],
)
def test_patterns_of_what_is_excluded(pattern: str, left: list[str]) -> None:
    for file in ("a/b/x.py", "a/legacy/w.py", "a/y_pb2.py", "z.py"):
        write(file, "")
    assert files(pattern) == left


def test_what_a_project_includes_is_named_or_matched() -> None:
    for file in ("src/shop/stock.py", "src/build/rules.py", "tools/run.py", "tools/test_run.py", "tools/note.txt"):
        write(file, "")
    root = Path.cwd()
    assert files_of_project(root, ["."]) == ["."]
    assert files_of_project(root, ["src/*"]) == ["src/shop"]
    assert files_of_project(root, ["tools/*"]) == ["tools/run.py"]
    assert files_of_project(root, ["src/build", "tools/test_run.py"]) == ["src/build", "tools/test_run.py"]


def test_what_is_excluded_is_not_included_by_a_pattern() -> None:
    for file in ("src/shop/stock.py", "src/legacy/old.py", "src/a.py", "src/b.py"):
        write(file, "")
    root = Path.cwd()
    exclusion = Exclusion(("src/legacy", "b.py"), root)
    assert files_of_project(root, ["src/*"], exclusion) == ["src/a.py", "src/shop"]
    assert files_of_project(root, ["src/leg*/*"], exclusion) == []
    assert files_of_project(root, ["src/legacy"], exclusion) == ["src/legacy"]


@pytest.mark.parametrize(
    ("pattern", "left"),
    [
        ("[!a].py", ["a.py"]),
        ("[^a].py", ["a.py"]),
        ("[a-b].py", ["c/d.py"]),
        ("[!x][!x]d.py", ["a.py", "b.py", "c/d.py"]),
    ],
)
def test_sets_of_characters_are_as_in_gitignore(pattern: str, left: list[str]) -> None:
    for file in ("a.py", "b.py", "c/d.py"):
        write(file, "")
    assert files(pattern) == left


def test_what_is_no_pattern_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"'\[z-a\]' is no pattern"):
        Exclusion(("[z-a]",))


@pytest.mark.parametrize("pattern", ["scr/*", "/etc/*", "a**b/*"])
def test_a_pattern_that_matches_nothing_is_an_error(pattern: str) -> None:
    with pytest.raises(TargetError) as raised:
        files_of_project(Path.cwd(), [pattern])
    assert repr(pattern) in raised.value.problem
    assert "include = [" in raised.value.remedy


def test_a_file_that_is_marked_at_its_top_is_left_out_before_it_is_imported() -> None:
    write("shop.py", "# refute: skip: generated\n\nraise SystemExit\n")
    for target in (".", "shop.py"):
        (left_out,) = parts_and_left_out(target, Exclusion())
        assert isinstance(left_out, LeftOut)
        assert (left_out.name, left_out.why, left_out.is_file) == ("shop.py", "skipped: generated", True)
