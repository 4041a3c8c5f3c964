"""Base classes whose subclasses fix their type parameters, as generalised algebraic data types do.

    class Expr(Generic[T]): ...
    class Number(Expr[int]): ...            Expr[int]     Number | If[int]
    class Flag(Expr[bool]): ...             Expr[bool]    Flag | If[bool]
    class If(Expr[T]): ...                  Expr[T]       Expr[int], and Expr[bool]

What such a class stands for depends on its arguments. So it is read once for each of them, with type variables bound to
types, and not at all as long as its arguments have free variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, TypeVar

from refute.errors import AnnotationError
from refute.types.data import describe_written
from refute.types.data.plain import is_protocol
from refute.types.landmarks import refined
from refute.types.model import Alias, Anything, BaseClass, Data, Named, Param, Refined, Type
from refute.types.reading.classes.definitions import (
    bases_of,
    constructor_of,
    fields_of,
    is_fixed_in,
    sealed,
    subclasses_of,
)
from refute.types.reading.context import Context, context_of
from refute.types.reading.interface import AnnotationReader
from refute.types.reading.places import place_of
from refute.types.substitution import Guard, completed, free_variables

# Instances of classes with arguments that have parts: one that contains larger and larger ones of itself has no end.
_MOST_READ = 200
_MOST_HIDDEN = 64  # combinations of types for variables of a subclass that its base does not tell


def is_indexed(cls: Any) -> bool:
    """Whether a class, or a base of it, has subclasses that fix its type parameters."""
    return any(base.__module__ == cls.__module__ and _is_indexed(base) for base in cls.__mro__)


def _is_indexed(cls: Any) -> bool:
    if is_protocol(cls):
        return False  # anybody may implement it
    subs = [sub for sub, _ in sealed(cls, describe_written(cls))] if getattr(cls, "__parameters__", ()) else []
    return any(is_fixed_in(sub, cls) or _hands_on(sub, cls) for sub in subs)


def _hands_on(sub: Any, cls: Any) -> bool:
    """Whether a subclass that is a base class itself has one that fixes parameters."""
    return bool(getattr(sub, "__parameters__", ())) and _is_indexed(sub)


def read_indexed(cls: Any, given: tuple[Type, ...], reader: AnnotationReader) -> Type:
    """The type of the instances of such a class, with its type arguments."""
    params = tuple(getattr(cls, "__parameters__", ()))
    args = completed(given, params)
    if any(map(free_variables, args)):
        for position, arg in enumerate(args):
            if isinstance(arg, Param):
                reader.suggest(arg.variable, _closed(_indices(cls, position, reader)))
        return Named(_open(cls, params, reader), args)
    guards = [one for arg in args if isinstance(arg, Refined) for one in arg.predicates]
    if guards and not all(isinstance(one, Guard) for one in guards):
        raise AnnotationError(
            f"{cls.__name__} has a refined type as its argument, and subclasses that fix it",
            place=guards[0].place or place_of(cls),
            remedy=f"Refine the fields of the subclasses of {cls.__name__}, or the whole with a measure.",
        )
    plain = tuple(arg.base if isinstance(arg, Refined) else arg for arg in args)
    return refined(_instance(cls, params, plain, reader), guards)


def _open(cls: Any, params: tuple[Any, ...], reader: AnnotationReader) -> Alias:
    """The class with arguments that are not known yet; as it is, with any."""
    with_any = tuple(Anything(()) for _ in params)
    return reader.alias((cls, "open"), cls.__name__, lambda: _instance(cls, params, with_any, reader), _At(cls, reader))


@dataclass(frozen=True)
class _At:
    """A class that waits for its arguments."""

    cls: Any
    reader: AnnotationReader

    def __call__(self, args: tuple[Type, ...]) -> Type:
        return read_indexed(self.cls, args, self.reader)


def refuse_open(alias: Alias, context: Context) -> None:
    """Raise if arguments of such a class are type parameters of another class that it stands in."""
    if alias.at is not None:
        raise AnnotationError(
            f"{context.owner}: {alias.name} stands in a generic class, with a type parameter of that as its argument, "
            "and has subclasses that fix it",
            place=context.place,
            remedy=f"Write in that class which {alias.name} is meant, such as {alias.name}[int].",
        )


def refuse_parameters(cls: Any, args: tuple[Any, ...], context: Context) -> None:
    """Raise if arguments by which instances are built are type parameters of the class that they stand in."""
    inside = {param for arg in args for param in getattr(arg, "__parameters__", ())}
    if inside.intersection(getattr(context.enclosing, "__parameters__", ())):
        raise AnnotationError(
            f"{context.owner}: {cls.__name__} stands in a generic class, with a type parameter of that as its argument",
            place=context.place,
            remedy=f"Write in that class which {cls.__name__} is meant, or bind it: NDArray[np.float64], say.",
        )


def _instance(cls: Any, params: tuple[Any, ...], args: tuple[Type, ...], reader: AnnotationReader) -> Type:
    subclasses = [sub for sub, _ in sealed(cls, describe_written(cls))]
    if not subclasses:
        return _built(cls, dict(zip(params, args, strict=True)), reader)
    written = f"{cls.__name__}[{', '.join(arg.written() for arg in args)}]" if args else cls.__name__

    def members() -> Type:
        found = {sub: _of_subclass(sub, cls, args, reader) for sub in subclasses}
        barred = tuple(sub for sub, (types, _) in found.items() if not types)
        sampled = not all(complete for _, complete in found.values())
        return BaseClass(tuple(tp for types, _ in found.values() for tp in types), cls, sampled, barred)

    return Named(reader.alias((cls, args), written, members))


def _of_subclass(sub: Any, base: Any, args: tuple[Type, ...], reader: AnnotationReader) -> tuple[list[Type], bool]:
    """A subclass with the arguments that make it one of its base with some; and whether these are all there are.

    A variable that the arguments of the base do not tell stands for each type that it can be in the fields.
    """
    context = context_of(sub)
    params = tuple(getattr(sub, "__parameters__", ()))
    given = next((given for origin, given in bases_of(sub) if origin is base), ())
    table: dict[Any, Type] = {}
    for written, actual in zip(given, args, strict=False):
        if not _unifies(reader.read(written, context), actual, table):
            return [], True
    hidden = [param for param in params if param not in table]
    known = {param: _indices(sub, params.index(param), reader, set()) for param in hidden}
    ways = [_closed(types) or (Anything(reader.alternatives(param)),) for param, types in known.items()]
    if prod(map(len, ways)) > _MOST_HIDDEN:
        names = ", ".join(param.__name__ for param in hidden)
        raise AnnotationError(
            f"{sub.__name__} has type parameters that {base.__name__} does not have ({names}), and there are "
            f"{prod(map(len, ways))} ways to choose them",
            place=place_of(sub),
            remedy=f"Write in {sub.__name__} which types are meant, or register {base.__name__} with some values.",
        )
    found = []
    for chosen in product(*ways):
        whole = {**table, **dict(zip(hidden, chosen, strict=True))}
        found.append(_instance(sub, params, tuple(whole[param] for param in params), reader))
    return found, not any(map(free_variables, (tp for types in known.values() for tp in types)))


def _unifies(pattern: Type, actual: Type, table: dict[Any, Type]) -> bool:
    """Whether a type with variables can be another one. What variables stand for then is added to a table."""
    if isinstance(pattern, Param):
        return table.setdefault(pattern.variable, actual) in (actual, Anything(()))
    if isinstance(actual, Anything) or isinstance(pattern, Anything) or pattern == actual:
        for variable in free_variables(pattern):
            table.setdefault(variable, actual)
        return True
    inside, others = pattern.parts(), actual.parts()
    if type(pattern) is not type(actual) or len(inside) != len(others) or not inside:
        return False
    alike = _without_parts(pattern) == _without_parts(actual)
    return alike and all(_unifies(one, other, table) for one, other in zip(inside, others, strict=True))


def _without_parts(tp: Type) -> str:
    """What kind of type one is, whatever is inside."""
    named = getattr(tp, "constructor", None) or getattr(tp, "alias", None)
    return f"{type(tp).__name__} {getattr(tp, 'kind', '')} {id(named) if named is not None else ''}"


def _indices(
    cls: Any, position: int, reader: AnnotationReader, inside: set[tuple[Any, int]] | None = None
) -> tuple[Type, ...]:
    """The types to which subclasses fix a parameter of a class, wholly or in part.

    `inside`: what was looked at already, if classes in fields that have the parameter as an argument count as well.
    """
    if inside is not None:
        if (cls, position) in inside:
            return ()
        inside.add((cls, position))
    found: dict[Type, None] = {}
    for sub in subclasses_of(cls):
        given = next((given for origin, given in bases_of(sub) if origin is cls), ())
        if position < len(given):
            tp = reader.read(given[position], context_of(sub))
            if isinstance(tp, Param):
                own = tuple(getattr(sub, "__parameters__", ()))
                found |= dict.fromkeys(_indices(sub, own.index(tp.variable), reader, inside))
            else:
                found[tp] = None
    if inside is not None:
        for used, place, variable, arg in _uses(cls, position, reader):
            if isinstance(arg, Param):
                found |= dict.fromkeys(_indices(used, place, reader, inside))
                continue
            found[arg] = None
            for tp in _indices(used, place, reader):
                table: dict[Any, Type] = {}
                found[table[variable] if _unifies(arg, tp, table) else tp] = None
    return tuple(found)


def _closed(types: tuple[Type, ...]) -> tuple[Type, ...]:
    return tuple(tp for tp in types if not free_variables(tp))


def _uses(cls: Any, position: int, reader: AnnotationReader) -> Iterator[tuple[Any, int, Any, Type]]:
    """The classes in fields of a class that have a parameter of it in an argument.

    Each with the position of the argument, and what stands for the parameter in it.
    """
    description = describe_written(cls)
    if description is None or sealed(cls, description):
        return  # it is not built itself
    bound = {param: Param(TypeVar(param.__name__)) for param in cls.__parameters__}
    variables = tuple(param.variable for param in bound.values())
    noted = len(reader.notes)
    fields = fields_of(cls, variables, description.arguments, description, reader, bound)
    del reader.notes[noted:]  # they are noted where instances are read
    waiting = [own.type for own in fields]
    while waiting:
        tp = waiting.pop(0)
        waiting += tp.parts()
        if isinstance(tp, Named) and isinstance(tp.alias.at, _At):
            for place, arg in enumerate(tp.args):
                if variables[position] in free_variables(arg):
                    yield tp.alias.at.cls, place, variables[position], arg


def _built(cls: Any, bound: Mapping[Any, Type], reader: AnnotationReader) -> Type:
    """The instances of one class."""
    key = (cls, tuple(bound.values()))
    if key not in reader.instances:
        description = describe_written(cls)
        if description is None:
            raise AnnotationError(
                f"{cls.__name__} cannot be built", place=place_of(cls), remedy="Make it a dataclass, say."
            )
        if sum(any(arg.parts() for arg in args) for _, args in reader.instances) > _MOST_READ:
            raise AnnotationError(
                f"{cls.__name__} occurs with larger and larger type arguments: a subclass has fields of its base "
                "with a larger argument than its own",
                place=place_of(cls),
                remedy="Give these fields another type, or register the base class with some values.",
            )
        reader.instances[key] = constructor_of(cls, description, reader, bound)
        reader.constructors.setdefault(cls, reader.instances[key])
    made = reader.instances[key]
    return refined(Data(made), made.declared)
