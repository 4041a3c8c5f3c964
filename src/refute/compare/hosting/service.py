"""What the host of one version does for `compare`: it lists what there is, tells inputs as text, and performs texts."""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import cached_property, partial
from typing import Any

from refute.check.data import FunctionInfo, Options, Reference
from refute.check.hosting.generalising import others_of
from refute.check.hosting.service import CheckService
from refute.compare.behaviour.homes import Alias, Homes
from refute.compare.behaviour.performing import Performer, Performing, Site, Timing, Unmade
from refute.compare.behaviour.texts import Text
from refute.compare.data import Listing
from refute.compare.hosting.listing import listing_of, listing_of_one
from refute.compare.hosting.spelling import Shrinking, Spelling
from refute.compare.hosting.unseen import Unseen
from refute.errors import TargetError
from refute.judge.bodies.steps import Joined
from refute.minimise.general import General, general_call
from refute.run.body import Body
from refute.run.events import Batch, Event, Finished, Mark, Said, Settled
from refute.run.host.wire import read
from refute.run.limits import Limits
from refute.run.runner import Runner, Unmovable
from refute.search.schedule.domains import Segment
from refute.spaces.narrowing.introspection import sees_more
from refute.store.building import values_of
from refute.targets.importing import load
from refute.targets.registrations import load_types_near
from refute.types.landmarks import predicates_in
from refute.types.reading.guarded import attribute, is_instance
from refute.types.signatures import Signature


class CompareService(CheckService):
    """Answers requests about one version. Inputs are those of the function that is open; any text can be performed."""

    def __init__(
        self,
        runner: Callable[[Limits], Runner],
        given: Callable[..., Any] | None = None,
        bound_to: type | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(runner, given, bound_to, now)
        self._site: Site | None = None  # of the function that is open

    # -- what there is -------------------------------------------------------------------------------------------------

    def listing(self, part: str, root: str, places: tuple[str, ...], alias: Alias) -> Listing:
        """What a file or module offers; without a part, what there is of what the host was given."""
        return listing_of(part, root, places, alias) if part else listing_of_one(self._given, alias)

    def subject(self, reference: Reference) -> tuple[Callable[..., Any], type | None, int | None]:
        """A function by the way to it: through the names of a module, or of what was given, and of classes in it."""
        inside: Any = load(reference.part) if reference.part is not None else self._given
        load_types_near(attribute(sys.modules.get(str(attribute(inside, "__module__"))) or inside, "__file__"))
        way: list[Any] = [inside]
        names = [name for name in reference.name.split(".") if name]
        for name in names:
            way.append(attribute(way[-1], name))
            if way[-1] is None:
                raise TargetError(f"{reference.name} is not in {reference.part}")
        found = way[-1]
        if len(way) > 2 and is_instance(way[-2], (property, cached_property)):
            return found, way[-3], None
        owner = way[-2] if len(way) > 1 else None
        if not isinstance(owner, type):
            return found, None, None
        value = inspect.getattr_static(owner, names[-1])
        if is_instance(value, (staticmethod, classmethod)) or isinstance(found, type):
            return found, None, None
        return value, owner, None

    # -- inputs as text ------------------------------------------------------------------------------------------------

    def lead(self, site: Site, reference: Reference, options: Options) -> FunctionInfo:
        """Open a function, whose types say what the inputs are."""
        self._site = site
        return self.open(reference, options)

    @property
    def _homes(self) -> Homes:
        assert self._site is not None
        return self._site.homes

    def texts(self, segments: Sequence[Segment], seconds: float | None) -> Iterator[Event]:
        """The inputs of ranges of domains."""
        function, homes = self.function, self._homes
        parts = [
            (Spelling(function.stage(one.domain), function.signature, homes), one.first, one.stop) for one in segments
        ]
        body: Body = parts[0][0] if len(parts) == 1 else Joined(parts)
        first, stop = parts[0][1:] if len(parts) == 1 else (0, sum(stop - first for _, first, stop in parts))
        return self._made(body, first, stop, self._until(seconds))

    def _made(self, body: Body, first: int, stop: int, until: float | None) -> Iterator[Event]:
        """What a body tells of inputs: by workers, unless no code of the user's is run to make them."""
        signature = self.function.signature
        classes = [one for one in signature.reader.constructors if isinstance(one, type)]
        is_plain = all(one.__module__.partition(".")[0] in sys.stdlib_module_names for one in classes)
        if not is_plain or any(predicates_in(parameter.type) for parameter in signature.parameters):
            return self.function.runner.run(body, first, stop, until)
        return _told_here(body, first, stop, lambda: until is not None and self._now() >= until)

    def smaller(self, text: Text, first: int, stop: int) -> Iterator[Event]:
        """Some of the smaller versions of an input."""
        function, site = self.function, self._site
        assert site is not None
        given = None if site.part else self._given
        body = Shrinking(partial(_values, site, given, text, function.signature), function.signature, self._homes)
        return self._made(body, first, stop, None)

    def unseen(self, text: Text, seconds: float) -> list[tuple[str, tuple[int, ...]]]:
        """The parts of an input that this version does not look at: each by its parameter, and the way inside."""
        function, site, until = self.function, self._site, self._now() + seconds
        assert site is not None
        signature = function.signature
        if sees_more(signature.function):
            return []
        given = None if site.part else self._given
        values = partial(_values, site, given, text, signature)
        body = Unseen(partial(Performer, site, given), values, text, signature, others_of(function, until)[0])
        found: General | None = None
        with suppress(Unmovable), closing(function.runner.run(body, 0, 1 << 20, until)) as events:
            for event in events:
                if isinstance(event, Said):
                    found = next((one for one in read(event.payload) if isinstance(one, General)), found)
        names = [parameter.name for parameter in signature.parameters]
        return [] if found is None else [(names[first], tuple(inside)) for first, *inside in found.holes]

    def with_holes(self, text: Text, holes: Sequence[tuple[str, tuple[int, ...]]]) -> str:
        """The call with holes at some places, in brackets; empty if it cannot be written so."""
        function, site = self.function, self._site
        assert site is not None
        signature = function.signature
        names = [parameter.name for parameter in signature.parameters]
        paths = [(names.index(name), *inside) for name, inside in holes if name in names]
        values = _values(site, None if site.part else self._given, text, signature)
        call = general_call(function.trial, values, paths)
        return call.removeprefix(signature.path) if call.startswith(f"{signature.path}(") else ""

    # -- performing ----------------------------------------------------------------------------------------------------

    def perform(
        self, site: Site, texts: Sequence[Text], limits: Limits, seconds: float | None, described: bool
    ) -> Iterator[Event]:
        """What comes of texts: a digest for each, or, where `described`, all of it."""
        body = Performing(site, texts, described=described, given=None if site.part else self._given)
        return self._runner(limits).run(body.prepare(), 0, len(texts), self._until(seconds))

    def time(self, site: Site, texts: Sequence[Text], limits: Limits) -> Iterator[Event]:
        """What the calls of texts take."""
        body = Timing(site, texts, given=None if site.part else self._given)
        return self._runner(limits).run(body, 0, len(texts), None)

    def _until(self, seconds: float | None) -> float | None:
        return None if seconds is None else self._now() + seconds


def _told_here(body: Body, first: int, stop: int, is_over: Callable[[], bool]) -> Iterator[Event]:
    """The messages of a body, without a worker."""
    messages: list[tuple[int, bytes]] = []
    marks: list[Mark] = []
    index, ended, items = first, False, body.start(first)
    while index < stop and not is_over():
        try:
            said = body.step(next(items))
        except StopIteration:
            ended = True
            break
        if isinstance(said, int):
            marks.append(Mark(said, index, index + 1))
        elif said is not None:
            messages.append((index, bytes(said)))
        index += 1
    yield Batch(tuple(messages))
    yield Settled(first, index, tuple(marks), worker=0)
    yield Finished(index, ended)


def _values(site: Site, given: Any, text: Text, signature: Signature) -> tuple[Any, ...]:
    """An input as values for parameters."""
    made = Performer(site, given).made(text)
    if isinstance(made, Unmade):
        raise made.error
    return values_of(signature, *made.given)
