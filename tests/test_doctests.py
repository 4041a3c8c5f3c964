"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import refute

SOURCE = Path(refute.__file__).parent
EXAMPLES = [path for path in sorted(SOURCE.rglob("*.py")) if ">>> " in path.read_text()]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_examples_in_docstrings_give_what_they_say(path: Path) -> None:
    name = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
    module = import_module(name)
    names = dict(vars(module))
    runner = doctest.DocTestRunner()
    # what the docstring of the module defines is there in all others
    for test in sorted(doctest.DocTestFinder().find(module), key=lambda test: test.name != name):
        test.globs = names if test.name == name else dict(names)
        runner.run(test, clear_globs=False)
    assert runner.tries > 0
    assert runner.failures == 0
