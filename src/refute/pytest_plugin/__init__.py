"""The pytest plugin: `--refute PATH` makes a test of every annotated function, `test` one of a function's own inputs.

pytest imports this at every start, so what checks and prints is imported where it is needed.
"""

from __future__ import annotations

from refute.pytest_plugin.inputs import pytest_pycollect_makeitem, pytest_pyfunc_call, test
from refute.pytest_plugin.items import pytest_collection_modifyitems
from refute.pytest_plugin.options import pytest_addoption, pytest_configure, pytest_unconfigure
from refute.pytest_plugin.outcomes import pytest_report_teststatus, pytest_runtest_makereport

__all__ = [
    "pytest_addoption",
    "pytest_collection_modifyitems",
    "pytest_configure",
    "pytest_pycollect_makeitem",
    "pytest_pyfunc_call",
    "pytest_report_teststatus",
    "pytest_runtest_makereport",
    "pytest_unconfigure",
    "test",
]
