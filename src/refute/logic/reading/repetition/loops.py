"""`for` loops as terms, by what they do.

A loop that only looks for an item is an `any`; one that only adds to a number is an `added`, which is `sum` without its
care for floats; any other is a measure of the list it goes through, beside the variables that it changes:

    for x in xs:                            False if any(x < 0 for x in xs) else …
        if x < 0:
            return False

    for x in xs:                            last, ok = loop(xs, last, ok), where
        ok = ok and last <= x                 loop([], last, ok) = …
        last = x                              loop([x, *xs], last, ok) = loop(xs, x, ok and last <= x)
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any, cast

from refute.logic.reading.expressions import evaluated_first, iterable, targets
from refute.logic.reading.names import Names, NotSymbolic, UnknownName
from refute.logic.terms.measure import Measure, MeasureBody
from refute.logic.terms.term import (
    ANY,
    FALSE,
    INTEGERS,
    NONE,
    STR,
    TRUE,
    ZERO,
    Constant,
    Container,
    Term,
    const,
    subterms,
    var,
)

# The name of the list that a loop goes through. Not an identifier, so no variable can be called the same.
_ITEMS = "·items"
_SCALARS = (int, float, complex, str, bytes)


@dataclass(frozen=True)
class Ends:
    """What comes after the last statement of a block, after `return`, `continue` and `break`."""

    fall: Callable[[Names], Term] = lambda names: NONE
    returned: Callable[[Term], Term] = lambda term: term
    again: Callable[[Names], Term] | None = None
    out: Callable[[Names], Term] | None = None


ReadBlock = Callable[[Sequence[ast.stmt], Names, Ends], Term]


class _Otherwise(Exception):
    """A loop that does more than it is tried to be read as."""


def read_loop(loop: ast.For, rest: Sequence[ast.stmt], names: Names, ends: Ends, block: ReadBlock) -> Term:
    """The term of a loop and the statements after it. `block` reads statements."""
    return _Loop(loop, rest, names, ends, block).read()


class _Loop:
    def __init__(self, loop: ast.For, rest: Sequence[ast.stmt], names: Names, ends: Ends, block: ReadBlock) -> None:
        self._loop = loop
        self._rest = rest
        self._names = names
        self._ends = ends
        self._block = block
        self._source = iterable(loop.iter, names)
        if self._source.op == "range" and not any(part.op == "len" for part in subterms(self._source)):
            raise NotSymbolic("a loop over numbers is run", loop)
        bound = _stored([loop.target])
        changed = _stored(loop.body)
        self._state = tuple(name for name in names.terms if name in changed)
        after = _loaded([*loop.orelse, *rest])
        leaking = next((name for name in (*bound, *changed) if name in after and name not in self._state), None)
        if leaking is not None or any(name in names.terms for name in bound):
            raise NotSymbolic(f"`{leaking or bound[0]}` is bound by a loop, and otherwise too", loop)
        self._own = {*bound, *changed}
        self._accumulators = frozenset(
            name
            for name in self._state
            if (is_scalar(names.terms[name]) or name in names.accumulators) and name not in _set_in(loop.body)
        )

    def read(self) -> Term:
        attempts = [self._added, self._folded] if self._state else [self._searched, self._folded]
        for attempt in attempts:
            try:
                found = attempt()
            except _Otherwise:
                continue
            return only_read(found, self._loop)
        raise NotSymbolic("a loop inside a loop, which changes variables or returns what it finds", self._loop)

    def _after(self, names: Names) -> Term:
        return self._block([*self._loop.orelse, *self._rest], names, self._ends)

    def _inside(self, item: Term, state: dict[str, Term]) -> Names:
        """The names in the body of the loop."""
        lookup = self._names.lookup

        def found(name: str) -> Any:
            if name in self._own:
                raise NotSymbolic(f"`{name}` may not be bound", self._loop)
            return lookup(name)

        inside = replace(self._names, lookup=found, accumulators=self._accumulators)
        return inside.bind({**targets(self._loop.target, item), **state})

    def _searched(self) -> Term:
        """A loop without variables of its own, which ends with the first item of some kind."""
        left: list[Term | None] = []  # what is returned there; None for a `break`

        def returned(term: Term) -> Term:
            left.append(term)
            return TRUE

        def out(_: Names) -> Term:
            left.append(None)
            return TRUE

        item = self._names.loop_variable(self._source)
        ends = Ends(lambda _: FALSE, returned, lambda _: FALSE, out)
        found = self._block(self._loop.body, self._inside(item, {}), ends)
        if len(set(left)) > 1 or any(term is not None and term.op != "const" for term in left):
            raise _Otherwise
        some = Term("any", (Term("comp", (self._source, found, TRUE), (str(item.data), item.sort)),))
        if not left:
            return Term("after", (some, self._after(self._names)))
        (answer,) = set(left)
        broken = self._block(self._rest, self._names, self._ends) if answer is None else self._ends.returned(answer)
        return Term("ite", (some, broken, self._after(self._names)))

    def _added(self) -> Term:
        """A loop that adds a number to one variable for some items."""
        if len(self._state) > 1:
            raise _Otherwise
        (name,) = self._state
        total = var(f"·{name}")
        item = self._names.loop_variable(self._source)

        def ended(inside: Names) -> Term:
            return inside.terms[name]

        def otherwise(_: object) -> Term:
            raise _Otherwise

        ends = Ends(ended, otherwise, ended, otherwise)
        new = self._block(self._loop.body, self._inside(item, {name: total}), ends)
        new = new.args[-1] if new.op == "after" and set(new.args) == {new.args[-1]} else new
        if new.op == "added" and new.args[1] == total and str(total.data) not in new.args[0].free:
            inner = Term("comp", (self._source, new.args[0], TRUE), (str(item.data), item.sort))
            addends = Term("flatten", (inner,))
        else:
            addends = Term("comp", (self._source, *_addend(new, total)), (str(item.data), item.sort))
        result = Term("added", (addends, self._names.terms[name]))
        return evaluated_first((result,), self._after(self._names.bind({name: result})))

    def _folded(self) -> Term:
        """Any other loop, as a measure."""
        if self._ends.again is not None:
            raise _Otherwise
        names = self._names
        used = _loaded([*self._loop.body, *self._loop.orelse, *self._rest])
        given = tuple(name for name in names.terms if name in used or name in self._state)
        variables = {name: var(name) for name in given}
        params = (_ITEMS, *given)
        function = self._function(params)
        items = var(_ITEMS)
        made = LoopMeasure((names.inlining[-1:] or names.lookup, self._loop, params), function)

        def again(inside: Names) -> Term:
            tail = Term("slice", (items, const(1), NONE, NONE))
            return Term("call", (tail, *(inside.terms[name] for name in given)), made, ANY)

        inside = replace(names, terms=variables)
        inner = self._with_names(inside)
        body = inner._block(
            self._loop.body,
            inner._inside(Term("index", (items, ZERO)), variables),
            Ends(again, self._ends.returned, again, lambda left: inner._block(self._rest, left, self._ends)),
        )
        empty = Term("eq", (Term("len", (items,)), ZERO))
        whole = only_read(Term("ite", (empty, inner._after(inside), body)), self._loop)
        made.define(MeasureBody(params, whole, 0, ANY))
        listed = Term("convert", (self._source,), "list")
        return Term("call", (listed, *(names.terms[name] for name in given)), made, ANY)

    def _with_names(self, names: Names) -> _Loop:
        """The same loop where variables have other terms."""
        made = object.__new__(_Loop)
        vars(made).update({**vars(self), "_names": names})
        return made

    def _function(self, params: Sequence[str]) -> FunctionType:
        """The loop and what comes after it as a Python function, by which known lists are gone through."""
        over = ast.For(self._loop.target, ast.Name(_ITEMS, ast.Load()), self._loop.body, self._loop.orelse)
        args = ast.arguments(
            posonlyargs=[], args=[ast.arg(name) for name in params], kwonlyargs=[], kw_defaults=[], defaults=[]
        )
        definition = ast.FunctionDef("loop", args, [over, *self._rest], [], lineno=1, col_offset=0)
        module = ast.fix_missing_locations(ast.Module([definition], []))
        namespace: dict[str, Any] = {}
        for name in _loaded([*self._loop.body, *self._loop.orelse, *self._rest]) - set(params):
            try:
                namespace[name] = self._names.lookup(name)
            except (KeyError, NotSymbolic, UnknownName):
                continue  # bound inside
        exec(compile(module, f"<loop in line {self._loop.lineno}>", "exec"), namespace)
        return cast(FunctionType, namespace["loop"])


class LoopMeasure(Measure[..., Any]):
    """A loop as a measure. Those of the same loop are equal."""

    def __init__(self, key: tuple[object, ...], function: FunctionType) -> None:
        super().__init__(function, lambda _: self._body, marked=False)
        self._key = key
        self._body: MeasureBody | str = "it is being read"

    def __new__(cls, key: tuple[object, ...], function: FunctionType) -> LoopMeasure:
        return super().__new__(cls, function, None)

    def define(self, body: MeasureBody) -> None:
        self._body = body

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LoopMeasure) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def only_read(term: Term, node: ast.AST | None = None) -> Term:
    """A term that repeats itself. What can only be run in it is better run as a whole."""
    opaque = next((part for part in subterms(term) if part.op == "opaque"), None)
    if opaque is not None:
        raise NotSymbolic(f"`{opaque.data!r}` can only be run", node)
    return term


def is_scalar(term: Term) -> bool:
    """Whether a term is surely something that `+=` does not change where it is."""
    if isinstance(term.data, Constant):
        return isinstance(term.data.value, _SCALARS)
    return (isinstance(term.data, Container) and term.data.of == "tuple") or term.sort in (*INTEGERS, STR)


def _addend(new: Term, total: Term) -> tuple[Term, Term]:
    """What is added to a total, and for which items."""
    match new.op:
        case "var" if new == total:
            return ZERO, FALSE
        case "add" if new.args[0] == total and str(total.data) not in new.args[1].free:
            return new.args[1], TRUE
        case "ite" if str(total.data) not in new.args[0].free:
            test = new.args[0]
            (each, kept), (other, also) = (_addend(branch, total) for branch in new.args[1:])
            if also is FALSE:
                return each, test if kept is TRUE else Term("and", (test, kept))
            if kept is FALSE:
                wanted = Term("not", (test,))
                return other, wanted if also is TRUE else Term("and", (wanted, also))
            if kept is TRUE and also is TRUE:
                return Term("ite", (test, each, other)), TRUE
        case "after":
            *before, last = new.args
            evaluated = [part for part in before if part != last]
            if not any(str(total.data) in part.free for part in evaluated):
                each, kept = _addend(last, total)
                if kept is TRUE:
                    return evaluated_first(evaluated, each), TRUE
                return each, evaluated_first(evaluated, kept)
    raise _Otherwise


def _names_in(nodes: Collection[ast.AST], kind: type[ast.expr_context]) -> Iterator[str]:
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, kind):
                yield part.id


def _stored(nodes: Collection[ast.AST]) -> list[str]:
    """The names that statements bind, besides those of comprehensions."""
    inside = {id(part) for node in nodes for loop in ast.walk(node) for part in _targets(loop)}
    found = (part for node in nodes for part in ast.walk(node) if isinstance(part, ast.Name) and id(part) not in inside)
    return list(dict.fromkeys(part.id for part in found if isinstance(part.ctx, ast.Store)))


def _set_in(nodes: Collection[ast.AST]) -> set[str]:
    """The names that statements bind otherwise than by `+=` and its like."""
    added = {id(part.target) for node in nodes for part in ast.walk(node) if isinstance(part, ast.AugAssign)}
    found = (part for node in nodes for part in ast.walk(node) if isinstance(part, ast.Name) and id(part) not in added)
    return {part.id for part in found if isinstance(part.ctx, ast.Store)}


def _targets(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.comprehension):
        yield from ast.walk(node.target)


def _loaded(nodes: Collection[ast.AST]) -> set[str]:
    return set(_names_in(nodes, ast.Load)) | {
        part.target.id
        for node in nodes
        for part in ast.walk(node)
        if isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name)
    }
