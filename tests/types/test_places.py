"""Where a class, a field or a function stands in its file."""

from __future__ import annotations

import importlib.util
import sys
import types
from pathlib import Path

import pytest

from refute.types.reading.places import place_of

TEXT = '''\
"""Names stand at the margin of a text as well:
class Plain: no class
"""
class Plain:
    first: int
    second: str

    def method(self): ...

def twice(): ...

@staticmethod
def decorated(): ...

if True:
    class Inside:
        only: int
else:
    class Inside:
        other: int

def twice():
    """No
class Plain:
    first: int
"""
Plain
'''


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> types.ModuleType:
    path: Path = tmp_path_factory.mktemp("places") / "placed.py"
    path.write_text(TEXT)
    spec = importlib.util.spec_from_file_location("placed", path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules["placed"] = made
    spec.loader.exec_module(made)
    return made


def _line(subject: object, field: str = "") -> int:
    place = place_of(subject, field)
    assert place is not None
    return place.line


def test_a_class_and_its_fields_are_placed(module: types.ModuleType) -> None:
    assert (_line(module.Plain, "second"), _line(module.Plain.method)) == (6, 8)


def test_a_function_is_placed_below_its_decorators(module: types.ModuleType) -> None:
    assert _line(module.decorated.__func__) == 13


def test_the_last_of_several_definitions_counts(module: types.ModuleType) -> None:
    assert _line(module.twice) == 22


def test_a_definition_that_is_not_at_the_margin_is_placed(module: types.ModuleType) -> None:
    assert _line(module.Inside) in (16, 19)
