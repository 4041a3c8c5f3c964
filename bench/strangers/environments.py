"""Environments: a virtual environment for each tool, with the packages that are tested, and one for judging."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PACKAGES = (
    "codetiming==1.4.0",
    "flutils==0.7",
    "flutes==0.3.0",
    "docstring_parser==0.18.0",
    "python-string-utils==1.0.0",
    "typesystem==0.4.1",
    "pymonet==0.12.0",
    "isort==5.13.2",
)
JUDGING = ("coverage>=7.4", "pytest>=8", "hypothesis>=6.100")


@dataclass(frozen=True)
class Environment:
    """A directory with an interpreter of its own."""

    path: Path

    @property
    def python(self) -> Path:
        return self.path / "bin" / "python"

    def command(self, name: str) -> str:
        return str(self.path / "bin" / name)

    @property
    def variables(self) -> dict[str, str]:
        """Those of this process, without what leads out of the environment."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
        return kept | {"PATH": f"{self.path / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}


def environment(directory: Path, name: str, *packages: str) -> Environment:
    """The environment of a tool, made unless it is there with the same packages."""
    made = Environment(directory / name)
    wanted = "\n".join((*PACKAGES, *JUDGING, *packages))
    noted = made.path / "packages.txt"
    if not noted.exists() or noted.read_text(encoding="utf-8") != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(made.path)], check=True)
        pip = [str(made.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *PACKAGES, *JUDGING, *packages], check=True, env=made.variables)
        noted.write_text(wanted, encoding="utf-8")
    return made
