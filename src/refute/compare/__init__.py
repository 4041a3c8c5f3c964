"""Comparing: the same inputs and programs through two versions of the code, and what changed."""
