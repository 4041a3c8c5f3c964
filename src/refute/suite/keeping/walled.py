"""Runs pytest on a file behind the wall: `python -m refute.suite.keeping.walled FILE REPORT DOOR…`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from refute.run.wall.guard import Wall, stand_behind
from refute.run.wall.rules import Rules

_OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:doctest", "-o", "junit_family=xunit1", "-o", "addopts=")


def main(arguments: Sequence[str]) -> int:
    file, report, *doors = arguments
    import pytest

    directory = os.path.dirname(os.path.abspath(file))
    stand_behind(Wall(Rules().allowing(doors), (directory,), is_worker=False))
    return int(pytest.main([*_OPTIONS, "-c", os.devnull, "--rootdir", directory, f"--junitxml={report}", file]))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
