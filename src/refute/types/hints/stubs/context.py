"""For which Python stub files are read: the one that runs."""

from __future__ import annotations

import logging
import sys
from functools import lru_cache
from pathlib import Path

from typeshed_client import SearchContext, get_search_context


def search_context() -> SearchContext:
    return _context(tuple(sys.path))


@lru_cache(maxsize=4)
def _context(path: tuple[str, ...]) -> SearchContext:
    logging.getLogger("typeshed_client").addHandler(logging.NullHandler())  # what it warns of is left out
    return get_search_context(search_path=[Path(entry) for entry in path])
