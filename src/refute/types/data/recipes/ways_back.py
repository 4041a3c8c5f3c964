"""Ways back that lead elsewhere: `take=` is tried on the first values that `make=` builds.

    register(Money, make=Money, take=lambda money: (money.cents + 1,), cents=Nat)

Such a way back would give values a wrong place, keep wrong failures, and judge results by other arguments than theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from itertools import count
from typing import Any

from refute.errors import AnnotationError, ConstructorError, Place, RefuteError

_TRIED = 5  # values from which the way back is gone
_PLAIN = (bool, int, float, complex, str, bytes, type(None))


def with_a_way_back(
    cls: type, make: Callable[..., Any], take: Callable[[Any], Sequence[Any] | None], names: Sequence[str], place: Place
) -> Callable[..., Any]:
    """A recipe that raises if the way back from one of its first values leads to another value, and from then on."""
    seen, wrong = count(), list[RefuteError]()

    @wraps(make)
    def build(*args: Any, **kwargs: Any) -> Any:
        value = make(*args, **kwargs)
        if not wrong and len(names) == len(args) + len(kwargs) and next(seen) < _TRIED:
            given = (*args, *(kwargs[name] for name in names if name in kwargs))
            try:
                back = take(value)
                if back is None or not _leads_back(make, value, given, back, names if kwargs else ()):
                    wrong.append(misled(f"returned {back!r}", given))
            except AnnotationError as error:
                wrong.append(error)
            except Exception as error:  # of the user's code
                wrong.append(misled(f"raised {type(error).__name__}: {error}", given))
        if wrong:
            raise wrong[0]
        return value

    def misled(what: str, given: tuple[Any, ...]) -> ConstructorError:
        return ConstructorError(
            f"take= of {cls.__name__} {what} for the value that make= built from {given!r}",
            place=place,
            remedy=f"Return the arguments from which make= builds that {cls.__name__} again.",
        )

    return build


def _leads_back(
    make: Callable[..., Any], value: Any, given: Sequence[Any], back: Sequence[Any], by_name: Sequence[str]
) -> bool:
    """Whether arguments are those that were given, or others that build an equal value, as 1/2 is 2/4. True where that
    cannot be told."""
    if all(one is other or one == other or repr(one) == repr(other) for one, other in zip(given, back, strict=True)):
        return True
    if not all(_has_equality(type(one)) for one in given):
        return True  # such arguments only equal themselves
    try:
        again = make(**dict(zip(by_name, back, strict=True))) if by_name else make(*back)
    except Exception:  # of the user's code
        return False
    if _has_equality(type(value)):
        return bool(again == value)
    own, others = (getattr(one, "__dict__", {}) for one in (value, again))
    plain = [name for name in own.keys() & others.keys() if type(own[name]) in _PLAIN]
    return all(repr(own[name]) == repr(others[name]) for name in plain)


def _has_equality(cls: type) -> bool:
    """Whether instances are equal to others than themselves."""
    return any("__eq__" in vars(base) for base in cls.__mro__[:-1])
