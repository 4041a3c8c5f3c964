"""The house of design §4: packages import each other in one direction, and importing refute stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import refute

SOURCE = Path(refute.__file__).parent
# A room may import those on lines above its own. `refute` itself is the list of public names.
STOREYS = (
    ("choices", "errors", "words"),
    ("ownership",),
    ("logic",),
    ("types",),
    ("spaces",),
    ("quantifiers", "functions"),
    ("search",),
    ("run",),
    ("conform",),
    ("judge",),
    ("contract", "minimise"),
    ("store",),
    ("programs",),
    ("campaign",),
    ("targets",),
    ("check",),
    ("explore",),
    ("suite",),
    ("compare",),
    ("report",),
    ("show",),
    ("settings",),
    ("commands",),
    ("cli", "pytest_plugin", "stateful"),
    ("__main__",),
)
STOREY = {room: storey for storey, rooms in enumerate(STOREYS) for room in rooms}
# Packages in which modules import each other in one direction, too.
ACYCLIC = sorted({path.parent.name for path in SOURCE.glob("*/__init__.py")})
HEAVY = (
    *("z3", "rich", "pydantic", "attr", "msgspec", "beartype", "pytest", "coverage", "hypothesis", "numpy", "pandas"),
    "typeshed_client",
)


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def room_of(module: Path) -> str:
    return module.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(module: Path) -> Iterator[tuple[int, str]]:
    """The line and the room of every import of refute, also of those inside functions and under TYPE_CHECKING."""
    for node in ast.walk(ast.parse(module.read_text())):
        match node:
            case ast.Import(names=names):
                dotted = [alias.name for alias in names]
            case ast.ImportFrom(module=str(base), names=names):
                dotted = [f"{base}.{alias.name}" for alias in names]
            case _:
                continue
        for name in dotted:
            parts = name.split(".")
            if parts[0] == "refute" and len(parts) > 1 and parts[1] in STOREY:
                yield node.lineno, parts[1]


def test_every_module_is_in_a_room_of_the_house() -> None:
    assert {room_of(module) for module in modules()} - {"__init__"} <= set(STOREY)


@pytest.mark.parametrize("module", modules(), ids=lambda module: str(module.relative_to(SOURCE)))
def test_packages_import_only_those_above_them(module: Path) -> None:
    room = room_of(module)
    if room == "__init__":
        return
    wrong = [
        f"{module}:{line}: {room} imports {other}"
        for line, other in imported(module)
        if other != room and STOREY[other] >= STOREY[room]
    ]
    assert not wrong


def dotted_name(module: Path) -> str:
    parts = module.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_modules(module: Path) -> Iterator[str]:
    """What a module imports anywhere in it, by dotted name: `from package import module` names the module."""
    for node in ast.walk(ast.parse(module.read_text())):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(base), names=names):
                yield base
                yield from (f"{base}.{alias.name}" for alias in names)


@pytest.mark.parametrize("package", ACYCLIC)
def test_modules_of_a_package_import_each_other_in_one_direction(package: str) -> None:
    """Also in imports that are hidden in functions or under TYPE_CHECKING."""
    inside = {dotted_name(module): module for module in modules() if room_of(module) == package}
    graph = {name: inside.keys() & set(imported_modules(module)) - {name} for name, module in inside.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


FOLDERS = sorted({module.parent for module in modules()} - {SOURCE})  # the first one has a room for each package


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(SOURCE)))
def test_a_folder_shows_a_dozen_names_at_most(folder: Path) -> None:
    names = {path.name for path in folder.iterdir() if not path.name.startswith("__")}
    assert len(names) <= 12


def test_no_module_uses_relative_imports() -> None:
    relative = [
        f"{module}:{node.lineno}"
        for module in modules()
        for node in ast.walk(ast.parse(module.read_text()))
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert not relative


def test_every_module_says_what_it_is_for() -> None:
    silent = [str(module) for module in modules() if not ast.get_docstring(ast.parse(module.read_text()))]
    assert not silent


def test_importing_refute_imports_no_library_it_does_not_need_at_once() -> None:
    code = f"import sys, refute; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def loaded_by(code: str) -> list[str]:
    """The modules that are there after some code was run, in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {code}; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_importing_refute_alone_imports_nothing_of_it() -> None:
    assert [name for name in loaded_by("import refute") if name.startswith("refute.")] == []


SELDOM_USED = (
    *("z3", "pydantic", "attr", "msgspec", "beartype", "pytest", "asyncio", "pdb", "difflib", "ssl"),
    "typeshed_client",
)


def test_a_check_imports_nothing_that_is_seldom_used(tmp_path: Path) -> None:
    (tmp_path / "successor.py").write_text("def successor(n: int) -> int:\n    return n + 1\n")
    target = str(tmp_path / "successor.py")
    code = f"from refute.cli import main; main(['check', {target!r}, '--size', '2', '--no-store', '--quiet'])"
    assert not set(loaded_by(code)) & set(SELDOM_USED)


def test_the_pytest_plugin_imports_nothing_that_checks_or_prints_until_it_is_used() -> None:
    before = set(loaded_by("import pytest, refute"))
    assert set(loaded_by("import pytest, refute.pytest_plugin")) - before <= {
        "refute.pytest_plugin",
        *(f"refute.pytest_plugin.{module}" for module in ("inputs", "interfaces", "items", "options", "outcomes")),
        "refute.settings",
        "refute.settings.options",
    }


def test_a_public_function_is_not_hidden_by_a_module_of_its_name() -> None:
    code = "import refute.check; from refute import check; assert callable(check) and refute.check is check"
    assert "refute.check" in loaded_by(code)


def test_every_public_name_that_type_checkers_see_is_there_when_the_program_runs() -> None:
    nodes = ast.walk(ast.parse((SOURCE / "__init__.py").read_text()))
    own = [node for node in nodes if isinstance(node, ast.ImportFrom) and str(node.module).startswith("refute.")]
    seen = {alias.name: node.module for node in own for alias in node.names}
    assert set(seen) == {*refute.__all__, "test"}
    assert all(getattr(refute, name) is getattr(import_module(str(home)), name) for name, home in seen.items())


def test_public_names_are_what_they_say() -> None:
    assert sorted(refute.__all__) == refute.__all__
    assert all(hasattr(refute, name) for name in refute.__all__)
