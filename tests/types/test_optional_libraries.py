"""No library is imported that the user's own code does not use."""

import subprocess
import sys

import pytest

LIBRARIES = ("pydantic", "msgspec", "beartype", "attr")

READING = """
import sys
from dataclasses import dataclass
from typing import Annotated
from refute.logic.reading.predicates import where
from refute.types.reading.context import Context
from refute.types.reading.annotations import Reader

{definition}

Reader().read_whole(Thing, Context("the type", globals()))
print(*(name for name in {libraries!r} if name in sys.modules))
"""


def imported_by(code: str) -> set[str]:
    """The libraries that are loaded after running some code in an interpreter of its own."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_reading_types_needs_none_of_them() -> None:
    code = (
        f"import sys, refute.types.reading.annotations\nprint(*(name for name in {LIBRARIES!r} if name in sys.modules))"
    )
    assert imported_by(code) == set()


@pytest.mark.parametrize(
    ("definition", "library"),
    [
        ("@dataclass\nclass Thing:\n    x: Annotated[int, where(lambda v: v > 0)]", None),
        ("import pydantic\nclass Thing(pydantic.BaseModel):\n    x: int = pydantic.Field(gt=0)", "pydantic"),
        ("from pydantic import Field\n@dataclass\nclass Thing:\n    x: Annotated[int, Field(gt=0)]", "pydantic"),
        ("import msgspec\nclass Thing(msgspec.Struct):\n    x: Annotated[int, msgspec.Meta(gt=0)]", "msgspec"),
        ("from beartype.vale import Is\nThing = Annotated[int, Is[lambda v: v > 0]]", "beartype"),
        (
            "import attrs\n@attrs.define\nclass Thing:\n    x: int = attrs.field(validator=attrs.validators.gt(0))",
            "attr",
        ),
    ],
)
def test_a_class_of_one_library_does_not_import_another(definition: str, library: str | None) -> None:
    expected = set() if library is None else {library}
    assert imported_by(READING.format(definition=definition, libraries=LIBRARIES)) == expected
