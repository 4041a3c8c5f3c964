"""Reports in notebooks."""

from __future__ import annotations

import re
from typing import Annotated
from xml.etree import ElementTree

from refute import Nat, Report, Scope, check, where


def html(report: Report) -> ElementTree.Element:
    """What a notebook is given, parsed: a tag left open or a value left as it is would not be."""
    return ElementTree.fromstring(report._repr_html_())


def text(report: Report) -> str:
    return "".join(html(report).itertext())


def spoils(n: Nat) -> Annotated[str, where(lambda v: "<" not in v)]:
    print("<script>alert(1)</script>")
    return "<b>&\x1b"


def holds(n: Nat) -> Nat:
    return n


SCOPE = Scope(size=9)


def test_a_verdict_has_its_numbers() -> None:
    said = text(check(holds, scope=SCOPE))
    assert "holds exhausted all 10 inputs to size 9" in said
    assert re.search(r"test_html\.py:\d+ · 10 inputs · \d+\.\d s", said)


def test_what_was_found_is_shown_with_the_reason_and_the_rest_folded() -> None:
    page = html(check(spoils, scope=SCOPE))
    call, explanation, output, source = ["".join(block.itertext()) for block in page.iter("pre")]
    assert call == "spoils(n=0)\nreturned '<b>&\\x1b'"
    assert explanation == r"`'<' not in v` is false: v = '<b>&\x1b'"
    assert output == "<script>alert(1)</script>\n"
    assert "contract(spoils)(n=0)" in source
    folded = ["".join(block.itertext()) for block in page.findall(".//details/summary")]
    assert folded == ["what it printed", "a program that shows it"]


def test_nothing_the_code_says_becomes_a_part_of_the_page() -> None:
    page = html(check(spoils, scope=SCOPE))
    assert {element.tag for element in page.iter()} == {"div", "b", "pre", "details", "summary"}


def test_it_needs_nothing_from_elsewhere_and_sets_no_ground() -> None:
    page = check(spoils, scope=SCOPE)._repr_html_()
    assert "http" not in page
    assert "class=" not in page
    assert set(re.findall(r"background: (\w+)", page)) == {"none"}


def test_warnings_are_shown() -> None:
    assert "warning: there were only 2 inputs to try: size 2 has 3" in text(check(holds, scope=Scope(size=0)))
