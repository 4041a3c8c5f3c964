"""Discovery of all classes of a query, and the error for refinements that raise on some values."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, islice
from typing import Any

from refute.spaces.nodes.enumerate import listing
from refute.spaces.nodes.recipes import thaw
from refute.spaces.residuals.classes import Builder, ProductQuery, TouchedLate
from refute.spaces.residuals.elimination import RAISING
from refute.spaces.scope import Scope

# How many values of the class that raises are tried, to report one that does.
_TRIED = 100


def discovered(started: Callable[[], tuple[Builder, ProductQuery]]) -> tuple[Builder, ProductQuery]:
    """A product with all its classes, and its builder. Builders that are started anew have the same eliminations."""
    while True:
        builder, product = started()
        try:
            product.extend(builder.limit)
        except TouchedLate:
            builder.discard()
            continue
        except BaseException:
            builder.discard()
            raise
        return builder, product


def report_raising(product: ProductQuery, scope: Scope, evaluate: Callable[[list[Any]], None]) -> None:
    """Evaluate the refinements on the fields of tuples in the class that raises, smallest first, up to the error."""
    raising = product.classes.get(RAISING)
    if raising is None:
        return
    largest = scope.size if scope.size is not None else raising.max_size()
    chunks = (chunk for size in range(largest + 1) if raising.count(size) for chunk in listing(raising, size))
    for values in islice(chain.from_iterable(chunks), _TRIED):
        evaluate([thaw(value) for value in values])
