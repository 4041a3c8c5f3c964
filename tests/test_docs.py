"""What the documentation says is so: its Python sessions are run, its console sessions are played."""

from __future__ import annotations

import doctest
import importlib.util
import io
import re
from pathlib import Path

import pytest

from sampling import some_of

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
spec = importlib.util.spec_from_file_location("run_documented", ROOT / "examples" / "run.py")
assert spec is not None
assert spec.loader is not None
run = importlib.util.module_from_spec(spec)
spec.loader.exec_module(run)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_python_sessions(page: Path) -> None:
    text = re.sub(r"^```.*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for library in re.findall(r"^>>> import (numpy|pandas)", text, flags=re.MULTILINE):
        pytest.importorskip(library)
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL | doctest.NORMALIZE_WHITESPACE
    session = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, page.name, str(page), 0)
    said = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=flags)
    runner.run(session, out=said.write)
    assert not runner.failures, said.getvalue()


@pytest.mark.parametrize(
    "page", some_of(PAGES, lambda page: page.stem not in ("adopting", "functions")), ids=lambda page: page.stem
)
def test_console_sessions(page: Path) -> None:
    for session in re.findall(r"```console\n(\$ .*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        assert "\n".join(run.played(session)) == session


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!http)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("name", ["lending.py", "queues.py"])
def test_the_example_in_the_readme_is_the_one_that_is_run(name: str) -> None:
    shown = re.search(rf"```python\n# {name}\n(.*?)```", PAGES[0].read_text(encoding="utf-8"), re.DOTALL)
    assert shown is not None
    assert (ROOT / "examples" / name).read_text(encoding="utf-8").endswith(shown[1])
