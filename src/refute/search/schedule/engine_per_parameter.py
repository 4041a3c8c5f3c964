"""Which way of finding inputs takes which parameter, and why: what is said with `--verbose`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refute.logic.reading.predicates import Predicate
from refute.logic.terms.wording import listed
from refute.spaces.narrowing.heaps.sharing import has_heaps, unshared
from refute.types.model import Data, FunctionOf, Refined, Type, has_functions, is_unbounded, walk
from refute.types.reading.notes import Note
from refute.types.signatures import Signature


def engine_per_parameter(signature: Signature, notes: Sequence[Note]) -> list[str]:
    """A line for each engine and reason. Notes tell which refinements were narrowed."""
    narrowed = [note.text for note in notes if note.status == "narrowed"]
    together: dict[tuple[str, str], list[str]] = {}
    for parameter in signature.parameters:
        together.setdefault(_engine_for(parameter.type, narrowed), []).append(parameter.name)
    return [f"{engine}: {listed(names)}, {why}" for (engine, why), names in together.items()]


def _engine_for(tp: Type, narrowed: Sequence[str]) -> tuple[str, str]:
    if has_functions(tp):
        base = tp.base if isinstance(tp, Refined) else tp
        return "tables", "made up as they are called" if isinstance(base, FunctionOf) else "with functions in them"
    if has_heaps(tp):
        return "heaps", "with sharing and cycles, smallest first"
    without = unshared(tp)
    engine, why = _engine(tp, narrowed)
    return engine, f"{why}; no object of {listed(without)} is shared" if without else why


def _engine(tp: Type, narrowed: Sequence[str]) -> tuple[str, str]:
    opaque = [predicate.text for predicate in _predicates(tp) if any(part.reason for part in predicate.conjuncts)]
    for text in opaque:
        if any(text in one for one in narrowed):
            return "narrow", f"as `{text}` can only be run"
    if opaque:
        return "classes", f"with each value run through `{opaque[0]}`"
    return "classes", "smallest first" if any(map(is_unbounded, walk(tp))) else "all there are"


def _predicates(tp: Type) -> Iterator[Predicate]:
    for part in walk(tp):
        match part:
            case Refined(predicates=predicates):
                yield from predicates
            case Data(constructor=constructor):
                yield from constructor.invariants
