# `make demo` and `make test` set up everything they need in .venv: only Python 3.11 or later, pip and make have to be there.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
TESTS ?=
BIN = $(VENV)/bin
# A test in two waits for a process, so that there is time for one more.
WORKERS = $(shell $(BIN)/python -c 'import os; print(1 + (os.cpu_count() or 1))')
# Commands that tests start, hundreds of them, are not to be compiled each time.
export PYTHONDONTWRITEBYTECODE =

.PHONY: demo test lint bench bench-full promises examples clean

demo: $(VENV)/.refute
	$(BIN)/python examples/run.py 0-first 1-scores 3-redblack 4-maps 7-coins 7-explored
	@echo "More: examples/bugs_detected, examples/explored and examples/correct_code, and what they print in examples/expected."

test: $(VENV)/.refute-dev
	$(BIN)/python -m pytest -n $(WORKERS) $(TESTS)

lint: $(VENV)/.refute-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# the tables of docs/benchmarks.md: a short run, and the full one, which takes hours
bench: $(VENV)/.refute-bench
	$(BIN)/python bench/run.py --cores 2

bench-full: $(VENV)/.refute-bench
	$(BIN)/python bench/run.py --full

# the ratios that each part promises
promises: $(VENV)/.refute-dev
	@for file in spaces check solver narrow explore; do $(BIN)/python bench/$$file.py; done

# writes anew what the examples are expected to print; look at the difference before you keep it
examples: $(VENV)/.refute
	$(BIN)/python examples/run.py --write

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "refute needs Python 3.11 or later; say which: make PYTHON=/path/to/python"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.refute: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.refute-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ $(VENV)/.refute

$(VENV)/.refute-bench: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
