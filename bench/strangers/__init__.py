"""Suites that tools generate for modules that nobody prepared, judged by the coverage of the tests that pass."""
