"""Making mutants: the code of a function that was changed, put in the place of its own while programs run on it."""

from __future__ import annotations
import __future__

import ast
import gc
import linecache
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from operator import or_
from types import CodeType, FunctionType

from refute.suite.data import Mutant
from refute.suite.mutants.operators import Change, changes_of

_FUTURE = reduce(or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names))
_FUTURE &= ~__future__.nested_scopes.compiler_flag  # which says something else in the flags of code
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class _Written:
    """A function of a file that is in no other function, and the classes around it."""

    node: _Function
    classes: tuple[str, ...]

    @property
    def line(self) -> int:
        """That of its first decorator, which is what code has as its first line."""
        return min([self.node.lineno, *(one.lineno for one in self.node.decorator_list)])


class Mutants:
    """The mutants of some functions: all changes of them, in an order that takes each function in turn."""

    def __init__(self, codes: Collection[CodeType]) -> None:
        """`codes`: those of the functions, with those of functions in them."""
        self._codes = {(code.co_filename, code.co_firstlineno, code.co_qualname): code for code in codes}
        self._changes: list[tuple[CodeType, _Written, Change]] = []
        each = []
        for file in sorted({code.co_filename for code in codes}):
            for written in _functions_in(file):
                code = self._code_of(file, written)
                if code is not None:
                    each.append([(code, written, change) for change in changes_of(written.node)])
        for place in range(max(map(len, each), default=0)):
            self._changes += [own[place] for own in each if place < len(own)]

        gc.unfreeze()  # what is frozen is not among the objects
        self._functions: dict[CodeType, list[FunctionType]] = {}
        for one in gc.get_objects():
            if type(one) is FunctionType:
                self._functions.setdefault(one.__code__, []).append(one)

    def __len__(self) -> int:
        return len(self._changes)

    def _code_of(self, file: str, written: _Written) -> CodeType | None:
        name = ".".join((*written.classes, written.node.name))
        return self._codes.get((file, written.line, name))

    def told(self) -> Iterator[Mutant]:
        """All of them, numbered."""
        for number, (code, _, change) in enumerate(self._changes):
            yield Mutant(number, code.co_qualname, code.co_filename, change.line, change.words)

    @contextmanager
    def in_place(self, number: int) -> Iterator[bool]:
        """Let functions do what a mutant does; whether there is any difference in their code."""
        code, written, change = self._changes[number]
        made = _compiled(code, written, change)
        if made is None or _is_same(made, code):
            yield False
            return
        replaced: list[tuple[FunctionType, CodeType]] = []
        try:
            for old, new in _pairs(code, made):
                for function in self._functions.get(old, ()):
                    if len(new.co_freevars) == len(old.co_freevars):
                        replaced.append((function, old))
                        function.__code__ = new
            yield bool(replaced)
        finally:
            for function, old in replaced:
                function.__code__ = old


def _functions_in(file: str) -> Iterator[_Written]:
    """The functions of a file, and those of classes in it."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    waiting: list[tuple[ast.AST, tuple[str, ...]]] = [(tree, ())]
    while waiting:
        node, classes = waiting.pop(0)
        for child in ast.iter_child_nodes(node):
            match child:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    yield _Written(child, classes)
                case ast.ClassDef(name=name):
                    waiting.append((child, (*classes, name)))
                case ast.If() | ast.Try() | ast.With():
                    waiting.append((child, classes))


def _compiled(code: CodeType, written: _Written, change: Change) -> CodeType | None:
    """The code of a function that was changed; None if Python does not take it."""
    function = change.changed()
    function.decorator_list = []
    tree: ast.stmt = function
    for name in reversed(written.classes):
        around = ast.parse(f"class {name}: pass").body[0]
        assert isinstance(around, ast.ClassDef)
        around.body = [tree]
        tree = around
    module = ast.fix_missing_locations(ast.Module([tree], []))
    try:
        whole = compile(module, code.co_filename, "exec", code.co_flags & _FUTURE, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return None
    waiting: list[CodeType] = [whole]
    while waiting:
        one = waiting.pop()
        if one.co_qualname == code.co_qualname and one is not whole:
            return one
        waiting += [part for part in one.co_consts if isinstance(part, CodeType)]
    return None


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The code of a function and of those in it, with what stands in their places."""
    yield old, new
    inner = {part.co_qualname: part for part in new.co_consts if isinstance(part, CodeType)}
    for part in old.co_consts:
        if isinstance(part, CodeType) and part.co_qualname in inner:
            yield from _pairs(part, inner[part.co_qualname])


def _is_same(one: CodeType, other: CodeType) -> bool:
    """Whether code does the same, as its instructions and constants say."""
    if (one.co_code, one.co_names, one.co_varnames) != (other.co_code, other.co_names, other.co_varnames):
        return False
    pairs: Sequence[tuple[object, object]] = list(zip(one.co_consts, other.co_consts, strict=False))
    if len(one.co_consts) != len(other.co_consts):
        return False
    return all(
        _is_same(a, b) if isinstance(a, CodeType) and isinstance(b, CodeType) else type(a) is type(b) and a == b
        for a, b in pairs
    )
