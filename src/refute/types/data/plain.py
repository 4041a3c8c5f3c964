"""Ordinary classes whose `__init__` is annotated."""

from __future__ import annotations

import ast
import inspect
import sys
from abc import ABCMeta
from types import FunctionType
from typing import Any, Generic

from refute.errors import Place
from refute.logic.reading.expressions import expression
from refute.logic.reading.functions import names_in
from refute.logic.reading.names import NotSymbolic, UnknownName
from refute.logic.reading.predicates import Predicate
from refute.logic.reading.source import find_source
from refute.logic.terms.term import Term, var
from refute.ownership import is_users
from refute.types.data.checks import StatementReader, demand, positional, sets_more_than, why
from refute.types.data.description import ConstructorArgument, Description
from refute.types.reading.context import own_annotations

_MADE_BY_PYTHON = 1 << 9  # Py_TPFLAGS_HEAPTYPE


def describe_plain(cls: Any) -> Description | None:
    """The description of a class whose `__init__` is a Python function with annotated parameters, or that of `object`,
    else None.

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
    arguments = []
    left_out = False  # whether a parameter was skipped: later ones are passed by name
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
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
        stateful=bool(body.unread)
        or any(term.op != "var" for term in body.attributes.values())
        or _has_attributes(cls)
        or sets_more_than(body.attributes, cls),
    )


def _is_made_of_nothing(cls: Any) -> bool:
    """Whether a class is the user's, has no constructor of its own, and declares no attributes to be set."""
    if inspect.isabstract(cls) or vars(cls).get("_is_protocol", False) is True or type(cls) not in (type, ABCMeta):
        return False
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    if not isinstance(file, str) or not is_users(file):
        return False  # those of libraries may be made by other means
    bases = [base for base in cls.__mro__ if base is not object]
    return bool(bases) and all(
        base.__flags__ & _MADE_BY_PYTHON
        and not {"__init__", "__new__"} & vars(base).keys()
        and not own_annotations(base).keys() - vars(base).keys()
        for base in bases
    )


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
            case _:
                return False
        return True

    def _demand(self, term: Term, text: str, statement: ast.stmt) -> None:
        self.invariants.append(demand(term, text, Place(self.file, statement.lineno)))
