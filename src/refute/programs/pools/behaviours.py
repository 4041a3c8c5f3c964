"""Behaviours: functions that are given as arguments, each a table with a value for everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Any

from refute.programs.pools.constants import Constants, constants_of
from refute.types.model import FunctionOf, Type
from refute.types.reading.annotations import Reader

_MOST = 8
_MOST_ARGUMENTS = 3  # for which a table has an entry
_MOST_RESULTS = 3


class Behaviour:
    """A function that returns a constant, its first argument, or what a table says."""

    def __init__(self, name: str, table: dict[Any, Any] | None, otherwise: Any, text: str) -> None:
        self.__name__ = self.__qualname__ = name
        self._table = table
        self._otherwise = otherwise
        self.text = text

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        if self._table is None:
            return args[0] if args else self._otherwise
        try:
            return self._table.get(args[0] if args else None, self._otherwise)
        except TypeError:  # an argument that has no hash
            return self._otherwise

    def __repr__(self) -> str:
        return self.text


def behaviours_of(tp: FunctionOf, reader: Reader, seed: int) -> Constants:
    """Behaviours of a type of functions: each constant, the first argument if it is of the type, then tables."""
    results = constants_of(tp.result, reader, given=None, of_code=(), seed=seed).values()[:_MOST_RESULTS]
    made = list(islice(_behaviours(tp, results, reader, seed), _MOST))
    return Constants(tp.written(), tuple(made), len(made), False)


def _behaviours(tp: FunctionOf, results: list[Any], reader: Reader, seed: int) -> Iterator[Callable[[], Any]]:
    first: Type | None = tp.parameters[0][1] if tp.parameters else None
    if first is not None and first == tp.result:
        yield _maker("same", None, None, "lambda x, *_: x")
    for result in results:
        yield _maker("constant", {}, result, f"lambda *_: {result!r}")
    if first is None or len(results) < 2:
        return
    arguments = constants_of(first, reader, given=None, of_code=(), seed=seed).values()[:_MOST_ARGUMENTS]
    try:
        tables = product(results, repeat=len({*arguments}))
    except TypeError:
        return
    for values in tables:
        if len(set(map(repr, values))) > 1:
            table = dict(zip(arguments, values, strict=True))
            yield _maker("table", table, results[0], f"lambda x, *_: {table!r}.get(x, {results[0]!r})")


def _maker(name: str, table: dict[Any, Any] | None, otherwise: Any, text: str) -> Callable[[], Any]:
    behaviour = Behaviour(name, table, otherwise, text)
    return lambda: behaviour
