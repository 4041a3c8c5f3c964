"""The Haskell peers: a program made of the sources in bench/haskell, compiled once for a machine."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "haskell"
LIBRARIES = ("lazysmallcheck", "smallcheck")


@cache
def missing() -> str | None:
    """Why it cannot be run here; it is compiled if it can be, so that no one waits for that later."""
    if shutil.which("ghc") is None or shutil.which("ghc-pkg") is None:
        return "ghc is not installed"
    known = subprocess.run(["ghc-pkg", "list", "--simple-output"], capture_output=True, text=True).stdout.split()
    for library in LIBRARIES:
        if not any(package.rpartition("-")[0] == library for package in known):
            return f"the Haskell library {library} is not installed (Debian: libghc-{library}-dev)"
    made = _made()
    return None if program().exists() else f"ghc does not compile it: {made.stderr.strip().splitlines()[-1]}"


def program() -> Path:
    """Where it is, named after its sources."""
    text = "".join(source.read_text() for source in sorted(SOURCES.glob("*.hs")))
    return Path(tempfile.gettempdir()) / f"refute-bench-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _made() -> subprocess.CompletedProcess[str]:
    wanted = program()
    if wanted.exists():
        return subprocess.CompletedProcess([], 0, "", "")
    with tempfile.TemporaryDirectory(prefix="bench-haskell-") as directory:
        built = Path(directory, "depths")
        command = ["ghc", "-O2", "-outputdir", directory, "-o", str(built), "Main.hs"]
        done = subprocess.run(command, cwd=SOURCES, capture_output=True, text=True)
        if built.exists():
            half = wanted.with_suffix(f".{Path(directory).name}")
            shutil.copy2(built, half)
            half.replace(wanted)  # at once, whoever else compiles it
    return done


def counted(library: str, subject: str, depth: int, most: int | None = None) -> tuple[int, bool]:
    """How many valid inputs `lazy` or `small` SmallCheck has tried, and whether it has a counterexample."""
    command = [str(program()), library, subject, str(depth), *([] if most is None else [str(most)])]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    refuted = "ounter example" in said
    return (0 if refuted else int(said.split("inputs ")[1])), refuted
