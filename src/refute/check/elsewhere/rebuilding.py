"""Bodies in fresh interpreters: what a worker builds again by itself, and what it is told.

A body is pickled. What is read from the user's code is not in the pickle: types, spaces, oracles are named there, and
made again by the worker, as a recipe does it. Inputs that were made smaller, found by a solver or kept are told by
value; their classes are found by name.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from pathlib import Path
from types import MethodType
from typing import Any

from refute.check.data import FunctionInfo, Options, Reference
from refute.check.hosting.function import Function
from refute.check.hosting.service import CheckService
from refute.errors import TargetError
from refute.functions.answers import Answers
from refute.judge.callables.stand_ins import CallableContext
from refute.judge.calls.audit import Audit
from refute.judge.immutability import Watch
from refute.judge.trials import Trial
from refute.judge.undecided import UndecidedInputs
from refute.run.body import Body, Rebuild
from refute.run.clocks.frozen import stop_clocks
from refute.run.inside import Inside
from refute.run.isolated import Isolated
from refute.run.limits import Limits
from refute.run.runner import Runner, Unmovable
from refute.search.schedule.previous_scope import PreviousScope
from refute.search.schedule.stages import SKIPPED
from refute.spaces.space import Space
from refute.store.vocabulary import Vocabulary
from refute.targets.importing import load
from refute.types.callables.undecorated import undecorated
from refute.types.data import describe_value, descriptions, registered
from refute.types.data.abstract.iterators import remade
from refute.types.data.abstract.stand_ins import stand_in_class, stands_for
from refute.types.model import Constructor
from refute.types.reading.classes.definitions import builder_of
from refute.types.signatures import Signature

_MAIN = "__main__"
_LOCAL = "<locals>"


@dataclass(frozen=True)
class Named:
    """A function or class, by the module that it is in and its name there."""

    module: str  # or the file of a program
    name: str

    def found(self) -> Any:
        module = load(self.module) if self.module.endswith(".py") else import_module(self.module)
        return reduce(getattr, self.name.split("."), module)


def named(what: Any) -> Named:
    """How another interpreter finds a function or class. Raises TargetError where it is only known here."""
    module, name = getattr(what, "__module__", None), getattr(what, "__qualname__", None)
    place = sys.modules.get(module) if isinstance(module, str) else None
    if isinstance(module, str) and isinstance(name, str) and place is not None and _LOCAL not in name:
        try:
            is_there = _same(reduce(getattr, name.split("."), place), what)
        except AttributeError:
            is_there = False
        file = getattr(place, "__file__", None)
        if is_there and module != _MAIN:
            return Named(module, name)
        if is_there and isinstance(file, str) and Path(file).suffix == ".py":
            return Named(str(Path(file).resolve()), name)
    raise TargetError(
        f"{name if isinstance(name, str) else 'the function'} lives only in this process, and workers are fresh "
        "interpreters here, which cannot find it",
        remedy="Define it in a file, at the top of a module; or run it in this process: in_process=True.",
    )


def _found(name: Named | None) -> Any:
    return None if name is None else name.found()


def _same(found: Any, what: Any) -> bool:
    """Methods of classes are other objects every time."""
    return found is what or getattr(found, "__func__", found) is getattr(what, "__func__", what)


class SpawningService(CheckService):
    """What a host does for `check` where workers are fresh interpreters."""

    def __init__(self, given: Named | None, bound_to: Named | None, freeze: bool) -> None:
        if freeze:
            stop_clocks()
        self._names = given, bound_to
        self._opened: tuple[Reference, Options] | None = None
        super().__init__(self._spawned, _found(given), _found(bound_to))

    def open(self, reference: Reference, options: Options) -> FunctionInfo:
        self._opened = reference, options
        return super().open(reference, options)

    def _spawned(self, limits: Limits) -> Runner:
        return Isolated(limits, self._rebuild)

    def _rebuild(self, body: Body) -> Rebuild:
        stream = io.BytesIO()
        try:
            BodyPickler(stream, self.function).dump(body)
        except Exception as error:  # of the user's objects, or of what is only known here
            raise Unmovable(
                f"inputs cannot be taken to another interpreter: {type(error).__name__}: {error}",
                remedy="Define their classes at the top of a module, or run it in this process: --in-process.",
            ) from None
        return Rebuild(__name__, "rebuilt", (*self._names, self._opened, stream.getvalue()))


def rebuilt(given: Named | None, bound_to: Named | None, opened: tuple[Reference, Options], data: bytes) -> Body:
    """In a worker: the body that a host has pickled."""
    service = CheckService(_inside, _found(given), _found(bound_to))
    service.open(*opened)
    body: Body = BodyUnpickler(io.BytesIO(data), service.function).load()
    return body


def _inside(_limits: Limits) -> Runner:
    return Inside()


class BodyPickler(pickle.Pickler):
    """Names what a worker has itself, as tuples: what it is, and which."""

    def __init__(self, stream: io.BytesIO, function: Function) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self._function = function

    def reducer_override(self, found: Any) -> Any:
        """Classes of stand-ins, generators and values of registered types are made again: they may not be made to be
        pickled."""
        stood_for = stands_for(found) if isinstance(found, type) else None
        if stood_for is not None:
            return stand_in_class, stood_for
        return remade(found) if registered(type(found)) is None else _by_recipe(found)

    def persistent_id(self, found: Any) -> tuple[Any, ...] | None:
        function = self._function
        match found:
            case Signature():
                return "signature", found is not function.signature
            case Trial():
                return "trial", found.signature is not function.signature
            case Audit():
                return ("audit",)
            case UndecidedInputs():
                return ("undecided",)
            case PreviousScope():
                return ("previous",)
            case Vocabulary():
                return ("vocabulary",)
            case Space():
                return "space", function.key_of(found)
            case CallableContext():
                return "context", found.answers.scope
            case Constructor():
                return "constructor", found.cls
            case Watch():
                return "watch", found.stage
            case MethodType(__self__=bound) if (domain := function.domain_of(bound)) is not None:
                return "exploration", domain
        return ("skipped",) if found is SKIPPED else None


def _by_recipe(found: Any) -> Any:
    described = describe_value(found)
    recipe = None if described is None else described.recipe
    if recipe is None or recipe.take is None or (parts := recipe.take(found)) is None:
        return NotImplemented
    return _made_again, (type(found), tuple(parts), recipe.within)


def _made_again(cls: type, parts: tuple[Any, ...], within: str) -> Any:
    ways = (one for one in descriptions(cls) if one.recipe is not None and one.recipe.within == within)
    return builder_of(cls, next(ways))(*parts)


class BodyUnpickler(pickle.Unpickler):
    def __init__(self, stream: io.BytesIO, function: Function) -> None:
        super().__init__(stream)
        self._function = function
        self._contexts: dict[Any, CallableContext] = {}

    def persistent_load(self, name: Any) -> Any:
        function, (what, *which) = self._function, name
        signature = function.signature
        makers: dict[str, Callable[..., Any]] = {
            "signature": lambda bare: undecorated(signature) if bare else signature,
            "trial": lambda bare: self._trial() if bare else function.trial,
            "audit": lambda: function.audit,
            "undecided": lambda: function.undecided,
            "previous": lambda: function.previous,
            "vocabulary": lambda: Vocabulary(signature),
            "space": function.inputs,
            "context": self._context,
            "constructor": lambda cls: signature.reader.constructors[cls],
            "watch": Watch,
            "exploration": lambda domain: function.states(domain).explored.exploration,
            "skipped": lambda: SKIPPED,
        }
        return makers[what](*which)

    def _trial(self) -> Trial:
        """Of the function without its decorators."""
        function = self._function
        return Trial(_bare(function.signature), function.audit, function.options.tolerance)

    def _context(self, scope: Any) -> CallableContext:
        if scope not in self._contexts:
            signature = self._function.signature
            self._contexts[scope] = CallableContext(signature, Answers(scope, signature.reader))
        return self._contexts[scope]


def _bare(signature: Signature) -> Signature:
    bare = undecorated(signature)
    assert bare is not None
    return bare
