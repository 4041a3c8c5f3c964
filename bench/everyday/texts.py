"""Functions of texts: prefixes, suffixes, keys, patterns, lengths, and classes of characters."""

from __future__ import annotations

import re
from enum import Enum

RATES = {"alpha": 4, "beta": 2}
TICKET = re.compile(r"[A-Z]{3}-[0-9]{4}")


class Level(Enum):
    DEBUG = 10
    WARNING = 30


def table_of(query: str) -> str:
    if not query.startswith("select "):
        return ""
    words = query.removeprefix("select ").split()
    return words[-1] if words else ""


def stem(name: str) -> str:
    if not name.endswith(".tar.gz"):
        return name
    bare = name[:-7]
    assert bare + ".tar.gz" == name
    return bare


def bare_host(address: str) -> str:
    if "://" not in address:
        return address
    scheme, _, rest = address.partition("://")
    assert "://" not in scheme
    return rest


def rate(key: str) -> int:
    return 10 // RATES.get(key, 1)


def severity(name: str) -> int:
    return Level[name].value if name in Level.__members__ else 0


def number_of(ticket: str) -> int:
    if not TICKET.fullmatch(ticket):
        return -1
    digits = ticket[4:]
    assert len(digits) == 4
    return int(digits)


def hour_of(text: str) -> int:
    found = re.fullmatch(r"(\d\d):(\d\d)", text, re.ASCII)
    if found is None:
        return 0
    hour = int(found.group(1)) % 24
    assert hour < 24
    return hour


def count(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 20 else 0


def shouted(text: str) -> str:
    loud = text.upper() if text.isascii() else text
    assert len(loud) == len(text)
    return loud


def first_word(text: str) -> str:
    stripped = text.strip()
    return stripped.split()[0] if stripped else ""


def lines(text: str) -> list[str]:
    found = text.splitlines()
    assert not any("\r" in line for line in found)
    return found


def shortened(text: str) -> str:
    short = text if len(text) <= 20 else text[:17] + "..."
    assert len(short) <= 20
    return short


def slug(title: str) -> str:
    made = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    assert not made.startswith("-")
    assert not made.endswith("-")
    return made


def unquoted(text: str) -> str:
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return text[1:-1]
    assert not (text.startswith('"') and text.endswith('"') and len(text) != 1)
    return text


def greeting(name: str) -> str:
    line = f"Dear {name}"
    assert line.removeprefix("Dear ") == name
    return line


def colour_depth(header: bytes) -> int:
    if not header.startswith(b"\x89PNG") or len(header) < 5:
        return 0
    return header[4]


def yes(answer: str) -> bool:
    agreed = answer in ("yes", "y", "ja")
    assert not agreed or answer[0] in "yj"
    return agreed
