"""From a question to all its classes, built anew if it turns out too late what it looks at."""

from __future__ import annotations

from collections.abc import Callable

from refute.spaces.residuals.classes import Builder, ProductQuery, TouchedLate


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
