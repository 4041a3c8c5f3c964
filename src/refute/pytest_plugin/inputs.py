"""`test`: a test with generated inputs, which pytest gives its fixtures and the values of its parameters."""
# ruff: noqa: PT028 - `test` is no test

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Annotated, Any, get_origin, overload

import pytest

from refute.pytest_plugin.outcomes import conclude, unusable

if TYPE_CHECKING:
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
) -> Any:
    """Run a test for every input that the types of its parameters admit; pytest gives it the parameters without a type.

    A parameter that is named like a fixture, or parametrized, comes from pytest too, unless its type has a refinement.
    """
    if function is None:
        return functools.partial(_inputs_for, size=size, depth=depth, budget=budget, tests=tests, seed=seed)
    return _inputs_for(function, size=size, depth=depth, budget=budget, tests=tests, seed=seed)


test.__test__ = False  # type: ignore[attr-defined]  # where it is imported, its name looks like that of a test


def _inputs_for(
    function: Callable[..., Any], *, size: int | None, depth: int | None, **settings: Any
) -> Callable[..., None]:
    if isinstance(function, type):
        raise TypeError(f"@refute.test is for functions: put it above the tests of {function.__name__}")
    names = list(inspect.signature(function).parameters)

    @functools.wraps(function)
    def run(*args: Any, **arguments: Any) -> None:
        from refute.errors import RefuteError
        from refute.report.checked import check
        from refute.types.callables.partly_given import PartlyGiven, named_parameters
        from refute.types.reading.places import place_of

        given = dict(zip(names, args, strict=False)) | arguments
        calls = _Calls(function)
        inputs = PartlyGiven(function, given, calls)
        if not inputs.__signature__.parameters and any(
            p.name in _annotations(function) for p in named_parameters(function)
        ):
            calls(**given)  # one input, such as a finding shows
            return
        place = place_of(inspect.unwrap(function))
        try:
            report = check(inputs, scope=_scope(size, depth), in_process=True, max_findings=1, strict=True, **settings)
        except RefuteError as error:
            raise unusable(error, place) from None
        if calls.ended is not None:
            raise calls.ended
        report.place = place
        conclude(report)

    def settle(is_given: Callable[[str], bool]) -> None:
        """Show pytest the parameters that it is to give."""
        own = inspect.Signature(list(_from_pytest(function, is_given)))
        run.__signature__ = own  # type: ignore[attr-defined]

    settle(lambda name: False)
    setattr(run, _INPUTS, settle)
    return run


class _Calls:
    """Calls a test, until it says that it is to end."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.ended: BaseException | None = None
        self._function = function
        self._is_async = inspect.iscoroutinefunction(inspect.unwrap(function))

    def __call__(self, /, **arguments: Any) -> Any:
        if self.ended is not None:
            raise self.ended
        try:
            result = self._function(**arguments)
            if self._is_async:
                import asyncio

                return asyncio.run(result)
            return result
        except _ENDS as error:
            self.ended = error
            raise


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

    vars(function)[_INPUTS](is_given)


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
