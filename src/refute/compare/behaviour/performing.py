"""Performing: inputs and programs that are text are made and called, and what comes of them is looked at.

Each version does so in workers of its own. What is executed there is what the other version's host has written: both
are code under test, behind the same wall.
"""

from __future__ import annotations

import inspect
import io
import sys
import traceback
import tracemalloc
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from pickle import dumps  # bound here because the code under test may patch the names
from time import perf_counter_ns
from types import CodeType
from typing import Any

from refute.compare.behaviour.behaviours import DISCARDED, RAISED, RETURNED, UNMADE, Behaviour, Left
from refute.compare.behaviour.homes import Alias, Homes
from refute.compare.behaviour.texts import CALLEE, Text
from refute.compare.behaviour.views import Seen, Views, digest_of
from refute.conform.iterators import Yielded, run_to_its_end, take
from refute.conform.wording import message_of, short
from refute.judge.calls.callers import calls_code_under_test
from refute.judge.calls.completion import CHANGED, completing
from refute.judge.calls.performing import NO_CALL
from refute.ownership import is_refutes
from refute.run.body import Body, Bulk, Spoken
from refute.run.steps.phases import Phase
from refute.run.workers.essentials import put_right
from refute.spaces.narrowing.holes import Demand
from refute.targets.importing import load

_ANY, _MEMORY = BaseException, MemoryError  # the code under test may patch the names
_LONG = 300  # characters of a value that are shown
_MOST_PRINTED = 100_000  # characters that are compared
_LARGE = 200_000  # characters of a view that is told
_SCALARS = (int, str, float, bool, bytes, complex, type(None))
_MOST_FRAMES = 6
_REPEATS = 5  # of a call that is timed,
_LONGEST_TIMING = 100_000_000  # as long as all of them take no longer than so many nanoseconds


@dataclass(frozen=True)
class Site:
    """Where the code is that is compared: a module, and a name in it; the modules around it that belong to it."""

    part: str  # a file or a module
    path: str  # the name of the function in it; empty where programs say what they call
    root: str  # as in `Homes`
    places: tuple[str, ...]
    alias: Alias = Alias()  # noqa: RUF009 - frozen

    @property
    def homes(self) -> Homes:
        return Homes(self.root, self.places, self.alias)

    def found(self, given: Any) -> Any:
        """What is compared: in a module, or what a host was given; None where programs say what they call."""
        inside: Any = load(self.part) if self.part else given
        if self.path:
            return reduce(getattr, self.path.split("."), inside)
        return None if self.part or isinstance(given, type) else given


class Unmade:
    """An input that could not be made: a constructor refuses it, or the version does not have what it takes."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


class Made:
    """An input that is there."""

    def __init__(self, names: dict[str, Any], code: CodeType | None, given: tuple[Sequence[Any], Mapping[str, Any]]):
        self.names = names
        self.code = code  # of the last call of a program
        self.given = given
        self.looked: BaseException | None = None  # what ended its call, if that was no call to be compared


class Performer:
    """Performs texts in the process that it is in."""

    def __init__(self, site: Site, given: Any = None) -> None:
        """`given`: what a host was given, in the place of a module."""
        self._homes = site.homes
        self._views = Views(self._homes)
        self._callee = site.found(given)
        self._complete = completing(self._callee, None) if self._callee is not None else None
        self._parameters = _names_of(self._callee)
        self.enter: Callable[[Phase], None] = lambda phase: None

    def made(self, text: Text) -> Made | Unmade:
        """What a text is about, up to its last call."""
        try:
            names: dict[str, Any] = {}
            for module, name in text.imports:
                names[name or module.partition(".")[0]] = self._homes.found(module, name)
            if text.lines:
                exec(compile("\n".join(text.lines), "<input>", "exec"), names)
            if text.is_program:
                return Made(names, _code_of(text.call), ((), {}))
            names[CALLEE] = _taken
            return Made(names, None, eval(f"{CALLEE}{text.call}", names))
        except _MEMORY:
            raise
        except _ANY as error:
            return Unmade(error)

    def digest(self, text: Text, made: Made | Unmade) -> bytes:
        return self._behaviour(text, made, described=False).digest

    def behaviour(self, text: Text, made: Made | Unmade) -> Behaviour:
        """The same in full, with texts."""
        return self._behaviour(text, made, described=True)

    def _behaviour(
        self, text: Text, made: Made | Unmade, *, described: bool, looks_at_arguments: bool = True
    ) -> Behaviour:
        if isinstance(made, Unmade):
            why = made.error
            return Behaviour(UNMADE, exception=self._homes.name_of(type(why)), text=message_of(why))
        arguments = list(self._arguments(text, made))
        before = [self._views.of(value) for _, value in arguments] if described else []
        self.enter(Phase.CALLING)
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            result, error, printed = self._called(made)
        put_right()
        self.enter(Phase.JUDGING)
        if isinstance(error, NO_CALL):
            made.looked = error
            return Behaviour(DISCARDED)
        warned = tuple(self._homes.name_of(one.category) for one in heard or ())
        left = self._left(text, made, arguments, before, described=described) if looks_at_arguments else ()
        plain = self._views.plain
        about: dict[str, Any] = {
            "printed": tuple(plain(one[:_MOST_PRINTED]) for one in printed),
            "warned": warned,
            "left": left,
        }
        if error is not None:
            about |= {"text": message_of(error), "frames": tuple(_frames(error))} if described else {}
            return Behaviour(RAISED, exception=self._homes.name_of(type(error)), **about)
        view = self._views.of(result)
        if described:
            self.enter(Phase.SPELLING)
            about["text"] = plain(short(result, _LONG))
        return Behaviour(RETURNED, _told(view, described), is_cut=_is_cut(result), **about)

    @calls_code_under_test
    def _called(self, made: Made) -> tuple[Any, BaseException | None, tuple[str, str]]:
        """The result, or what was raised; and what was printed."""
        streams = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = out, err = io.StringIO(), io.StringIO()
        result, error = None, None
        try:
            if made.code is not None:
                result = eval(made.code, made.names)
                result = _finished(result)
            else:
                positional, keywords = made.given
                result = self._callee(*positional, **keywords)
                result = result if self._complete is None else self._complete(result)
                result = _finished(result)
        except _MEMORY:
            raise
        except _ANY as raised:  # whatever the code under test raises is what it does
            error = raised
        finally:
            sys.stdout, sys.stderr = streams
        return result, error, (_text_of(out), _text_of(err))

    def essence(self, positional: Sequence[Any], keywords: Mapping[str, Any]) -> bytes:
        """A digest of what a call does, whatever the arguments are that it leaves as they were. Raises Demand where a
        hole among them is looked at."""
        text, made = Text(""), Made({}, None, (positional, keywords))
        arguments = list(self._arguments(text, made))
        before = [self._views.with_holes(value) for _, value in arguments]
        behaviour = self._behaviour(text, made, described=False, looks_at_arguments=False)
        if isinstance(made.looked, Demand):
            raise made.looked
        after = [self._views.with_holes(value) for _, value in arguments]
        left = [one for one, was in zip(after, before, strict=True) if repr(one) != repr(was)]
        return behaviour.digest + digest_of(left)

    def cost(self, text: Text) -> tuple[int, int]:
        """The nanoseconds that a call takes, the least of several, and the memory that it takes at its peak."""
        times: list[int] = []
        while len(times) < _REPEATS and sum(times) < _LONGEST_TIMING:
            made = self.made(text)
            if isinstance(made, Unmade):
                return 0, 0
            began = perf_counter_ns()
            self._called(made)
            times.append(perf_counter_ns() - began)
        made = self.made(text)
        assert isinstance(made, Made)
        tracemalloc.start()
        try:
            self._called(made)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        return min(times), peak

    def _arguments(self, text: Text, made: Made) -> Iterator[tuple[str, Any]]:
        """What is given to the call that could be changed by it, with names."""
        if text.is_program:
            yield from ((name, made.names[name]) for name in text.names if name in made.names)
            return
        positional, keywords = made.given
        names = [*self._parameters, *(f"argument {number + 1}" for number in range(len(positional)))]
        for name, value in (*zip(names, positional, strict=False), *keywords.items()):
            if type(value) not in _SCALARS:
                yield name, value

    def _left(
        self,
        text: Text,
        made: Made,
        arguments: Sequence[tuple[str, Any]],
        before: Sequence[Any],
        *,
        described: bool,
    ) -> tuple[Left, ...]:
        found = []
        now = list(self._arguments(text, made)) if text.is_program else arguments
        for place, (name, value) in enumerate(now):
            view = self._views.of(value)
            if not described:
                found.append(Left(name, view))
                continue
            was = before[place] if place < len(before) else None
            changed = repr(was) != repr(view)
            found.append(Left(name, _told(view, True), self._views.plain(short(value, _LONG)), changed))
        return tuple(found)


def _code_of(text: str) -> CodeType:
    """An expression, or a statement such as an assignment."""
    try:
        return compile(text, "<input>", "eval")
    except SyntaxError:
        return compile(text, "<input>", "exec")


def _taken(*positional: Any, **keywords: Any) -> tuple[Sequence[Any], Mapping[str, Any]]:
    return positional, keywords


def _names_of(callee: Any) -> list[str]:
    try:
        return list(inspect.signature(callee).parameters) if callee is not None else []
    except Exception:  # of a function in C, or of an object that says something else
        return []


def _finished(result: Any) -> Any:
    """What a client goes on with: a coroutine is awaited, an iterator consumed."""
    if inspect.iscoroutine(result) or isinstance(result, Iterator):
        return take(result) if isinstance(result, Iterator) else run_to_its_end(result)
    return None if result is CHANGED else result


def _is_cut(result: Any) -> bool:
    return isinstance(result, Yielded) and not result.ended


def _text_of(stream: io.StringIO) -> str:
    try:
        return stream.getvalue()
    except ValueError:  # it was closed
        return ""


def _told(view: Any, described: bool) -> Any:
    """A view that is small enough to be told."""
    return Seen("large", digest_of(view).hex()) if described and len(repr(view)) > _LARGE else view


def _frames(error: BaseException) -> Iterator[str]:
    """The lines of the code under test that raised, the innermost last."""
    for frame in traceback.extract_tb(error.__traceback__)[-_MOST_FRAMES:]:
        if not frame.filename.startswith("<") and not is_refutes(frame.filename) and frame.line:
            yield f"{frame.filename}:{frame.lineno}: {frame.line}"


class Timing(Body):
    """Says what the calls of texts take: nanoseconds and bytes."""

    def __init__(self, site: Site, texts: Sequence[Text], *, given: Any = None) -> None:
        self._texts = texts
        self._performer = Performer(site, given)

    def start(self, index: int) -> Iterator[Text]:
        return iter(self._texts[index:])

    def step(self, item: Text) -> Spoken:
        return Bulk(dumps(self._performer.cost(item)))

    def seed(self, index: int) -> int:
        return self._texts[index].seed if index < len(self._texts) else index


class Performing(Body):
    """Performs one text after the other. Says a digest of what each does, or, where `described`, all of it."""

    def __init__(self, site: Site, texts: Sequence[Text], *, described: bool = False, given: Any = None) -> None:
        self._site = site
        self._texts = texts
        self._described = described
        self._given = given
        self._performer: Performer | None = None

    def __repr__(self) -> str:
        return f"<Performing {len(self._texts)} texts of {self._site.path or self._site.part}>"

    def prepare(self) -> Performing:
        """Find what is compared here, so that no worker has to."""
        if self._performer is None:
            self._performer = Performer(self._site, self._given)
        return self

    def start(self, index: int) -> Iterator[Any]:
        self.prepare()
        assert self._performer is not None
        for text in self._texts[index:]:
            yield text, self._performer.made(text)

    def step(self, item: tuple[Text, Made | Unmade]) -> Spoken:
        assert self._performer is not None
        if self._described:
            return Bulk(dumps((self._performer.behaviour(*item),)))
        return Bulk(self._performer.digest(*item))

    def seed(self, index: int) -> int:
        return self._texts[index].seed if index < len(self._texts) else index

    def observe(self, enter: Callable[[Phase], None]) -> None:
        self.prepare()
        assert self._performer is not None
        self._performer.enter = enter
