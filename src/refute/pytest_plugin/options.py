"""What pytest is told on its command line: options, targets and ids; and what the whole session shares."""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from refute.settings.options import natural, positive, seconds

if TYPE_CHECKING:
    from refute.commands.known import Known
    from refute.run.host.process import Host
    from refute.settings.settings import Settings

ROOT, EXPLORED_ROOT = "refute", "refute-explore"  # what the ids of all items begin with


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("refute", "functions tested against their types")
    group.addoption(
        "--refute",
        action="append",
        default=[],
        metavar="PATH",
        help="test the annotated functions of a file, file.py:name, directory, module or module:name",
    )
    group.addoption(
        "--refute-explore",
        action="append",
        default=[],
        metavar="PATH",
        help="explore what a file, file.py:Class, directory, module or module:interface offers",
    )
    group.addoption("--refute-calls", type=positive, metavar="N", help="explore all programs of up to N calls")
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
    parser.addini("refute_explore_paths", "the same for --refute-explore", type="linelist")


TARGETS = pytest.StashKey["list[Target]"]()
EXPLORED = pytest.StashKey["list[Target]"]()
_SETTINGS: pytest.StashKey[Settings] = pytest.StashKey()
KNOWN: pytest.StashKey[Known] = pytest.StashKey()
_HOST = pytest.StashKey["Host"]()
_EXPLORING_HOST = pytest.StashKey["Host"]()


class Target(NamedTuple):
    """What one collector looks into: `text` is for `find_functions`, `label` for the ids of its items."""

    label: str
    text: str


def pytest_configure(config: pytest.Config) -> None:
    config.stash[TARGETS] = _targets(config, ROOT, "--refute", "refute_paths")
    config.stash[EXPLORED] = _targets(config, EXPLORED_ROOT, "--refute-explore", "refute_explore_paths")


def _targets(config: pytest.Config, root: str, option: str, setting: str) -> list[Target]:
    """What an option, a setting, or ids on the command line name."""
    ids = [argument for argument in config.args if _is_id(argument, root, config)]
    asked = config.getoption(option)
    is_bare = not asked and config.args_source is not config.ArgsSource.ARGS
    paths = config.getini(setting) if is_bare else []
    targets: list[Target] = []
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
            name = ".".join(names)  # `-v` writes Pair::twice
            named = f":{name}" if name and not _is_module(label, name) else ""
            targets += _resolved(f"{label}{named}", config.rootpath, config)
    return list(dict.fromkeys(targets))


def _is_module(label: str, name: str) -> bool:
    """Whether a name in an id is that of the module itself, as where a whole module is explored."""
    return name.rpartition(".")[2] == Path(label).stem or name == label


def _is_id(argument: str, root: str, config: pytest.Config) -> bool:
    """Whether it names items of ours: `refute::file.py::name`, or as pytest writes that below the root directory."""
    head, separator, _ = argument.partition("::")
    is_below = os.path.abspath(config.invocation_params.dir / head) == str(config.rootpath / root)
    return bool(separator) and (head == root or is_below)


def pytest_unconfigure(config: pytest.Config) -> None:
    for key in (_HOST, _EXPLORING_HOST):
        host = config.stash.get(key, None)
        if host is not None:
            host.close()


def host_of(config: pytest.Config) -> Host:
    """The process in which the functions are, for the whole session."""
    from refute.check.entry import host_for

    return _host(config, _HOST, host_for)


def exploring_host_of(config: pytest.Config) -> Host:
    """The process in which what is explored is, for the whole session."""
    from refute.explore.entry import host_for

    return _host(config, _EXPLORING_HOST, host_for)


def _host(config: pytest.Config, key: pytest.StashKey[Host], make: Callable[..., object]) -> Host:
    from refute.run.host.process import Host

    if key not in config.stash:
        settings = settings_of(config)
        host = make(limits=settings.limits, workers=settings.workers)
        assert isinstance(host, Host)
        config.stash[key] = host
    return config.stash[key]


def _settle(config: pytest.Config) -> None:
    """Read the settings and the baseline."""
    from refute.commands.known import Known
    from refute.errors import RefuteError

    settings = settings_of(config)
    try:
        config.stash[KNOWN] = Known(settings.project, ignored=config.option.refute_no_baseline)
    except RefuteError as error:
        raise pytest.UsageError(str(error)) from None


def settings_of(config: pytest.Config) -> Settings:
    """Those of `refute check`, with what pytest is told over them."""
    from refute.errors import RefuteError
    from refute.settings.settings import settings_for

    keys = ("size", "depth", "budget", "seed", "strict")
    given = {key: value for key in keys if (value := config.getoption(f"refute_{key}")) is not None}
    if _SETTINGS not in config.stash:
        try:
            config.stash[_SETTINGS] = settings_for(given, config.invocation_params.dir)
        except RefuteError as error:
            raise pytest.UsageError(str(error)) from None
    return config.stash[_SETTINGS]


def _resolved(text: str, base: Path, config: pytest.Config) -> Iterator[Target]:
    """The files of a directory one by one, so that one that cannot be imported does not hide the others."""
    found = re.fullmatch(r"(.+\.py|[\w.]+):(.+)", text)
    module, name = (found[1], f":{found[2]}") if found else (text, "")
    path = base / module
    if path.is_dir():
        from refute.targets.files import Exclusion, files_in

        settings = settings_of(config)
        for file in files_in(path, Exclusion(settings.exclude, settings.project)):
            if isinstance(file, Path) and not _is_test(file, config):
                yield _of_file(file, "", config)
    elif module.endswith(".py"):
        yield _of_file(path, name, config)
    else:
        yield Target(module, module + name)


def _of_file(file: Path, name: str, config: pytest.Config) -> Target:
    return Target(_relative(file, config.rootpath).as_posix(), f"{_relative(file, Path.cwd())}{name}")


def _relative(file: Path, base: Path) -> Path:
    file = file.resolve()
    return file.relative_to(base) if file.is_relative_to(base) else file


def _is_test(file: Path, config: pytest.Config) -> bool:
    """Whether a file is pytest's own matter."""
    return file.name == "conftest.py" or any(fnmatch.fnmatch(file.name, own) for own in config.getini("python_files"))
