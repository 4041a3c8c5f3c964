"""Rules for data and functions: attributes and classes of built values, measures unfolded, methods inlined."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Protocol, cast

from refute.logic.evaluate import KIND_TYPES
from refute.logic.rules.text import text_method
from refute.logic.terms import ANY, BOOL, INT, NAT, STR, Kind, Maker, Term, is_dict, is_set, var

if TYPE_CHECKING:
    from refute.logic.measures import Measure
    from refute.logic.reducer import Reducer


def attribute(r: Reducer, args: tuple[Term, ...], data: Hashable) -> Term | None:
    subject, name = args[0], cast(str, data)
    if subject.op == "make":
        maker = cast(Maker, subject.data)
        term = maker.attributes.get(name)
        if term is None:
            return None if subject.value else _property(r, subject, name)
        fields = zip(maker.names, subject.args, strict=True)
        return r.bind(r.load(term), [(var(field), part) for field, part in fields])
    if subject.op == "ite":
        choice, then, otherwise = subject.args
        return r.make("ite", (choice, r.make("attr", (then,), data), r.make("attr", (otherwise,), data)))
    return None


def _property(r: Reducer, subject: Term, name: str) -> Term | None:
    """A property computed from the fields, if its getter can be read."""
    found = getattr(cast(Maker, subject.data).cls, name, None)
    return r.inline(found.fget, (subject,)) if isinstance(found, property) and found.fget else None


def instance(r: Reducer, args: tuple[Term, ...], data: Hashable) -> Term | None:
    subject, classes = args[0], cast(tuple[type, ...], data)
    match subject.op:
        case "make":
            return r.const(issubclass(cast(Maker, subject.data).cls, classes))
        case "seq" | "set" | "dict":
            assert isinstance(subject.data, Kind)
            return r.const(issubclass(KIND_TYPES[subject.data.of], classes))
        case "ite":
            choice, then, otherwise = subject.args
            both = (r.make("isinstance", (part,), data) for part in (then, otherwise))
            return r.make("ite", (choice, *both))
        case "var":
            known = (
                {INT: int, NAT: int, BOOL: bool, STR: str}.get(subject.sort) if isinstance(subject.sort, str) else None
            )
            return None if known is None else r.const(issubclass(known, classes))
    return None


_SHAPED = frozenset({"make", "const"})


def call(r: Reducer, args: tuple[Term, ...], data: Hashable) -> Term | None:
    """A measure is unfolded once the shape of the structure it looks at is known."""
    measure = cast("Measure[..., Any]", data)
    body = measure.body
    if body is None:
        return None
    structure = args[body.structure]
    if structure.op == "ite":
        choice, *branches = structure.args
        unfolded = []
        for branch in branches:
            given = (*args[: body.structure], branch, *args[body.structure + 1 :])
            unfolded.append(r.make("call", given, data, body.sort))
        return r.make("ite", (choice, *unfolded))
    if structure.op not in _SHAPED:
        if structure.op not in ("seq", "set", "dict"):
            return None
        assert isinstance(structure.data, Kind)
        if structure.data.open and len(structure.args) == 1:
            return None
    return r.bind(r.load(body.term), [(var(name), arg) for name, arg in zip(body.params, args, strict=True)])


def method(r: Reducer, args: tuple[Term, ...], data: Hashable) -> Term | None:
    name = cast(str, data)
    receiver, *rest = args
    if all(arg.value for arg in args):
        return None
    as_text = text_method(r, name, receiver, tuple(rest))
    if as_text is not None:
        return as_text
    if receiver.op == "make":
        return r.inline(getattr(cast(Maker, receiver.data).cls, name, None), args)
    match name, rest:
        case (("items" | "keys" | "values"), []) if is_dict(receiver.sort):
            return r.make(name, (receiver,))
        case "get", [key, *default] if is_dict(receiver.sort):
            fallback = default[0] if default else r.none
            return r.make("ite", (r.make("in", (key, receiver)), r.make("index", (receiver, key)), fallback))
        case "count", [item] if receiver.sort != STR:
            each = r.fresh(ANY)
            same = r.make("ite", (r.make("eq", (r.variable(each), item)), r.const(1), r.const(0)))
            return r.make("sum", (r.make("comp", (receiver, same, r.true), each), r.const(0)))
        case "union", [other]:
            return r.make("union", (receiver, other))
        case "issubset", [other] if is_set(receiver.sort) and is_set(other.sort):
            return r.make("le", (receiver, other))
        case "issuperset", [other] if is_set(receiver.sort) and is_set(other.sort):
            return r.make("le", (other, receiver))
        case "isdisjoint", [other]:
            each = r.fresh(ANY)
            outside = r.make("not", (r.make("in", (r.variable(each), other)),))
            return r.make("all", (r.make("comp", (receiver, outside, r.true), each),))
    return None


def applied(r: Reducer, args: tuple[Term, ...], data: Hashable) -> Term | None:
    """A class called: a constructor term, if it is one of the data types in play."""
    maker = r.makers.get(data) if isinstance(data, type) else None
    if maker is not None and len(args) == len(maker.names):
        return r.make("make", args, maker)
    return None


class Test(Protocol):
    """The payload of a `test`: a question asked by whoever knows how to take it apart."""

    def reduce(self, r: Reducer, subject: Term) -> Term | None: ...


def test(r: Reducer, args: tuple[Term, ...], data: Hashable) -> Term | None:
    return cast(Test, data).reduce(r, args[0])


DATA = {"test": test, "attr": attribute, "isinstance": instance, "call": call, "method": method, "apply": applied}
