"""Looks: the laws of an interface as operations, and what is wrong with objects that one is about."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Any

from refute.judge.findings import Failure
from refute.judge.oracles import CAUGHT
from refute.programs.contracts.alike import Alike
from refute.programs.contracts.contexts import Entering
from refute.programs.contracts.expressions import defines, expressions_of
from refute.programs.contracts.law import Law, LawOperation, Wrong
from refute.programs.interface.beside import real_part
from refute.programs.interface.declared import Declarations, Kind
from refute.programs.interface.operation import Form, Operation, Taken
from refute.programs.interface.shapes import Of, Plain
from refute.programs.promises.wording import shown
from refute.programs.states.fingerprint import Fingerprints
from refute.programs.states.layout import layout_of
from refute.types.reading.places import place_of

EVERY = "all"  # of the contracts


def looks_of(interface: Declarations, exempt: Collection[str] = ()) -> Iterator[LawOperation]:
    """The laws of all classes of an interface, but for contracts that they are exempt from."""
    for kind in interface.kinds.values():
        left_out = {*exempt, *kind.exempt}
        if kind.is_abstract or EVERY in left_out:
            continue
        laws = chain(((law, law.objects) for law in expressions_of(kind.subject)), _contexts(kind.subject))
        yield from (_look(kind, law, count, ()) for law, count in laws if law.contract not in left_out)
        if "alike" not in left_out and kind.about is None and defines(kind.cls, "__eq__"):
            for operation in interface.operations:
                yield from _alike(kind, operation, interface.kinds)


def _contexts(cls: type) -> Iterator[tuple[Law, int]]:
    if defines(cls, "__enter__") and defines(cls, "__exit__"):
        yield Entering(), 1
        yield Entering(by_exception=True), 1


def _alike(kind: Kind, operation: Operation, kinds: Collection[type]) -> Iterator[LawOperation]:
    """Calls of an operation with one object and plain data."""
    places = [place for place, taken in enumerate(operation.takes) if isinstance(taken.shape, Of)]
    others = tuple(taken for taken in operation.takes if isinstance(taken.shape, Plain))
    if len(places) != 1 or len(others) != len(operation.takes) - 1 or operation.form.kind in ("in_place", "with"):
        return
    shape = operation.takes[places[0]].shape
    if isinstance(shape, Of) and shape.cls is kind.cls and shape.such is None:
        makes = isinstance(operation.result, Of) and defines(operation.result.cls, "__eq__")
        yield _look(kind, Alike(operation, places[0], makes), 2, others)


def _look(kind: Kind, law: Law, count: int, others: Sequence[Taken]) -> LawOperation:
    method = getattr(kind.subject, law.method, None) if law.method else None
    return LawOperation(
        name=f"{kind.name}: {law.contract}",
        takes=(*(Taken("abc"[place], Of(kind.cls)) for place in range(count)), *others),
        act=lambda *values: None,
        form=Form("law"),
        place=place_of(method) or place_of(kind.subject),
        law=law,
        objects=count,
    )


def failure(
    look: LawOperation, arguments: Sequence[Any], untouched: Sequence[Any], fingerprints: Fingerprints
) -> Failure | None:
    """What is wrong with objects. `untouched` are others like them."""
    arguments, untouched = [real_part(one) for one in arguments], [real_part(one) for one in untouched]
    law, objects = look.law, arguments[: look.objects]
    before = () if law.may_change else [fingerprints.of(one) for one in objects]
    wrong = law.broken(arguments)
    if wrong is None and not law.may_change:
        for one, key, other in zip(objects, before, untouched, strict=False):
            if fingerprints.of(one) != key and _is_visible(other, one, fingerprints):
                wrong = Wrong(
                    "changed the object", f"looking at it left {shown(one)} of what was {shown(other)}", ("changed",)
                )
                break
    if wrong is None:
        return None
    key = ("violation", "contract", look.name, law.name, *wrong.key)
    return Failure("violation", key, wrong.outcome, (wrong.why,), shown_by="")


def _is_visible(before: Any, after: Any, fingerprints: Fingerprints) -> bool:
    """Whether a client sees that an object has changed: it is not equal any more to one like it, or its public
    attributes differ. What is only remembered for later is no change."""
    if defines(type(before), "__eq__"):
        try:
            return (before == after) is False
        except CAUGHT:
            return False
    layout = layout_of(type(before))
    if layout is None:
        return False
    seen = [
        {name: fingerprints.of(part) for name, part in layout.parts(one) if not name.startswith("_")}
        for one in (before, after)
    ]
    return seen[0] != seen[1]
