"""Methods that a library calls while it builds or writes an object are no functions to check."""

from __future__ import annotations

import pytest
from modules_on_disk import write

from refute.targets.subjects import find_functions

PYDANTIC = """
import warnings
from pydantic import *
from pydantic.dataclasses import dataclass

class Model(BaseModel):
    a: int
    b: str = ""

    @field_validator("a")
    @classmethod
    def checked(cls, value: int) -> int: return value
    @field_validator("a")
    def checked_again(cls, value: int) -> int: return value
    @model_validator(mode="after")
    def whole(self) -> "Model": return self
    @model_validator(mode="before")
    @classmethod
    def raw(cls, data: dict[str, int]) -> dict[str, int]: return data
    @field_serializer("a")
    def written(self, value: int) -> int: return value
    @model_serializer
    def written_whole(self) -> dict[str, int]: return {}
    def model_post_init(self, context: object) -> None: ...
    @computed_field
    @property
    def computed(self) -> int: return 1
    def plain(self) -> int: return 1

class Sub(Model):
    @field_validator("b")
    @classmethod
    def also_checked(cls, value: str) -> str: return value

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    class Old(BaseModel):
        a: int
        @validator("a")
        def checked(cls, value: int) -> int: return value
        @root_validator(skip_on_failure=True)
        def whole(cls, values: dict[str, int]) -> dict[str, int]: return values

@dataclass
class Data:
    a: int
    @field_validator("a")
    @classmethod
    def checked(cls, value: int) -> int: return value
    def plain(self) -> int: return 1
"""

ATTRS = """
import attrs

@attrs.define
class Thing:
    x: int = attrs.field()
    y: int = attrs.field()
    @x.validator
    def checked(self, attribute: object, value: int) -> None: ...
    @x.validator
    def checked_again(self, attribute: object, value: int) -> None: ...
    @y.default
    def usual(self) -> int: return 1
    def plain(self) -> int: return 1

@attrs.define
class Sub(Thing):
    def plain(self) -> int: return 2
"""


def names(text: str) -> list[str]:
    return [subject.name for subject in find_functions(text)]


def test_validators_and_serializers_of_pydantic_are_no_functions_to_check() -> None:
    write("models.py", PYDANTIC)
    assert names("models.py") == ["Model.computed", "Model.plain", "Data.plain"]
    assert names("models.py:Model") == ["Model.computed", "Model.plain"]


def test_validators_and_defaults_of_attrs_are_no_functions_to_check() -> None:
    write("things.py", ATTRS)
    assert names("things.py") == ["Thing.plain", "Sub.plain"]


@pytest.mark.parametrize(("file", "text"), [("models.py", PYDANTIC), ("things.py", ATTRS)])
def test_one_that_is_asked_for_by_its_name_is_found(file: str, text: str) -> None:
    write(file, text)
    cls = "Model" if file == "models.py" else "Thing"
    assert names(f"{file}:{cls}.checked") == [f"{cls}.checked"]
