"""The pytest plugin: `--refute PATH` makes a test of every annotated function, `test` one of a function's own inputs.

pytest imports this at every start, so what checks and prints is imported where it is needed.
"""
# ruff: noqa: PT028 - `test` is no test

from __future__ import annotations

import fnmatch
import functools
import inspect
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, NoReturn, get_origin, overload

import pytest

from refute.settings.options import natural, seconds

if TYPE_CHECKING:
    from refute.campaign.report import Report
    from refute.check.data import SubjectInfo
    from refute.commands.known import Known
    from refute.errors import Place, RefuteError
    from refute.run.host.process import Host
    from refute.settings.settings import Settings
    from refute.spaces.scope import Scope

_TO_READ = 60.0  # seconds, for the types of a function
_ROOT = "refute"  # what the ids of all items begin with
_INPUTS = "_refute_settle"  # the attribute by which a function that `test` made is known
# What a test may raise that is no failure of it, and ends it.
_ENDS = (KeyboardInterrupt, pytest.skip.Exception, pytest.xfail.Exception, pytest.exit.Exception)


class Refuted(pytest.fail.Exception):  # type: ignore[misc, name-defined]
    """A failure that is told by its text alone, without a traceback."""

    def __init__(self, text: str, summary: str, place: Place | None) -> None:
        super().__init__(text, pytrace=False)
        self.summary = summary
        self.place = place


class Unusable(Refuted):
    """What was to be checked cannot be."""


# ---------------------------------------------------------------------------------------------------------- options


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("refute", "functions tested against their types")
    group.addoption(
        "--refute",
        action="append",
        default=[],
        metavar="PATH",
        help="test the annotated functions of a file, file.py:name, directory, module or module:name",
    )
    group.addoption("--refute-size", type=natural, metavar="N", help="all inputs to this size")
    group.addoption("--refute-depth", type=natural, metavar="N", help="all inputs to this depth")
    group.addoption(
        "--refute-budget", type=seconds, metavar="TIME", help="for each function, such as 10s, 500ms or 2m (5s)"
    )
    group.addoption("--refute-seed", type=int, metavar="S", help="random seed for samples (0)")
    group.addoption(
        "--refute-strict",
        action="store_true",
        default=None,
        help="report also exceptions that a function with plain types raises to refuse arguments",
    )
    group.addoption(
        "--refute-no-store", action="store_true", help="neither keep failures in .refute/ nor try those kept there"
    )
    group.addoption("--refute-no-baseline", action="store_true", help="report also what is in refute-baseline.json")
    parser.addini("refute_paths", "what --refute is given when pytest is run without arguments", type="linelist")


_TARGETS = pytest.StashKey["list[_Target]"]()
_SETTINGS: pytest.StashKey[Settings] = pytest.StashKey()
_KNOWN: pytest.StashKey[Known] = pytest.StashKey()
_HOST = pytest.StashKey["Host"]()


class _Target(NamedTuple):
    """What one collector looks into: `text` is for `find_functions`, `label` for the ids of its items."""

    label: str
    text: str


def pytest_configure(config: pytest.Config) -> None:
    ids = [argument for argument in config.args if argument.startswith(f"{_ROOT}::")]
    asked = config.getoption("--refute")
    is_bare = not asked and config.args_source is not config.ArgsSource.ARGS
    paths = config.getini("refute_paths") if is_bare else []
    targets: list[_Target] = []
    if asked or ids or paths:
        _settle(config)
    for text in asked:
        targets += _resolved(text, config.invocation_params.dir, config)
    for text in paths:
        targets += _resolved(text, config.inipath.parent if config.inipath else config.rootpath, config)
    if ids:  # of items, as a summary prints them
        config.args = [argument for argument in config.args if argument not in ids]
        for text in ids:
            _, label, *names = text.split("::")
            targets += _resolved(":".join([label, *names]), config.rootpath, config)
    config.stash[_TARGETS] = list(dict.fromkeys(targets))


def pytest_unconfigure(config: pytest.Config) -> None:
    host = config.stash.get(_HOST, None)
    if host is not None:
        host.close()


def _host(config: pytest.Config) -> Host:
    """The process in which the functions are, for the whole session."""
    from refute.check.entry import host_for
    from refute.run.host.process import Host

    if _HOST not in config.stash:
        host = host_for(limits=config.stash[_SETTINGS].limits, workers=config.stash[_SETTINGS].workers)
        assert isinstance(host, Host)
        config.stash[_HOST] = host
    return config.stash[_HOST]


def _settle(config: pytest.Config) -> None:
    """Read the settings, those of `refute check` with what pytest is told over them, and the baseline."""
    from refute.commands.known import Known
    from refute.errors import RefuteError
    from refute.settings.settings import settings_for

    keys = ("size", "depth", "budget", "seed", "strict")
    given = {key: value for key in keys if (value := config.getoption(f"refute_{key}")) is not None}
    try:
        settings = config.stash[_SETTINGS] = settings_for(given, config.invocation_params.dir)
        config.stash[_KNOWN] = Known(settings.project, ignored=config.option.refute_no_baseline)
    except RefuteError as error:
        raise pytest.UsageError(str(error)) from None


def _resolved(text: str, base: Path, config: pytest.Config) -> Iterator[_Target]:
    """The files of a directory one by one, so that one that cannot be imported does not hide the others."""
    found = re.fullmatch(r"(.+\.py|[\w.]+):(.+)", text)
    module, name = (found[1], f":{found[2]}") if found else (text, "")
    path = base / module
    if path.is_dir():
        from refute.targets.files import Exclusion, files_in

        settings = config.stash[_SETTINGS]
        for file in files_in(path, Exclusion(settings.exclude, settings.project)):
            if isinstance(file, Path) and not _is_test(file, config):
                yield _of_file(file, "", config)
    elif module.endswith(".py"):
        yield _of_file(path, name, config)
    else:
        yield _Target(module, module + name)


def _of_file(file: Path, name: str, config: pytest.Config) -> _Target:
    return _Target(_relative(file, config.rootpath).as_posix(), f"{_relative(file, Path.cwd())}{name}")


def _relative(file: Path, base: Path) -> Path:
    file = file.resolve()
    return file.relative_to(base) if file.is_relative_to(base) else file


def _is_test(file: Path, config: pytest.Config) -> bool:
    """Whether a file is pytest's own matter."""
    return file.name == "conftest.py" or any(fnmatch.fnmatch(file.name, own) for own in config.getini("python_files"))


def _scope(size: int | None, depth: int | None) -> Scope | None:
    from refute.spaces.scope import Scope

    return None if size is None and depth is None else Scope(size=size, depth=depth)


# ------------------------------------------------------------------------------------------------------- collecting


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Collect before anything else looks at the items, so that -k, --lf and the like see ours."""
    if not config.stash[_TARGETS]:
        return
    root = RefuteRoot.from_parent(session, name=_ROOT, nodeid=_ROOT)
    own = {item.nodeid: item for item in session.genitems(root)}  # asked for twice, there once
    items += own.values()


class RefuteRoot(pytest.Collector):
    """All that `--refute` names."""

    def collect(self) -> Iterable[pytest.Collector]:
        for target in self.config.stash[_TARGETS]:
            yield RefuteFile.from_parent(self, name=target.label, text=target.text)


class RefuteFile(pytest.Collector):
    """The annotated functions of one file or module."""

    def __init__(self, *, text: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.text = text

    def collect(self) -> Iterable[pytest.Item]:
        from refute.check.client import imported
        from refute.check.data import SubjectInfo
        from refute.errors import RefuteError

        seconds = self.config.stash[_SETTINGS].limits.importing
        try:
            subjects = imported(
                _host(self.config), "subjects", self.text, doing=f"importing {self.text}", seconds=seconds
            )
        except RefuteError as error:
            if _is_known(self, error):
                return
            raise self.CollectError(str(error)) from None
        settings = self.config.stash[_SETTINGS]
        for subject in subjects:
            if isinstance(subject, SubjectInfo) and settings.leaves_out(subject) is None:
                path = Path(subject.place.file) if subject.place else None
                yield RefuteItem.from_parent(self, name=subject.name, subject=subject, path=path)


class RefuteItem(pytest.Item):
    """One function, tested against its types in a process of its own."""

    def __init__(self, *, subject: SubjectInfo, **rest: Any) -> None:
        super().__init__(**rest)
        self.subject = subject

    def setup(self) -> None:
        from refute.check.data import Options
        from refute.errors import RefuteError

        untyped = self.config.stash[_SETTINGS].for_module(self.subject.module).untyped
        try:
            _host(self.config).call(
                *("open", self.subject.reference, Options(untyped=untyped)),
                doing=f"reading the types of {self.subject.name}",
                within=self.config.stash[_SETTINGS].limits.importing + _TO_READ,
            )
        except RefuteError as error:
            self._give_up(error)

    def _give_up(self, error: RefuteError) -> NoReturn:
        """What cannot be checked is an error, unless that is known."""
        if _is_known(self, error):
            pytest.xfail(f"in the baseline: {error.problem}")
        raise _unusable(error, self.subject.place) from None

    def runtest(self) -> None:
        import refute.report.checked  # noqa: F401 - reports that show themselves
        from refute.check.entry import checked
        from refute.errors import RefuteError
        from refute.store.files import DIRECTORY

        how = self.config.stash[_SETTINGS].for_module(self.subject.module).for_check()
        known = self.config.stash[_KNOWN]
        how["max_findings"] += known.room_for(self.subject)
        try:
            report = checked(
                _host(self.config),
                self.subject.reference,
                name=self.subject.name,
                **how,
                store=None if self.config.option.refute_no_store else self.config.rootpath / DIRECTORY,
            )
        except RefuteError as error:
            self._give_up(error)
        known.seen(report, self.subject)
        self.user_properties += report.properties
        if report.is_known:
            pytest.xfail("; ".join(["in the baseline", *(finding.summary for finding in report.known)]))
        _raise(report)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        place = self.subject.place
        return self.path, place.line - 1 if place and place.line else None, self.name


def _is_known(node: RefuteFile | RefuteItem, error: RefuteError) -> bool:
    """Whether the baseline has it that a file or function cannot be checked."""
    from refute.report.verdicts import Unusable

    subject = node.subject if isinstance(node, RefuteItem) else None
    verdict = Unusable(node.text if isinstance(node, RefuteFile) else node.name, None, error)
    return node.config.stash[_KNOWN].seen(verdict, subject).status == "known"


# -------------------------------------------------------------------------------------------------------- reporting


def _raise(report: Report) -> None:
    """Fail if something was found."""
    if report.findings:
        first = report.findings[0]
        raise Refuted(str(report), first.summary, report.place)
    if report.interrupted:
        raise KeyboardInterrupt
    if not report.ok:
        raise Refuted(str(report), f"{report.target} {report.status}: {report.claims.tried}", report.place)


def _unusable(error: RefuteError, place: Place | None) -> Unusable:
    error.place = error.place or place
    return Unusable(str(error), error.problem, error.place)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let summaries say what failed, and where, instead of where it was raised here."""
    report = yield
    error = call.excinfo.value if call.excinfo is not None else None
    if isinstance(error, Refuted):
        crash = getattr(report.longrepr, "reprcrash", None)
        if crash is not None:
            crash.message = error.summary
            if error.place is not None:
                crash.path, crash.lineno = error.place.file, error.place.line
        vars(report)["refute_unusable"] = isinstance(error, Unusable)
    return report


def pytest_report_teststatus(report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, str] | None:
    """Something that turns out to be unusable only when it is run is an error all the same."""
    if getattr(report, "refute_unusable", False) and report.failed:
        return "error", "E", "ERROR"
    return None


# ------------------------------------------------------------------------------------------------ tests with inputs


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
    def run(*args: Any, **given: Any) -> None:
        from refute.errors import RefuteError
        from refute.report.checked import check
        from refute.types.reading.places import place_of

        place = place_of(inspect.unwrap(function))
        inputs = _Inputs(function, dict(zip(names, args, strict=False)) | given)
        try:
            report = check(inputs, scope=_scope(size, depth), in_process=True, max_findings=1, strict=True, **settings)
        except RefuteError as error:
            raise _unusable(error, place) from None
        if inputs.ended is not None:
            raise inputs.ended
        report.place = place
        _raise(report)

    def settle(is_given: Callable[[str], bool]) -> None:
        """Show pytest the parameters that it is to give."""
        own = inspect.Signature(list(_from_pytest(function, is_given)))
        run.__signature__ = own  # type: ignore[attr-defined]

    settle(lambda name: False)
    setattr(run, _INPUTS, settle)
    return run


class _Inputs:
    """A test as a function of its generated parameters only, the others given.

    To those who read its types it looks like the test itself, so that they are resolved where that was written.
    """

    def __init__(self, function: Callable[..., Any], given: Mapping[str, Any]) -> None:
        plain = inspect.unwrap(function)
        annotations = _annotations(function)
        parameters = [p for p in _named(function) if p.name in annotations and p.name not in given]
        kept = {*(p.name for p in parameters), "return"}
        looks = ("__name__", "__qualname__", "__module__", "__globals__", "__type_params__", "__doc__")
        self.__dict__ |= {look: getattr(plain, look) for look in looks if hasattr(plain, look)}
        self.__annotations__ = {name: annotation for name, annotation in annotations.items() if name in kept}
        self.__signature__ = inspect.Signature([p.replace(kind=p.KEYWORD_ONLY) for p in parameters])
        self.ended: BaseException | None = None
        self._function = function
        self._given = given
        self._is_async = inspect.iscoroutinefunction(plain)

    def __call__(self, **values: Any) -> Any:
        if self.ended is not None:
            raise self.ended
        try:
            result = self._function(**self._given, **values)
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
    annotations = _annotations(function)
    for parameter in _named(function):
        if parameter.default is parameter.empty and (parameter.name not in annotations or is_given(parameter.name)):
            yield parameter.replace(annotation=parameter.empty)


def _named(function: Callable[..., Any]) -> list[inspect.Parameter]:
    parameters = inspect.signature(function).parameters.values()
    return [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]


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
