"""Importing: the lines that run when modules are imported, seen by running the modules once more in a worker."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pickle import dumps  # bound here because the code under test may patch the name
from types import FrameType
from typing import Any

from refute.programs.engine.coverage.branches import Arc, returns
from refute.run.body import Body, Spoken

_settrace, _gettrace = sys.settrace, sys.gettrace  # the code under test may patch the names


class Importing(Body):
    """Runs one module after the other, and says which ways between lines of its file that takes."""

    def __init__(self, modules: Sequence[tuple[str, str]]) -> None:
        """`modules`: their names and files."""
        self._modules = modules

    def start(self, index: int) -> Iterator[Any]:
        return iter(self._modules[index:])

    def step(self, item: tuple[str, str]) -> Spoken:
        name, file = item
        before = sys.modules.get(name)
        places = getattr(before, "__path__", None)
        spec = spec_from_file_location(name, file, submodule_search_locations=None if places is None else list(places))
        if spec is None or spec.loader is None:
            return None
        module = sys.modules[name] = module_from_spec(spec)
        arcs: set[Arc] = set()
        traced = _gettrace()
        _settrace(_tracer(file, arcs))
        try:
            spec.loader.exec_module(module)
        except Exception:  # a second time may be one too many: what was seen by then counts
            pass
        finally:
            _settrace(traced)
            if before is not None:
                sys.modules[name] = before
        return dumps(((file, tuple(sorted(arcs))),))


def _tracer(file: str, arcs: set[Arc]) -> Any:
    def called(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename != file:
            return None
        last = -frame.f_code.co_firstlineno if frame.f_lineno == frame.f_code.co_firstlineno else frame.f_lineno

        def follow(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal last
            if event == "line":
                arcs.add((last, frame.f_lineno))
                last = frame.f_lineno
            elif event == "return" and returns(frame.f_code, frame.f_lasti):
                arcs.add((last, -frame.f_code.co_firstlineno))
            return follow

        return follow

    return called
