"""Texts as expressions of Z3."""
