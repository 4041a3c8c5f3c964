"""One function that a target names: by its name, special methods among them, or by a line of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from modules_on_disk import write

from command_line import refute
from refute import Scope, TargetError, check
from refute.targets.subjects import find_functions

VECTORS = """\
from dataclasses import dataclass

from refute import Nat


@dataclass(frozen=True)
class Vec:
    x: int

    def __add__(self, other: "Vec") -> "Vec":
        return Vec(self.x + other.x)

    def __len__(self) -> Nat:
        return self.x

    def doubled(self) -> "Vec":
        return self + self


class Named:
    def __init__(self, name: bool) -> None:
        self.name = name

    def __repr__(self) -> str:
        return "named"
"""

LINES = """\
import functools


def first(n: int) -> int:
    return n


@functools.cache
def second(
    n: int,
) -> int:

    return n


class Box:
    def third(self) -> int:
        def inside() -> int:
            return 3

        return inside()


LAST = 1
"""


def names(text: str) -> list[str]:
    return [subject.name for subject in find_functions(text)]


# -- special methods ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", ["vectors.py", "vectors"])
def test_a_special_method_can_be_named(module: str) -> None:
    write("vectors.py", VECTORS)
    (subject,) = find_functions(f"{module}:Vec.__add__")
    assert (subject.name, subject.place and subject.place.line) == ("Vec.__add__", 10)


def test_special_methods_are_left_out_unless_they_are_named() -> None:
    write("vectors.py", VECTORS)
    assert names("vectors.py") == ["Vec.doubled", "Named"]
    assert names("vectors.py:Vec") == ["Vec.doubled"]
    assert names("vectors.py:Named") == ["Named"]


def test_the_constructor_of_a_class_can_be_named_as_its_method() -> None:
    write("vectors.py", VECTORS)
    (subject,) = find_functions("vectors.py:Named.__init__")
    assert (subject.name, subject.bound_to) == ("Named", None)


def test_a_special_method_that_a_class_does_not_have_is_an_error() -> None:
    write("vectors.py", VECTORS)
    with pytest.raises(TargetError, match=r"has no 'Vec\.__sub__'"):
        find_functions("vectors.py:Vec.__sub__")


def test_a_special_method_is_checked_on_all_instances() -> None:
    write("vectors.py", VECTORS)
    done = refute("check", "vectors.py:Vec.__len__", "--size", "2", cwd=Path.cwd())
    assert done.returncode == 1
    assert "vectors.py:13: Vec.__len__  refuted" in done.stdout
    done = refute("check", "vectors.py:Vec.__add__", "--size", "2", cwd=Path.cwd())
    assert "vectors.py:10: Vec.__add__  exhausted" in done.stdout


# -- lines -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "name"),
    [
        *((line, "first") for line in (4, 5)),
        *((line, "second") for line in (8, 9, 10, 11, 12, 13)),
        *((line, "Box.third") for line in (17, 18, 19, 20, 21)),
    ],
)
def test_a_line_of_a_function_means_that_function(line: int, name: str) -> None:
    write("lines.py", LINES)
    assert names(f"lines.py:{line}") == [name]


def test_a_line_of_a_decorator_means_the_function_below_it() -> None:
    write("short.py", "import functools\n\n@functools.cache\ndef short(n: int) -> int: return n\n")
    assert names("short.py:3") == names("short.py:4") == ["short"]


def test_a_line_of_a_special_method_means_it() -> None:
    write("vectors.py", VECTORS)
    assert names("vectors.py:11") == ["Vec.__add__"]


@pytest.mark.parametrize(
    ("line", "near"),
    [
        (1, "The nearest is first (lines 4 to 5)."),
        (6, "The nearest are first (lines 4 to 5) and second (lines 8 to 13)."),
        (16, "The nearest are second (lines 8 to 13) and Box.third (lines 17 to 21)."),
        (24, "The nearest is Box.third (lines 17 to 21)."),
        (9_000, "The nearest is Box.third (lines 17 to 21)."),
    ],
)
def test_a_line_of_no_function_is_an_error_that_names_the_nearest(line: int, near: str) -> None:
    write("lines.py", LINES)
    with pytest.raises(TargetError, match=rf"there is no function at lines\.py:{line}\n") as caught:
        find_functions(f"lines.py:{line}")
    assert caught.value.remedy == near


def test_a_line_of_a_file_without_functions_is_an_error() -> None:
    write("empty.py", "ONE = 1\n")
    with pytest.raises(TargetError, match=r"there is no function at empty\.py:1") as caught:
        find_functions("empty.py:1")
    assert caught.value.remedy == "There is none in the file."


def test_a_function_of_another_file_is_at_no_line_of_this_one() -> None:
    write("other.py", "\n\n\ndef borrowed(n: int) -> int:\n    return n\n")
    write("lender.py", "from other import borrowed\nborrowed.__module__ = __name__\n\n\nONE = 1\n")
    with pytest.raises(TargetError, match="there is no function"):
        find_functions("lender.py:5")


NESTED = """\
from dataclasses import dataclass

import refute


@dataclass
class Share:
    people: int

    def __post_init__(self) -> None:
        self.each = 100 // self.people


@dataclass
class Bare:
    n: int


class Outer:
    class Inner:
        def deep(self, n: int) -> int:
            return n

    @refute.skip
    class Left:
        def deep(self, n: int) -> int:
            return n

    class _Hidden:
        def deep(self, n: int) -> int:
            return n
"""


def test_methods_of_classes_in_classes_and_constructors_of_dataclasses_are_found() -> None:
    write("nested.py", NESTED)
    assert [subject.name for subject in find_functions("nested.py")] == ["Share", "Outer.Inner.deep"]
    for name in ("Share", "Outer.Inner.deep", "Outer._Hidden.deep", "Outer.Left.deep"):
        (subject,) = find_functions(f"nested.py:{name}")
        assert subject.name == name
        assert subject.place is not None
        assert subject.place.line > 0
    report = check(find_functions("nested.py:Share")[0].function, scope=Scope(size=1))
    assert [finding.call for finding in report.findings] == ["Share(people=0)"]


@pytest.mark.parametrize("name", ["Bare", "Outer.Inner.deeper", "Outer.Inner.deep.n"])
def test_what_is_not_found_is_not_suggested(name: str) -> None:
    write("nested.py", NESTED)
    with pytest.raises(TargetError) as raised:
        find_functions(f"nested.py:{name}")
    assert f"mean {name}?" not in raised.value.remedy
