"""The statement that raised an exception: a `raise` of one that it makes or is given, or an `assert`."""

from __future__ import annotations

import ast
import inspect
import linecache
import opcode
import re
import sys
from dataclasses import dataclass
from itertools import islice
from string import Formatter
from types import FrameType, TracebackType
from typing import Any

_RAISE = opcode.opmap["RAISE_VARARGS"]
# What looks up a method to call it at once; since 3.12, by the lowest bit of what it looks up.
_METHOD = opcode.opmap["LOAD_METHOD" if sys.version_info < (3, 12) else "LOAD_ATTR"]
_LONGEST = 60  # characters of a message
# What Python says of a `raise` that cannot be carried out.
_BROKEN = re.compile(
    r"exceptions must derive from BaseException|exception causes must derive from BaseException"
    r"|calling .* should have returned an instance of BaseException"
)
_PERCENT = re.compile(r"%(?:\(\w*\))?[-#0 +]*[\d*.]*[%a-zA-Z]")
_UNKNOWN = object()


@dataclass(frozen=True)
class Raising:
    """The last step of an exception, if a `raise` of some exception or an `assert` was it."""

    frame: FrameType
    statement: ast.stmt | None  # None if its text is not known

    def is_meant(self, error: BaseException) -> bool:
        """Whether it raised what it says, and that was new.

        `raise "text"` and `raise Late`, where `Late` needs an argument, raise a TypeError of Python's own. A `raise` of
        what an `except` has caught, without its traceback, hides where it came from.
        """
        if type(error) is TypeError and _BROKEN.match(str(error)):
            return False
        return not isinstance(self.statement, ast.Raise) or self._says(self.statement.exc, error)

    def _says(self, raised: ast.expr | None, error: BaseException) -> bool:
        match raised:
            case ast.Call(func=ast.Attribute(value=value, attr="with_traceback")):
                return isinstance(value, ast.Call) and self._says(value, error)
            case ast.Call(func=named) | (ast.Name() | ast.Attribute() as named):
                kind = self._value(named)
                return not (isinstance(kind, type) and issubclass(kind, BaseException)) or isinstance(error, kind)
        return True

    def _value(self, name: ast.expr) -> Any:
        """What a name, or an attribute of one, stands for in the frame."""
        match name:
            case ast.Name(id=text):
                for names in (self.frame.f_locals, self.frame.f_globals, self.frame.f_builtins):
                    if text in names:
                        return names[text]
            case ast.Attribute(value=value, attr=text):
                owner = self._value(value)
                if owner is not _UNKNOWN:
                    return _plain(inspect.getattr_static(owner, text, _UNKNOWN))
        return _UNKNOWN

    @property
    def message(self) -> str:
        """What the statement says, as far as it is written there."""
        match self.statement:
            case ast.Raise(exc=ast.Call(args=[said, *_])):
                message = " ".join(_shape(said).split())
                shown = message if len(message) <= _LONGEST else f"{message[:_LONGEST]}…"
                return shown if shown.strip("… ") else ""
        return ""


def raising(entry: TracebackType) -> Raising | None:
    """None if the last step was something else: an operation, a call of a built-in function, a bare `raise`."""
    code = entry.tb_frame.f_code.co_code
    if code[entry.tb_lasti] != _RAISE or not code[entry.tb_lasti + 1]:
        return None
    return Raising(entry.tb_frame, _statement(entry))


def is_method_call(entry: TracebackType) -> bool:
    """Whether a step was to look up a method that is called at once, as in `value.method(1)`."""
    code = entry.tb_frame.f_code.co_code
    is_called = sys.version_info < (3, 12) or code[entry.tb_lasti + 1] & 1 == 1
    return code[entry.tb_lasti] == _METHOD and is_called


def is_in_constructor_of_base(entry: TracebackType) -> bool:
    """Whether the last step was a call of `__new__` or `__init__` of a class that is not written in Python."""
    match _statement(entry):
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="__new__" | "__init__"))):
            return True
    return False


def _statement(entry: TracebackType) -> ast.stmt | None:
    code = entry.tb_frame.f_code
    first, last, begin, end = next(islice(code.co_positions(), entry.tb_lasti // 2, None))
    if first is None or last is None or begin is None or end is None:
        return None
    lines = [line.encode() for line in linecache.getlines(code.co_filename, entry.tb_frame.f_globals)[first - 1 : last]]
    if not lines:
        return None
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][begin:]
    try:
        tree = ast.parse(b"".join(lines))
    except (SyntaxError, ValueError):  # the file has changed since it was imported
        return None
    return tree.body[0] if len(tree.body) == 1 else None


def _plain(found: Any) -> Any:
    """What a look-up without descriptors found; what a descriptor would give is not known."""
    return found if isinstance(found, type | BaseException) or inspect.ismodule(found) else _UNKNOWN


def _shape(said: ast.expr) -> str:
    """A text as far as it is constant: `f"no {name}"`, `"no %s" % name` and `"no {}".format(name)` are `no …`."""
    match said:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(_shape, parts))
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _shape(left) + _shape(right)
        case ast.BinOp(left=left, op=ast.Mod()):
            return _PERCENT.sub(lambda found: "%" if found[0] == "%%" else "…", _shape(left))
        case ast.Call(func=ast.Attribute(value=template, attr="format")):
            return _without_fields(_shape(template))
    return "…"


def _without_fields(template: str) -> str:
    try:
        return "".join(text + "…" * (field is not None) for text, field, _, _ in Formatter().parse(template))
    except ValueError:  # it is none
        return template
