"""Marks in the user's code for what is not to be checked."""

from __future__ import annotations

from functools import cached_property, lru_cache

import pytest
from modules_on_disk import write

import refute
from refute.targets.skips import Marks, marks_in
from refute.targets.subjects import Subject, find_functions, functions_in


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def f(): pass  # refute: skip\n", {"f": "marked so"}),
        ("def f(): pass  # refute: skip: too slow\n", {"f": "too slow"}),
        ("def f(): pass  # refute: skip -- too slow \n", {"f": "too slow"}),
        ("def f(): pass  #refute:skip\n", {"f": "marked so"}),
        ("# refute: skip: x\ndef f(): pass\n", {"f": "x"}),
        ("import os\n# refute: skip: x\n# really\nasync def f(): pass\n", {"f": "x"}),
        ("# refute: skip: x\n@cache\n@other\ndef f(): pass\n", {"f": "x"}),
        ("@cache  # refute: skip: x\ndef f(): pass\n", {"f": "x"}),
        ("def f(\n    n: int,  # refute: skip: x\n): pass\n", {"f": "x"}),
        ("def f(\n    n: int,\n) -> int:  # refute: skip: x\n    pass\n", {"f": "x"}),
        ("class A:  # refute: skip\n    def f(self): pass\n", {"A": "marked so"}),
        ("class A:\n    # refute: skip: x\n    def f(self): pass\n    def g(self): pass\n", {"A.f": "x"}),
        ("class A:\n    def f(self):\n        pass\n# refute: skip: x\ndef g(): pass\n", {"g": "x"}),
        ("class A:\n    class B:\n        def f(self): pass  # refute: skip: x\n", {"A.B.f": "x"}),
        ("if True:\n    def f(): pass  # refute: skip: x\n", {"f": "x"}),
        ("x = 1\n# refute: skip\n\ndef f(): pass\n", {}),
        ("x = 1  # refute: skip\ndef f(): pass\n", {}),
        ("def f():\n    # refute: skip\n    pass\n", {}),
        ("def f(): pass  # refute: skipped\n", {}),
        ("def f(): return '# refute: skip'\n", {}),
        ("def f(): pass  # refute: skip: x\ndef (", {"f": "x"}),
    ],
)
def test_a_comment_is_for_what_it_stands_beside_or_above(text: str, names: dict[str, str]) -> None:
    assert marks_in(text) == Marks(None, names)


@pytest.mark.parametrize(
    "text",
    [
        "# refute: skip: x\n",
        "# refute: skip: x\n\ndef f(): pass\n",
        "#!/usr/bin/python\n# refute: skip: x\nimport os\n",
        "# Copyright\n\n# refute: skip: x\n\nimport os\n",
        '# refute: skip: x\n"""A module."""\n',
        '"""A module."""\n# refute: skip: x\nimport os\n',
        '"""A module.\n\nMore.\n"""\n\n# refute: skip: x\n\ndef f(): pass\n',
    ],
)
def test_a_comment_among_the_first_ones_is_for_the_file(text: str) -> None:
    assert marks_in(text) == Marks("x", {})


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x = 1\n# refute: skip\n\ndef f(): pass\n", [2]),
        ("x = 1  # refute: skip\ndef f(): pass\n", [1]),
        ("def f():\n    # refute: skip\n    pass\n", [2]),
        ("# refute: skip\n@cache\ndef f():\n    pass\n\n# refute: skip\n", [6]),
        ("# refute: skip\n\nx = 1\n", []),
        ("def f(): pass  # refute: skipped\n", []),
    ],
)
def test_comments_that_skip_nothing_are_known(text: str, lines: list[int]) -> None:
    assert marks_in(text).idle == lines


def test_a_mark_is_for_the_definition_it_stands_at_and_for_no_other_of_that_name() -> None:
    text = "if {}:\n    # refute: skip\n    {}else:\n    {}"
    text = text.format("{}", *["def f(n: int) -> int: return n\n"] * 2)
    assert functions(write("dead.py", text.format("False")))["f"].skipped is None
    assert functions(write("live.py", text.format("True")))["f"].skipped == "marked so"


def functions(text: str) -> dict[str, Subject]:
    return {subject.name: subject for subject in functions_in(text)}


MODULE = """
import refute
from functools import cached_property, lru_cache

@refute.skip()
def bare(n: int) -> int: return n

@refute.skip("slow")
@lru_cache
def cached(n: int) -> int: return n

@lru_cache
@refute.skip("slow")
def inside(n: int) -> int: return n

@refute.skip("no instances")
class Whole:
    def __init__(self, n: int) -> None: self.n = n
    def get(self) -> int: return self.n

class Child(Whole):
    def own(self) -> int: return self.n

class Part:
    def __init__(self, n: int) -> None: self.n = n
    @refute.skip("p")
    @property
    def one(self) -> int: return 1
    @property
    @refute.skip("p")
    def two(self) -> int: return 2
    @refute.skip("p")
    @staticmethod
    def three(n: int) -> int: return n
    @classmethod
    @refute.skip("p")
    def four(cls, n: int) -> int: return n
    @refute.skip("p")
    @cached_property
    def five(self) -> int: return 5
    def six(self) -> int: return 6  # refute: skip: p
    def seven(self) -> int: return 7
"""


def test_marks_of_all_kinds_are_seen() -> None:
    found = functions(write("marked.py", MODULE))
    assert {name: subject.skipped for name, subject in found.items()} == {
        "bare": "marked so",
        "cached": "slow",
        "inside": "slow",
        "Whole": "no instances",
        "Whole.get": "no instances",
        "Child.own": None,
        "Part": None,
        **{f"Part.{name}": "p" for name in ("one", "two", "three", "four", "five", "six")},
        "Part.seven": None,
    }
    assert [subject.name for subject in find_functions("marked.py")] == ["Child.own", "Part", "Part.seven"]


@pytest.mark.parametrize(
    ("target", "checked"),
    [
        ("marked.py:bare", ["bare"]),
        ("marked.py:6", ["bare"]),
        ("marked.py:Part.six", ["Part.six"]),
        ("marked.py:Part", ["Part", "Part.seven"]),
        ("marked.py:Whole", ["Whole", "Whole.get"]),
    ],
)
def test_what_is_named_is_checked_whatever_marks_it_has(target: str, checked: list[str]) -> None:
    write("marked.py", MODULE)
    assert [subject.name for subject in find_functions(target)] == checked


def test_the_decorator_changes_nothing() -> None:
    def function(n: int) -> int:
        return n

    class Box:
        @refute.skip("why")
        @property
        def content(self) -> int:
            return 3

    for marked in (function, lru_cache(function), staticmethod(function), cached_property(function), Box):
        assert refute.skip(marked) is marked
        assert refute.skip("why")(marked) is marked
        assert refute.skip()(marked) is marked
    assert function(3) == 3
    assert Box().content == 3


def test_functions_without_annotations_are_known_with_their_parameters() -> None:
    write("mine.py", "def f(a, b: int, c, d=1, *e, **g): ...\ndef _h(x): ...\ndef g(n: int): ...\n")
    assert {name: subject.unannotated for name, subject in functions("mine.py").items()} == {"f": ("a", "c"), "g": ()}
    assert functions("mine.py:f")["f"].unannotated == ()
