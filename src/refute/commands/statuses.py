"""The exit statuses of the command line."""

from __future__ import annotations

FOUND_NOTHING, FOUND_SOMETHING, UNUSABLE = 0, 1, 2
INTERRUPTED, UNHEARD, TERMINATED = 130, 141, 143  # by SIGINT, a closed pipe, SIGTERM, as shells say it
