"""The words that some options take."""

from __future__ import annotations

ENGINES = ("auto", "classes", "smt")  # what chooses inputs
FORMATS = ("text", "json", "jsonl", "junit", "github")  # of reports
LEFTOVERS = ("warn", "fail", "ignore")  # what is made of calls that leave something changed or running
