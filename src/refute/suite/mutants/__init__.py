"""Mutants: functions of the target with one thing changed."""
