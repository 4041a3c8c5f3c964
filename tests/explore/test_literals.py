"""Constants of programs that are literals: they are made smaller, kept and replayed."""

from __future__ import annotations

from pathlib import Path

import misbehaving_objects as objects
import pytest

from refute import explore


def test_a_constant_is_made_as_small_as_it_can_be() -> None:
    finding = explore(objects.Meter, seconds=600, max_findings=1).findings[0]
    lines = [*finding.definitions.splitlines(), finding.call]
    assert lines == ["meter = Meter()", "meter.add(4930)", "meter.read()"]
    assert 4929**2 < 30**5 <= 4930**2


def test_a_program_with_a_text_is_kept_and_replayed(tmp_path: Path) -> None:
    first = explore(objects.Names, calls=2, store=tmp_path).findings[0]
    again = explore(objects.Names, calls=1, store=tmp_path).findings[0]
    assert again.kept
    assert (
        (again.definitions, again.call)
        == (first.definitions, first.call)
        == ("names = Names('nobody')", "names.greet()")
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("literal", "is_replayed"), [("70001", True), ("'70001'", False), ("70001.5", False)])
def test_a_kept_literal_is_replayed_if_it_is_of_the_type_of_its_parameter(
    literal: str, is_replayed: bool, tmp_path: Path
) -> None:
    explore(objects.Meter, seconds=600, max_findings=1, store=tmp_path)
    (file,) = tmp_path.glob("*.py")
    file.write_text(file.read_text().replace("4930", literal))
    findings = explore(objects.Meter, calls=1, store=tmp_path).findings
    assert [finding.kept for finding in findings] == [True] * is_replayed
