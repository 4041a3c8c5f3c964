"""Every field of JSON is documented, every documented field is there, and whatever a run can say has its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from command_line import refute

DOCS = Path(__file__).parents[2] / "docs" / "check.md"
MINE = '''
import socket
from collections.abc import Callable
from typing import Annotated

import refute
from refute import Nat, where


def wrong(n: Nat) -> Annotated[Nat, where(lambda v, n: v > n)]:
    return n


def old(n: int) -> int:
    return 1 // n


def refusing(n: int) -> int:
    """Raises ValueError where n is negative."""
    if n < 0:
        raise ValueError("negative")
    return n


def connecting(n: bool) -> None:
    try:
        socket.socket().connect(("127.0.0.1", 9))
    except OSError:
        pass


def applied(f: Callable[[int], int]) -> int:
    return 1 // f(0)


def bad(n: "Missing") -> int:
    return n


@refute.skip("later")
def skipped(n: int) -> int:
    return n
'''


def documented() -> dict[str, set[str]]:
    """The fields that each table lists, by the words above it."""
    section = DOCS.read_text().partition("### Fields of JSON")[2].partition("\n## ")[0]
    found: dict[str, set[str]] = {}
    for text, table in re.findall(r"(\S[^|]*?)\n\n\| \| \|\n\|---\|---\|\n((?:\|.*\n)+)", section):
        heading = text.rpartition("\n\n")[2]
        fields = (name for line in table.splitlines() for name in re.findall(r"`(\w+)`", line.split("|")[1]))
        found[heading.replace("*", "").partition(" of `json`")[0]] = set(fields)
    return found


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Documents of a run with everything in it, as JSON and put together from lines."""
    project = tmp_path_factory.mktemp("project")
    (project / "pyproject.toml").write_text("")
    (project / "mine.py").write_text(MINE)
    arguments = ("mine.py", "gone.py", "--size", "2")
    assert refute("baseline", "mine.py:old", "--size", "2", cwd=project).returncode == 0
    whole = json.loads(refute("check", *arguments, "--format", "json", cwd=project).stdout)
    lines = [
        json.loads(one) for one in refute("check", *arguments, "--format", "jsonl", cwd=project).stdout.splitlines()
    ]
    return [whole, {"functions": lines[:-1], "summary": lines[-1]}]


def entries(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """All objects of a document, with what the documentation calls them."""
    yield "The document", dict.fromkeys(document)
    yield "The summary", document["summary"]
    yield from (("An entry of `left_out`", one) for one in document["summary"]["left_out"])
    for function in document["functions"]:
        yield "A function", function
        yield from (("A finding", one) for one in (*function.get("findings", ()), *function.get("known", ())))
        for name in ("exhausted", "refusals", "notes"):
            yield from ((f"An entry of `{name}`", one) for one in function.get(name, ()))


def test_the_fields_that_appear_are_those_that_are_documented(runs: list[dict[str, Any]]) -> None:
    appearing: dict[str, set[str]] = {}
    for document in runs:
        for what, entry in entries(document):
            appearing.setdefault(what, set()).update(entry)
    tables = documented()
    (unusable,) = (what for what in tables if what.startswith("One that is `unusable`"))
    tables["A function"] |= tables.pop(unusable)
    # those of the lines are told where the document is
    appearing["The document"] |= {"event"}
    appearing["A function"] -= {"event"}
    appearing["The summary"] -= {"event", "schema"}
    assert appearing == tables


def test_each_form_of_json_has_the_number_of_its_description(runs: list[dict[str, Any]]) -> None:
    assert runs[0]["schema"] == runs[1]["summary"]["schema"] == 1


@pytest.mark.parametrize("form", [0, 1])
def test_whatever_a_run_can_say_has_its_place(runs: list[dict[str, Any]], form: int) -> None:
    document = runs[form]
    functions = {one["target"]: one for one in document["functions"]}
    assert functions["wrong"]["findings"][0]["call"] == "wrong(n=0)"
    assert functions["old"]["known"][0]["undeclared"] == "ZeroDivisionError"
    assert functions["refusing"]["refusals"][0]["type"] == "ValueError"
    assert functions["refusing"]["refused"] == functions["refusing"]["refusals"][0]["inputs"]
    assert functions["connecting"]["walled"] == 2
    assert any("--allow net" in warning for warning in functions["connecting"]["warnings"])
    assert functions["applied"]["functions"] == ["f"]
    assert functions["applied"]["findings"][0]["table"]
    for name in ("bad", "gone.py"):
        assert functions[name]["status"] == "unusable"
        assert functions[name]["error"]
        assert functions[name]["remedy"]
    assert functions["bad"]["place"].startswith("mine.py:")
    assert [one["name"] for one in document["summary"]["left_out"]] == ["skipped"]
    assert document["summary"]["unusable_targets"] == 1
