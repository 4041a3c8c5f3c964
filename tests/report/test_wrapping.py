"""Lines on a terminal: broken between words, hanging, and nothing broken that can be pasted."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console
from rich.control import Control
from rich.text import Text

from command_line import refute, refute_on_a_terminal
from refute.report.lines import Line, Whole, lines_of, plain, wrapped
from refute.report.terminal import Reflowed

LINE: Line = [
    ("    ", ""),
    ("warning: ", "yellow"),
    ("the condition `v < m and n` holds for no value of ", ""),
    ("n", "b"),
]


@pytest.mark.parametrize("columns", range(1, 80))
def test_words_keep_their_order_and_their_style_and_fit_if_they_can(columns: int) -> None:
    parts = list(wrapped(LINE, columns))
    assert " ".join(plain(parts).split()) == plain([LINE]).strip()
    for part in parts:
        words = re.sub(r"`.*`", "code", plain([part])).split()
        assert len(plain([part])) <= columns or len(words) == 1
        assert plain([part]).startswith("    " if part is parts[0] else "      ")
    assert [text.strip() for part in parts for text, style in part if style == "yellow"] == ["warning:"]
    assert sum("`v < m and n`" in plain([part]) for part in parts) == 1


def test_what_fits_and_what_can_be_pasted_stays_one_line() -> None:
    assert list(wrapped(LINE, 80)) == [LINE]
    assert list(wrapped(Whole(LINE), 10)) == [LINE]
    (code,) = lines_of("shop.py:12: return [share + 1] * rest + [share] * (people - rest)", "", "    ")
    assert list(wrapped(code, 20)) == [code]


def test_a_terminal_gets_lines_that_fit_and_a_pipe_gets_them_whole(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Strange:\n    def __init__(self, a): pass\ndef odd(x: Strange) -> int: return 1\n"
        "def vague(n: bool): return n\n"
    )
    arguments = ("check", "mine.py", "--size", "2")
    sent = refute_on_a_terminal(*arguments, columns=60, cwd=tmp_path)
    lines = [re.sub(r"\x1b\[[?\d;]*[a-zA-Z]", "", line).rpartition("\r")[2] for line in sent.split("\r\n")]
    assert max(map(len, lines)) <= 60
    assert "    Annotate the parameters of Strange.__init__, make it a" in lines
    assert (
        "      dataclass, or give it subclasses in its own module"
        in lines[lines.index("    Annotate the parameters of Strange.__init__, make it a") + 1]
    )
    assert max(map(len, refute(*arguments, cwd=tmp_path).stdout.splitlines())) > 100


def test_a_progress_line_is_erased_from_all_rows_that_a_narrower_terminal_shows_it_in() -> None:
    out = Console(file=io.StringIO(), width=80, force_terminal=True)
    shown = Reflowed(out)
    shown.set_renderable(Text("x" * 70))
    out.print(shown)
    assert _rows_up(shown.position_cursor()) == 0
    out.width = 30
    assert _rows_up(shown.position_cursor()) == 2
    assert _rows_up(shown.position_cursor()) == 2
    out.print(shown)
    assert _rows_up(shown.restore_cursor()) == 3


def _rows_up(control: Control) -> int:
    return str(control).count("\x1b[1A")
