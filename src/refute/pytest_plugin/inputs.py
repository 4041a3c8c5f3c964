"""`test`: a test with generated inputs, which pytest gives its fixtures and the values of its parameters."""
# ruff: noqa: PT028 - `test` is no test

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from types import FunctionType, TracebackType
from typing import TYPE_CHECKING, Annotated, Any, get_origin, overload

import pytest

from refute.pytest_plugin.options import settings_of
from refute.pytest_plugin.outcomes import conclude, unusable

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

    from refute.campaign.report import Report
    from refute.check.hosting.service import CheckService
    from refute.judge.findings import Finding
    from refute.pytest_plugin.outcomes import Trace
    from refute.run.clocks.alarms import Alarm
    from refute.run.limits import Limits
    from refute.settings.settings import Settings
    from refute.spaces.scope import Scope

_INPUTS = "_refute_settle"  # the attribute by which a function that `test` made is known
# What a test may raise that is no failure of it, and ends it.
_ENDS = (KeyboardInterrupt, pytest.skip.Exception, pytest.xfail.Exception, pytest.exit.Exception)


@overload
def test(function: Callable[..., Any], /) -> Callable[..., None]: ...


@overload
def test(
    *,
    size: int | None = None,
    depth: int | None = None,
    budget: float | None = None,
    tests: int | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    aliasing: bool | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., None]]: ...


def test(
    function: Callable[..., Any] | None = None,
    /,
    *,
    size: int | None = None,
    depth: int | None = None,
    budget: float | None = None,
    tests: int | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    aliasing: bool | None = None,
) -> Any:
    """Run a test for every input that the types of its parameters admit; pytest gives it the parameters without a type.

    A parameter that is named like a fixture, or parametrized, comes from pytest too, unless its type has a refinement.
    A call that takes longer than `time_limit` seconds is a failure, and `aliasing` gives two parameters one mutable
    object as well; if not said, the settings say it.
    """
    how: dict[str, Any] = {
        "size": size,
        "depth": depth,
        "budget": budget,
        "tests": tests,
        "seed": seed,
        "time_limit": time_limit,
        "aliasing": aliasing,
    }
    return functools.partial(_inputs_for, **how) if function is None else _inputs_for(function, **how)


test.__test__ = False  # type: ignore[attr-defined]  # where it is imported, its name looks like that of a test


def _inputs_for(
    function: Callable[..., Any], *, time_limit: float | None, aliasing: bool | None, **how: Any
) -> Callable[..., None]:
    if isinstance(function, type):
        raise TypeError(f"@refute.test is for functions: put it above the tests of {function.__name__}")
    names = list(inspect.signature(function).parameters)
    config: pytest.Config | None = None

    def begun(args: tuple[Any, ...], arguments: dict[str, Any]) -> _Test:
        given = dict(zip(names, args, strict=False)) | arguments
        debugged = config is not None and config.getoption("usepdb", False)
        settings = _settings(function, config)
        limits = settings.limits if time_limit is None else replace(settings.limits, seconds=time_limit)
        own = {**how, "aliasing": settings.aliasing if aliasing is None else aliasing}
        return _Test(function, given, own, limits, debugged)

    @functools.wraps(function)
    def run(*args: Any, **arguments: Any) -> None:
        begun(args, arguments).run()

    @functools.wraps(function)
    async def run_in_loop(*args: Any, **arguments: Any) -> None:
        await begun(args, arguments).run_in_loop()

    is_async = inspect.iscoroutinefunction(inspect.unwrap(function))
    made: Callable[..., Any] = run_in_loop if is_async else run

    def settle(is_given: Callable[[str], bool], in_session: pytest.Config | None = None) -> None:
        """Show pytest the parameters that it is to give."""
        nonlocal config
        config = in_session
        own = inspect.Signature(list(_from_pytest(function, is_given)))
        made.__signature__ = own  # type: ignore[attr-defined]

    settle(lambda name: False)
    setattr(made, _INPUTS, settle)
    return made


class _Test:
    """A test that is called with all its inputs, in this process: what it does to its fixtures is seen by all who have
    them."""

    def __init__(
        self,
        function: Callable[..., Any],
        given: dict[str, Any],
        how: Mapping[str, Any],
        limits: Limits,
        debugged: bool,
    ) -> None:
        from refute.run.clocks.alarms import Alarm
        from refute.types.reading.places import place_of

        self._function, self._given, self._how, self._limits = function, given, how, limits
        self._debugged = debugged
        self._alarm = Alarm(limits.seconds)
        self._place = place_of(inspect.unwrap(function))
        annotated = _annotations(function).keys() - {"return"}
        self._is_one_call = bool(annotated) and annotated <= given.keys()  # such as a finding shows

    def run(self) -> None:
        if self._is_one_call:
            self._function(**self._given)
            return
        calls = _Calls(self._function, self._alarm)
        with self._alarm:
            report = self._checked(calls)
        self._conclude(report, calls, self._trace if self._debugged else None)

    async def run_in_loop(self) -> None:
        """Inputs are made and judged in a thread: the loop, under which async fixtures were made, goes on meanwhile."""
        import asyncio

        if self._is_one_call:
            await self._function(**self._given)
            return
        calls = _CallsInLoop(self._function, self._alarm, asyncio.get_running_loop())
        with self._alarm:
            try:
                report = await asyncio.to_thread(self._checked, calls)
            except asyncio.CancelledError as error:
                calls.ended = error  # the thread is to end, too
                raise
        self._conclude(report, calls)

    def _checked(self, calls: _Calls) -> Report:
        import refute.report.checked  # noqa: F401 - reports that show themselves
        from refute.check.client import LocalHost
        from refute.check.data import Reference
        from refute.check.entry import checked
        from refute.errors import RefuteError
        from refute.run.system.interrupts import Interrupts

        how = {key: value for key, value in self._how.items() if key not in ("size", "depth")}
        how |= {"scope": _scope(self._how["size"], self._how["depth"]), "limits": self._limits}
        try:
            with Interrupts() as interrupts, closing(LocalHost(self._service(calls))) as host:
                report = checked(host, Reference(), name=self._function.__name__, max_findings=1, strict=True, **how)
        except RefuteError as error:
            raise unusable(error, self._place) from None
        report.interrupted = report.interrupted or interrupts.raised
        return report

    def _service(self, calls: _Calls) -> Callable[[], CheckService]:
        from refute.check.hosting.service import CheckService
        from refute.run.inside import Inside
        from refute.types.callables.partly_given import PartlyGiven

        inputs = PartlyGiven(self._function, self._given, calls)
        return functools.partial(CheckService, lambda limits: Inside(alarm=self._alarm), inputs)

    def _trace(self, finding: Finding) -> TracebackType | None:
        """Where the call of a finding fails: for `--pdb`, it is made again."""
        from refute.check.client import LocalHost
        from refute.check.data import Reference
        from refute.check.debugging import traceback_of

        with closing(LocalHost(self._service(_Calls(self._function, self._alarm)))) as host:
            return traceback_of(host, Reference(), finding)

    def _conclude(self, report: Report, calls: _Calls, trace: Trace | None = None) -> None:
        if calls.ended is not None:
            raise calls.ended
        report.place = self._place
        conclude(report, trace)


def _settings(function: Callable[..., Any], config: pytest.Config | None) -> Settings:
    from refute.settings.settings import Settings

    return Settings() if config is None else settings_of(config).for_module(function.__module__)


class _Calls:
    """Calls a test, until it says that it is to end."""

    def __init__(self, function: Callable[..., Any], alarm: Alarm) -> None:
        self.ended: BaseException | None = None
        self._function = function
        self._alarm = alarm

    def __call__(self, /, **arguments: Any) -> Any:
        if self.ended is not None:
            raise self.ended
        try:
            return self._result(arguments)
        except _ENDS as error:
            self.ended = error
            raise

    def _result(self, arguments: dict[str, Any]) -> Any:
        self._alarm.begin()
        try:
            return self._function(**arguments)
        finally:
            self._alarm.end()


class _CallsInLoop(_Calls):
    """Has coroutines run by a loop, which is that of another thread."""

    def __init__(self, function: Callable[..., Any], alarm: Alarm, loop: AbstractEventLoop) -> None:
        super().__init__(function, alarm)
        self._loop = loop

    def _result(self, arguments: dict[str, Any]) -> Any:
        import asyncio

        return asyncio.run_coroutine_threadsafe(self._awaited(arguments), self._loop).result()

    async def _awaited(self, arguments: dict[str, Any]) -> Any:
        import asyncio

        from refute.run.clocks.alarms import raise_overdue

        task = asyncio.current_task()
        assert task is not None

        def interrupt() -> None:
            if asyncio.current_task(self._loop) is task:
                raise_overdue()
            self._loop.call_soon_threadsafe(task.cancel)

        self._alarm.begin(interrupt)
        try:
            return await self._function(**arguments)
        finally:
            self._alarm.end()


def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Coroutines that no other plugin runs."""
    function = getattr(pyfuncitem.obj, "__func__", pyfuncitem.obj)
    if not inspect.iscoroutinefunction(function) or _INPUTS not in vars(function):
        return None
    import asyncio

    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}))
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, obj: object) -> None:
    """Which parameters are fixtures is known only where a test is collected."""
    function = obj.__func__ if isinstance(obj, staticmethod | classmethod) else obj
    if not isinstance(function, FunctionType) or _INPUTS not in vars(function):
        return
    parametrized = _parametrized(function)
    fixtures = collector.session._fixturemanager
    refined = _refined(function)

    def is_given(name: str) -> bool:
        return name in parametrized or (name not in refined and bool(fixtures.getfixturedefs(name, collector)))

    vars(function)[_INPUTS](is_given, collector.config)


def _from_pytest(function: Callable[..., Any], is_given: Callable[[str], bool]) -> Iterator[inspect.Parameter]:
    from refute.types.callables.partly_given import named_parameters

    annotations = _annotations(function)
    for parameter in named_parameters(function):
        if parameter.default is parameter.empty and (parameter.name not in annotations or is_given(parameter.name)):
            yield parameter.replace(annotation=parameter.empty)


def _annotations(function: Callable[..., Any]) -> dict[str, Any]:
    from refute.types.reading.context import own_annotations

    return own_annotations(inspect.unwrap(function))


def _refined(function: Callable[..., Any]) -> set[str]:
    """The parameters whose types say more than a class."""
    from refute.errors import RefuteError
    from refute.types.reading.context import context_of, text_of

    context = context_of(inspect.unwrap(function))
    found = set()
    for name, annotation in _annotations(function).items():
        try:
            while (text := text_of(annotation)) is not None:
                annotation = context.evaluate(text)
        except RefuteError:  # said when it is read, if it is
            continue
        if get_origin(annotation) is Annotated:
            found.add(name)
    return found


def _parametrized(function: Callable[..., Any]) -> set[str]:
    found: set[str] = set()
    for mark in getattr(function, "pytestmark", ()):
        if mark.name == "parametrize":
            names: str | Sequence[str] = mark.args[0] if mark.args else mark.kwargs.get("argnames", ())
            found |= {name.strip() for name in (names.split(",") if isinstance(names, str) else names)}
    return found


def _scope(size: int | None, depth: int | None) -> Scope | None:
    from refute.spaces.scope import Scope

    return None if size is None and depth is None else Scope(size=size, depth=depth)
