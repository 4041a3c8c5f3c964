"""Digests: by which it is known of a test whether it was edited since it was written.

They are in a table at the end of the file:

    # As refute wrote them: `refute write --update` keeps tests that were edited since.
    # refute: test_split_of_an_empty_text_returns_an_empty_list 3fa9c1d2

How a test is laid out is no part of its digest, what is in it is, comments as well.
"""

from __future__ import annotations

import ast
import hashlib
import io
import re
import tokenize
from collections.abc import Mapping
from contextlib import suppress

TITLE = "# As refute wrote them: `refute write --update` keeps tests that were edited since."
_ENTRY = re.compile(r"# refute: (?P<name>\w+) (?P<digest>[0-9a-f]{8})(?P<gone> deleted)?\s*")
_LAYOUT = {tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def digest_of(text: str) -> str:
    """The digest of a test as text."""
    tokens = [token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type not in _LAYOUT]
    kept = []
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.string == "," and following is not None and following.string in (")", "]", "}"):
            continue  # there may be one where there is no other line
        written = token.string
        if token.type == tokenize.STRING:
            with suppress(ValueError, SyntaxError):
                written = repr(ast.literal_eval(token.string))
        kept.append(written)
    return hashlib.sha256("\0".join(kept).encode("utf-8", "backslashreplace")).hexdigest()[:8]


def table(
    tests: Mapping[str, str], edited: Mapping[str, str] | None = None, deleted: Mapping[str, str] | None = None
) -> list[str]:
    """The lines of the table: for tests as texts by their names, and for digests of tests that somebody has edited or
    deleted."""
    entries = [f"# refute: {name} {digest_of(text)}" for name, text in tests.items()]
    entries += [f"# refute: {name} {digest}" for name, digest in (edited or {}).items()]
    entries += [f"# refute: {name} {digest} deleted" for name, digest in (deleted or {}).items()]
    return [TITLE, *entries] if entries else []


def entries_in(text: str) -> dict[str, tuple[str, bool]]:
    """The digests in a file, by the names of tests, and whether these had been deleted by then."""
    found = {}
    for line in text.splitlines():
        entry = _ENTRY.fullmatch(line)
        if entry is not None:
            found[entry["name"]] = entry["digest"], entry["gone"] is not None
    return found


def is_of_table(line: str) -> bool:
    return line.rstrip() == TITLE or _ENTRY.fullmatch(line) is not None
