"""Ordinary classes whose `__init__` is annotated."""

from __future__ import annotations

import ast
import dis
import inspect
import sys
from abc import ABCMeta
from collections.abc import Collection, Iterator
from itertools import pairwise
from types import FunctionType
from typing import Any, Generic, Protocol

from refute.errors import Place
from refute.logic.reading.expressions import expression
from refute.logic.reading.functions import names_in
from refute.logic.reading.names import NotSymbolic, UnknownName
from refute.logic.reading.predicates import Predicate
from refute.logic.reading.source import find_source
from refute.logic.terms.term import Term, var
from refute.ownership import is_refutes, is_users
from refute.types.data.checks import StatementReader, demand, positional, sets_more_than, why
from refute.types.data.description import ConstructorArgument, Description
from refute.types.hints.said import said_of
from refute.types.reading.context import own_annotations

_MADE_BY_PYTHON = 1 << 9  # Py_TPFLAGS_HEAPTYPE
_IDLE = ("RESUME", "NOP")  # instructions that do nothing
_NOTHING = ([("LOAD_CONST", None), ("RETURN_VALUE", None)], [("RETURN_CONST", None)])  # by version of Python


def describe_plain(cls: Any) -> Description | None:
    """The description of a class whose `__init__` is a Python function with annotated parameters, be it in a stub, or
    that of `object`, else None.

    Parameters with a default need no annotation, if any parameter has one.
    """
    function = inspect.getattr_static(cls, "__init__", None)
    if _is_made_of_nothing(cls):
        return Description(
            arguments=(),
            frozen=False,
            structural=False,
            declares_fields=False,
            made_of_nothing=True,
            stateful=_has_attributes(cls) or sets_more_than((), cls),
        )
    if not isinstance(function, FunctionType) or inspect.isabstract(cls):
        return None
    owner = next(base for base in cls.__mro__ if "__init__" in vars(base))
    annotations = own_annotations(function)
    parameters = list(inspect.signature(function).parameters.values())[1:]
    if any(parameter.name not in annotations for parameter in parameters):
        annotations = said_of(cls).annotations
    arguments = []
    left_out = False  # whether a parameter was skipped: later ones are passed by name
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            left_out = True
            continue
        if parameter.name not in annotations:
            if parameter.default is parameter.empty:
                return None
            left_out = True
            continue
        keyword = left_out or parameter.kind is parameter.KEYWORD_ONLY
        arguments.append(ConstructorArgument(parameter.name, annotations[parameter.name], owner, keyword=keyword))
    if left_out and not arguments:
        return None
    body = _Body(function, tuple(argument.name for argument in arguments))
    return Description(
        arguments=tuple(arguments),
        frozen=False,
        structural=False,
        computed=body.attributes,
        changed=frozenset(argument.name for argument in arguments) - frozenset(body.attributes),
        invariants=tuple(body.invariants),
        unread=body.unread,
        declares_fields=False,
        state=tuple(_state(body, owner, {argument.name for argument in arguments})),
        stateful=bool(body.unread)
        or any(term.op != "var" for term in body.attributes.values())
        or _has_attributes(cls)
        or sets_more_than(body.attributes, cls),
    )


def _state(body: _Body, owner: Any, given: Collection[str]) -> Iterator[ConstructorArgument]:
    """The attributes that `__init__` sets to constants, if they are annotated, there or in the class."""
    annotations = own_annotations(owner) | body.annotations
    for attribute, term in body.attributes.items():
        if term.value and attribute not in given and attribute in annotations:
            yield ConstructorArgument(attribute, annotations[attribute], owner)


def _is_made_of_nothing(cls: Any) -> bool:
    """Whether a class has no constructor of its own, and no attributes that somebody has to set.

    Those of the standard library may be made by other means, and those of other libraries, if methods read what is not
    in the class.
    """
    if inspect.isabstract(cls) or is_protocol(cls) or type(cls) not in (type, ABCMeta):
        return False
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    if not isinstance(file, str) or is_refutes(file) or cls.__module__.partition(".")[0] in sys.stdlib_module_names:
        return False
    if not is_users(file) and not _reads_own_attributes_alone(cls):
        return False
    bases = [base for base in cls.__mro__ if base is not object]
    return bool(bases) and all(
        base.__flags__ & _MADE_BY_PYTHON
        and not {"__init__", "__new__"} & vars(base).keys()
        and not own_annotations(base).keys() - vars(base).keys()
        for base in bases
    )


def is_protocol(cls: Any) -> bool:
    """Whether a class is a protocol, or one for type checkers alone: its methods should return something and do not.

    if TYPE_CHECKING: from typing_extensions import Protocol
    else: Protocol = object
    """
    if not isinstance(cls, type) or vars(cls).get("_is_protocol", False) is True:
        return isinstance(cls, type) and cls is not Protocol
    methods = [written for written in vars(cls).values() if isinstance(written, FunctionType)]
    return type(cls) is type and cls.__bases__ == (object,) and bool(methods) and all(map(_is_stub, methods))


def _is_stub(method: FunctionType) -> bool:
    """Whether a method should return something, and does nothing but return None."""
    steps = [(step.opname, step.argval) for step in dis.get_instructions(method) if step.opname not in _IDLE]
    does_nothing = steps in _NOTHING
    return does_nothing and own_annotations(method).get("return") not in (None, "None")


def _reads_own_attributes_alone(cls: type) -> bool:
    """Whether all that the methods of a class read of their first parameter is in the class."""
    for method in (found for base in cls.__mro__ for found in vars(base).values() if isinstance(found, FunctionType)):
        itself = method.__code__.co_varnames[:1] if method.__code__.co_argcount else ()
        for before, step in pairwise(dis.get_instructions(method)):
            read = step.opname in ("LOAD_ATTR", "LOAD_METHOD") and (before.argval,) == itself
            if read and inspect.getattr_static(cls, step.argval, None) is None:
                return False
    return True


def _has_attributes(cls: Any) -> bool:
    """Whether a class gives its instances attributes, which they may set anew, or is made by other means as well."""
    bases = [base for base in cls.__mro__ if base not in (object, Generic)]
    return any(
        not base.__flags__ & _MADE_BY_PYTHON
        or own_annotations(base)
        or not all(_is_dunder(name) or hasattr(value, "__get__") for name, value in vars(base).items())
        for base in bases
    )


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


class _Body(StatementReader):
    """The attributes and conditions of an `__init__` that only stores, computes and checks."""

    def __init__(self, function: FunctionType, params: tuple[str, ...]) -> None:
        super().__init__(names_in(function, {name: var(name) for name in params}))
        self.attributes: dict[str, Term] = {}
        self.annotations: dict[str, str] = {}  # of attributes
        self.invariants: list[Predicate] = []
        self.unread = ""
        source = find_source(function)
        if source is None or not isinstance(source.node, ast.FunctionDef):
            self.unread = "the source of __init__ cannot be found"
            return
        if not positional(source.node):
            self.unread = "its __init__ does not name the object"
            return
        self.file = source.place.file
        self.itself = positional(source.node)[0]
        try:
            for statement in source.node.body:
                self.statement(statement)
        except (NotSymbolic, UnknownName) as error:
            self.attributes, self.invariants = {}, []
            self.unread = f"__init__, line {error.line}: {why(error)}"

    def _stored(self, statement: ast.stmt) -> bool:
        match statement:
            case (
                ast.Assign(targets=[ast.Attribute(value=ast.Name(id=owner), attr=attr)], value=value)
                | ast.AnnAssign(target=ast.Attribute(value=ast.Name(id=owner), attr=attr), value=ast.expr() as value)
            ) if owner == self.itself:
                self.attributes[attr] = expression(value, self.names)
                if isinstance(statement, ast.AnnAssign):
                    self.annotations[attr] = ast.unparse(statement.annotation)
            case _:
                return False
        return True

    def _demand(self, term: Term, text: str, statement: ast.stmt) -> None:
        self.invariants.append(demand(term, text, Place(self.file, statement.lineno)))
