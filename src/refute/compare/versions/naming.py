"""Naming: OLD and NEW, as they are written on the command line, as versions.

old.py new.py                 two files
v1/shop v2/shop               two directories or packages
old.py:split new.py:divide    one thing of each
shop==1.0 shop==1.1           two distributions of the registry
shop.py --rev v1.2..main      one target at two revisions
shop.py --python 3.11..3.13   one target in two Pythons
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from refute.compare.behaviour.homes import Alias
from refute.compare.versions.installing import Installed, Requirement, installed, requirement_in
from refute.compare.versions.revisions import revisions_in, tree_at
from refute.compare.versions.support import support
from refute.compare.versions.version import Version
from refute.errors import TargetError
from refute.run.system.fresh import Interpreter
from refute.targets.parts import module_and_name

_SINCE = (3, 11)


def versions_of(
    old: str, new: str | None, *, rev: str | None = None, python: str | None = None, more: Sequence[str] = ()
) -> tuple[Version, Version]:
    """Two versions, or one target at two revisions or in two Pythons. Raises TargetError."""
    pythons = _pythons_in(python) if python else ("", "")
    revisions = revisions_in(rev) if rev else ("", "")
    if new is None and not rev and len(set(pythons)) < 2:
        raise TargetError(
            f"there is nothing to compare {old} with",
            remedy="Name another version, two revisions (--rev A..B) or two Pythons (--python 3.11..3.13).",
        )
    if new is not None and rev:
        raise TargetError("--rev is for one target", remedy="Leave the other one out.")
    texts = (old, old if new is None else new)
    made = [_version(*one, more) for one in zip(texts, revisions, pythons, strict=True)]
    return _named(made[0], made[1])


def _version(text: str, revision: str, program: str, more: Sequence[str]) -> Version:
    interpreter = Interpreter(program, support=support()) if program else None
    requirement = requirement_in(text)
    if requirement is not None and not Path(text).exists():
        return _installed(requirement, program or sys.executable, more)
    if revision:
        tree = tree_at(revision, Path.cwd())
        return _in_directory(text, Path(tree.here), interpreter, name=revision)
    return _in_directory(text, Path.cwd(), interpreter, name=_name_of_python(program))


def _installed(requirement: Requirement, program: str, more: Sequence[str]) -> Version:
    """The whole of a distribution, or the module in it that is named as it is."""
    found: Installed = installed(requirement, program, more)
    chosen = [name for name in found.modules if _plain(name) == _plain(requirement.name)] or list(found.modules)
    return Version(
        found.version,
        " ".join(chosen),
        interpreter=Interpreter(found.program, support=support()),
        root=chosen[0],
        places=found.places,
        is_installed=True,
    )


def _in_directory(text: str, directory: Path, interpreter: Interpreter | None, name: str) -> Version:
    split = module_and_name(text)
    target, member = split if split is not None else (text, "")
    place = directory / target
    is_elsewhere = directory.resolve() != Path.cwd().resolve()
    if place.exists():
        resolved = place.resolve()
        root = _root_of(resolved)
        inside = resolved if resolved.is_dir() else _package_around(resolved) or resolved
        return Version(
            name,
            str(resolved),
            directory=str(directory) if is_elsewhere else "",
            interpreter=interpreter,
            root=root,
            places=(str(inside),),
            member=member,
        )
    if target.endswith(".py") or "/" in target:
        raise TargetError(f"there is no {target}" + (f" at {name}" if is_elsewhere else ""), remedy="Look at its path.")
    return Version(
        name, target, str(directory) if is_elsewhere else "", interpreter, root=target.partition(".")[0], member=member
    )


def _root_of(place: Path) -> str:
    """The name of the outermost package of a file or directory; empty where a directory is none."""
    package = _package_around(place) if place.is_file() else place if (place / "__init__.py").is_file() else None
    if package is None:
        return place.stem if place.is_file() else ""
    while (package.parent / "__init__.py").is_file():
        package = package.parent
    return package.name


def _package_around(file: Path) -> Path | None:
    """The outermost package that a file is in."""
    found = None
    for directory in file.parents:
        if not (directory / "__init__.py").is_file():
            break
        found = directory
    return found


def _plain(name: str) -> str:
    return name.lower().replace("-", "_").replace(".", "_")


def _named(old: Version, new: Version) -> tuple[Version, Version]:
    """Versions with names of their own: those that they have, or old and new. What was named in both is one thing."""
    if old.member and new.member:
        old, new = together(old, new, old.member, new.member)
    if old.name and new.name and old.name != new.name:
        return old, new
    if old.name and not new.name:
        return old, replace(new, name="now")
    return replace(old, name="old"), replace(new, name="new")


def together(old: Version, new: Version, name: str, other: str) -> tuple[Version, Version]:
    """Versions of one thing, which may have another name in each."""
    if name == other:
        return old, new
    return replace(old, alias=Alias(name, other, name)), replace(new, alias=Alias(other, name, name))


# -- Pythons -----------------------------------------------------------------------------------------------------------


def _pythons_in(text: str) -> tuple[str, str]:
    """The programs of `3.12`, `3.11..3.13` or `/usr/bin/python3.12`. Raises TargetError."""
    old, dots, new = text.partition("..")
    first = _python(old)
    return first, _python(new) if dots else first


def _python(text: str) -> str:
    names = [f"python{text}"] if text[:1].isdigit() else [text]
    candidates = [found for name in names if (found := shutil.which(name))]
    if text[:1].isdigit():
        versions = Path.home() / ".pyenv" / "versions"
        candidates += [str(one) for one in sorted(versions.glob(f"{text}.*/bin/python"), reverse=True)]
    for program in candidates:
        version = _version_of(program)
        if version is None:
            continue
        if version < _SINCE:
            shown = ".".join(map(str, version))
            raise TargetError(f"{program} is Python {shown}", remedy="refute runs on Python 3.11 and later.")
        return program
    remedy = "Give its version or its path: --python /usr/bin/python3.12."
    raise TargetError(f"there is no Python {text} here", remedy=remedy)


def _version_of(program: str) -> tuple[int, int] | None:
    """None where it cannot be run, as the shim of a version that is not installed."""
    ask = "import sys, venv; print(*sys.version_info[:2])"
    asked = subprocess.run([program, "-I", "-c", ask], capture_output=True, text=True, check=False)
    words = asked.stdout.split()
    return (int(words[0]), int(words[1])) if asked.returncode == 0 and len(words) == 2 else None


def _name_of_python(program: str) -> str:
    if not program:
        return ""
    version = _version_of(program)
    return f"Python {version[0]}.{version[1]}" if version else program
