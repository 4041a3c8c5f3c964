"""How small values of a type can be, by its shape alone: what has no room is not looked at."""

from __future__ import annotations

from refute.spaces.closed import Called, Closed, Either, Limited, Made, Tupled
from refute.spaces.closing import Closer

_NONE = 1 << 30  # of what has no finite value


class Leasts:
    """Sizes that values of types do not fall below, whatever conditions there are on them."""

    def __init__(self, closer: Closer) -> None:
        self._closer = closer
        self._known: dict[Closed, int] = {}

    def of(self, tp: Closed) -> int:
        least = self._known.get(tp)
        if least is None:
            least = self._known[tp] = self._least(tp, {})
        return least

    def _least(self, tp: Closed, above: dict[object, Closed]) -> int:
        """`above` are the data and aliases that it is inside of: the smallest value has none of its kind in it."""
        match tp:
            case Limited(base=base):
                return self._least(base, above)
            case Either(members=members):
                return min([self._least(member, above) for member in members], default=_NONE)
            case Tupled(elements=elements):
                return min(_NONE, (1 if elements else 0) + sum([self._least(part, above) for part in elements]))
            case Made(constructor=opened) | Called(alias=opened):
                if opened in above:  # with other arguments it is another type, of which nothing is said
                    return _NONE if above[opened] == tp else 0
                return self._opened(tp, {**above, opened: tp})
        return 0

    def _opened(self, tp: Made | Called, above: dict[object, Closed]) -> int:
        if isinstance(tp, Called):
            return self._least(self._closer.expand(tp), above)
        fields = self._closer.fields(tp)
        return min(_NONE, (1 if fields else 0) + sum([self._least(closed, above) for _, _, closed in fields]))
