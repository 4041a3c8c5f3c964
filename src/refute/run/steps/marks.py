"""Marks: what a step returns for an input that was not simply tried and held."""

from __future__ import annotations

KNOWN = 1  # it was tried in another run
DISCARDED = 2  # it was given up: `assume`, or a function that had nothing to answer
UNDECIDED = 4  # it failed only if quantifiers, which did not go far enough, are believed
UNVARIED = 5  # it held; a function was called more often than the scope varies
KNOWN_UNVARIED = 6  # it was tried in another run, and that is so
RAISED = 7  # it held: an exception was raised that is declared
RAISED_UNVARIED = 8  # it held so, and a function was called more often than the scope varies
WALLED = 9  # it wanted something that it may not do
FAILED_AGAIN = 10  # it failed as another input did
NO_INPUT = 11  # there was nothing to be tried
FAILED = 1 << 4  # from this on: it failed in a way that was told of another input; the number says which
REFUSED = 1 << 8  # from this on: it was turned down by an exception that is meant; the number says which
