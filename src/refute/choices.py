"""The words that some options take."""

from __future__ import annotations

ENGINES = ("auto", "classes", "smt")  # what chooses inputs
FORMATS = ("text", "json", "jsonl", "junit", "github")  # of reports
COMPARISON_FORMATS = (*FORMATS, "markdown", "csv", "html")  # of comparisons; the last two, of tables
WORKERS = ("auto", "fork", "spawn")  # how processes for code under test come about
LEFTOVERS = ("warn", "fail", "ignore")  # what is made of calls that leave something changed or running
STRATEGIES = ("auto", "breadth", "deepening", "random", "coverage")
# Contracts of objects; "all" stands for each of them.
CONTRACTS = (
    *("eq", "hash", "order", "repr", "copy", "pickle"),
    *("len", "in", "bool", "iterator", "context", "alike", "all"),
)
