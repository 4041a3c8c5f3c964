"""Hosts whose workers are fresh interpreters: what these are told, and build again by themselves."""

from __future__ import annotations

import io
import pickle

from refute.check.data import FunctionInfo, Options, Reference
from refute.check.elsewhere.rebuilding import BodyPickler, BodyUnpickler
from refute.compare.behaviour.performing import Performing, Site, Timing
from refute.compare.hosting.service import CompareService
from refute.compare.hosting.telling import TellingService
from refute.explore.hosting.elsewhere import SpawningExploreService
from refute.run.body import Body, Rebuild
from refute.run.inside import Inside
from refute.run.isolated import Isolated
from refute.run.limits import Limits
from refute.run.runner import Runner, Unmovable


class SpawningCompareService(CompareService):
    """One version, with workers that are fresh interpreters."""

    def __init__(self) -> None:
        self._led: tuple[Site, Reference, Options] | None = None
        super().__init__(self._spawned)

    def lead(self, site: Site, reference: Reference, options: Options) -> FunctionInfo:
        self._led = site, reference, options
        return super().lead(site, reference, options)

    def _spawned(self, limits: Limits) -> Runner:
        return Isolated(limits, self._rebuild)

    def _rebuild(self, body: Body) -> Rebuild:
        if isinstance(body, Performing | Timing):  # it is made of plain data
            return Rebuild(__name__, "unpickled", (pickle.dumps(body),))
        stream = io.BytesIO()
        try:
            BodyPickler(stream, self.function).dump(body)
        except Exception as error:  # of the user's objects, or of what is only known here
            raise Unmovable(
                f"inputs cannot be taken to another interpreter: {type(error).__name__}: {error}",
                remedy="Define their classes at the top of a module.",
            ) from None
        return Rebuild(__name__, "rebuilt", (self._led, stream.getvalue()))


def unpickled(data: bytes) -> Body:
    """In a worker: a body that is made of plain data."""
    body: Body = pickle.loads(data)
    return body


def rebuilt(led: tuple[Site, Reference, Options], data: bytes) -> Body:
    """In a worker: a body that a host has pickled."""
    service = CompareService(lambda limits: Inside())
    service.lead(*led)
    body: Body = BodyUnpickler(io.BytesIO(data), service.function).load()
    return body


class SpawningTellingService(SpawningExploreService):
    """An exploration whose programs are told, with workers that are fresh interpreters."""

    body = TellingService.body
    in_workers = TellingService


def spawning_service(*, explores: bool, freeze: bool) -> SpawningCompareService | SpawningTellingService:
    return SpawningTellingService(None, freeze) if explores else SpawningCompareService()
