"""Smaller versions of an input that fails."""
