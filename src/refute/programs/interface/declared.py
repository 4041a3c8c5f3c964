"""Declarations: what a client can do with a module, by hand where annotations do not say it.

trees = Interface("AVL trees")
Tree = trees.abstract("Tree", invariant=is_balanced)
trees.value(empty, Tree)
trees.function(add, int, Tree, returns=Tree)
trees.function(union, Tree, Tree, returns=Tree)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from refute.choices import CONTRACTS
from refute.errors import AnnotationError, Place
from refute.programs.interface.completing import completed
from refute.programs.interface.operation import Condition, Form, Operation, Taken, calling
from refute.programs.interface.reading import classes_in, classes_of, parameter_names, read_function, read_type
from refute.programs.interface.shapes import Of, Shape, Via, abstract, is_abstract, shape_of
from refute.types.reading.places import place_of


@dataclass(frozen=True, eq=False)
class Kind:
    """A class, or an abstract type, of which there are instances."""

    cls: type
    invariants: tuple[Condition, ...] = ()
    bound: int | None = None  # instances at most
    fair: bool = False  # whether those are a sample of all there are, rather than the first
    key: Callable[[Any], Any] | None = None  # by which instances are told apart, in place of what they are made of
    is_abstract: bool = False  # whether they are neither taken apart nor put together by what is not declared
    exempt: frozenset[str] = frozenset()  # contracts of objects that are not asked for
    is_judged: bool = True  # whether what is wrong with instances is a finding
    about: type | None = None  # whose promises they keep, where `cls` is that of objects with a model beside them

    @property
    def name(self) -> str:
        return self.cls.__qualname__

    @property
    def subject(self) -> type:
        """The class that promises are those of."""
        return self.about or self.cls

    def __repr__(self) -> str:
        return f"<Kind {self.name}>"


@dataclass(eq=False)
class Declarations:
    """Operations, and the types of which they make instances."""

    name: str = ""
    operations: list[Operation] = field(default_factory=list)
    kinds: dict[type, Kind] = field(default_factory=dict)
    fresh_values: list[tuple[Any, tuple[Any, ...]]] = field(default_factory=list)  # by annotation
    # Annotations whose values can be exchanged, and whether only as long as their order stays.
    symmetric: list[tuple[Any, bool]] = field(default_factory=list)
    bijections: dict[type, Via] = field(default_factory=dict)
    left_out: list[tuple[str, str]] = field(default_factory=list)  # what a client could do too, and why it is not done
    models: dict[type, type] = field(default_factory=dict)  # classes that do the same, by those that they stand for
    place: Place | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name or '?'}: {len(self.operations)} operations>"

    # -- types ---------------------------------------------------------------------------------------------------------

    def abstract(
        self,
        name: str,
        *,
        invariant: Condition | Iterable[Condition] = (),
        bound: int | None = None,
        fair: bool = False,
        key: Callable[[Any], Any] | None = None,
        exempt: Iterable[str] = (),
    ) -> type:
        """A new abstract type, to be used in annotations: its instances are what operations return as such.

        `invariant`: one condition or several, that hold of every instance. `bound`: how many instances there are at
        most, the first ones or, if `fair`, a sample. `key`: by what they are told apart. `exempt`: names of contracts
        of objects that are not asked for.
        """
        cls = abstract(name)
        self.kinds[cls] = Kind(cls, _several(invariant), bound, fair, key, True, _contracts(exempt))
        return cls

    def describe(
        self,
        cls: type,
        *,
        invariant: Condition | Iterable[Condition] = (),
        bound: int | None = None,
        fair: bool = False,
        key: Callable[[Any], Any] | None = None,
        abstract: bool = False,
        exempt: Iterable[str] = (),
    ) -> None:
        """The same for a class. If it is `abstract`, instances are not taken apart, and only declared operations make
        them."""
        self.kinds[cls] = Kind(cls, _several(invariant), bound, fair, key, abstract, _contracts(exempt))
        if abstract:
            self.operations = [one for one in self.operations if one.makes is not cls]

    def fresh(self, annotation: Any, values: Iterable[Any], *, symmetric: bool = False, ordered: bool = False) -> None:
        """Give parameters of a type these values, and no others.

        They are `symmetric` if operations only carry them and ask whether two are equal: then of programs that differ
        by an exchange of values, one is tried. They are `ordered` if operations also ask which of two is smaller: then
        of programs in which they are in the same order. Both go for interfaces in which no operation takes two
        instances. For all orders of programs of n calls, give 2**n - 1 values that are ordered.
        """
        given = tuple(sorted(values)) if ordered else tuple(values)
        self.fresh_values.append((annotation, given))
        if symmetric or ordered:
            self.symmetric.append((annotation, ordered))

    def bijection(self, cls: type, annotation: Any, *, make: Callable[[Any], Any], take: Callable[[Any], Any]) -> None:
        """Instances of a class are values of another type: `make` makes one of such a value, `take` undoes that."""
        self.bijections[cls] = Via(cls, self.shape(annotation), make, take)

    def model(self, cls: type, model: type) -> None:
        """Instances of a class do what those of a model do: it has a constructor and methods with the same names. Each
        program is run on both, and they have to return the same, or to raise the same."""
        self.models[cls] = model
        if not any(known is cls for known in self.kinds):
            self.kinds[cls] = Kind(cls)

    def shape(self, annotation: Any) -> Shape:
        return shape_of(read_type(annotation), self.owned)

    def owned(self, cls: type) -> Shape | None:
        """The shape of a class of which there are instances."""
        for known, via in self.bijections.items():
            if known is cls:
                return via
        if is_abstract(cls) or any(known is cls for known in self.kinds):
            return Of(cls)
        return None

    @property
    def modules(self) -> set[str]:
        """The modules that classes and operations are from."""
        own = (cls for cls, kind in self.kinds.items() if kind.is_judged and not is_abstract(cls))
        named = {*(str(cls.__module__) for cls in own), *(one.module for one in self.operations if one.is_judged)}
        return named - {"", "builtins"}

    @property
    def packages(self) -> set[str]:
        return {module.partition(".")[0] for module in self.modules}

    @property
    def files(self) -> set[str]:
        """The files of the modules."""
        found = (getattr(sys.modules.get(name), "__file__", None) for name in self.modules)
        return {file for file in found if isinstance(file, str)}

    # -- operations ----------------------------------------------------------------------------------------------------

    def value(self, value: Any, annotation: Any, *, name: str = "", module: str = "") -> None:
        """A constant that clients use. Without a name, it is called as the module calls it that defines its type."""
        called = name or _name_of(value)
        where = module or str(getattr(value, "__module__", "") or "")
        self._know(annotation)
        self.operations.append(
            Operation(called, (), lambda: value, Form("value", called), self.shape(annotation), module=where)
        )

    def function(
        self,
        function: Callable[..., Any],
        *takes: Any,
        returns: Any = ...,
        name: str = "",
        require: Condition | None = None,
        ensure: Condition | None = None,
        raises: type[BaseException] | Sequence[type[BaseException]] = (),
        model: Callable[..., Any] | None = None,
    ) -> None:
        """A function that clients call. `takes` and `returns` are the types of its parameters and of its result, where
        its annotations are not meant.

        `require`: what has to hold of arguments; `ensure`: what holds of arguments and result, which is the last one;
        `raises`: exceptions that are no findings; `model`: a function that returns the same for the same arguments.
        """
        place = place_of(function)
        called = name or _name_of(function)
        exceptions = (raises,) if isinstance(raises, type) else tuple(raises)
        if not takes and returns is ...:
            for part in classes_of(function):
                self._know(part)
            read = read_function(function, None, self.owned)
            operation = Operation(
                *(called, read.takes, calling(function, read.takes), Form("call", called), read.result),
                signature=read.signature,
            )
            operation = completed(operation, function)
        else:
            for annotation in (*takes, returns):
                self._know(annotation)
            names = parameter_names(function, len(takes))
            given = tuple(
                Taken(name, self.shape(annotation), "POSITIONAL_ONLY")
                for name, annotation in zip(names, takes, strict=True)
            )
            result = None if returns is ... else self.shape(returns)
            operation = Operation(called, given, function, Form("call", called), result)
        module = str(getattr(function, "__module__", "") or "")
        self.operations.append(
            replace(
                operation,
                place=place,
                module=module,
                require=require,
                ensure=ensure,
                raises=exceptions,
                on_model=model,
            )
        )

    def _know(self, annotation: Any) -> None:
        """Classes of the user's that are used as types have instances from then on."""
        for cls in classes_in(annotation):
            if not any(known is cls for known in self.kinds):
                self.kinds[cls] = Kind(cls)


def _contracts(names: Iterable[str]) -> frozenset[str]:
    """Names of contracts of objects. Raises AnnotationError if one is none."""
    found = frozenset(names)
    for name in sorted(found.difference(CONTRACTS)):
        raise AnnotationError(
            f"there is no contract of objects {name!r}", remedy=f"Use some of {', '.join(CONTRACTS)}."
        )
    return found


def _several(conditions: Condition | Iterable[Condition]) -> tuple[Condition, ...]:
    return (conditions,) if callable(conditions) else tuple(conditions)


def _name_of(value: Any) -> str:
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    if not isinstance(name, str):
        raise AnnotationError(
            f"an object of {type(value).__qualname__} has no name", remedy='Say how it is called: name="empty".'
        )
    return name
