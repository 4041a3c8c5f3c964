"""Discovery: the interface of a module or a class, from its public names and their annotations."""

from __future__ import annotations

import fnmatch
import inspect
from collections.abc import Callable, Iterable, Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from refute.choices import CONTRACTS
from refute.errors import TargetError
from refute.programs.interface.declared import Declarations, Kind
from refute.programs.interface.machines import Machine, rules_as_operations
from refute.programs.interface.members import LeftOut, each_or_why, functions, members_of, operations_of
from refute.programs.interface.operation import Form, Operation
from refute.programs.interface.reading import classes_of, has_instances
from refute.types.reading.guarded import attribute, is_instance, names_of_module
from refute.types.reading.places import place_of


class Names:
    """Which operations are meant: those that a pattern includes, if there are any, and none excludes."""

    def __init__(self, include: Iterable[str] = (), exclude: Iterable[str] = ()) -> None:
        self._include, self._exclude = tuple(include), tuple(exclude)

    def __call__(self, name: str) -> bool:
        if any(_matches(name, pattern) for pattern in self._exclude):
            return False
        return not self._include or any(_matches(name, pattern) for pattern in self._include)

    def of_class(self, cls: type) -> Callable[[str], bool]:
        """The same for a class. What one of its members is included with is its constructor."""
        own = cls.__qualname__
        members = (f"{own}.{member}" for member in members_of(cls))
        is_made = any(map(self, members)) and not any(_matches(own, pattern) for pattern in self._exclude)
        return lambda name: self(name) or (is_made and name == own)


def _matches(name: str, pattern: str) -> bool:
    """`Account.*`, `Account.deposit` and `deposit` all match `Account.deposit`; a class, all its members."""
    return any(fnmatch.fnmatchcase(text, pattern) for text in (name, name.rpartition(".")[2], name.partition(".")[0]))


def discover(interface: Declarations, target: ModuleType | type, names: Names) -> None:
    """Add what a module or a class offers."""
    if isinstance(target, type) and issubclass(target, Machine):
        interface.kinds.setdefault(target, Kind(target, exempt=frozenset(CONTRACTS)))
        interface.operations.extend(rules_as_operations(target, interface.owned, names))
        return
    if isinstance(target, type):
        classes, others = [target], {}
    elif isinstance(target, ModuleType):
        public = _public(target)
        classes = [value for value in public.values() if isinstance(value, type) and _is_offered(value, target)]
        others = {name: value for name, value in public.items() if not isinstance(value, type)}
    else:
        raise TargetError(
            f"an object of {type(target).__qualname__} has no interface",
            remedy="Give a module, a class, or an Interface.",
        )
    package = _package(target)
    for cls in (*classes, *_mentioned(classes, others, package)):
        if not any(known is cls for known in interface.kinds):
            interface.kinds[cls] = Kind(cls)
    for cls, kind in list(interface.kinds.items()):
        own = any(cls is one for one in classes)
        if kind.is_abstract or not (own or has_instances(cls, package)):
            continue
        shown = names.of_class(cls) if own else _only_constructor(cls)
        _add(interface, operations_of(cls, interface.owned, shown))
    for name, value in others.items():
        if names(name):
            _add(interface, _offered(interface, name, value, target))


def _public(module: ModuleType) -> dict[str, Any]:
    """The names that a module offers: those in `__all__`, or those without an underscore that are its own."""
    names = names_of_module(module)
    listed = names.get("__all__")
    if isinstance(listed, list | tuple):
        return {name: names[name] for name in listed if isinstance(name, str) and name in names}
    return {
        name: value for name, value in names.items() if not name.startswith("_") and not isinstance(value, ModuleType)
    }


def _is_offered(cls: type, module: ModuleType) -> bool:
    own = attribute(cls, "__module__") == attribute(module, "__name__") or "__all__" in names_of_module(module)
    return own and has_instances(cls, _package(module)) and not issubclass(cls, BaseException)


def _package(target: ModuleType | type) -> str:
    """The name of the package that a module is in, or the module of a class."""
    return str(attribute(target, "__name__" if isinstance(target, ModuleType) else "__module__")).partition(".")[0]


def _mentioned(classes: list[type], others: dict[str, Any], package: str) -> Iterator[type]:
    """The classes of the user's, or of the package, that appear in annotations, and have to be made by their
    constructors."""
    written = [value for value in others.values() if isinstance(value, FunctionType)]
    for cls in classes:
        written += [value for value in vars(cls).values() if isinstance(value, FunctionType)]
    seen = list(classes)
    while written:
        for cls in classes_of(written.pop(), package):
            if not any(cls is one for one in seen) and not issubclass(cls, BaseException):
                seen.append(cls)
                yield cls
                init = inspect.getattr_static(cls, "__init__", None)
                written += [init] if isinstance(init, FunctionType) else []


def _only_constructor(cls: type) -> Callable[[str], bool]:
    return lambda name: name == cls.__qualname__


def _offered(
    interface: Declarations, name: str, value: Any, target: ModuleType | type
) -> Iterator[Operation | LeftOut]:
    """What a name of a module that is no class stands for."""
    module = str(attribute(target, "__name__"))
    in_c = is_instance(value, BuiltinFunctionType)
    if in_c or (callable(value) and hasattr(value, "__code__" if isinstance(value, FunctionType) else "__wrapped__")):
        homes = (module, f"_{module}") if in_c else (module,)  # `heapq` offers what `_heapq` defines
        if attribute(value, "__module__") in homes or "__all__" in names_of_module(target):  # type: ignore[arg-type]
            yield from each_or_why(name, lambda: functions(name, value, interface.owned, Form("call", name)))
        return
    for cls in interface.kinds:
        if type(value) is cls:
            shape = interface.owned(cls)
            yield Operation(name, (), lambda: value, Form("value", name), shape, place=place_of(cls), module=module)


def _add(interface: Declarations, found: Iterable[Operation | LeftOut]) -> None:
    for one in found:
        if isinstance(one, LeftOut):
            interface.left_out.append((one.name, one.why))
        else:
            interface.operations.append(one)
