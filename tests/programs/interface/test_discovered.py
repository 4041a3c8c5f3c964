"""What a client can do with modules and classes, as their annotations say."""

from __future__ import annotations

from typing import Any

import client_modules as modules
import pytest

from refute import Interface


def names(*targets: Any, **how: Any) -> list[str]:
    return [one.name for one in Interface.of(*targets, **how).operations]


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({}, ["Shelf", "Shelf.put", "Shelf.take"]),
        ({"include": ["put"]}, ["Shelf", "Shelf.put"]),
        ({"include": ["Shelf.t*"]}, ["Shelf", "Shelf.take"]),
        ({"include": ["nothing"]}, []),
        ({"exclude": ["put"]}, ["Shelf", "Shelf.take"]),
        ({"include": ["put"], "exclude": ["Shelf"]}, []),
    ],
)
def test_names_choose_what_is_called_and_what_it_is_called_on_is_made(how: Any, expected: list[str]) -> None:
    assert names(modules.Shelf, **how) == expected
