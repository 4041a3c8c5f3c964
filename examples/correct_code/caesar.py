"""A Caesar cipher: shifting back undoes shifting."""

from __future__ import annotations

import re
from typing import Annotated

from refute import Rng, where

Lower = Annotated[str, where(lambda v: re.fullmatch("[a-z]*", v))]


def encrypt(text: Lower, key: Rng(0, 26)) -> Lower:
    return "".join(chr((ord(char) - 97 + key) % 26 + 97) for char in text)


def decrypt(text: Lower, key: Rng(0, 26)) -> Annotated[Lower, where(lambda v, text, key: encrypt(v, key) == text)]:
    return "".join(chr((ord(char) - 97 - key) % 26 + 97) for char in text)
