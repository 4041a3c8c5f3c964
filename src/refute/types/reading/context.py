"""The context of an annotation: the names visible to it, its siblings, and its evaluation."""

from __future__ import annotations

import builtins
import sys
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

from refute.errors import AnnotationError, Place
from refute.logic.reading.source import compile_annotation
from refute.types.model import Type
from refute.types.reading.guarded import attribute, is_instance, names_of_class, names_of_module
from refute.types.reading.places import place_of
from refute.types.reading.unimported import names_for_type_checkers
from refute.words import close_to, meant


@dataclass(frozen=True)
class Context:
    """Where an annotation stands."""

    owner: str = "the type"  # the annotated thing, in messages
    namespace: Mapping[str, Any] = field(default_factory=dict)  # globals of its module
    local: Mapping[str, Any] = field(default_factory=dict)  # names of the class body; type parameters
    place: Place | None = None
    siblings: tuple[str, ...] = ()  # names that a refinement may depend on
    later: tuple[str, ...] = ()  # siblings that come after it, for messages
    enclosing: Any = None  # the class that `Self` stands for
    outer: Mapping[str, Any] = field(default_factory=dict)  # names of the caller, for classes defined in a function
    bound: Mapping[Any, Type] = field(default_factory=dict)  # what type variables stand for

    def at(self, owner: str, siblings: tuple[str, ...], later: tuple[str, ...], place: Place | None) -> Context:
        return replace(self, owner=owner, siblings=siblings, later=later, place=place or self.place)

    def evaluate(self, text: str) -> Any:
        """Evaluate an annotation in quotes."""
        try:
            code = compile_annotation(text, self.owner, self.place)
        except SyntaxError as error:
            raise AnnotationError(
                f"the annotation {text!r} of {self.owner} is not Python: {error.msg}",
                place=self.place,
                remedy="Write a type expression, as you would without the quotes.",
            ) from None
        except (RecursionError, MemoryError, ValueError) as error:
            raise AnnotationError(
                f"the annotation of {self.owner} cannot be compiled: {error}",
                place=self.place,
                remedy="Name parts of it with aliases.",
            ) from None
        try:
            try:
                return eval(code, dict(self.namespace), dict(self.local))
            except NameError:
                others = {**self.outer, **names_for_type_checkers(self.namespace)}
                return eval(code, {**others, **self.namespace}, dict(self.local))
        except NameError as error:
            raise AnnotationError(
                f"the annotation {text!r} of {self.owner} cannot be resolved: {error}",
                place=self.place,
                remedy=self._way_to(error.name),
            ) from None
        except Exception as error:
            raise AnnotationError(
                f"the annotation {text!r} of {self.owner} cannot be evaluated: {type(error).__name__}: {error}",
                place=self.place,
                remedy="Evaluate the expression in the module it stands in to see the whole error.",
            ) from None

    def _way_to(self, name: str | None) -> str:
        """How a name that there is not may be found."""
        for module in ("typing", "collections.abc"):
            if name in sys.modules[module].__all__:
                return f"Import it: from {module} import {name}."
        known = {*vars(builtins), *self.outer, *self.namespace, *self.local}
        near = [one for one in close_to(name or "", known) if not one.startswith("_")]
        return f"{meant(near)} Import or define {name or 'it'} in the module of {self.owner}.".lstrip()


def context_of(subject: Any, owner: str | None = None) -> Context:
    """The context of the annotations of a class or function."""
    module = sys.modules.get(attribute(subject, "__module__") or "")
    known = names_of_module(module) if module is not None and is_instance(module, ModuleType) else vars(builtins)
    namespace = getattr(subject, "__globals__", None) or known
    local: dict[str, Any] = {subject.__name__: subject, **vars(subject)} if isinstance(subject, type) else {}
    local |= {p.__name__: p for p in getattr(subject, "__type_params__", ())}
    enclosing = subject if isinstance(subject, type) else None
    name = owner or str(getattr(subject, "__qualname__", repr(subject)))
    return Context(name, namespace, local, place_of(subject), enclosing=enclosing)


def own_annotations(subject: Any) -> dict[str, Any]:
    """The annotations of a class or function itself. Strings are not evaluated."""
    if sys.version_info >= (3, 14):
        import annotationlib

        return annotationlib.get_annotations(subject, format=annotationlib.Format.FORWARDREF)
    # as inspect.get_annotations, which reads attributes of the module
    own = (
        names_of_class(subject)
        if isinstance(subject, type)
        else {"__annotations__": attribute(subject, "__annotations__")}
    )
    found = own.get("__annotations__")
    return dict(found) if isinstance(found, Mapping) else {}


def text_of(annotation: Any) -> str | None:
    """The text of an annotation in quotes; None for others."""
    if isinstance(annotation, str):
        return annotation
    if isinstance(annotation, typing.ForwardRef):
        return annotation.__forward_arg__
    return None
