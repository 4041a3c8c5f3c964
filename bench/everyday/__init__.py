"""Everyday functions, each with one line that may be wrong: see `faults`."""
