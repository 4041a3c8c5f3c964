"""`inhabitants`: from a type as the user wrote it to the space of its values."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from refute.logic.errors import RefuteError, ScopeError
from refute.logic.reducer import Reducer
from refute.logic.terms import var
from refute.spaces.classes import Builder
from refute.spaces.freshness import is_mutable
from refute.spaces.outlines import RAISED
from refute.spaces.recursion import refuse_endless
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.spaces.ways import ways_of
from refute.types.context import Context
from refute.types.read import Reader

_DEEP = 20_000  # stack frames a build may use; each level of nesting takes a few dozen


@contextmanager
def deep_recursion() -> Iterator[None]:
    """More stack for building spaces: how deep it gets is the user's scope, not a mistake of ours."""
    before, collecting = sys.getrecursionlimit(), gc.isenabled()
    sys.setrecursionlimit(max(before, _DEEP))
    gc.disable()  # all that is built stays; looking for garbage in it took a third of the time
    try:
        yield
    except RecursionError:
        raise ScopeError(
            "the scope nests too deeply to be built",
            remedy="Use a smaller depth or size.",
        ) from None
    finally:
        sys.setrecursionlimit(before)
        if collecting:
            gc.enable()


def inhabitants(tp: Any, scope: Scope, engine: str = "auto") -> Space[Any]:
    """All values of a type in a scope: `inhabitants(list[int], Scope(size=3))`."""
    if engine not in ("auto", "classes"):
        raise ScopeError(f"there is no engine {engine!r}", remedy="Use 'auto' or 'classes'.")
    frame = sys._getframe(1)
    context = Context("the type", frame.f_globals, frame.f_locals)
    reader = Reader()
    whole = reader.read_whole(tp, context)
    refuse_endless(whole)
    with deep_recursion():
        builder = Builder(scope, Reducer(reader.constructors), ways_of)
        closed = builder.closer.close(whole, {}, {})
        variable = builder.reducer.intern(var("·", closed.sort))
        product = builder.problem(
            builder.outlines.rest((variable,), (), ()), (builder.slot(variable, closed, builder.rules.start),)
        )
        assert product is not None
        product.extend(builder.limit)
        _ = RAISED, RefuteError
        return Space(product, scope.size, is_mutable(builder.closer, closed))
