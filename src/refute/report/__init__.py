"""Verdicts for people and programs: the terminal, notebooks, and the formats of other tools."""
