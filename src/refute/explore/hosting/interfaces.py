"""The interfaces that a target names: those that its modules declare, or what is public in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from refute.errors import Place, TargetError
from refute.programs.interface.interface import Interface
from refute.programs.interface.machines import Machine
from refute.targets.parts import module_and_name
from refute.targets.registrations import load_with_types
from refute.targets.suggestions import no_such_name
from refute.types.reading.guarded import attribute, names_of_module
from refute.types.reading.places import place_of


@dataclass(frozen=True)
class Target:
    """What is explored as one: a module, a class, or an interface that was declared."""

    name: str
    subject: Any
    module: str
    place: Place | None

    @property
    def full_name(self) -> str:
        return self.module if self.name == self.module else f"{self.module}.{self.name}"

    def interface(self, include: Iterable[str], exclude: Iterable[str], beside: Iterable[str] = ()) -> Interface:
        return interface_of(self.subject, include, exclude, map(offering, beside))


def interface_of(
    subject: Any,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    beside: Iterable[ModuleType | type] = (),
) -> Interface:
    """The interface of a module or a class; one that was declared is itself. What modules `beside` it offer is there to
    make arguments with."""
    if isinstance(subject, Interface):
        return subject.restricted(include, exclude).with_others(beside)
    return Interface.of(subject, include=include, exclude=exclude, beside=beside)


def offering(part: str) -> type | ModuleType:
    """A module or a class that is used beside another one."""
    _, _, value = named_in(part)
    if not isinstance(value, type | ModuleType):
        raise TargetError(
            f"{part} offers nothing to call: it is an object of {type(value).__qualname__}",
            remedy="Name a module, or a class of one: --with decimal:Decimal.",
        )
    return value


def model_in(part: str) -> type | ModuleType:
    """The class or the module that is named as a model."""
    module, name, value = named_in(part)
    if not isinstance(value, type | ModuleType):
        raise TargetError(
            f"{name} of {_name(module)} is no model: it is an object of {type(value).__qualname__}",
            remedy="Name a class or a module, such as models:ModelAccount.",
        )
    return value


def named_in(part: str) -> tuple[ModuleType, str, Any]:
    """A module, a name in it that was given after a colon, and what has that name; without one, the module."""
    qualified = module_and_name(part)
    if qualified is None:
        module = load_with_types(part)
        return module, "", module
    module, name = load_with_types(qualified[0]), qualified[1]
    value: Any = module
    for step in name.split("."):
        names = names_of_module(value) if isinstance(value, ModuleType) else dict(vars(value))
        if step not in names:
            raise no_such_name(name, [one for one in names if not one.startswith("_")], module)
        value = names[step]
    return module, name, value


def targets_in(part: str) -> list[Target]:
    """The interfaces of a file or module, or the one that is named."""
    module, name, value = named_in(part)
    if not name:
        names = [(name, value) for name, value in names_of_module(module).items() if not name.startswith("_")]
        declared = [_declared(name, value, module) for name, value in names if isinstance(value, Interface)]
        declared += [
            Target(name, value, _name(module), place_of(value))
            for name, value in names
            if isinstance(value, type)
            and issubclass(value, Machine)
            and attribute(value, "__module__") == _name(module)
        ]
        return declared or [Target(_name(module), module, _name(module), _place(module))]
    if isinstance(value, Interface):
        return [_declared(name, value, module)]
    if not isinstance(value, type):
        raise TargetError(
            f"{name} of {_name(module)} is no interface: it is an object of {type(value).__qualname__}",
            remedy="Name a module, a class or an Interface. A function is tested by `refute check`.",
        )
    return [Target(name, value, _name(module), place_of(value))]


def _declared(name: str, value: Interface, module: ModuleType) -> Target:
    return Target(value.name or name, value, _name(module), value.place or _place(module))


def _name(module: ModuleType) -> str:
    return str(attribute(module, "__name__"))


def _place(module: ModuleType) -> Place | None:
    file = names_of_module(module).get("__file__")
    return Place(file) if isinstance(file, str) else None
