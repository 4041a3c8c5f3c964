"""NamedTuple and TypedDict."""

from __future__ import annotations

import ast
import typing
from typing import Any

from refute.errors import AnnotationError
from refute.types.data.description import ConstructorArgument, Description
from refute.types.reading.context import context_of, own_annotations, text_of


def describe_named_tuple(cls: Any) -> Description | None:
    if not (isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")):
        return None
    annotations: dict[str, tuple[Any, Any]] = {}
    for base in reversed(cls.__mro__):
        annotations |= {name: (annotation, base) for name, annotation in own_annotations(base).items()}
    # those of collections.namedtuple have none
    arguments = tuple(ConstructorArgument(name, *annotations.get(name, (Any, cls))) for name in cls._fields)
    return Description(arguments, frozen=True, structural=cls.__eq__ is tuple.__eq__, form="tuple")


def describe_typed_dict(cls: Any) -> Description | None:
    if not typing.is_typeddict(cls):
        return None
    # a TypedDict has the keys of its bases: each is looked up where it was written
    owners = [cls, *getattr(cls, "__orig_bases__", ())]
    arguments = []
    for name, annotation in own_annotations(cls).items():
        owner = next((o for o in reversed(owners) if name in getattr(o, "__annotations__", {})), cls)
        required = _says_required(annotation, owner)
        if required is None:
            required = name in cls.__required_keys__
        arguments.append(ConstructorArgument(name, annotation, owner, keyword=True, optional=not required))
    return Description(tuple(arguments), frozen=False, structural=True, form="mapping", build=dict)


def _says_required(annotation: Any, owner: Any) -> bool | None:
    """Whether an annotation in quotes says that its key is required; None if it says nothing of that.

    Python does not look into quotes: it has such a key among `__required_keys__` if the class is total.
    """
    text = text_of(annotation)
    try:
        node = None if text is None else ast.parse(text.strip(), mode="eval").body
        while isinstance(node, ast.Subscript):
            head = context_of(owner).evaluate(ast.unparse(node.value))
            if head is typing.Required or head is typing.NotRequired:
                return bool(head is typing.Required)
            if head is not typing.Annotated and getattr(head, "_name", "") != "ReadOnly":
                return None
            node = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else node.slice
    except (SyntaxError, ValueError, AnnotationError):
        return None  # told with its place where the annotation is read
    return None
