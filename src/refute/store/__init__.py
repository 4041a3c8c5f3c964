"""Failures of earlier runs, kept in `.refute/` and tried again."""
