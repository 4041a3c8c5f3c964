"""Digests of fingerprints: the same in every process."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable
from types import CodeType
from typing import Any

from refute.programs.states.tokens import Again, Token

_SIZE = 16  # bytes


def digest(key: Hashable) -> bytes:
    """Sixteen bytes in which a fingerprint differs from others, as far as anybody will ever see."""
    return _Digester().of(key)


class _Digester:
    """Digests tokens bottom up, each once."""

    def __init__(self) -> None:
        self._known: dict[int, bytes] = {}

    def of(self, key: Any) -> bytes:
        match key:
            case Token():
                known = self._known.get(id(key))
                if known is None:
                    known = self._known[id(key)] = self._token(key)
                return known
            case Again(place=place):
                return _hashed(b"again", str(place).encode())
            case tuple():
                return _hashed(b"tuple", *map(self.of, key))
            case frozenset():
                return _hashed(b"set", *sorted(map(self.of, key)))
            case type():
                return _hashed(b"class", _name(key))
            case str():
                return _hashed(b"str", key.encode("utf-8", "surrogatepass"))
        return _hashed(type(key).__name__.encode(), repr(key).encode())

    def _token(self, token: Token) -> bytes:
        parts = token.parts
        if parts[0] == "individual":
            return _hashed(b"individual", parts[3].encode() or _name(parts[2]))
        return _hashed(b"token", *map(self.of, parts))


def _name(value: Any) -> bytes:
    """What an object that is known by identity is called elsewhere."""
    if isinstance(value, CodeType):
        return f"{value.co_filename}:{value.co_firstlineno}:{value.co_qualname}".encode()
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__}".encode()
    name = getattr(value, "__qualname__", None) or getattr(value, "name", None) or getattr(value, "__name__", "")
    return f"{type(value).__module__}.{type(value).__qualname__}:{name}".encode("utf-8", "backslashreplace")


def _hashed(*parts: bytes) -> bytes:
    made = hashlib.blake2b(digest_size=_SIZE)
    for part in parts:
        made.update(len(part).to_bytes(8, "big"))
        made.update(part)
    return made.digest()
