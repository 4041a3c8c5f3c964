"""Conditions and computed attributes in the source of a constructor: `if …: raise`, `assert`, assignments.

Where the source has more than that, instances are found by running the constructor.
"""

from __future__ import annotations

import ast
import dis
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from refute.errors import Place
from refute.logic.reading.expressions import condition, expression
from refute.logic.reading.functions import names_in
from refute.logic.reading.names import Names, NotSymbolic, UnknownName
from refute.logic.reading.predicates import VALUE, Conjunct, Predicate
from refute.logic.reading.source import Source, find_source
from refute.logic.terms.term import Term, constant_value, subterms, var
from refute.types.data.refusals import is_refusal

# The variable for the attribute that a validator of attrs is given.
_ATTRIBUTE = "@attribute"

# Operators that raise for some operands of the types they are meant for; functions and methods that do so for none.
_PARTIAL = frozenset({"pow", "index", "unpack", "shift_left", "shift_right", "smallest", "largest", "opaque", "raise"})
_FUNCTIONS: frozenset[Any] = frozenset({str, repr, type, callable, id})
_TRIMMING = {"strip", "lstrip", "rstrip", "removeprefix", "removesuffix", "replace", "splitlines"}
_CASES = {"lower", "upper", "casefold", "title", "capitalize", "swapcase"}
_METHODS = frozenset(_TRIMMING | _CASES | {"startswith", "endswith", "copy", "keys", "values", "items"})
_DIVIDING = frozenset({"split", "rsplit", "partition", "rpartition"})


@dataclass(frozen=True)
class Checks:
    """The checks of a method. Terms are over the names of the fields."""

    computed: Mapping[str, Term] = field(default_factory=dict)
    changed: frozenset[str] = frozenset()
    invariants: tuple[Predicate, ...] = ()
    unread: str = ""  # why the arguments it accepts are only known by running it


def read_checks(cls: Any, method: str, arguments: frozenset[str]) -> Checks:
    """The checks of the method that runs after the fields are set, such as `__post_init__`."""
    function = getattr(cls, method, None)
    if function is None:
        return Checks()
    if not isinstance(function, FunctionType):
        return Checks(changed=arguments, unread=f"its {method} is not written in Python")
    source = find_source(function)
    if source is None or not isinstance(source.node, ast.FunctionDef):
        return Checks(changed=arguments, unread=f"the source of {method} cannot be found")
    params = positional(source.node)
    if not params:
        return Checks(changed=arguments, unread=f"its {method} does not name the object")
    first, *more = params
    names = names_in(function, {first: var(VALUE), **{name: var(name) for name in more}})
    reader = _CheckReader(names, source, arguments)
    try:
        reader.read(source.node.body)
    except (NotSymbolic, UnknownName) as error:
        return Checks(changed=_assigned(source.node, arguments), unread=f"{method}, line {error.line}: {why(error)}")
    return Checks(reader.computed, frozenset(reader.computed) & arguments, tuple(reader.predicates))


def read_validator(function: FunctionType, field: str, arguments: frozenset[str]) -> tuple[Predicate, ...] | None:
    """The conditions of an attrs validator; None if its source has more than conditions."""
    source = find_source(function)
    if source is None or not isinstance(source.node, ast.FunctionDef) or len(positional(source.node)) != 3:
        return None
    instance, attribute, value = positional(source.node)
    terms = {instance: var(VALUE), attribute: var(_ATTRIBUTE), value: var(field)}
    reader = _CheckReader(names_in(function, terms), source, arguments)
    try:
        reader.read(source.node.body)
    except (NotSymbolic, UnknownName):
        return None
    read = not reader.computed and all(_ATTRIBUTE not in part.term.free for part in reader.predicates)
    return tuple(reader.predicates) if read else None


def may_raise(term: Term) -> bool:
    """Whether computing a term may raise, for some operands of the types it is written for."""
    return any(map(_is_partial, subterms(term)))


def _is_partial(term: Term) -> bool:
    match term.op:
        case "div" | "floordiv" | "mod":
            return not _is_true_constant(term.args[1])
        case "range":
            return not _is_true_constant(term.args[2])
        case "slice":
            return term.args[3].op != "const" or constant_value(term.args[3]) == 0
        case "apply" if all(arg.op == "const" for arg in term.args):
            module = getattr(term.data, "__module__", "")
            return module != "collections" and (module != "builtins" or bool(term.args))
        case "apply":
            return term.data not in _FUNCTIONS or len(term.args) > 1
        case "method":
            divides = term.data in _DIVIDING and all(map(_is_true_constant, term.args[1:]))
            return not divides and term.data not in _METHODS
    return term.op in _PARTIAL


def _is_true_constant(term: Term) -> bool:
    return term.op == "const" and bool(constant_value(term))


def positional(node: ast.FunctionDef) -> list[str]:
    """The names of the positional parameters."""
    return [arg.arg for arg in (*node.args.posonlyargs, *node.args.args)]


def why(error: NotSymbolic | UnknownName) -> str:
    return error.reason if isinstance(error, NotSymbolic) else f"unknown name {error.name}"


def demand(term: Term, text: str, place: Place | None) -> Predicate:
    """A condition on the fields. Every existing instance satisfies it, so its function returns True."""
    return Predicate(lambda value: True, (), (Conjunct(text, term),), text, place)


def _assigned(node: ast.FunctionDef, arguments: frozenset[str]) -> frozenset[str]:
    """Attributes that a method may set: all of them if it passes `self` on, or computes their names."""
    names = set()
    called = set()
    plain = set()  # uses of `self` that read an attribute, or set a named one
    for part in ast.walk(node):
        match part:
            case ast.Call(func=ast.Name(id="super")) | ast.Attribute(attr="__dict__"):
                return arguments
            case ast.Call(func=ast.Attribute(attr="__setattr__"), args=[subject, ast.Constant(value=str(name)), _]):
                names.add(name)
                plain.add(subject)
            case ast.Call(func=ast.Attribute() as method):
                called.add(method)
            case ast.Attribute(value=subject, attr=attr, ctx=context) if part not in called:
                plain.add(subject)
                if isinstance(context, ast.Store):
                    names.add(attr)
    itself = positional(node)[0]
    handed_on = any(isinstance(p, ast.Name) and p.id == itself and p not in plain for p in ast.walk(node))
    return arguments if handed_on else frozenset(names) & arguments


def sets_more_than(names: Collection[str], cls: Any) -> bool:
    """Whether methods of a class set attributes besides these."""
    return any(
        step.opname == "STORE_ATTR" and step.argval not in names
        for base in cls.__mro__
        for method in vars(base).values()
        if isinstance(function := getattr(method, "fget", method), FunctionType)
        for step in dis.get_instructions(function)
    )


class StatementReader(ABC):
    """Reads the statements of a constructor: conditions on its arguments, and attributes that it sets."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return
            case ast.If(test=test, body=[ast.Raise() as raised], orelse=[]) if self._is_refusal(raised):
                self._demand(Term("not", (condition(test, self.names),)), f"not ({ast.unparse(test)})", statement)
            case ast.Assert(test=test):
                self._demand(condition(test, self.names), ast.unparse(test), statement)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.names = self.names.bind({name: self._kept(value, statement)})
            case _ if not self._stored(statement):
                raise NotSymbolic(f"`{ast.unparse(statement).splitlines()[0]}`", statement)

    def _kept(self, value: ast.expr, statement: ast.stmt) -> Term:
        """The term of a value that is only kept. Where computing it may raise, that is a condition on the arguments."""
        term = expression(value, self.names)
        if may_raise(term):
            raise NotSymbolic(f"`{ast.unparse(statement).splitlines()[0]}` may raise", statement)
        return term

    def _is_refusal(self, statement: ast.Raise) -> bool:
        """Whether an exception refuses arguments, or may do so."""
        called = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
        try:
            raised = self.names.lookup(called.id) if isinstance(called, ast.Name) else None
        except Exception:
            return True
        if not isinstance(raised, type) or not issubclass(raised, BaseException):
            return True
        return is_refusal(raised)

    @abstractmethod
    def _demand(self, term: Term, text: str, statement: ast.stmt) -> None:
        """Record a condition that has to hold, or else the statement raises."""

    @abstractmethod
    def _stored(self, statement: ast.stmt) -> bool:
        """Record the attribute that a statement sets; return whether it sets one."""


class _CheckReader(StatementReader):
    def __init__(self, names: Names, source: Source, arguments: frozenset[str]) -> None:
        super().__init__(names)
        self.source = source
        self.arguments = arguments
        self.predicates: list[Predicate] = []
        self.computed: dict[str, Term] = {}

    def read(self, body: list[ast.stmt]) -> None:
        for statement in body:
            match statement:
                case ast.Return(value=None | ast.Constant(value=None)):
                    return
                case ast.Return(value=ast.Name() as name) if self._is_itself(name):
                    return
            self.statement(statement)

    def _stored(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Assign(targets=[ast.Attribute(value=owner, attr=attr)], value=value) if self._is_itself(owner):
                self._compute(attr, value)
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(attr="__setattr__"), args=[owner, ast.Constant() as name, value])
            ) if self._is_itself(owner):
                self._compute(str(name.value), value)
            case _:
                return False
        return True

    def _is_itself(self, owner: ast.expr) -> bool:
        return isinstance(owner, ast.Name) and self.names.terms.get(owner.id) == var(VALUE)

    def _demand(self, term: Term, text: str, statement: ast.stmt) -> None:
        if self.computed:
            raise NotSymbolic("it checks after it has changed attributes", statement)
        over = _over_fields(term, self.arguments, statement)
        self.predicates.append(demand(over, text, Place(self.source.place.file, statement.lineno)))

    def _compute(self, attr: str, value: ast.expr) -> None:
        self.computed[attr] = _over_fields(expression(value, self.names), self.arguments, value)


def _over_fields(term: Term, arguments: frozenset[str], node: ast.AST) -> Term:
    """A term with the fields in the place of attributes of `self`."""
    if term.op == "attr" and term.args[0].op == "var" and term.args[0].data == VALUE:
        if term.data not in arguments:
            raise NotSymbolic(f"it uses the attribute {term.data}", node)
        return var(str(term.data))
    if term.op == "var" and term.data == VALUE:
        raise NotSymbolic("it uses the whole object", node)
    args = tuple(_over_fields(arg, arguments, node) for arg in term.args)
    return Term(term.op, args, term.data, term.sort if term.op in ("call", "var") else None)
