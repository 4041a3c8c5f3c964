"""`refute.register`: a recipe, a bijection or a list for a type that cannot be read."""

from __future__ import annotations

import ast
import copy
import inspect
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial, wraps
from types import FunctionType
from typing import Any, Literal

from refute.errors import AnnotationError, ConstructorError, Place
from refute.logic.reading.source import find_source
from refute.types.data.description import Recipe
from refute.types.data.origins import Origins
from refute.types.data.recipes.registered import Registered, recipe_of
from refute.types.data.recipes.ways_back import with_a_way_back
from refute.words import plural

# class → package that sees it so, or "" → how it is built. The last registration counts.
_KNOWN: dict[type, dict[str, Registered]] = {}
_MAKERS = Origins()  # the package for which a type is registered that a value was built of
MADE = ("refute", "made")  # what texts call where a recipe has no name
_OWN_NAMES = ("make", "take", "values", "within")
_RENAMED = "Give the parameter {0} of make= another name: make=lambda other: …({0}=other), other=int."
_REFUSES = "a recipe may refuse arguments"


def register(
    cls: type,
    /,
    *,
    make: Callable[..., Any] | None = None,
    take: Callable[[Any], Any] | None = None,
    values: Iterable[Any] | None = None,
    within: str = "",
    **arguments: Any,
) -> None:
    """Say how the values of a type are built.

    `make` is called with the `arguments`, each of which is given by its type; relations between them are refinements
    that name earlier ones. It refuses arguments by a ValueError, a TypeError or an AssertionError. `take` is the way
    back: it returns the arguments of a value, in a tuple, or None for a value that `make` does not build. With it,
    values have an index, and results are checked. Instead of a recipe, `values` lists all values, of which
    equal ones count once. `within` names a package: the type is built so where it is used there only.

    >>> from refute import Nat, Scope, inhabitants, register
    >>> class Money:
    ...     def __init__(self, cents): self.cents = cents
    ...     def __repr__(self): return f"Money({self.cents})"
    >>> register(Money, make=lambda cents: Money(cents), take=lambda money: (money.cents,), cents=Nat)
    >>> list(inhabitants(Money, Scope(size=2)))
    [Money(0), Money(1), Money(2)]
    """
    caller = sys._getframe(1)
    place = Place(caller.f_code.co_filename, caller.f_lineno)
    if not isinstance(cls, type):
        raise AnnotationError(
            f"{cls!r} cannot be registered: it is no class", place=place, remedy="Register the class of the values."
        )
    _refuse_own_names(cls, make, place)
    if not isinstance(within, str):
        raise AnnotationError(
            f"{cls.__name__} is registered within {within!r}, which is no name of a package",
            place=place,
            remedy=_RENAMED.format("within"),
        )
    if (make is None) == (values is None):
        raise AnnotationError(
            f"{cls.__name__} is registered with {'neither make= nor' if make is None else 'both make= and'} values=",
            place=place,
            remedy="Give a function and the types of its arguments, or a list of all values: "
            f"refute.register({cls.__name__}, make={cls.__name__}, …) or values=[…].",
        )
    where = {"within": within, "registered_in": _importable_module(caller.f_globals.get("__name__"))}
    if values is not None:
        found = _listed(cls, list(values), arguments, place, where)
    else:
        assert make is not None
        found = _recipe(cls, make, take, arguments, place, where)
    _KNOWN.setdefault(cls, {})[within] = found


def made(cls: type, /, *args: Any, within: str = "", **kwargs: Any) -> Any:
    """A value of a registered type, built by its recipe, or the value at a place of its list.

    `within` names the package that the type is registered for, if it is not for all.
    """
    known = _KNOWN.get(cls, {})
    found = known.get(within, next(iter(known.values())) if len(known) == 1 and not within else None)
    if found is None and known:
        raise AnnotationError(
            f"{cls.__name__} is not registered {f'within {within}' if within else 'for all packages'}",
            remedy=f"Say for which: {' or '.join(f'within={name!r}' for name in known)}.",
        )
    if found is None or found.description is None:
        raise AnnotationError(f"{cls.__name__} is not registered", remedy=registration_lines(cls))
    assert found.description.build is not None
    return found.description.build(*args, **kwargs)


def registrations(cls: type) -> list[Registered]:
    """All ways in which a class is registered, for whichever package."""
    return list(_KNOWN.get(cls, {}).values())


def builder_among(ways: Sequence[Registered], value: Any) -> Registered | None:
    """The registration that built a value; None if that is not known."""
    noted = _MAKERS.of(value)
    return next((one for one in ways if (one.within == noted[0] if noted else _rebuilds(one, value))), None)


def _rebuilds(registration: Registered, value: Any) -> bool:
    """Whether a recipe builds an equal value from the arguments that it takes from this one."""
    described = registration.description
    if described is None or described.build is None or described.recipe is None or described.recipe.take is None:
        return False
    try:
        parts = described.recipe.take(value)
        if parts is None:
            return False
        named = [(one.name, part) for one, part in zip(described.arguments, parts, strict=True) if one.keyword]
        again = described.build(**dict(named)) if named else described.build(*parts)
        return type(again) is type(value) and bool(again == value)
    except Exception:  # of the user's code
        return False


def user_registered(cls: type, module: str = "") -> Registered | None:
    """How a class is registered, as a module sees it; without a module, in any way."""
    known = _KNOWN.get(cls)
    if known is None:
        return None
    around = [within for within in known if within and (module == within or module.startswith(f"{within}."))]
    if around:
        return known[max(around, key=len)]
    return known.get("") if module or "" in known else next(iter(known.values()))


def user_recipes(classes: Iterable[Any], module: str) -> list[Recipe]:
    """The recipes of those classes that are registered, as a module sees them."""
    found = [user_registered(cls, module) for cls in classes if isinstance(cls, type)]
    recipes = [one.description.recipe for one in found if one is not None and one.description is not None]
    return [recipe for recipe in recipes if recipe is not None]


def registration_lines(cls: type) -> str:
    """What to write to have a class built: three lines of Python."""
    name = cls.__qualname__.rpartition("<locals>.")[2]
    try:
        parameters = list(inspect.signature(cls).parameters.values())
    except (ValueError, TypeError):
        parameters = []
    named = [p.name for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD) and p.default is p.empty]
    given = "".join(f", {argument}=int" for argument in named)
    recipe = f"make={name}{given}" if named else "values=[…]"
    return (
        "Write into refute_types.py beside your project (with the types of the arguments, or a list of values):\n"
        f"    import refute\n    from {cls.__module__} import {name.partition('.')[0]}\n"
        f"    refute.register({name}, {recipe})"
    )


def _refuse_own_names(cls: type, make: Callable[..., Any] | None, place: Place) -> None:
    """Raise if a recipe needs an argument that cannot be given by its name."""
    try:
        parameters = inspect.signature(make).parameters.values() if make is not None else ()
    except (ValueError, TypeError):
        return  # of a function in C
    for parameter in parameters:
        if parameter.name in _OWN_NAMES and parameter.default is parameter.empty:
            raise AnnotationError(
                f"make= of {cls.__name__} has a parameter called {parameter.name}, as register itself has",
                place=place,
                remedy=_RENAMED.format(parameter.name),
            )


# -- recipes -----------------------------------------------------------------------------------------------------------


def _recipe(
    cls: type,
    make: Callable[..., Any],
    take: Callable[[Any], Any] | None,
    arguments: dict[str, Any],
    place: Place,
    where: dict[str, Any],
) -> Registered:
    within = where["within"]
    by_name = _is_called_by_name(cls, make, arguments, place)
    callee = _importable(_calling(make, cls, tuple(arguments)) or make)
    details: dict[str, Any] = {"callee": callee, "call": make}
    if callee is None:
        details = {"callee": MADE, "call": partial(made, cls, within=within), "named": cls}
    build, taken = _checked(cls, make, place, within), None
    if take is not None:
        taken = partial(_in_tuple, cls, take, len(arguments), place)
        build = with_a_way_back(cls, build, taken, tuple(arguments), place)
    return recipe_of(
        cls,
        arguments,
        taken,
        build=build,
        owner=make if isinstance(make, FunctionType) else cls,
        by_name=tuple(arguments) if by_name else (),
        unread=_REFUSES,
        frozen=False,
        own=False,
        sampled=False,
        checked=take is not None,
        **where,
        **details,
    )


def _checked(cls: type, make: Callable[..., Any], place: Place, within: str) -> Callable[..., Any]:
    """A recipe that raises if what it makes is not of its type."""

    @wraps(make)
    def build(*args: Any, **kwargs: Any) -> Any:
        value = make(*args, **kwargs)
        if not isinstance(value, cls):
            raise ConstructorError(
                f"make= of {cls.__name__} returned {value!r}, which is of {type(value).__name__}",
                place=place,
                remedy=f"Return an instance of {cls.__name__}.",
            )
        return _noted(cls, value, within)

    return build


def _noted(cls: type, value: Any, within: str) -> Any:
    if len(_KNOWN.get(cls, ())) > 1:
        _MAKERS.note(value, (within,))
    return value


def _in_tuple(cls: type, take: Callable[[Any], Any], number: int, place: Place, value: Any) -> Sequence[Any] | None:
    parts = take(value)
    if parts is None or (isinstance(parts, tuple | list) and len(parts) == number):
        return parts
    raise AnnotationError(
        f"take= of {cls.__name__} returned {parts!r}, not the {plural(number, 'argument')} of make=",
        place=place,
        remedy="Return a tuple, also of one argument: (money.cents,).",
    )


def _is_called_by_name(cls: type, make: Callable[..., Any], arguments: dict[str, Any], place: Place) -> bool:
    """Whether arguments are passed by name, as their order is another one. Raises if they do not fit."""
    try:
        parameters = inspect.signature(make).parameters
    except (ValueError, TypeError):
        return False  # of a function in C
    in_order = [p.name for p in parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    by_name = in_order[: len(arguments)] != list(arguments)
    takes_any = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    unknown = [name for name in arguments if name not in parameters and not takes_any]
    if unknown:
        raise AnnotationError(
            f"{cls.__name__} is registered with a type for {unknown[0]}, which is no parameter of make=",
            place=place,
            remedy=f"Its parameters are called {', '.join(parameters)}." if parameters else "It has no parameters.",
        )
    rest = [p for p in parameters.values() if p.name not in arguments]
    missing = [p.name for p in rest if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if missing:
        raise AnnotationError(
            f"{cls.__name__} is registered without a type for {missing[0]}, a parameter of make=",
            place=place,
            remedy=f"Say which values it takes: refute.register({cls.__name__}, make=…, {missing[0]}=int).",
        )
    return by_name


def _calling(make: Callable[..., Any], cls: type, names: tuple[str, ...]) -> type | None:
    """The class, if a function only calls it with its own parameters: `lambda cents: Money(cents)`."""
    source = find_source(make) if isinstance(make, FunctionType) else None
    if source is None or not isinstance(source.node, ast.Lambda):
        return None
    match source.node.body:
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if [
            arg.id if isinstance(arg, ast.Name) else None for arg in args
        ] == list(names):
            return cls if name == cls.__name__ else None
    return None


def _importable_module(name: Any) -> str:
    """The name of a module, if a program can import it by that; else an empty text."""
    is_known = isinstance(name, str) and all(part.isidentifier() for part in name.split("."))
    return name if is_known and name != "__main__" else ""


def _importable(callee: Any) -> tuple[str, str] | None:
    """The module and name of a class or function; None if it has no name there."""
    module, name = getattr(callee, "__module__", None), getattr(callee, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or "<lambda>" in name:
        return None
    if "<locals>" in name and not isinstance(callee, type):
        return None
    if not all(part.isidentifier() for part in module.split(".")):
        return None  # of a file that is no module of this name alone
    return module, name.rpartition("<locals>.")[2]


# -- lists -------------------------------------------------------------------------------------------------------------


def _listed(cls: type, values: list[Any], arguments: dict[str, Any], place: Place, where: dict[str, Any]) -> Registered:
    within = where["within"]
    odd = [value for value in values if not isinstance(value, cls)]
    if not values or odd or arguments:
        problem = f"{odd[0]!r} is none of its instances" if odd else "there are none"
        if arguments:
            problem = f"they have no argument {next(iter(arguments))}"
        raise AnnotationError(
            f"{cls.__name__} cannot be registered with these values: {problem}",
            place=place,
            remedy=f"List instances of {cls.__name__}, and give no types of arguments.",
        )

    def at(place: int) -> Any:
        copied = _copy_of(values[place])
        return _noted(cls, values[place] if copied is None else copied, within)

    def place_of(value: Any) -> tuple[int] | None:
        found = next((place for place, other in enumerate(values) if _are_equal(value, other)), None)
        return None if found is None else (found,)

    values = [value for place, value in enumerate(values) if place_of(value) == (place,)]
    found_again = all(place_of(at(place)) == (place,) for place in range(len(values)))
    return recipe_of(
        cls,
        {"place": Literal[tuple(range(len(values)))]},
        place_of if found_again else None,
        callee=MADE,
        call=partial(made, cls, within=within),
        named=cls,
        build=at,
        shared=any(_copy_of(value) is None for value in values),
        **where,
        frozen=False,
        sampled=False,
        scalar=True,
    )


def _copy_of(value: Any) -> Any:
    """A copy; None for a value that is its own only copy, like a lock."""
    try:
        return copy.deepcopy(value)
    except Exception:  # of the user's code, or of Python
        return None


def _are_equal(value: Any, other: Any) -> bool:
    """Whether two values are the same, or equal as far as their class can tell: arrays compare to no truth value."""
    if value is other:
        return True
    try:
        return type(value) is type(other) and bool(value == other)
    except Exception:
        return False
