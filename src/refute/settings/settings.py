"""Settings: `[tool.refute]` in pyproject.toml, profiles, and what the command line says, joined layer by layer.

A layer is what one place says, by the names of the keys. In each, what is said beside a profile counts more than what
the profile says; the command line counts more than the file; the file, more than what is built in. What the file says
of some modules counts more than profiles, and less than what the command line says itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refute.run.limits import Limits
from refute.run.wall.rules import Rules
from refute.settings.options import cores
from refute.settings.pyproject import File, Layer, Override, SettingsError, suggestion
from refute.spaces.scope import Scope

if TYPE_CHECKING:
    from refute.check.data import SubjectInfo

_BUILT_IN: Layer = {"profile": "dev"}
_PROFILES: Mapping[str, Layer] = {"dev": {"budget": None}, "ci": {"budget": 30.0}, "thorough": {"budget": 600.0}}
# Keys that answer one question together: a layer that has one of them leaves nothing of the layers below.
_HOW_FAR = {"size", "depth", "smallcheck", "budget", "tests"}
_HOW_MUCH_IS_SAID = {"quiet", "verbose"}
_WITHIN_A_SCOPE = {"ints", "landmarks"}  # and these go with a size or a depth
_AS_THEY_ARE = (
    *("budget", "tests", "seed", "engine", "leftovers", "strict", "raises", "untyped", "aliasing", "holes", "skip"),
    *("workers", "exempt", "targets", "include", "exclude", "jobs", "format", "quiet", "verbose"),
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
    aliasing: bool = True
    holes: bool = True
    exempt: tuple[str, ...] = ()  # contracts of objects that are not asked for
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
        may_be_tried = not all(name.startswith("*") for name in subject.unannotated)
        if subject.named or (own.skip is None and ((own.untyped and may_be_tried) or not subject.unannotated)):
            return None
        if own.skip is not None:
            return f"skipped: {own.skip}"
        return f"unannotated: {', '.join(subject.unannotated)}{' (--untyped tries it)' * may_be_tried}"

    def for_check(self) -> dict[str, Any]:
        """Those that are keywords of `check`."""
        names = (
            *("scope", "budget", "tests", "seed", "limits", "max_findings"),
            *("engine", "leftovers", "strict", "raises", "untyped", "aliasing", "holes"),
        )
        return {name: getattr(self, name) for name in names}


def settings_for(given: Layer, directory: Path) -> Settings:
    """What is given, over what is found in the pyproject.toml of a directory or of one above it."""
    file = File.above(directory)
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


def _profile(name: str, profiles: Mapping[str, Layer], file: File | None) -> Layer:
    if name not in profiles:
        raise SettingsError(
            f"there is no profile {name!r}",
            place=file.place("profile") if file else None,
            remedy=suggestion(name, profiles),
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
