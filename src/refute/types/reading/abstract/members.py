"""The members of protocols and abstract classes, and the classes in sight that have them.

In sight of an annotation are the classes of its module and of those that this one imports from its own package. Classes
are looked at, and nothing of them is run: neither `__subclasshook__` nor `__instancecheck__`.
"""

from __future__ import annotations

import inspect
import sys
import typing
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import FunctionType, MemberDescriptorType, ModuleType
from typing import Any

from refute.errors import RefuteError
from refute.logic.terms.term import constant_value, var
from refute.types.data import describe
from refute.types.data.plain import is_protocol
from refute.types.reading.abstract.fitting import Fitting
from refute.types.reading.context import Context, own_annotations
from refute.types.reading.guarded import names_of_module


@dataclass(frozen=True)
class Member:
    """What an instance must have: a method, if it is a function, else an attribute of some type."""

    owner: type
    function: FunctionType | None
    annotation: Any = Any
    bound: bool = True  # whether the function is passed the instance or its class: a static method is not

    @property
    def parameters(self) -> list[inspect.Parameter]:
        """Those of the method of an instance."""
        return list(inspect.signature(self.function).parameters.values())[self.bound :] if self.function else []


def members_of(cls: type) -> dict[str, Member]:
    """What an instance of a protocol or an abstract class must have, by name."""
    demanded: Collection[str] = (
        getattr(typing, "_get_protocol_attrs")(cls) if is_protocol(cls) else getattr(cls, "__abstractmethods__", ())  # noqa: B009
    )
    found: dict[str, Member] = {}
    for base in reversed(cls.__mro__):
        annotations, written = own_annotations(base), vars(base)
        for name in dict.fromkeys((*annotations, *written)):  # in order: what is demanded has none
            if name in demanded:
                declared = name in annotations
                found[name] = Member(base, None, annotations[name]) if declared else _member(base, written[name])
    return found


def _member(owner: type, written: Any) -> Member:
    getter = getattr(written, "fget", None) or getattr(written, "func", None)
    if isinstance(getter, FunctionType):
        return Member(owner, None, own_annotations(getter).get("return", Any))
    function = written.__func__ if isinstance(written, classmethod | staticmethod) else written
    bound = not isinstance(written, staticmethod)
    return Member(owner, function if isinstance(function, FunctionType) else None, bound=bound)


def implementations(cls: type, context: Context) -> list[type]:
    """The classes in sight that implement a protocol or abstract class, in the order of their modules."""
    members = members_of(cls)
    found = dict.fromkeys(_classes_in_sight(cls, context))
    return [sub for sub in found if sub is not cls and _is_concrete(sub) and _implements(sub, cls, members, context)]


def _classes_in_sight(cls: type, context: Context) -> Iterator[type]:
    own = str(context.namespace.get("__name__", ""))
    modules: list[Mapping[str, Any]] = [context.namespace]
    modules += [names_of_module(value) for value in context.namespace.values() if type(value) is ModuleType]
    home = sys.modules.get(cls.__module__)
    modules += [names_of_module(home)] if type(home) is ModuleType else []
    packages = {own.partition(".")[0], cls.__module__.partition(".")[0]} - sys.stdlib_module_names
    for names in modules:
        for value in list(names.values()):
            if isinstance(value, type) and str(value.__module__).partition(".")[0] in packages:
                yield value


def _is_concrete(cls: type) -> bool:
    return not inspect.isabstract(cls) and not is_protocol(cls)


def _implements(sub: type, cls: type, members: Mapping[str, Member], context: Context) -> bool:
    if cls in type.mro(sub):
        return True
    if not is_protocol(cls) or not members or typing.is_typeddict(sub):  # what that declares are keys
        return False
    fitting = Fitting(sub, cls, context)
    return all(_has(fitting, name, wanted) for name, wanted in members.items())


def _has(fitting: Fitting, name: str, wanted: Member) -> bool:
    """Whether instances of a class have a member that is what a protocol wants."""
    for base in type.mro(fitting.sub):
        if name in own_annotations(base):
            return _is_attribute(fitting, name, own_annotations(base)[name], base, wanted)
        if name in vars(base) and not isinstance(vars(base)[name], MemberDescriptorType):  # that is a slot
            found = _member(base, vars(base)[name])
            if found.function is None or wanted.function is None:
                return found.function is None and _is_attribute(fitting, name, found.annotation, base, wanted)
            if found.bound and wanted.bound:
                return fitting.method(found.function, wanted.function)
            return _takes_as_many(found, wanted)
    try:
        description = describe(fitting.sub)
    except RefuteError:
        return False
    if description is None or wanted.function is not None:
        return False
    stored = description.computed.get(name, var(name))
    for argument in description.arguments:
        if stored == var(argument.name) and argument.name not in description.lost:
            return _is_attribute(fitting, name, argument.annotation, argument.owner, wanted)
    if stored.op == "const":
        return fitting.attribute(
            type(constant_value(stored)), fitting.sub, wanted.annotation, wanted.owner, is_set=False
        )
    return name in description.computed


def _takes_as_many(found: Member, wanted: Member) -> bool:
    """Whether a method can be called as the one that is wanted."""
    passed = [p for p in wanted.parameters if p.kind.name.startswith("POSITIONAL_")]
    try:
        inspect.Signature(found.parameters).bind(*passed)
    except TypeError:
        return False
    return True


def _is_attribute(fitting: Fitting, name: str, annotation: Any, owner: Any, wanted: Member) -> bool:
    if wanted.function is not None:
        return False
    is_set = name in own_annotations(wanted.owner)
    return fitting.attribute(annotation, owner, wanted.annotation, wanted.owner, is_set=is_set)
