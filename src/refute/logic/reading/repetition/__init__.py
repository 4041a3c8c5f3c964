"""Repetition: what makes recursion structural, plain functions read as measures, loops."""
