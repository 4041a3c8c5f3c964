"""What the command line may name, and what is said when it cannot be found or imported."""

from __future__ import annotations

import pytest
from modules_on_disk import write

from refute import Scope, TargetError
from refute.errors import RefuteError
from refute.spaces.inhabitants import inhabitants_in
from refute.targets.parts import parts_of
from refute.targets.subjects import find_functions
from refute.targets.type_expressions import find_type


def values(target: str) -> list[object]:
    found = find_type(target)
    return list(inhabitants_in(found.context, found.annotation, Scope(size=1, landmarks=False)))


def test_a_name_in_a_module_of_the_current_directory() -> None:
    write("shapes.py", "Side = bool\n")
    assert values("shapes:Side") == [False, True]


def test_a_name_in_a_file() -> None:
    write("deep/down/shapes.py", "Side = bool\n")
    assert values("deep/down/shapes.py:Side") == [False, True]


def test_a_file_of_a_package_is_imported_as_part_of_it() -> None:
    write("deep/geometry/__init__.py", "")
    write("deep/geometry/units.py", "Unit = bool\n")
    write("deep/geometry/shapes.py", "from geometry.units import Unit\n")
    assert values("deep/geometry/shapes.py:Unit") == [False, True]


def test_a_package_stands_for_all_its_modules_but_not_for_its_program(monkeypatch: pytest.MonkeyPatch) -> None:
    write("deep/figures/__init__.py", "def one(n: int) -> int: return n\n")
    write("deep/figures/__main__.py", "raise SystemExit(1)\n")
    write("deep/figures/plane/shapes.py", "def two(n: int) -> int: return n\n")
    write("deep/figures/plane/__init__.py", "")
    monkeypatch.syspath_prepend("deep")
    names = [subject.name for part in parts_of("figures") for subject in find_functions(part)]
    assert names == ["one", "two"]
    assert parts_of("figures.plane.shapes") == ["figures.plane.shapes"]
    assert parts_of("no.such.package") == ["no.such.package"]


def test_an_expression_over_the_names_of_a_module() -> None:
    write("shapes.py", "Side = bool\n")
    assert values("shapes:tuple[Side]") == [(False,), (True,)]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("bool", [False, True]),
        ("Annotated[int, Ge(0)]", [0, 1]),
        ("Annotated[int, where(lambda v: v >= 0)]", [0, 1]),
        ("Annotated[int, 'v >= 0']", [0, 1]),
        ("Nat | None", [None, 0, 1]),
        ("Literal['a:b']", ["a:b"]),
        ("collections.abc.Sequence[None]", [(), (None,)]),
        ("Annotated[list[bool], where(lambda v: all(x for x in v))]", [[], [True]]),
        ("datetime.timezone | None if False else bool", [False, True]),
    ],
)
def test_type_expressions(expression: str, expected: list[object]) -> None:
    assert sorted(map(repr, values(expression))) == sorted(map(repr, expected))


def test_modules_in_an_expression_are_imported() -> None:
    write("geometry/__init__.py", "")
    write("geometry/shapes.py", "Side = bool\n")
    assert values("list[geometry.shapes.Side]") == [[], [False], [True]]


def test_what_a_module_prints_stays_out_of_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    write("noisy.py", "print('hello')\nSide = bool\n")
    find_type("noisy:Side")
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "hello\n")


@pytest.mark.parametrize(
    ("target", "said", "remedy"),
    [
        ("nowhere:Side", "there is no module 'nowhere'", "path/to/file.py:Name"),
        ("nowhere.py:Side", "there is no file nowhere.py", "path/to/file.py:Name"),
        ("shapes:Sid", "has no 'Sid'", "Did you mean Side"),
        ("shapes:Zebra", "has no 'Zebra'", "defines"),
        ("shapes.py", "names a file, but no type in it", "shapes.py:Name"),
        ("list[Side]", "unknown name 'Side'", "module:Side"),
        ("raising:Side", "ZeroDivisionError", "import raising"),
        ("leaving:Side", "exits when it is imported", "__main__"),
        ("broken.py:Side", "SyntaxError", "import broken"),
        ("needing:Side", "No module named 'nowhere_at_all'", "import needing"),
        ("shapes:Side[", "never closed", "type expression"),
        ("shapes:Number", "3 cannot be read as a type", "class"),
    ],
)
def test_what_cannot_be_found_or_imported(target: str, said: str, remedy: str) -> None:
    write("shapes.py", "Side = bool\nNumber = 3\n")
    write("raising.py", "def f():\n    return 1 / 0\nf()\n")
    write("leaving.py", "raise SystemExit(3)\n")
    write("broken.py", "def f(:\n")
    write("needing.py", "import nowhere_at_all\n")
    with pytest.raises(RefuteError) as caught:
        values(target)
    assert said in caught.value.problem
    assert remedy in caught.value.remedy


def test_an_import_that_fails_is_said_with_the_line_that_failed() -> None:
    write("raising.py", "def f():\n    return 1 / 0\nf()\n")
    with pytest.raises(TargetError) as caught:
        find_type("raising:Side")
    assert str(caught.value.place) == "raising.py:2"


def test_the_command_that_shows_the_whole_traceback_sees_the_module() -> None:
    write("src/shop/__init__.py", "")
    write("src/shop/broken.py", "1 / 0\n")
    write("broken.py", "1 / 0\n")
    for target, command in (
        ("src/shop/broken.py", "`PYTHONPATH=src python -c 'import shop.broken'`"),
        ("broken.py", "`python -c 'import broken'`"),
    ):
        with pytest.raises(TargetError) as caught:
            find_type(f"{target}:Side")
        assert caught.value.remedy.startswith(command)


def test_a_file_hidden_by_another_module_is_not_mistaken_for_it() -> None:
    write("json.py", "Side = bool\n")
    with pytest.raises(TargetError, match="would be imported as json"):
        find_type("json.py:Side")
