"""Entries of explorations: programs as text, one behind the other with empty lines between them.

    # size 3, violation: left account = <Account balance=-2>
    #   `self.balance >= 0` is false: self.balance = -2
    from bank import Account
    account = Account()
    account.deposit(0)
    account.withdraw(1)

Here they are only parsed: nothing is imported, looked up or run. `refute.programs.program.parsing` finds the operations
that the lines stand for, and takes no others.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from refute.store.entries import PASSED, Entry, Foreign
from refute.store.syntax import PROGRAMS, NotPlain, parsed

_STATEMENTS = (ast.Assign, ast.AugAssign, ast.Expr, ast.With, ast.Delete)


def programs_in(text: str, name: str) -> Iterator[Entry]:
    """The programs in a file. Raises Foreign."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    line = 1
    for block in text.split("\n\n"):
        yield from _program(block, line)
        line += block.count("\n") + 2


def _program(block: str, line: int) -> Iterator[Entry]:
    """The program of a block; none where it has only comments."""
    comments = [one.rstrip() for one in block.splitlines() if one.startswith("#")]
    try:
        body = parsed(block, PROGRAMS)
    except NotPlain as error:
        raise Foreign(f"line {line + error.line - 1}: {error.reason}") from None
    imports: list[str] = []
    statements: list[str] = []
    for node in body:
        match node:
            case ast.Import() | ast.ImportFrom(level=0) if not statements:
                imports.append(ast.unparse(node))
            case _ if isinstance(node, _STATEMENTS):
                statements.append(ast.unparse(node))
            case _:
                raise Foreign(f"line {line + node.lineno - 1}: it is neither an import nor a call")
    if not statements:
        if imports:
            raise Foreign(f"line {line}: there is no call after the import")
        return
    own = tuple(one for one in comments if one != PASSED)
    *before, last = statements
    yield Entry(last, tuple(imports), own, PASSED in comments, line + body[-1].lineno - 1, tuple(before))
