"""Rules for data and functions: attributes, classes, unfolding of measures, inlining of methods."""

from __future__ import annotations

import inspect
from collections.abc import Hashable
from types import FunctionType
from typing import Any, Protocol, cast

from refute.logic.reduction.evaluate import KIND_TYPES
from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.rules.text import text_method
from refute.logic.reduction.shapes import kind_of
from refute.logic.reduction.totality import hashable, total
from refute.logic.terms.measure import Measure
from refute.logic.terms.term import (
    ANY,
    BOOL,
    INT,
    NAT,
    STR,
    Container,
    Maker,
    Sort,
    Term,
    is_container,
    is_data,
    is_dict,
    is_set,
    sequence_kind,
    var,
)


def attribute(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    subject, name = args[0], cast(str, data)
    if subject.op == "make" and total(subject):
        maker = cast(Maker, subject.data)
        term = maker.attributes.get(name)
        if term is None:
            return None if subject.value else _property(r, subject, name)
        if term.op == "var" and term.data in maker.names:
            return subject.args[maker.names.index(str(term.data))]
        fields = zip(maker.names, subject.args, strict=True)
        return r.bind(r.load(term), [(var(field), part) for field, part in fields])
    if subject.op == "ite":
        choice, then, otherwise = subject.args
        return r.make("ite", (choice, r.make("attr", (then,), data), r.make("attr", (otherwise,), data)))
    return None


def _property(r: Rewriter, subject: Term, name: str) -> Term | None:
    """A property, inlined if its getter can be read."""
    found = getattr(cast(Maker, subject.data).cls, name, None)
    return r.inline(found.fget, (subject,)) if isinstance(found, property) and found.fget else None


_TYPES: dict[Sort, type] = {INT: int, NAT: int, BOOL: bool, STR: str}


def instance(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    subject, classes = args[0], cast(tuple[type, ...], data)
    if subject.ranked:
        return None
    match subject.op:
        case "make" if total(subject):
            return r.const(issubclass(cast(Maker, subject.data).cls, classes))
        case "seq" | "set" | "dict" if total(subject):
            assert isinstance(subject.data, Container)
            return r.const(issubclass(KIND_TYPES[subject.data.of], classes))
        case "ite":
            choice, then, otherwise = subject.args
            both = (r.make("isinstance", (part,), data) for part in (then, otherwise))
            return r.make("ite", (choice, *both))
        case "const":
            return None
    if total(subject):
        if is_data(subject.sort):
            return r.const(issubclass(subject.sort.cls, classes))
        known = _TYPES.get(subject.sort)
        if known is None:
            kind = "dict" if is_dict(subject.sort) else sequence_kind(subject.sort)
            known = None if kind is None else KIND_TYPES[kind]
        # an integer that is no variable may be a Boolean
        return None if known is None or (known is int and subject.op != "var") else r.const(issubclass(known, classes))
    return None


def call(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    """Unfolds a measure once the outermost constructor of its structure is known.

    `size([3, *xs])` becomes `1 + size(xs)`. A measure of values is run.
    """
    measure = cast(Measure[..., Any], data)
    body = measure.body
    if body is None or all(arg.value and not arg.ranked for arg in args):
        return None
    structure = args[body.structure]
    if structure.op == "ite":
        choice, *branches = structure.args
        unfolded = []
        for branch in branches:
            given = (*args[: body.structure], branch, *args[body.structure + 1 :])
            unfolded.append(r.make("call", given, data, body.sort))
        return r.make("ite", (choice, *unfolded))
    if not _shaped(structure) or not all(map(total, args)):
        return None
    return r.unfold((measure, structure), body, args)


def _shaped(structure: Term) -> bool:
    if structure.op in ("seq", "set", "dict"):
        assert isinstance(structure.data, Container)
        return len(structure.args) > structure.data.open or not structure.data.open
    return structure.op in ("make", "const")


def method(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    name = cast(str, data)
    receiver, *rest = args
    if all(arg.value for arg in args):
        return None
    as_text = text_method(r, name, receiver, tuple(rest))
    if as_text is not None:
        return as_text
    if receiver.op == "ite":
        choice, *branches = receiver.args
        return r.make("ite", (choice, *(r.make("method", (branch, *rest), data) for branch in branches)))
    if receiver.op == "make" and all(map(total, args)):
        return _method_of_data(r, cast(Maker, receiver.data).cls, name, args)
    if is_dict(receiver.sort):
        return _method_of_dict(r, name, receiver, rest)
    if is_set(receiver.sort):
        return _method_of_set(r, name, receiver, rest)
    if name == "count" and len(rest) == 1 and kind_of(receiver) in ("list", "tuple", "deque"):
        each = r.fresh(ANY)
        same = r.make("ite", (r.make("same", (r.variable(each), rest[0])), r.const(1), r.const(0)))
        counted = r.make("sum", (r.make("comp", (receiver, same, r.true), each), r.const(0)))
        return r.after(rest, counted)
    return None


def _method_of_data(r: Rewriter, cls: type, name: str, args: tuple[Term, ...]) -> Term | None:
    found = inspect.getattr_static(cls, name, None)
    if isinstance(found, Measure):
        return r.make("call", args, found, found.sort)
    return r.inline(found, args) if isinstance(found, FunctionType) else None


def _method_of_dict(r: Rewriter, name: str, receiver: Term, rest: list[Term]) -> Term | None:
    match name, rest:
        case (("items" | "keys" | "values"), []):
            return r.make(name, (receiver,))
        case "get", [key, *default] if len(default) <= 1 and hashable(key):
            fallback = default[0] if default else r.none
            found = r.make("ite", (r.make("in", (key, receiver)), r.make("index", (receiver, key)), fallback))
            return r.after((receiver, *rest), found)
    return None


def _method_of_set(r: Rewriter, name: str, receiver: Term, rest: list[Term]) -> Term | None:
    if len(rest) != 1 or not is_container(rest[0].sort):
        return None
    other = rest[0] if is_set(rest[0].sort) else r.make("convert", (rest[0],), "set")
    match name:
        case "union":
            return r.make("union", (receiver, other))
        case "intersection":
            return r.make("inter", (receiver, other))
        case "difference":
            return r.make("diff", (receiver, other))
        case "issubset":
            return r.make("le", (receiver, other))
        case "issuperset":
            return r.make("le", (other, receiver))
        case "isdisjoint" if total(receiver) and total(other):
            each = r.fresh(ANY)
            outside = r.make("not", (r.make("in", (r.variable(each), other)),))
            return r.make("all", (r.make("comp", (receiver, outside, r.true), each),))
    return None


def applied(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    """A call of a class: a `make` term, if its constructor is known and only stores its fields."""
    if not isinstance(data, type) or all(arg.value for arg in args):
        return None
    maker = r.makers.get(data)
    if maker is not None and len(args) == len(maker.names) and _takes_anything(data):
        return r.make("make", args, maker)
    return None


def _takes_anything(cls: type) -> bool:
    """Whether building an instance only stores its fields."""
    if issubclass(cls, tuple):
        return hasattr(cls, "_fields")
    code = getattr(cls.__init__, "__code__", None)
    generated = code is not None and code.co_filename == "<string>"
    return generated and "__dataclass_fields__" in vars(cls) and not hasattr(cls, "__post_init__")


class Reducible(Protocol):
    """The payload of a `test`: a condition on one subject with a rule of its own."""

    def reduce(self, r: Rewriter, subject: Term) -> Term | None: ...


def test(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    return cast(Reducible, data).reduce(r, args[0])


DATA = {"test": test, "attr": attribute, "isinstance": instance, "call": call, "method": method, "apply": applied}
