"""Puts values into a term, all at once or bit by bit, as the engine that builds spaces does it."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import random_values as types
from random_values import Type
from small_world import Leaf, Node

from refute.logic.reduction.reducer import Reducer
from refute.logic.reduction.rewriter import Binding
from refute.logic.terms.term import ANY, BOOL, INT, STR, Container, Sort, Term, dict_sort, seq_sort, set_sort, var
from refute.spaces.residuals.queries import observable_parts

CHARACTER: Type = ("character",)  # of a text: not taken apart any further


def sort_of(tp: Type) -> Sort:
    match tp:
        case ("int",):
            return INT
        case ("bool",):
            return BOOL
        case ("str",) | ("character",):
            return STR
        case ("list", element):
            return seq_sort(sort_of(element), "list")
        case ("tuple...", element):
            return seq_sort(sort_of(element), "tuple")
        case ("tuple", *elements):
            sorts = {sort_of(element) for element in elements}
            return seq_sort(sorts.pop() if len(sorts) == 1 else ANY, "tuple")
        case ("deque", element):
            return seq_sort(sort_of(element), "deque")
        case ("set" | "frozenset", element):
            return set_sort(sort_of(element))
        case ("dict", key, value):
            return dict_sort(sort_of(key), sort_of(value))
    return ANY


def has_type(value: Any, tp: Type) -> bool:
    """Whether a value is exactly of its type: a Boolean among integers is not, so its variable must not say so."""
    match tp:
        case ("int",):
            return type(value) is int
        case ("list" | "tuple..." | "deque" | "set" | "frozenset", element):
            return all(has_type(item, element) for item in value)
        case ("tuple", *elements):
            return all(map(has_type, value, elements))
        case ("dict", key, item):
            return all(has_type(k, key) and has_type(v, item) for k, v in value.items())
        case ("tree",) if isinstance(value, Node):
            return type(value.key) is int and has_type(value.left, tp) and has_type(value.right, tp)
        case ("rose",):
            return type(value.label) is int and all(has_type(child, tp) for child in value.children)
    return True


class Unknown:
    """A variable, and what it will turn out to be."""

    def __init__(self, variable: Term, tp: Type, value: Any) -> None:
        self.variable = variable
        self.type = tp
        self.value = value


class Revelation:
    """One way in which the values of a term's variables become known."""

    def __init__(self, r: Reducer, rng: random.Random, *, typed: bool, orderly: bool) -> None:
        self.r = r
        self.rng = rng
        self.typed = typed  # variables have the sort of their type, or none at all
        self.orderly = orderly  # variables become known from left to right, or in any order
        self.trace: list[Term] = []
        self._count = 0

    def result(self, term: Term, given: dict[str, tuple[Type, Any]]) -> Term:
        """What is left of a term over these variables when all has become known."""
        waiting = []
        for name, (tp, value) in given.items():
            known = self.r.intern(var(name, self._sort(tp, value)))
            term = self._put(term, self.r.intern(var(name)), known)
            waiting.append(Unknown(known, tp, value))
        while waiting:
            unknown = waiting.pop(0 if self.orderly else self.rng.randrange(len(waiting)))
            term, more = self._reveal(term, unknown)
            waiting[:0] = more
        return term

    def _sort(self, tp: Type, value: Any) -> Sort:
        return sort_of(tp) if self.typed and has_type(value, tp) else ANY

    def _put(self, term: Term, old: Term, new: Term) -> Term:
        term = self.r.replace(term, old, new)
        self.trace.append(term)
        return term

    def _variable(self, tp: Type, value: Any) -> Unknown:
        self._count += 1
        return Unknown(self.r.intern(var(f"·{self._count}", self._sort(tp, value))), tp, value)

    def _reveal(self, term: Term, unknown: Unknown) -> tuple[Term, list[Unknown]]:
        choice = self.rng.random()
        if choice < 0.1:
            return self._put(term, unknown.variable, self.r.const(unknown.value)), []
        if choice < 0.25:
            return self._observe(term, unknown), []
        made, parts = self._unfolded(unknown)
        term = self._put(term, unknown.variable, made)
        if unknown.type[0] in ("set", "frozenset", "dict"):  # its items are known before the rest is looked at
            *items, rest = parts or [None]
            for item in items:
                assert item is not None
                term = self._put(term, item.variable, self.r.const(item.value))
            parts = [rest] if rest is not None else []
        return term, [part for part in parts if part is not None]

    def _observe(self, term: Term, unknown: Unknown) -> Term:
        """Only what the term looks at becomes known: the parts of it that depend on this variable alone."""
        r = self.r
        known = r.const(unknown.value)
        parts = observable_parts(str(unknown.variable.data), [term])
        observed = [r.replace(part, unknown.variable, known) for part in parts]
        term = r.substitute(term, Binding(list(zip(parts, observed, strict=True))))
        self.trace.append(term)
        return term

    def _unfolded(self, unknown: Unknown) -> tuple[Term, list[Unknown]]:
        r, tp, value = self.r, unknown.type, unknown.value
        match tp[0]:
            case "list" | "tuple..." | "str" | "deque":
                return self._cells(tp, value)
            case "named":
                return self._made(value, (types.INT, types.INT))
            case "rose":
                return self._made(value, (types.INT, ("tuple...", types.ROSE)))
            case "tuple":
                parts = [self._variable(element, item) for element, item in zip(tp[1:], value, strict=True)]
                return r.make("seq", tuple(part.variable for part in parts), Container("tuple")), parts
            case "set" | "frozenset":
                return self._selected(tp, value)
            case "dict":
                return self._paired(tp, value)
            case "tree":
                return self._made(value, () if isinstance(value, Leaf) else (types.INT, types.TREE, types.TREE))
        return r.const(value), []

    def _made(self, value: Any, fields: tuple[Type, ...]) -> tuple[Term, list[Unknown]]:
        maker = self.r.makers[type(value)]
        parts = [self._variable(tp, part) for tp, part in zip(fields, maker.parts(value), strict=True)]
        return self.r.make("make", tuple(part.variable for part in parts), maker), parts

    def _cells(self, tp: Type, value: Any) -> tuple[Term, list[Unknown]]:
        kind = {"tuple...": "tuple"}.get(tp[0], tp[0])
        if not value:
            return self.r.make("seq", (), Container(kind)), []
        count = self.rng.choice((1, 1, 1, 2)) if len(value) > 1 else 1
        element = CHARACTER if kind == "str" else tp[1]
        parts = [self._variable(element, item) for item in list(value)[:count]]
        rest = value[count:] if kind != "deque" else deque(list(value)[count:])
        parts.append(self._variable(tp, rest))
        return self.r.make("seq", tuple(part.variable for part in parts), Container(kind, True)), parts

    def _selected(self, tp: Type, value: Any) -> tuple[Term, list[Unknown]]:
        items, kind = sorted(value), tp[0]
        if not items:
            return self.r.make("set", (), Container(kind)), []
        count = self.rng.randint(1, len(items))
        parts = [self._variable(tp[1], item) for item in items[:count]]
        parts.append(self._variable(tp, type(value)(items[count:])))
        return self.r.make("set", tuple(part.variable for part in parts), Container(kind, True)), parts

    def _paired(self, tp: Type, value: Any) -> tuple[Term, list[Unknown]]:
        pairs = list(value.items())
        if not pairs:
            return self.r.make("dict", (), Container("dict")), []
        count = self.rng.randint(1, len(pairs))
        parts = []
        for key, item in pairs[:count]:
            parts += [self._variable(tp[1], key), self._variable(tp[2], item)]
        parts.append(self._variable(tp, dict(pairs[count:])))
        return self.r.make("dict", tuple(part.variable for part in parts), Container("dict", True)), parts
