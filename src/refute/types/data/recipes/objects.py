"""Recipes for objects that programs pass around: exceptions, loggers, sources of randomness, finished processes."""

from __future__ import annotations

import sys
import types
from typing import Annotated, Any, Literal

import annotated_types

from refute.types.data.recipes.registered import Registered, recipe_of

_SEEDS = range(3)


def is_plain_exception(cls: Any) -> bool:
    """Whether a class is an exception that is built in, or one that is made as these are and stands for itself."""
    if not isinstance(cls, type) or not issubclass(cls, BaseException):
        return False
    if cls.__module__ == "builtins":
        return True
    own = (vars(base) for base in cls.__mro__ if base.__module__ != "builtins")
    written = any(name in names for names in own for name in ("__init__", "__new__", "__annotations__"))
    return not written and not any(sub.__module__ == cls.__module__ for sub in type.__subclasses__(cls))


def exception(cls: Any) -> Registered | None:
    """One with a message or without; None for a class that needs more than that."""
    try:
        cls(), cls("a")
    except TypeError:
        return None
    return recipe_of(
        cls,
        {"args": Annotated[list[str], annotated_types.MaxLen(1)]},
        lambda value: (list(value.args),),
        callee=(cls.__module__, cls.__qualname__.rpartition("<locals>.")[2]),
        call=cls,
        build=lambda args: cls(*args),
        kinds=(str,),
        spread=True,
        frozen=False,
        scalar=True,
    )


def _logger(cls: Any, args: tuple[Any, ...]) -> Registered:
    return recipe_of(
        cls,
        {"name": Literal["a", "a.b"]},
        lambda value: (value.name,),
        callee=("logging", "Logger"),
        call=cls,  # and not `getLogger`, which gives the same one again, with what calls did to it
        kinds=(str,),
        frozen=False,
        scalar=True,
    )


def is_unknown_logger(value: Any) -> bool:
    """Whether a logger is not the one that `getLogger` gives for its name: Python copies and pickles no such."""
    logging = sys.modules.get("logging")
    if logging is None or type(value) is not logging.Logger:
        return False
    return value is not logging.root.manager.loggerDict.get(value.name)


def logger_again(logger: Any) -> Any:
    """A logger of the same name that has the same handlers and filters, in lists of its own."""
    again = type(logger)(logger.name)
    kept = {name: list(value) if type(value) is list else value for name, value in vars(logger).items()}
    vars(again).update(kept | {"_cache": {}})
    return again


def _random(cls: Any, args: tuple[Any, ...]) -> Registered:
    def seed_of(value: Any) -> tuple[int | None]:
        return (next((seed for seed in _SEEDS if cls(seed).getstate() == value.getstate()), None),)

    return recipe_of(
        cls,
        {"seed": Literal[tuple(_SEEDS)]},
        seed_of,
        callee=("random", "Random"),
        call=cls,
        kinds=(int,),
        frozen=False,
        scalar=True,
    )


def _process(cls: Any, args: tuple[Any, ...]) -> Registered:
    output: Any = bytes if args and args[0] is bytes else str
    return recipe_of(
        cls,
        {"args": Literal["a"], "returncode": Literal[0, 1, -9], "stdout": None | output, "stderr": None | output},
        lambda value: (value.args, value.returncode, value.stdout, value.stderr),
        callee=("subprocess", "CompletedProcess"),
        call=cls,
        kinds=(str, bytes, int, type(None)),
        frozen=False,
        scalar=True,
    )


def _module(cls: Any, args: tuple[Any, ...]) -> Registered:
    return recipe_of(
        cls,
        {"name": Literal["a", "a.b"]},
        lambda value: (value.__name__,),
        callee=("types", "ModuleType"),
        call=types.ModuleType,
        kinds=(str,),
        text=lambda value: f"ModuleType({value.__name__!r})",
        frozen=False,
        scalar=True,
    )


OBJECTS = {
    "logging.Logger": _logger,
    "random.Random": _random,
    "subprocess.CompletedProcess": _process,
    "builtins.module": _module,
}
