"""Settings: `[tool.refute]` in pyproject.toml, profiles, and what the command line says, joined layer by layer.

A layer is what one place says, by the names of the keys. In each, what is said beside a profile counts more than what
the profile says; the command line counts more than the file; the file, more than what is built in. What the file says
of some modules counts more than profiles, and less than what the command line says itself.
"""

from __future__ import annotations

import argparse
import fnmatch
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refute.choices import ENGINES, FORMATS, LEFTOVERS, WORKERS
from refute.errors import Place, RefuteError
from refute.run.limits import Limits
from refute.run.wall.rules import RuleError, Rules
from refute.settings.options import cores, interval, natural, positive, seconds
from refute.spaces.scope import Scope
from refute.targets.files import Exclusion

if TYPE_CHECKING:
    from refute.check.data import SubjectInfo

Layer = Mapping[str, Any]

_BUILT_IN: Layer = {"profile": "dev"}
_PROFILES: Mapping[str, Layer] = {"dev": {"budget": None}, "ci": {"budget": 30.0}, "thorough": {"budget": 600.0}}
# Keys that answer one question together: a layer that has one of them leaves nothing of the layers below.
_HOW_FAR = {"size", "depth", "smallcheck", "budget", "tests"}
_HOW_MUCH_IS_SAID = {"quiet", "verbose"}
_WITHIN_A_SCOPE = {"ints", "landmarks"}  # and these go with a size or a depth
# Keys that are for a run, and not for a function.
_OF_A_RUN = {
    *(
        "targets",
        "include",
        "exclude",
        "profile",
        "import-limit",
        "deny",
        "freeze",
        "for",
        "jobs",
        "workers",
        "format",
        "quiet",
        "verbose",
    ),
}
_AS_THEY_ARE = (
    *("budget", "tests", "seed", "engine", "leftovers", "strict", "raises", "untyped", "skip", "workers"),
    *("targets", "include", "exclude", "jobs", "format", "quiet", "verbose"),
)


class SettingsError(RefuteError):
    """A setting that is unknown, or has a value it cannot have."""


@dataclass(frozen=True)
class Override:
    """What is said of some modules: `pkg.*` is a package and all in it."""

    modules: tuple[str, ...]
    layer: Layer

    def is_for(self, name: str) -> bool:
        return any(
            fnmatch.fnmatchcase(name, pattern) or f"{name}.*" == pattern  # the package itself
            for pattern in self.modules
        )


@dataclass(frozen=True)
class Settings:
    """What was settled."""

    scope: Scope | None = None
    budget: float | None = None  # seconds; None: what `check` does by default
    tests: int | None = None
    seed: int = 0
    limits: Limits = Limits()  # noqa: RUF009 - frozen
    max_findings: int = 3
    engine: str = "auto"
    leftovers: str = "warn"
    untyped: bool = False
    skip: str | None = None  # why nothing is checked
    strict: bool = False
    raises: tuple[str, ...] = ()
    workers: str = "auto"
    targets: tuple[str, ...] = ()
    include: tuple[str, ...] = ()  # what the project consists of, as seen from its root; empty: all of it
    exclude: tuple[str, ...] = ()
    project: Path = field(default=Path(), compare=False)  # its directory
    jobs: int = field(default_factory=cores)
    run_time: float | None = None  # seconds, for all functions together
    format: str = "text"
    quiet: bool = False
    verbose: bool = False
    overrides: tuple[Override, ...] = ()
    _layers: tuple[Layer, Layer] = field(default=({}, {}), compare=False, repr=False)  # below and above the overrides

    def for_module(self, name: str) -> Settings:
        """Those for the functions of a module."""
        layers = [override.layer for override in self.overrides if override.is_for(name)]
        if not layers:
            return self
        below, above = self._layers
        settled = reduce(_over, [*layers, above], below)
        return replace(_settings(settled), project=self.project)

    def leaves_out(self, subject: SubjectInfo) -> str | None:
        """Why a function is not checked; None if it is."""
        own = self.for_module(subject.module)
        # there are no values to be given for `*args` alone, whatever is assumed of others
        is_taken = own.untyped and not all(name.startswith("*") for name in subject.unannotated)
        if subject.named or (own.skip is None and (is_taken or not subject.unannotated)):
            return None
        return f"unannotated: {', '.join(subject.unannotated)}" if own.skip is None else f"skipped: {own.skip}"

    def for_check(self) -> dict[str, Any]:
        """Those that are keywords of `check`."""
        names = (
            *("scope", "budget", "tests", "seed", "limits", "max_findings"),
            *("engine", "leftovers", "strict", "raises", "untyped"),
        )
        return {name: getattr(self, name) for name in names}


def settings_for(given: Layer, directory: Path) -> Settings:
    """What is given, over what is found in the pyproject.toml of a directory or of one above it."""
    file = _File.above(directory)
    own = file.layer if file else {}
    profiles = dict(_PROFILES)
    for name, layer in (file.profiles if file else {}).items():
        profiles[name] = _over(profiles.get(name, {}), layer)
    below: Layer = {}
    for layer in (_BUILT_IN, own, given):
        if "profile" in layer:
            profile = _over(_profile(layer["profile"], profiles, file if layer is own else None), layer)
            below = _over(below, {key: value for key, value in profile.items() if key not in layer})
        below = below if layer is given else _over(below, layer)
    return replace(
        _settings(_over(below, given)),
        overrides=file.overrides if file else (),
        project=file.path.parent if file else _project(directory),
        _layers=(below, given),
    )


def _project(directory: Path) -> Path:
    """The directory of a project without settings."""
    places = (directory, *directory.parents)
    return next((place for place in places if (place / "pyproject.toml").is_file()), directory)


def _over(below: Layer, above: Layer) -> Layer:
    hidden: set[str] = set()
    if above.keys() & _HOW_FAR:
        hidden |= _HOW_FAR if above.keys() & {"size", "depth"} else _HOW_FAR | _WITHIN_A_SCOPE
    if above.keys() & _HOW_MUCH_IS_SAID:
        hidden |= _HOW_MUCH_IS_SAID
    return {key: value for key, value in below.items() if key not in hidden} | dict(above)


def _profile(name: str, profiles: Mapping[str, Layer], file: _File | None) -> Layer:
    if name not in profiles:
        raise SettingsError(
            f"there is no profile {name!r}",
            place=file.place("profile") if file else None,
            remedy=_suggestion(name, profiles),
        )
    return profiles[name]


def _settings(layer: Layer) -> Settings:
    kept = {key: layer[key] for key in _AS_THEY_ARE if key in layer}
    default = Limits()
    limits = Limits(
        wall=Rules().allowing(layer.get("allow", ())).denying(layer.get("deny", ())),
        seconds=layer.get("time-limit", default.seconds),
        memory=layer["memory-limit"] << 20 if "memory-limit" in layer else default.memory,
        importing=layer.get("import-limit", default.importing),
        freeze=layer.get("freeze", default.freeze),
    )
    return Settings(
        scope=scope_of(layer),
        limits=limits,
        max_findings=layer.get("max-findings", Settings.max_findings),
        run_time=layer.get("for"),
        **kept,
    )


def scope_of(layer: Layer) -> Scope | None:
    """The scope that was asked for, if one was."""
    if "smallcheck" in layer:
        for other in sorted(layer.keys() & ({"size", "depth"} | _WITHIN_A_SCOPE)):
            raise SettingsError(f"smallcheck and {other} exclude each other", remedy="Leave out one of them.")
        return Scope.smallcheck(layer["smallcheck"])
    if "size" not in layer and "depth" not in layer:
        for key in sorted(layer.keys() & _WITHIN_A_SCOPE):
            raise SettingsError(f"{key} has no effect without a size or a depth", remedy="Give one of these as well.")
        return None
    return Scope(
        size=layer.get("size"),
        depth=layer.get("depth"),
        ints=layer.get("ints"),
        landmarks=layer.get("landmarks", True),
    )


# ----------------------------------------------------------------------------------------------------------- the file


@dataclass(frozen=True)
class _File:
    """A pyproject.toml with `[tool.refute]`, all of it read."""

    path: Path
    text: str
    table: Mapping[str, Any]

    @classmethod
    def above(cls, directory: Path) -> _File | None:
        """The nearest, in a directory or above it."""
        for place in (directory, *directory.parents):
            path = place / "pyproject.toml"
            if path.is_file():
                text, tables = _parsed(path)
                tools = tables.get("tool")
                if isinstance(tools, dict) and "refute" in tools:
                    file = cls(path, text, tools["refute"])
                    file._expect_table(file.table, "")
                    return file
        return None

    @property
    def layer(self) -> Layer:
        return self._read({key: value for key, value in self.table.items() if key not in _TABLES}, "")

    @property
    def overrides(self) -> tuple[Override, ...]:
        tables = self.table.get("overrides", [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise SettingsError(
                "expected tool.refute.overrides to be an array of tables",
                place=Place(str(self.path)),
                remedy="Write [[tool.refute.overrides]], and its keys below: module = 'shop.*', skip = 'why'.",
            )
        return tuple(map(self._override, tables))

    def _override(self, table: Mapping[str, Any]) -> Override:
        names = table.get("module", [])
        modules = tuple([names] if isinstance(names, str) else names) if isinstance(names, str | list) else ()
        if not modules or not all(isinstance(name, str) for name in modules):
            problem = f"expected the name of a module, or a list of such, not {names!r}" if names else "it is missing"
            raise self._error("overrides", "module", problem, "Say for which modules it is: module = 'shop.*'.")
        return Override(modules, self._read({k: v for k, v in table.items() if k != "module"}, "overrides"))

    @property
    def profiles(self) -> Mapping[str, Layer]:
        tables = self.table.get("profiles", {})
        self._expect_table(tables, "profiles")
        found = {}
        for name, table in tables.items():
            self._expect_table(table, f"profiles.{name}")
            found[name] = self._read(table, f"profiles.{name}")
        return found

    def _read(self, table: Mapping[str, Any], inside: str) -> Layer:
        known = [key for key in _READERS if _may_be_in(inside, key)]
        layer = {}
        for key, value in table.items():
            if inside == "overrides" and key in _OF_A_RUN:
                raise self._error(
                    inside, key, "it is for a whole run, not for some modules", "Write it in [tool.refute]."
                )
            if key not in known:
                names = known if inside else [*known, *_TABLES]
                raise self._error(inside, key, "there is no such setting", _suggestion(key, names))
            expected, read = _READERS[key]
            try:
                layer[key] = read(value)
            except (ValueError, TypeError, argparse.ArgumentTypeError):
                near = _suggestion(value, FORMATS) if key == "format" and isinstance(value, str) else ""
                raise self._error(inside, key, f"expected {expected}, not {value!r}", near) from None
        if layer.get("quiet") and layer.get("verbose"):
            raise self._error(inside, "verbose", "quiet and verbose exclude each other", "Leave out one of them.")
        for key, rules in (("allow", Rules().allowing), ("deny", Rules().denying)):
            if key in layer:
                layer[key] = [self._path_seen_from_here(text) for text in layer[key]]
                try:
                    rules(layer[key])
                except RuleError as error:
                    raise self._error(inside, key, error.problem, error.remedy) from None
        if "targets" in layer:
            layer["targets"] = tuple(map(self._seen_from_here, layer["targets"]))
        return layer

    def _expect_table(self, value: Any, name: str) -> None:
        if not isinstance(value, dict):
            header = ".".join(filter(None, ["tool.refute", name]))
            raise SettingsError(
                f"expected {header} to be a table, not {value!r}",
                place=Place(str(self.path)),
                remedy=f"Write its keys below [{header}].",
            )

    def _error(self, inside: str, key: str, problem: str, remedy: str) -> SettingsError:
        header = ".".join(filter(None, ["tool.refute", inside]))
        return SettingsError(f"[{header}] {key}: {problem}", place=self.place(key, inside), remedy=remedy)

    def place(self, key: str, inside: str = "") -> Place:
        """Where a key stands, as far as a look at the lines can tell."""
        table = ".".join(["tool", "refute", *filter(None, [inside])])
        current = ""
        for number, line in enumerate(self.text.splitlines(), 1):
            if header := re.match(r"\s*\[{1,2}\s*([^\[\]]+?)\s*\]", line):
                current = re.sub(r"[\s\"']", "", header[1])
            elif current == table and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*[=.]""", line):
                return Place(str(self.path), number)
        return Place(str(self.path))

    def _path_seen_from_here(self, text: str) -> str:
        """`write=build` with a path from the directory of the file."""
        word, given, path = text.partition("=")
        return f"{word}={self.path.parent / Path(path).expanduser()}" if given and path else text

    def _seen_from_here(self, target: str) -> str:
        """A path is one from the directory of the file."""
        path, colon, name = target.partition(":")
        there = self.path.parent / path
        return f"{relpath(there)}{colon}{name}" if path.endswith(".py") or there.is_dir() else target


def _may_be_in(table: str, key: str) -> bool:
    if table == "overrides":
        return key not in _OF_A_RUN
    return key != "skip" and (key != "profile" or not table)


def _parsed(path: Path) -> tuple[str, dict[str, Any]]:
    import tomllib  # not needed where there is no file

    try:
        text = path.read_text(encoding="utf-8")
        return text, tomllib.loads(text)
    except (OSError, ValueError) as error:  # it cannot be opened, or is not UTF-8, or not TOML
        line = re.search(r"at line (\d+)", str(error))
        raise SettingsError(
            f"the settings cannot be read: {error}",
            place=Place(str(path), int(line[1]) if line else 0),
            remedy="Correct the file: refute reads its settings from it.",
        ) from None


def _suggestion(word: str, known: Iterable[str]) -> str:
    import difflib  # seldom needed

    near = difflib.get_close_matches(word.replace("_", "-"), known, n=2)
    return f"Did you mean {' or '.join(near)}?" if near else f"There are {', '.join(known)}."


# --------------------------------------------------------------------------------------------------- what keys may be


def _time(value: object) -> float:
    if type(value) in (int, float) and value >= 0:  # type: ignore[operator]
        return float(value)  # type: ignore[arg-type]
    return seconds(_text(value))


def _number(read: Callable[[str], int]) -> Callable[[object], int]:
    """A number, within what the command line takes."""

    def number(value: object) -> int:
        if type(value) is not int:
            raise TypeError
        return read(str(value))

    return number


def _interval(value: object) -> tuple[int, int]:
    match value:
        case [int(low), int(high)]:
            return low, high
    return interval(_text(value))


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _one_of(known: Collection[str]) -> tuple[str, Callable[[object], str]]:
    def word(value: object) -> str:
        if value not in known:
            raise ValueError
        return _text(value)

    return f"one of {', '.join(known)}", word


def _exceptions(value: object) -> tuple[str, ...]:
    names = _texts(value)
    if not all(part.isidentifier() for name in names for part in name.split(".")):
        raise ValueError
    return tuple(names)


def _patterns(value: object) -> tuple[str, ...]:
    return Exclusion(tuple(_texts(value))).patterns


def _texts(value: object) -> list[str]:
    if not isinstance(value, list):
        raise TypeError
    return [_text(item) for item in value]


_TIME = ('a time such as "10s", or a number of seconds', _time)
_NATURAL = ("a number from 0 on", _number(natural))
_SWITCH = ("true or false", _switch)
_TABLES = ("profiles", "overrides")
_READERS: Mapping[str, tuple[str, Callable[[object], Any]]] = {
    "targets": ("a list of files, modules or directories", _texts),
    "include": ('a list of files, directories or patterns such as "src/*"', lambda value: tuple(_texts(value))),
    "exclude": ('a list of patterns such as "legacy" or "src/*/generated"', _patterns),
    "profile": ("the name of a profile", _text),
    "size": _NATURAL,
    "depth": _NATURAL,
    "smallcheck": _NATURAL,
    "ints": ('two integers such as "-3..3" or [-3, 3]', _interval),
    "landmarks": _SWITCH,
    "budget": _TIME,
    "for": _TIME,
    "tests": ("a number from 1 on", _number(positive)),
    "seed": ("an integer", _number(int)),
    "time-limit": _TIME,
    "memory-limit": ("a number of MiB", _number(positive)),
    "import-limit": _TIME,
    "max-findings": ("a number from 1 on", _number(positive)),
    "allow": ('a list of doors such as "net" or "write=PATH"', _texts),
    "deny": ('a list such as "read=~/.ssh"', _texts),
    "jobs": ("a number from 1 on", _number(positive)),
    "engine": _one_of(ENGINES),
    "leftovers": _one_of(LEFTOVERS),
    "untyped": _SWITCH,
    "freeze": _SWITCH,
    "skip": ("the reason, as text", _text),
    "strict": _SWITCH,
    "raises": ('a list of names of exceptions such as "ValueError" or "shop.errors.SoldOut"', _exceptions),
    "workers": _one_of(WORKERS),
    "format": _one_of(FORMATS),
    "quiet": _SWITCH,
    "verbose": _SWITCH,
}
