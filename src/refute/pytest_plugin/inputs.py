"""`test`: a test with generated inputs, which pytest gives its fixtures and the values of its parameters."""
# ruff: noqa: PT028 - `test` is no test

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from types import FunctionType
from typing import TYPE_CHECKING, Annotated, Any, get_origin, overload

import pytest

from refute.pytest_plugin.options import settings_of
from refute.pytest_plugin.outcomes import conclude, unusable

if TYPE_CHECKING:
    from refute.run.limits import Limits
    from refute.run.system.alarms import Alarm
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
) -> Any:
    """Run a test for every input that the types of its parameters admit; pytest gives it the parameters without a type.

    A parameter that is named like a fixture, or parametrized, comes from pytest too, unless its type has a refinement.
    A call that takes longer than `time_limit` seconds is a failure; if not said, the settings say it.
    """
    how: dict[str, Any] = {
        "size": size,
        "depth": depth,
        "budget": budget,
        "tests": tests,
        "seed": seed,
        "time_limit": time_limit,
    }
    return functools.partial(_inputs_for, **how) if function is None else _inputs_for(function, **how)


test.__test__ = False  # type: ignore[attr-defined]  # where it is imported, its name looks like that of a test


def _inputs_for(function: Callable[..., Any], *, time_limit: float | None = None, **how: Any) -> Callable[..., None]:
    if isinstance(function, type):
        raise TypeError(f"@refute.test is for functions: put it above the tests of {function.__name__}")
    names = list(inspect.signature(function).parameters)
    config: pytest.Config | None = None

    @functools.wraps(function)
    def run(*args: Any, **arguments: Any) -> None:
        given = dict(zip(names, args, strict=False)) | arguments
        _run_inputs(function, given, dict(how), _limits(time_limit, function, config))

    def settle(is_given: Callable[[str], bool], in_session: pytest.Config | None = None) -> None:
        """Show pytest the parameters that it is to give."""
        nonlocal config
        config = in_session
        own = inspect.Signature(list(_from_pytest(function, is_given)))
        run.__signature__ = own  # type: ignore[attr-defined]

    settle(lambda name: False)
    setattr(run, _INPUTS, settle)
    return run


def _run_inputs(function: Callable[..., Any], given: dict[str, Any], how: dict[str, Any], limits: Limits) -> None:
    """Call a test with all its inputs, in this process: what it does to its fixtures is seen by all who have them."""
    import refute.report.checked  # noqa: F401 - reports that show themselves
    from refute.check.client import LocalHost
    from refute.check.data import Reference
    from refute.check.entry import checked
    from refute.check.service import CheckService
    from refute.errors import RefuteError
    from refute.run.inside import Inside
    from refute.run.system.alarms import Alarm
    from refute.run.system.interrupts import Interrupts
    from refute.types.callables.partly_given import PartlyGiven
    from refute.types.reading.places import place_of

    if given.keys() >= _annotations(function).keys() - {"return"} != set():
        _Calls(function)(**given)  # one input, such as a finding shows
        return
    place = place_of(inspect.unwrap(function))
    scope = _scope(how.pop("size"), how.pop("depth"))
    try:
        with Interrupts() as interrupts, Alarm(limits.seconds) as alarm:
            calls = _Calls(function, alarm)
            inputs = PartlyGiven(function, given, calls)
            with closing(LocalHost(lambda: CheckService(lambda limits: Inside(alarm=alarm), inputs))) as host:
                report = checked(
                    *(host, Reference()),
                    **({"name": function.__name__, "scope": scope, "limits": limits, "strict": True} | how),
                    max_findings=1,
                )
    except RefuteError as error:
        raise unusable(error, place) from None
    report.interrupted = report.interrupted or interrupts.raised
    if calls.ended is not None:
        raise calls.ended
    report.place = place
    conclude(report)


def _limits(time_limit: float | None, function: Callable[..., Any], config: pytest.Config | None) -> Limits:
    from refute.run.limits import Limits

    if time_limit is not None:
        return Limits(seconds=time_limit)
    return Limits() if config is None else settings_of(config).for_module(function.__module__).limits


class _Calls:
    """Calls a test, until it says that it is to end."""

    def __init__(self, function: Callable[..., Any], alarm: Alarm | None = None) -> None:
        self._alarm = alarm
        self.ended: BaseException | None = None
        self._function = function
        self._is_async = inspect.iscoroutinefunction(inspect.unwrap(function))

    def __call__(self, /, **arguments: Any) -> Any:
        if self.ended is not None:
            raise self.ended
        if self._alarm is not None:
            self._alarm.begin()
        try:
            result = self._function(**arguments)
            if self._is_async:
                import asyncio

                return asyncio.run(result)
            return result
        except _ENDS as error:
            self.ended = error
            raise
        finally:
            if self._alarm is not None:
                self._alarm.end()


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
