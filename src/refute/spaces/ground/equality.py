"""Elements of sets that are equal, by the equality of their classes: a set holds one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from refute.errors import AnnotationError, RefuteError
from refute.spaces.ground.types import Either, Ground, Made, Scalars, Tupled
from refute.spaces.nodes.recipes import thaw

if TYPE_CHECKING:
    from refute.spaces.ground.grounding import Grounder


def may_be_equal(grounder: Grounder, tp: Ground) -> bool:
    """Whether different values of a type may be equal, as 1 and True are, or by the `__eq__` of a class."""
    return _may_be_equal(grounder, tp, set())


def _may_be_equal(grounder: Grounder, tp: Ground, visited: set[object]) -> bool:
    match tp:
        case Scalars(values=values):
            return len({constant.value for constant in values}) < len(values)
        case Made(constructor=constructor):
            cls = constructor.cls
            if cls.__eq__ is object.__eq__ and cls.__hash__ is object.__hash__:
                return False
            if not constructor.structural:
                return True
        case Either(members=members) if sum(_is_tuple(member) for member in members) > 1:
            return True
    return any(_may_be_equal(grounder, part, visited) for part in grounder.opened(tp, visited))


def _is_tuple(tp: Ground) -> bool:
    return isinstance(tp, Tupled) or (isinstance(tp, Made) and tp.constructor.form == "tuple")


def first_of_equals(values: Iterable[Any], met: set[Any], tp: Ground, check_time: Callable[[], None]) -> list[int]:
    """The places of values (in frozen form) that equal none before them, and none in `met`, to which they are added.

    `check_time` is called before each: comparing may take long.
    """
    places = []
    try:
        for place, value in enumerate(values):
            check_time()
            element = thaw(value)
            if element not in met:
                met.add(element)
                places.append(place)
    except RefuteError:
        raise
    except Exception as error:
        raise AnnotationError(
            f"values of {tp!r} cannot be elements of a set or keys of a dict: "
            f"comparing them raised {type(error).__name__}: {error}",
            place=next((part.constructor.place for part in _parts(tp) if isinstance(part, Made)), None),
            remedy="Repair `__eq__` and `__hash__` of their class, or use a list.",
        ) from error
    return places


def _parts(tp: Ground) -> Iterable[Ground]:
    yield tp
    for part in tp.parts:
        yield from _parts(part)
