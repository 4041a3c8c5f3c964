"""The syntax tree that a Python function was compiled from.

A function does not refer to its node, only to its first line. A line may contain several lambdas, and the file may have
been edited. So the text is compiled again, and a node is accepted only if it compiles to the code of the function, with
all columns the same.
"""

import __future__

import ast
import dis
import functools
import inspect
import linecache
import operator
import re
import warnings
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType, MethodType

from refute.errors import Place
from refute.logic.reading.statements import statement_at

_Node = ast.Lambda | ast.FunctionDef

# The flag of nested_scopes now marks code that is inside a function, whatever was imported.
_FUTURES: int = (
    functools.reduce(operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names))
    & ~inspect.CO_NESTED
)

# Written by `compile_annotation`. An owner is a dotted name, so the first " at " ends it.
_ANNOTATION_FILE = re.compile(r"<annotation \w+ of .*? at (?P<file>.*):(?P<line>\d+)>")


@dataclass(frozen=True, slots=True)
class Source:
    """The definition of a function. `node` is shared and must not be changed.

    Default values, annotations and decorators are in `node` as expressions. They were evaluated when the function was
    defined, so that their values have to be taken from the function.
    """

    node: _Node
    text: str
    place: Place


def find_source(function: Callable[..., object]) -> Source | None:
    """The definition of a function or method; None unless it is certain."""
    if isinstance(function, MethodType):
        function = function.__func__
    if not isinstance(function, FunctionType):
        return None
    try:
        text = _text_around(function)
    except (OSError, SyntaxError, ValueError):
        return None
    code = function.__code__
    # Most are found without compiling the rest of their file.
    return _found_in(statement_at(text, code.co_firstlineno), code) or _found_in(text, code)


def _found_in(text: str, code: CodeType) -> Source | None:
    try:
        module = _read(text, code.co_flags & _FUTURES)
        node = _node_of(code, module)
        return Source(node, _segment(text, node), _place(code.co_filename, node)) if node else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def compile_annotation(text: str, owner: str, place: Place | None) -> CodeType:
    """Compiles an annotation given as text, such that `find_source` finds the lambdas in it.

    `owner` is the dotted name of what is annotated; `place`, if known, becomes the place of its lambdas.
    """
    source = _expression(text)
    at = f" at {place.file}:{place.line}" if place else ""
    # A checksum rather than a counter: reading the same annotation again adds nothing to linecache.
    filename = f"<annotation {zlib.crc32(source.encode()):08x} of {owner}{at}>"
    code = compile(source, filename, "eval", dont_inherit=True)
    lines = [f"{line}\n" for line in source.split("\n")]
    # Without a modification time, linecache.checkcache leaves the entry alone.
    linecache.cache[filename] = (len(source), None, lines, filename)
    return code


def _expression(text: str) -> str:
    """An annotation as `typing` reads it: several lines as if in parentheses, `*Ts` as an item."""
    stripped = text.strip()
    if stripped.startswith("*"):
        return f"({stripped}\n,)[0]"
    return f"({stripped}\n)" if "\n" in stripped else stripped


def _text_around(function: FunctionType) -> str:
    filename = function.__code__.co_filename
    linecache.checkcache(filename)
    # Newer interactive prompts keep their input where only `inspect` finds it.
    lines = linecache.getlines(filename, function.__globals__) or inspect.findsource(function)[0]
    return "".join(lines).replace("\r\n", "\n").replace("\r", "\n")


@functools.lru_cache(maxsize=128)
def _read(text: str, futures: int) -> tuple[ast.Module, CodeType]:
    # A notebook cell may await at its top; this flag allows it and changes no function.
    flags = futures | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    with warnings.catch_warnings():
        # The user has been warned about this text before, when it was imported.
        warnings.simplefilter("ignore")
        tree = compile(text, "<source>", "exec", flags | ast.PyCF_ONLY_AST, dont_inherit=True)
        return tree, compile(tree, "<source>", "exec", flags, dont_inherit=True)


def _node_of(code: CodeType, module: tuple[ast.Module, CodeType]) -> _Node | None:
    tree, outermost = module
    nodes = sorted(_nodes_at(tree, code.co_name, code.co_firstlineno), key=lambda node: node.col_offset)
    if not nodes:
        return None
    # A .pyc written under -X no_debug_ranges has lines only.
    columns = any(position[2] is not None for position in code.co_positions())
    shape = _shape(code, columns)
    if len(nodes) == 1:
        return nodes[0] if any(_shape(made, columns) == shape for made in _made_like(code, outermost)) else None
    found = [
        node
        for made, span in _functions_made(outermost)
        if made.co_name == code.co_name and made.co_firstlineno == code.co_firstlineno
        if _shape(made, columns) == shape
        for node in nodes
        if _is_at(node, span)
    ]
    # Identical nodes are interchangeable: names are resolved by the function, not the node.
    return found[0] if len({ast.dump(node) for node in found}) == 1 else None


def _nodes_at(tree: ast.Module, name: str, line: int) -> Iterator[_Node]:
    """The nodes of all functions with a name that begin on a line."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.Lambda() if name == "<lambda>" and node.lineno == line:
                yield node
            case ast.FunctionDef() if node.name == name and _first_line(node) == line:
                yield node
        waiting += (
            child
            for child in ast.iter_child_nodes(node)
            # Before Python 3.12, nodes in an f-string may have line numbers outside of it.
            if not isinstance(child, ast.stmt) or _first_line(child) <= line <= (child.end_lineno or line)
        )


def _first_line(statement: ast.stmt) -> int:
    match statement:
        case ast.FunctionDef(decorator_list=[first, *_]) | ast.ClassDef(decorator_list=[first, *_]):
            return first.lineno
        case ast.AsyncFunctionDef(decorator_list=[first, *_]):
            return first.lineno
    return statement.lineno


def _made_like(code: CodeType, outer: CodeType) -> Iterator[CodeType]:
    """Every code object inside another with the name and the first line of this one."""
    for inner in outer.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_name == code.co_name and inner.co_firstlineno == code.co_firstlineno:
                yield inner
            yield from _made_like(code, inner)


def _functions_made(code: CodeType) -> Iterator[tuple[CodeType, dis.Positions]]:
    """Every code object inside this one, with the positions of the instruction that makes a function or class of it."""
    if not any(isinstance(constant, CodeType) for constant in code.co_consts):
        return
    for instruction in dis.get_instructions(code):
        if isinstance(instruction.argval, CodeType) and instruction.positions:
            yield instruction.argval, instruction.positions
            yield from _functions_made(instruction.argval)


def _is_at(node: _Node, span: dis.Positions) -> bool:
    # No two defs begin on one line. Under -X no_debug_ranges, lambdas on one line cannot be distinguished.
    if isinstance(node, ast.FunctionDef) or span.col_offset is None:
        return True
    return span == (node.lineno, node.end_lineno, node.col_offset, node.end_col_offset)


def _shape(code: CodeType, columns: bool) -> tuple[object, ...]:
    """A key for the equality of code objects, like `==`, with or without columns."""
    return (
        code.co_name,
        code.co_flags,
        code.co_firstlineno,
        code.co_argcount,
        code.co_posonlyargcount,
        code.co_kwonlyargcount,
        code.co_varnames,
        code.co_cellvars,
        code.co_freevars,
        code.co_names,
        code.co_code,
        code.co_exceptiontable,
        tuple(_constant(constant, columns) for constant in code.co_consts),
        tuple(position if columns else position[0] for position in code.co_positions()),
    )


def _constant(value: object, columns: bool) -> object:
    """A key for constants that distinguishes 1 from True and 0.0 from -0.0."""
    match value:
        case CodeType():
            return _shape(value, columns)
        case tuple():
            return tuple(_constant(item, columns) for item in value)
        case frozenset():
            return frozenset(_constant(item, columns) for item in value)
        case int() | str() | bytes():
            return type(value), value
        case _:
            return type(value), repr(value)


def _segment(text: str, node: _Node) -> str:
    # Columns count bytes of UTF-8.
    segment = text.encode().split(b"\n")[node.lineno - 1 : node.end_lineno]
    segment[-1] = segment[-1][: node.end_col_offset]
    segment[0] = segment[0][node.col_offset :]
    return b"\n".join(segment).decode()


def _place(filename: str, node: _Node) -> Place:
    if annotation := _ANNOTATION_FILE.fullmatch(filename):
        return Place(annotation["file"], int(annotation["line"]))
    return Place(filename, node.lineno)
