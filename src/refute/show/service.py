"""What a host does for `show`: it builds the values of a type and spells them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from refute.errors import ExplosionError
from refute.logic.time_limit import time_limit
from refute.report.drawings.trees import Artist
from refute.show.values import Inhabitants, Selection
from refute.spaces.inhabitants import inhabitants_in
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.targets.type_expressions import TypeTarget, find_type
from refute.types.reading.annotations import Reader
from refute.types.spelling import Speller, in_one_line

# Without a scope, it goes on while a space is small and quickly built.
_ENOUGH_VALUES = 1_000
_ENOUGH_SECONDS = 1.0
_LARGEST_UNASKED = 12
_FEW = 4  # values that are drawn unasked
_AT_A_TIME = 256  # values of a listing


class ShowService:
    """Shows one type. It is found and its space is built when it is first asked for."""

    def __init__(self) -> None:
        self._built: tuple[TypeTarget, Scope, Space[Any]] | None = None

    def show(self, text: str, selection: Selection) -> Inhabitants:
        with time_limit():  # a value may be slow to spell, and to free
            return self._show(text, selection)

    def _show(self, text: str, selection: Selection) -> Inhabitants:
        target, scope, space = self._space(text, selection)
        first = space[: selection.first]
        worth = space.count > len(first) or selection.sample is not None
        count = _FEW if selection.sample is None else selection.sample
        sample = space.sample(count, seed=selection.seed) if worth and space.count else []
        speller, artist = Speller(unused=True, linking=True), _artist(target) if selection.columns is not None else None
        return Inhabitants(
            name=target.text,
            place=target.context.place,
            scope=scope,
            count=space.count,
            tiers=dict(space.tiers),
            seed=selection.seed,
            first=_told(first, speller, artist, selection),
            sample=_told(sample, speller, artist, selection),
            imports=tuple(speller.all_imports),
            notes=tuple(space.notes),
        )

    def count(self, text: str, selection: Selection) -> int:
        return self._space(text, selection)[2].count

    def listing(self, text: str, selection: Selection) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """The texts of all values, some at a time, with the imports that all so far need."""
        speller = Speller(unused=True, linking=True)
        values = iter(self._space(text, selection)[2])
        while batch := _spelled(values, speller):
            yield batch, tuple(speller.all_imports)

    def _space(self, text: str, selection: Selection) -> tuple[TypeTarget, Scope, Space[Any]]:
        if self._built is None:
            target = find_type(text)
            if selection.scope is None:
                scope, space = _quickly_built(target, selection)
            else:
                scope, space = selection.scope, inhabitants_in(target.context, target.annotation, selection.scope)
            self._built = target, scope, space
        return self._built


def _quickly_built(target: TypeTarget, selection: Selection) -> tuple[Scope, Space[Any]]:
    """The largest scope that is quickly built and does not have too many values."""
    begin = time.perf_counter()
    best: tuple[Scope, Space[Any]] | None = None
    for size in range(_LARGEST_UNASKED + 1):
        scope = Scope(size=size, ints=selection.ints, landmarks=selection.landmarks)
        try:
            space = inhabitants_in(target.context, target.annotation, scope)
        except ExplosionError:
            if best is None:
                raise
            break
        before = best[1].count if best is not None else 0
        if before and space.count > _ENOUGH_VALUES:
            break
        if best is None or space.count != before:
            best = scope, space
        if space.count > _ENOUGH_VALUES or time.perf_counter() - begin > _ENOUGH_SECONDS:
            break
    assert best is not None
    return best


def _spelled(values: Iterator[Any], speller: Speller) -> tuple[str, ...]:
    """The texts of the next values."""
    with time_limit():
        return tuple(in_one_line(value, speller) for value in islice(values, _AT_A_TIME))


def _told(
    values: Iterable[Any], speller: Speller, artist: Artist | None, selection: Selection
) -> tuple[tuple[str, ...], ...]:
    if artist is None:
        return tuple((in_one_line(value, speller),) for value in values)
    return tuple(tuple(artist.draw(value, selection.columns or 80)) for value in values)


def _artist(target: TypeTarget) -> Artist:
    return Artist(Reader().read_whole(target.annotation, target.context))
