"""Bodies of tests, taken to fresh interpreters, with the functions and classes in them that no module names."""

from __future__ import annotations

import importlib
import io
import marshal
import pickle
import types
from typing import Any

from refute.run.body import Body, Rebuild

_OF_CLASSES = ("__dict__", "__weakref__", "_abc_impl")


def by_value(body: Body) -> Rebuild:
    stream = io.BytesIO()
    _Pickler(stream).dump(body)
    return Rebuild(__name__, "loads", (stream.getvalue(),))


def loads(data: bytes) -> Any:
    return pickle.loads(data)


class _Pickler(pickle.Pickler):
    def reducer_override(self, found: Any) -> Any:
        if (isinstance(found, types.FunctionType | type) and "<locals>" in found.__qualname__) or _is_lambda(found):
            return _function(found) if isinstance(found, types.FunctionType) else _class(found)
        if isinstance(found, types.CellType):
            return _empty_cell, (), (found.cell_contents,), None, None, _fill
        if isinstance(found, types.ModuleType):
            return importlib.import_module, (found.__name__,)
        return NotImplemented


def _is_lambda(found: Any) -> bool:
    return isinstance(found, types.FunctionType) and found.__name__ == "<lambda>"


def _function(found: types.FunctionType) -> Any:
    state = found.__defaults__, found.__kwdefaults__, found.__dict__, found.__qualname__, found.__annotations__
    made = marshal.dumps(found.__code__), found.__module__, found.__closure__
    return _empty_function, made, state, None, None, _complete


def _empty_function(code: bytes, module: str, closure: Any) -> types.FunctionType:
    names = vars(importlib.import_module(module))
    return types.FunctionType(marshal.loads(code), names, closure=closure)


def _complete(function: types.FunctionType, state: Any) -> None:
    function.__defaults__, function.__kwdefaults__, names, function.__qualname__, function.__annotations__ = state
    function.__dict__.update(names)


def _class(found: type) -> Any:
    own = {name: value for name, value in vars(found).items() if name not in _OF_CLASSES}
    return _empty_class, (type(found), found.__name__, found.__bases__, found.__module__), own, None, None, _name_all


def _empty_class(kind: type, name: str, bases: Any, module: str) -> Any:
    return kind(name, bases, {"__module__": module})


def _name_all(cls: type, own: dict[str, Any]) -> None:
    for name, value in own.items():
        if name not in ("__module__", "__doc__", "__abstractmethods__"):
            setattr(cls, name, value)
    cls.__abstractmethods__ = own.get("__abstractmethods__", frozenset())  # type: ignore[attr-defined]


def _empty_cell() -> types.CellType:
    return types.CellType()


def _fill(cell: types.CellType, content: tuple[Any]) -> None:
    (cell.cell_contents,) = content
