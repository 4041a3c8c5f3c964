"""Predicates and measures: read from Python, reduced as values become known, run where they cannot be read."""
