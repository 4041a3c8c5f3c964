"""`forall`, `exists`, `exists_unique`: questions about all values of a type, decided in a scope, which is told.

A quantifier looks for values that settle it: one that breaks a `forall`, one that fits an `exists`, two that fit an
`exists_unique`. If it finds none, it is *open*: larger values, which nobody tried, might settle it. So before it leaves
it at that, it goes as far as it can afford. How far that is must not depend on the input at hand, only on how the
quantifiers stand inside each other: one that asks others for each of its values stays narrow, and so does one inside
another of its kind. An `exists` in a `forall` goes further than that: it has to find something for each value there.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, replace
from types import FrameType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from refute.errors import Place, RefinementError, RefuteError, ScopeError
from refute.logic.reading.calls import only_run
from refute.quantifiers.decisions import ENOUGH, Decision, recorded
from refute.quantifiers.ranges import NARROW, WIDER, WIDEST, Domain, Range, Reach
from refute.spaces.runtime import PerThread
from refute.spaces.scope import Scope
from refute.types.reading.context import Context, text_of
from refute.types.reading.notes import shown

_KINDS = {"forall": {"all"}, "exists": {"some"}, "exists_unique": {"all", "some"}}
_MOST_TRIED = 500_000  # values that are tried to decide a quantifier, with all that stand inside it
_MOST_COMBINED = 20_000_000  # values of ranges inside each other, most of which are not tried if all goes well
_MOST_DOMAINS = 200  # types remembered


@only_run
def forall(tp: Any, predicate: Callable[[Any], object], *, scope: Scope | None = None) -> bool:
    """Whether a predicate is true of all values of a type, as far as they are tried: `forall(Nat, lambda n: n >= 0)`.

    Without a scope, that is up to size 1,000 and 2,500 values, less where quantifiers stand inside each other.
    """
    return _decide("forall", tp, predicate, scope, sys._getframe(1))


@only_run
def exists(tp: Any, predicate: Callable[[Any], object], *, scope: Scope | None = None) -> bool:
    """Whether a predicate is true of some value of a type, as far as they are tried; see `forall`."""
    return _decide("exists", tp, predicate, scope, sys._getframe(1))


@only_run
def exists_unique(tp: Any, predicate: Callable[[Any], object], *, scope: Scope | None = None) -> bool:
    """Whether a predicate is true of exactly one value of a type, as far as they are tried; see `forall`."""
    return _decide("exists_unique", tp, predicate, scope, sys._getframe(1))


class _Asking:
    """A quantifier that is being decided."""

    def __init__(self, quantifier: str, outer: _Asking | None) -> None:
        self.quantifier = quantifier
        self.outer = outer
        self.root: _Asking = outer.root if outer is not None else self
        self.tried = 0  # by this and all inside it, if it is the root
        self.combined = 1  # values of this range and those around it
        self.asks_others = False
        self.answers: list[Decision] = []  # of those inside it, for the value at hand

    def answer(self, name: str, predicate: Callable[[Any], object], values: Range) -> Decision:
        root, wanted, enough = self.root, self.quantifier != "forall", ENOUGH[self.quantifier]
        found: list[int] = []
        self.combined = (self.outer.combined if self.outer is not None else 1) * values.space.count
        if self.combined > _MOST_COMBINED:
            raise _too_many(_MOST_COMBINED)
        for index, value in values:
            root.tried += 1
            if root.tried > _MOST_TRIED:
                raise _too_many(_MOST_TRIED)
            self.answers.clear()
            try:
                fits = bool(predicate(value))
            except RefuteError:
                raise
            except BaseException:  # which goes on; here it is only noted for which value
                self.tell(Decision(self.quantifier, name, predicate, values, (index,), raised=True))
                raise
            if fits is wanted:
                found.append(index)
                if len(found) == enough:
                    return Decision(self.quantifier, name, predicate, values, tuple(found), tuple(self.answers))
        return Decision(self.quantifier, name, predicate, values, tuple(found))

    def further(self) -> Reach | None:
        """How much further to go before it is left open."""
        own, outer = _KINDS[self.quantifier], self.outer
        while outer is not None and own.isdisjoint(_KINDS[outer.quantifier]):
            outer = outer.outer
        if self.asks_others or outer is not None:
            return None
        return WIDEST if self.outer is None else WIDER

    def tell(self, answer: Decision) -> None:
        (recorded.value if self.outer is None else self.outer.answers).append(answer)


_asking: ContextVar[_Asking | None] = ContextVar("_asking", default=None)


@dataclass(frozen=True)
class _Named:
    domain: Domain
    name: str
    seen: tuple[Any, ...]  # kept, so that no other object gets the identity by which it is found


def _no_domains() -> dict[tuple[Any, ...], _Named]:
    return {}


_domains = PerThread(_no_domains)


def _decide(
    quantifier: str, tp: Any, predicate: Callable[[Any], object], scope: Scope | None, frame: FrameType
) -> bool:
    place = Place(frame.f_code.co_filename, frame.f_lineno)
    outer = _asking.get()
    own = _Asking(quantifier, outer)
    if outer is not None:
        outer.asks_others = True
    token = _asking.set(own)
    try:
        _refuse(quantifier, predicate, scope)
        named = _domain(tp, Context(f"the type given to {quantifier}", frame.f_globals, frame.f_locals, place))
        domain = named.domain
        answer = own.answer(named.name, predicate, domain.reaching(NARROW) if scope is None else domain.within(scope))
        if scope is None and answer.open and (reach := own.further()) is not None:
            answer = own.answer(named.name, predicate, domain.reaching(reach))
    except RefuteError as error:
        error.place = error.place or place
        if outer is None:
            recorded.value.append(error)
        raise
    finally:
        _asking.reset(token)
    own.tell(answer if scope is None else replace(answer, told=True))
    return answer.holds


def _too_many(values: int) -> ScopeError:
    return ScopeError(
        f"more than {values:,} values would have to be tried in quantifiers that stand inside each other",
        remedy="Give those inside others a smaller scope: scope=Scope(size=2), say.",
    )


def _refuse(quantifier: str, predicate: object, scope: object) -> None:
    if not callable(predicate):
        raise RefinementError(
            f"{quantifier} is given {shown(predicate)}, which cannot be called",
            remedy=f"Give it a function of one value: {quantifier}(int, lambda n: ...).",
        )
    if scope is not None and not isinstance(scope, Scope):
        raise ScopeError(f"{shown(scope)} is not a scope", remedy="Write scope=Scope(size=4), say.")


def _domain(tp: Any, context: Context) -> _Named:
    """The domain of a type, remembered: a quantifier may be asked for every input."""
    names = sorted({name for text in _texts(tp) for name in _names_in(text) if name in context.local})
    seen = (context.namespace, *(context.local[name] for name in names))
    key = (tp, *map(id, seen))
    domains = _domains.value
    try:
        known = domains.get(key)
    except TypeError:  # it cannot be hashed
        return _Named(Domain(tp, context), _name(tp, context), seen)
    if known is None:
        if len(domains) >= _MOST_DOMAINS:
            del domains[next(iter(domains))]
        known = domains[key] = _Named(Domain(tp, context), _name(tp, context), seen)
    return known


def _texts(tp: Any) -> Iterator[str]:
    """The parts of a type that are in quotes: what they mean depends on where they stand."""
    text = text_of(tp)
    if text is not None:
        yield text
    for part in get_args(tp):
        yield from _texts(part)


def _names_in(text: str) -> set[str]:
    try:
        return {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}
    except (SyntaxError, ValueError):
        return set()


def _name(tp: Any, context: Context) -> str:
    """What a type is called where it is used. Of refined types, what they look like says little."""
    origin, args = get_origin(tp), get_args(tp)
    if origin is Annotated:
        named = (name for names in (context.namespace, context.local) for name, value in names.items() if value is tp)
        return next(named, None) or shown(tp).replace("typing.", "")
    if origin in (Union, UnionType):
        return " | ".join(_name(arg, context) for arg in args)
    if isinstance(origin, type):
        return f"{origin.__name__}[{', '.join('...' if arg is ... else _name(arg, context) for arg in args)}]"
    if isinstance(tp, type):
        return "None" if tp is type(None) else tp.__name__
    return tp if isinstance(tp, str) else shown(tp).replace("typing.", "")
