"""Modules and texts to find the definitions of functions in."""

import ast
import importlib.util
import linecache
import subprocess
import sys
import types
import typing
from collections.abc import Callable
from pathlib import Path

import pytest

from refute.logic.reading.source import Source, find_source

Load = Callable[..., types.ModuleType]


def import_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, path.stem, module)
    spec.loader.exec_module(module)
    return module


def found(function: Callable[..., object]) -> Source:
    """The source of a function that must have one, and whose text must say the same as its node."""
    source = find_source(function)
    assert source is not None
    if isinstance(source.node, ast.Lambda):
        again: ast.AST = ast.parse(f"({source.text}\n)", mode="eval").body
        assert ast.dump(again) == ast.dump(source.node)
    else:
        again = ast.parse(source.text).body[0]
        assert isinstance(again, ast.FunctionDef)
        again.decorator_list = source.node.decorator_list
        assert ast.dump(again) == ast.dump(source.node)
    return source


def text_of(function: Callable[..., object]) -> str:
    return found(function).text


def register(text: str, filename: str) -> None:
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)


def run_text(text: str, filename: str, flags: int = 0) -> dict[str, typing.Any]:
    namespace: dict[str, typing.Any] = {}
    coroutine = eval(compile(text, filename, "exec", flags, dont_inherit=True), namespace)
    if coroutine is not None:
        with pytest.raises(StopIteration):
            coroutine.send(None)
    return namespace


def python(*arguments: str, typed: str | None = None) -> str:
    done = subprocess.run([sys.executable, *arguments], input=typed, capture_output=True, text=True, check=True)
    return done.stdout
