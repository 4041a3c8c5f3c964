"""Explorations where workers are fresh interpreters: what a host names, and a worker makes again."""

from __future__ import annotations

import io
import pickle
import sys
from types import MethodType, ModuleType
from typing import Any

from refute.check.elsewhere.rebuilding import Named, named
from refute.errors import TargetError
from refute.explore.data import ExploreOptions, InterfaceInfo, Reference
from refute.explore.hosting.service import ExploreService
from refute.programs.hosting.explored import Explored
from refute.programs.interface.interface import Interface
from refute.run.body import Body, Rebuild
from refute.run.clocks.frozen import stop_clocks
from refute.run.inside import Inside
from refute.run.isolated import Isolated
from refute.run.limits import Limits
from refute.run.runner import Runner

_EXPLORATION = "exploration"  # in place of what makes an exploration


def named_target(target: Any) -> Named | str | None:
    """How another interpreter finds what is to be explored. Raises TargetError where it is only known here."""
    if target is None:
        return None
    if isinstance(target, ModuleType):
        return target.__name__
    if isinstance(target, Interface):
        for module in list(sys.modules.values()):
            for name, value in list(vars(module).items()) if isinstance(module, ModuleType) else ():
                if value is target:
                    return Named(module.__name__, name)
        raise TargetError(
            f"the interface {target.name} lives only in this process, and workers are fresh interpreters here",
            remedy="Give it a name at the top of a module; or run it in this process: in_process=True.",
        )
    return named(target)


def _found(name: Named | str | None) -> Any:
    if isinstance(name, str):
        __import__(name)
        return sys.modules[name]
    return None if name is None else name.found()


class SpawningExploreService(ExploreService):
    """What a host does for `explore` where workers are fresh interpreters."""

    in_workers: type[ExploreService] = ExploreService  # what does so in these

    def __init__(self, given: Named | str | None, freeze: bool, model: Named | str | None = None) -> None:
        if freeze:
            stop_clocks()
        self._names = given, model
        self._opened: tuple[Reference, ExploreOptions] | None = None
        super().__init__(self._spawned, _found(given), model=_found(model))

    def open(self, reference: Reference, options: ExploreOptions) -> InterfaceInfo:
        self._opened = reference, options
        return super().open(reference, options)

    def _spawned(self, limits: Limits) -> Runner:
        return Isolated(limits, self._rebuild)

    def _rebuild(self, body: Body) -> Rebuild:
        stream = io.BytesIO()
        ExplorationPickler(stream).dump(body)
        return Rebuild(__name__, "rebuilt", (self.in_workers, self._names, self._opened, stream.getvalue()))


def rebuilt(
    cls: type[ExploreService],
    given: tuple[Named | str | None, Named | str | None],
    opened: tuple[Reference, ExploreOptions],
    data: bytes,
) -> Body:
    """In a worker: the body that a host has pickled."""
    target, model = given
    service = cls(_inside, _found(target), model=_found(model))
    service.open(*opened)
    body: Body = _Unpickler(io.BytesIO(data), service.explored).load()
    return body


def _inside(_limits: Limits) -> Runner:
    return Inside()


class ExplorationPickler(pickle.Pickler):
    """Names what makes an exploration: a worker has that itself."""

    def persistent_id(self, found: Any) -> str | None:
        is_maker = isinstance(found, MethodType) and isinstance(found.__self__, Explored)
        return _EXPLORATION if is_maker else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, stream: io.BytesIO, explored: Explored) -> None:
        super().__init__(stream)
        self._explored = explored

    def persistent_load(self, name: Any) -> Any:
        return self._explored.exploration
