"""Protocols of `_typeshed` that types of the standard library have: values of these serve for them as arguments.

Results that are of such a protocol are not judged.
"""

from __future__ import annotations

import collections.abc as abc
import io
from typing import Any


class _Indexed:
    """What is looked up by position, or by key."""

    def __class_getitem__(cls, args: Any) -> Any:
        key, value = args
        return abc.Sequence[value] if key is int else abc.Mapping[key, value]  # type: ignore[valid-type]


class _File:
    """A file in memory, of texts or of bytes."""

    def __class_getitem__(cls, content: Any) -> type:
        return io.BytesIO if content is bytes else io.StringIO


SERVING: dict[str, Any] = {
    **dict.fromkeys(("SupportsLenAndGetItem",), abc.Sequence),
    **dict.fromkeys(("SupportsKeysAndGetItem", "SupportsItems"), abc.Mapping),
    **dict.fromkeys(("SupportsGetItem", "SupportsContainsAndGetItem"), _Indexed),
    **dict.fromkeys(("SupportsItemAccess",), abc.MutableMapping),
    **dict.fromkeys(("SupportsNext",), abc.Iterator),
    **dict.fromkeys(("SupportsAnext",), abc.AsyncIterator),
    **dict.fromkeys(("SupportsRead", "SupportsReadline", "SupportsNoArgReadline"), _File),
    **dict.fromkeys(("SupportsWrite",), _File),
    **dict.fromkeys(("SupportsFlush",), io.StringIO),
    **dict.fromkeys(("ReadableBuffer", "ReadOnlyBuffer", "SizedBuffer", "Buffer"), bytes),
    **dict.fromkeys(("SliceableBuffer", "IndexableBuffer", "SupportsContainsBuffer"), bytes),
    **dict.fromkeys(("WriteableBuffer",), bytearray),
}
