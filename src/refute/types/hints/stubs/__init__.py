"""Stub files: where they are, what they define, and their annotations as Python has them when a program runs."""
