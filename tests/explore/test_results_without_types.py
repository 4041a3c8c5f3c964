"""What is returned without a type is an instance of its own class, and so is what is in it."""

from __future__ import annotations

import functions_without_types as functions
import pytest

from refute import explore


@pytest.mark.parametrize(
    ("cls", "made"),
    [
        (functions.Direct, ["direct_2 = direct()"]),
        (functions.InList, ["result = listed()", "in_list = result[0]"]),
        (functions.InDictionary, ["result = named()", "in_dictionary = list(result[0].values())[0]"]),
        (functions.AsAny, ["as_any_2 = as_any()"]),
        (functions.OfVariable, ["box = boxed()", "of_variable = box.get()"]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_instances_are_found_in_results(cls: type, made: list[str]) -> None:
    others = ["direct", "listed", "named", "as_any", "boxed", "Box"]
    report = explore(functions, calls=4, in_process=True, include=[cls.__name__, *others])
    (finding,) = [one for one in report.findings if one.target.startswith(cls.__name__)]
    assert finding.outcome == "raised AssertionError"
    assert finding.definitions.splitlines()[:-1] == made
