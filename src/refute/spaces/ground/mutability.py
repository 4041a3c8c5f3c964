"""Which values are mutable, and how they are built: shared where they are immutable, fresh for every test where not."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from refute.spaces.ground.types import Closed, Collected, Made, Mapped, Sequenced
from refute.spaces.nodes.recipes import Recipe
from refute.types.model import Constructor

if TYPE_CHECKING:
    from refute.spaces.ground.grounding import Closer

Build = Callable[..., Any]
Take = Callable[[Any], Any]


def is_mutable(closer: Closer, tp: Closed) -> bool:
    """Whether a value of the type, or a part of one, can be changed."""
    if isinstance(tp, Made):
        # the extensions in its arguments do not matter, and they are what differs most
        key = (tp.constructor, tuple([is_mutable(closer, arg) for arg in tp.args]))
        if key not in closer.mutable:
            closer.mutable[key] = _mutable(closer, tp, set())
        return closer.mutable[key]
    return _mutable(closer, tp, set())


def _mutable(closer: Closer, tp: Closed, seen: set[object]) -> bool:
    match tp:
        case Sequenced(kind="list" | "deque") | Collected(kind="set") | Mapped():
            return True
        case Made(constructor=constructor) if not constructor.frozen:
            return True
    return any(_mutable(closer, part, seen) for part in closer.opened(tp, seen))


def constructing(constructor: Constructor, mutable: bool) -> Build:
    """How the fields, in order, become a value."""
    if not mutable:
        return constructor.builder
    build = constructor.build
    return lambda *parts: Recipe(build, parts)


_KINDS: dict[str, tuple[type, Callable[[Sequence[Any]], Any]]] = {
    "list": (list, list),
    "tuple": (tuple, tuple),
    "deque": (deque, deque),
    "set": (set, set),
    "frozenset": (frozenset, frozenset),
    "dict": (dict, dict),
    "str": (str, "".join),
    "bytes": (bytes, bytes),
}


def container(kind: str, mutable: bool) -> tuple[Build, Take, Build | None]:
    """How cells become a container, and a container cells again; taking apart what is of another type gives None.

    `mutable` says whether the elements are. Last comes what makes a fresh container at once, if it can be told.
    """
    cls: Any
    cls, make = _KINDS[kind]

    def take(value: Any) -> Any:
        if type(value) is not cls:
            return None
        return tuple(value.items()) if cls is dict else tuple(value)

    if mutable and kind == "dict":
        return (lambda items: Recipe(_from_flat, [part for item in items for part in item])), take, None
    if mutable:
        return (lambda cells: Recipe(make, cells)), take, None
    if kind in ("list", "deque", "set", "dict"):
        return (lambda cells: Recipe(make, cells, False)), take, make
    return make, take, None


def _from_flat(parts: Sequence[Any]) -> dict[Any, Any]:
    """A dict of keys and values in turn: the form in which a recipe can thaw each of them."""
    return dict(zip(parts[::2], parts[1::2], strict=True))
