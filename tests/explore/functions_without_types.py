"""Functions that do not say what they return: instances, alone and in containers."""

from typing import Any, Generic, TypeVar

T = TypeVar("T")
_KEY = object()


class Node:
    """Made by nothing that is public."""

    def __init__(self, key: object) -> None:
        if key is not _KEY:
            raise ValueError("not by clients")
        self.level = 0

    def up(self) -> None:
        self.level += 1
        assert self.level < 2


class Direct(Node): ...


class InList(Node): ...


class InDictionary(Node): ...


class AsAny(Node): ...


class OfVariable(Node): ...


class Box(Generic[T]):
    def __init__(self, item: T) -> None:
        self.item = item

    def get(self) -> T:
        return self.item


def direct():  # type: ignore[no-untyped-def]
    return Direct(_KEY)


def listed():  # type: ignore[no-untyped-def]
    return [InList(_KEY)]


def named():  # type: ignore[no-untyped-def]
    return ({"a": InDictionary(_KEY)},)


def as_any() -> Any:
    return AsAny(_KEY)


def boxed() -> Box[OfVariable]:
    return Box(OfVariable(_KEY))
