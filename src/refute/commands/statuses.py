"""The exit statuses of the command line."""

from __future__ import annotations

FOUND_NOTHING, FOUND_SOMETHING, UNUSABLE, INTERRUPTED, TERMINATED = 0, 1, 2, 130, 143
