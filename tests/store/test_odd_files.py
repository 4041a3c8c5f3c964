"""Whatever is in place of a file or of the directory of a store: at most a warning, and no waiting."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from refute.store.entries import Entry, comments_of, entries_in
from refute.store.files import Store, StoreKey

KEY = StoreKey("shop.half", "half")
ENTRY = Entry("half(n=3)", (), ("# size 0, violation: returned -1",))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    (tmp_path / ".refute").mkdir()
    return Store(tmp_path / ".refute")


def said_about(store: Store) -> str:
    """Why the file is ignored. Then it is left alone, also by those who have something to keep."""
    entries, why = store.read(KEY)
    assert entries == []
    if why:
        assert store.update(KEY, [ENTRY]).startswith("nothing was kept, as it cannot be read: ")
        assert store.update(KEY, [], [ENTRY.text]) == ""
        assert store.read(KEY) == ([], why)
    return why


def a_fifo(file: Path) -> None:
    os.mkfifo(file)


def a_socket(file: Path) -> None:
    with socket.socket(socket.AF_UNIX) as own:
        here = os.getcwd()
        os.chdir(file.parent)  # the path of a socket has to be short
        try:
            own.bind(file.name)
        finally:
            os.chdir(here)


def a_link_to_itself(file: Path) -> None:
    file.symlink_to(file.name)


def a_link_to_nothing(file: Path) -> None:
    file.symlink_to("nowhere")


def a_link_to_a_device(file: Path) -> None:
    file.symlink_to("/dev/zero")


def a_link_to_a_file(file: Path) -> None:
    (file.parent.parent / "elsewhere").write_text("half(n=1)\n")
    file.symlink_to(file.parent.parent / "elsewhere")


def a_directory(file: Path) -> None:
    file.mkdir()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="files of these kinds are those of POSIX")
@pytest.mark.parametrize(
    ("make", "why"),
    [
        (a_fifo, "it is a FIFO"),
        (a_socket, "it is a socket"),
        (a_link_to_itself, "it is a symbolic link"),
        (a_link_to_nothing, "it is a symbolic link"),
        (a_link_to_a_device, "it is a symbolic link"),
        (a_link_to_a_file, "it is a symbolic link"),
        (a_directory, "it is a directory"),
    ],
)
def test_what_is_no_regular_file_is_ignored(store: Store, make: Callable[[Path], None], why: str) -> None:
    make(store.file_of(KEY))
    before = stat.S_IFMT(os.lstat(store.file_of(KEY)).st_mode)
    assert said_about(store).endswith(f"is ignored: {why}")
    assert stat.S_IFMT(os.lstat(store.file_of(KEY)).st_mode) == before


@pytest.mark.skipif(sys.platform != "linux", reason="devices are called otherwise elsewhere")
def test_a_device_is_not_opened(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    monkeypatch.setattr(store, "file_of", lambda key: Path("/dev/zero"))
    assert store.read(KEY)[1].endswith("is ignored: it is a device")


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are those of POSIX")
def test_a_file_that_may_not_be_read_is_ignored(store: Store) -> None:
    store.file_of(KEY).write_text("half(n=1)\n")
    store.file_of(KEY).chmod(0)
    store.directory.chmod(0o777)
    code = (
        "import os\n"
        "from pathlib import Path\n"
        "from refute.store.files import Store, StoreKey\n"
        "if os.getuid() == 0: os.setuid(65534)  # who may read everything\n"
        "print(Store(Path()).read(StoreKey('shop.half', 'half')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=store.directory, capture_output=True, text=True)
    assert done.stdout == "([], 'shop.half.py is ignored: Permission denied')\n"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"half(n=" + b"[" * 100_000, "line 1: it nests too deeply"),
        (b"half(n=" + b"[" * 100_000 + b"]" * 100_000 + b")", "line 1: it nests too deeply"),
        (b"half(n=" + b"-" * 100_000 + b"1)", "line 1: it nests too deeply"),
        (b"half(n=a" + b".a" * 100_000 + b")", "line 1: it nests too deeply"),
        (b"half" + b"()" * 100_000, "line 1: it nests too deeply"),
        (b"half(n=1" + b" | 1" * 100_000 + b")", "line 1: it nests too deeply"),
        (b"half(n=" + b"{1: " * 100_000, "line 1: it nests too deeply"),
        (b"def f(x):\n" + b"".join(b" " * n + b"if x == 1:\n" for n in range(1, 1000)), "line 101: it is not Python"),
        (b"half(n=" + b"9" * 1_000_000 + b")", "line 1: it has a number of 1,000,000 characters"),
        (b"half(n=0x" + b"f" * 1_000_000 + b")", "line 1: it has a number of 1,000,002 characters"),
        (b"half(n=[" + b"1," * 200_000 + b"])", "line 1: it has more than 100,000 tokens"),
        (b"half(n=1)\n" * 90_000, "line 16667: it has more than 100,000 tokens"),
        (b"#" + b"x" * (1 << 20), "it is longer than 1,048,576 characters"),
        (b"x" * ((4 << 20) + 1), "it is larger than 4,194,304 bytes"),
        (b"\0" * 1000, "line 1: it is not Python"),
        (b"half(n=1)\n\0", "line 2: it is not Python"),
        (b"# a\0b\nhalf(n=1)\n", "line 1: it is not Python"),
        ("half(n=1)\n".encode("utf-16"), "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
        (b"# -*- coding: latin-1 -*-\n# \xe9\nhalf(n=1)\n", "'utf-8' codec can't decode byte 0xe9"),
        (b"half(n='\xed\xa0\x80')\n", "'utf-8' codec can't decode byte 0xed"),
        (b"  half(n=1)\n", "line 1: it is not Python"),
        (b"half(n=\n\n1 1)\n", "line 3: it is not Python"),
    ],
)
def test_texts_that_are_too_much_are_ignored(store: Store, content: bytes, why: str) -> None:
    store.file_of(KEY).write_bytes(content)
    assert f"is ignored: {why}" in said_about(store)
    assert store.file_of(KEY).stat().st_size == len(content)


@pytest.mark.parametrize(
    "content",
    [b"", b"\n\n", b"# only a comment", b"\xef\xbb\xbfhalf(n=3)\n", b"half(n=3)", b"half(n=3)\r\n", b"\x0chalf(n=3)\n"],
)
def test_texts_that_are_right_are_read(store: Store, content: bytes) -> None:
    store.file_of(KEY).write_bytes(content)
    entries, why = store.read(KEY)
    assert why == ""
    assert [entry.call for entry in entries] == (["half(n=3)"] if b"half" in content else [])


def test_a_long_text_and_many_entries_are_read(store: Store) -> None:
    text = "x" * 500_000
    store.file_of(KEY).write_text(f"half(n={text!r})\n" + "half(n=1)\n" * 1000)
    entries, why = store.read(KEY)
    assert (len(entries), why) == (1001, "")


def test_a_file_is_not_made_larger_than_can_be_read(store: Store) -> None:
    large = [Entry(f"half(n={str(n) * 300_000!r})", (), ()) for n in range(1, 4)]
    assert store.update(KEY, large) == ""
    assert store.update(KEY, [Entry(f"half(n={'4' * 300_000!r})", (), ())]).endswith(
        "shop.half.py: it is longer than 1,048,576 characters"
    )
    assert len(store.read(KEY)[0]) == 3


def test_what_was_said_does_not_make_a_file_unreadable(store: Store) -> None:
    odd = "".join(map(chr, range(32))) + "\x7f\x85\u2028\ud800\n'\"\\"
    store.update(KEY, [Entry("half(n=3)", (), comments_of(0, "crash", odd, odd))])
    entries, why = store.read(KEY)
    assert (len(entries), why) == (1, "")
    assert entries[0].comments[0].startswith("# size 0, crash: \\x00\\x01")


def test_lines_of_entries_are_counted_as_python_counts_them() -> None:
    text = "# a\x0b\x1c\u2028b\r# c\r\n\rhalf(n=1)\n# \x0c\ndef g(x): return '\x85\u2029'\nhalf(n=g)\n"
    first, second = entries_in(text, "half")
    assert (first.line, first.comments) == (4, ())
    assert (second.line, second.definitions) == (7, ("def g(x): return '\x85\u2029'",))


# ---------------------------------------------------------------------------------------- in place of the directory


def unusable(directory: Path) -> str:
    """What is said when something has to be kept there. Nothing is read from there, either."""
    store = Store(directory)
    assert store.read(KEY)[0] == []
    assert store.update(KEY, [], [ENTRY.text]) == "" or not directory.is_dir()
    return store.update(KEY, [ENTRY])


def test_a_file_in_place_of_the_directory(tmp_path: Path) -> None:
    (tmp_path / ".refute").write_text("mine")
    assert "cannot be written: " in unusable(tmp_path / ".refute")
    assert (tmp_path / ".refute").read_text() == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="links may not be made there")
@pytest.mark.parametrize("to", ["nowhere", ".refute"])
def test_a_link_that_leads_nowhere_in_place_of_the_directory(tmp_path: Path, to: str) -> None:
    (tmp_path / ".refute").symlink_to(to)
    assert "cannot be written: " in unusable(tmp_path / ".refute")
    assert (tmp_path / ".refute").is_symlink()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs")
def test_a_fifo_in_place_of_the_directory(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".refute")
    assert "cannot be written: " in unusable(tmp_path / ".refute")


@pytest.mark.skipif(sys.platform == "win32", reason="links may not be made there")
def test_a_link_to_a_directory_is_one(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / ".refute").symlink_to("kept")
    store = Store(tmp_path / ".refute")
    assert store.update(KEY, [ENTRY]) == ""
    assert [entry.call for entry in store.read(KEY)[0]] == ["half(n=3)"]
    assert store.update(KEY, [], dropped=[ENTRY.text]) == ""
    assert os.listdir(tmp_path / "kept") == []


def test_a_directory_that_is_not_there_is_made_only_for_what_is_kept(tmp_path: Path) -> None:
    store = Store(tmp_path / "a" / ".refute")
    assert store.update(KEY, [], [ENTRY.text]) == ""
    assert os.listdir(tmp_path) == []
    assert store.update(KEY, [ENTRY]) == ""
    assert sorted(os.listdir(store.directory)) == [".gitignore", "shop.half.py"]


@pytest.mark.skipif(sys.platform == "win32", reason="the current directory cannot be removed there")
def test_the_current_directory_may_be_gone(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert store.shown(KEY) == str(store.file_of(KEY))
