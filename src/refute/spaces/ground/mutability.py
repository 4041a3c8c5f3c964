"""Which values are mutable, and how they are built: immutable values are shared, mutable ones fresh for every test."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from refute.spaces.ground.types import Collected, Ground, Made, Mapped, Sequenced
from refute.spaces.nodes.construction import Build, Construction
from refute.spaces.nodes.recipes import Recipe
from refute.types.model import Constructor

if TYPE_CHECKING:
    from refute.spaces.ground.grounding import Grounder


def is_mutable(grounder: Grounder, tp: Ground) -> bool:
    """Whether a value of the type, or a part of one, can be changed."""
    if isinstance(tp, Made):
        # without the extensions in its arguments: these do not matter, and there are many
        key = (tp.constructor, tuple([is_mutable(grounder, arg) for arg in tp.args]))
        if key not in grounder.mutable:
            grounder.mutable[key] = _mutable(grounder, tp, set())
        return grounder.mutable[key]
    return _mutable(grounder, tp, set())


def _mutable(grounder: Grounder, tp: Ground, visited: set[object]) -> bool:
    match tp:
        case Sequenced(kind="list" | "deque") | Collected(kind="set") | Mapped():
            return True
        case Made(constructor=constructor) if not constructor.frozen:
            return True
    return any(_mutable(grounder, part, visited) for part in grounder.opened(tp, visited))


def constructing(constructor: Constructor, mutable: bool) -> Build:
    """The function from the fields, in order, to a value in frozen form."""
    if not mutable:
        return constructor.builder
    build = constructor.build
    return lambda *parts: Recipe(build, parts)


KINDS: dict[str, tuple[type, Callable[[Sequence[Any]], Any]]] = {
    "list": (list, list),
    "tuple": (tuple, tuple),
    "deque": (deque, deque),
    "set": (set, set),
    "frozenset": (frozenset, frozenset),
    "dict": (dict, dict),
    "str": (str, "".join),
    "bytes": (bytes, bytes),
}


def container(kind: str, mutable: bool) -> Construction:
    """The construction of a container from the tuple of its cells. `mutable`: whether the elements are."""
    cls: Any
    cls, make = KINDS[kind]

    def take(value: Any) -> Sequence[Any] | None:
        if type(value) is not cls:
            return None
        return (tuple(value.items()) if cls is dict else tuple(value),)

    build: Build = make
    fresh: Build | None = None
    if mutable and kind == "dict":
        build = _recipe_of_items
    elif mutable:
        build = partial(Recipe, make)
    elif kind in ("list", "deque", "set", "dict"):
        build, fresh = partial(Recipe, make, deep=False), make
    form = "selection" if kind in ("set", "frozenset", "dict") else "sequence"
    return Construction((kind, mutable), 1, build, take, cls, fresh, form)


def _recipe_of_items(items: Sequence[Any]) -> Recipe:
    return Recipe(_from_flat, [part for item in items for part in item])


def _from_flat(parts: Sequence[Any]) -> dict[Any, Any]:
    """A dict of keys and values in turn: the form in which a recipe can thaw each of them."""
    return dict(zip(parts[::2], parts[1::2], strict=True))
