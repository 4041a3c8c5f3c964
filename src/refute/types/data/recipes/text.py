"""Recipes for what texts make: paths, regular expressions and matches, files in memory."""

from __future__ import annotations

import io
import os
import re
import sys
from functools import cache, partial
from itertools import chain, product
from types import ModuleType
from typing import Annotated, Any, Literal

from refute.logic.reading.predicates import where
from refute.logic.regular.examples import examples
from refute.types.data.recipes.registered import Registered, recipe_of

# Parts are separated by one slash each, and none but the first is a dot.
_PATH = r"/|/?([^/.\0][^/\0]*|[.][^/\0]+)(/([^/.\0][^/\0]*|[.][^/\0]+))*"
_PATHS = Literal[".", "a", "a.txt", "a/b.txt"] | Annotated[str, where(lambda v: re.fullmatch(_PATH, v) is not None)]
_OF_ENDINGS = ("a{}", "b{}", "a/b{}", "a.b{}", "{}")  # paths made of `.csv`
_OF_NAMES = ("{}", "a/{}", "{}/a", "{}.txt", "{}a", "a{}")
_MOST_PATHS = 48  # made of texts
_KINDS_OF_PATHS = ("Path", "PurePath", "PosixPath", "PurePosixPath", "WindowsPath", "PureWindowsPath")
_PATTERNS = ("", "a", "a*", "[ab]", "^a$", "(a)|b", "(?P<x>a)(b)?", r"\d+", r"\s")
_MATCHED = ("", "a", "b", "ab", "aab", "0")


def _path(cls: Any, args: tuple[Any, ...]) -> Registered | None:
    return _path_with(cls, args, ())


def _path_with(cls: Any, args: tuple[Any, ...], texts: tuple[str, ...]) -> Registered | None:
    """`texts`: names, endings and the like, which paths are made of as well."""
    import pathlib

    if args and args[0] is not str:
        return None  # os.PathLike[bytes]
    concrete = {type(pathlib.PurePath()): pathlib.PurePath, type(pathlib.Path()): pathlib.Path}
    named = pathlib.Path if cls is os.PathLike else concrete.get(cls, cls)
    try:
        built = type(named())
    except NotImplementedError:  # of another system
        return None
    return recipe_of(
        built,
        {"path": _paths_of(texts) or _PATHS},
        lambda value: (value.as_posix(),),
        callee=("pathlib", named.__name__),
        call=named,
        kinds=(str,),
        structural=True,
        scalar=True,
        renamed=partial(_path_with, cls, args),
    )


def _paths_of(texts: tuple[str, ...]) -> Any:
    """The paths, with those that texts are names, beginnings or endings of: `.csv` makes `a.csv`."""
    endings = [text for text in texts if text.startswith(".")]
    names = [text for text in texts if not text.startswith(".")]
    written = chain(
        (form.format(text) for text in endings for form in _OF_ENDINGS),
        (form.format(text) for text in names for form in _OF_NAMES),
        (f"{name}{between}{ending}" for name, ending in product(names, endings) for between in ("", "a", "/a")),
    )
    found = [path for path in dict.fromkeys(written) if re.fullmatch(_PATH, path)]
    return Literal[tuple(found[:_MOST_PATHS])] | _PATHS if found else None


def _pattern(cls: Any, args: tuple[Any, ...]) -> Registered:
    texts: Any = tuple(map(str.encode, _PATTERNS)) if args and args[0] is bytes else _PATTERNS
    return recipe_of(
        re.Pattern,
        {"pattern": Literal[texts]},
        lambda value: (value.pattern if value == re.compile(value.pattern) else None,),
        callee=("re", "compile"),
        call=re.compile,
        kinds=(str, bytes),
        structural=True,
        scalar=True,
    )


def _match(cls: Any, args: tuple[Any, ...]) -> Registered:
    as_bytes = bool(args) and args[0] is bytes
    patterns: Any = tuple(map(str.encode, _PATTERNS)) if as_bytes else _PATTERNS
    strings: Any = tuple(map(str.encode, _MATCHED)) if as_bytes else _MATCHED
    return _matches_of(patterns, strings)


@cache
def matches_in(module: str, kind: type[str] | type[bytes]) -> Registered | None:
    """The recipe for matches as a module has them: by the patterns that it names; None if it names none."""
    known = vars(sys.modules[module]).values() if type(sys.modules.get(module)) is ModuleType else ()
    found: dict[Any, list[Any]] = {}
    for one in [value for value in known if isinstance(value, re.Pattern) and isinstance(value.pattern, kind)]:
        text = one.pattern.decode("latin-1") if kind is bytes else one.pattern
        texts = [example.encode("latin-1") if kind is bytes else example for example in examples(text)]
        if one == re.compile(one.pattern) and any(map(one.match, texts)):
            found[one.pattern] = texts
    strings = dict.fromkeys(chain.from_iterable(found.values()))
    return _matches_of(tuple(found), tuple(strings)) if found else None


def _matches_of(patterns: Any, strings: Any) -> Registered:
    matching = where(lambda v, pattern: re.match(pattern, v) is not None)
    return recipe_of(
        re.Match,
        {"pattern": Literal[patterns], "string": Annotated[Literal[strings], matching]},
        _matched,
        callee=("re", "match"),
        call=re.match,
        kinds=(str, bytes),
        scalar=True,
    )


def _matched(value: re.Match[Any]) -> tuple[Any, Any]:
    again = re.match(value.re.pattern, value.string)
    same = again is not None and again.re == value.re and again.regs == value.regs and value.pos == 0
    return (value.re.pattern if same else None), value.string


def _string_file(cls: Any, args: tuple[Any, ...]) -> Registered:
    return recipe_of(
        io.StringIO,
        {"text": str},
        lambda value: (value.getvalue(),),
        callee=("io", "StringIO"),
        call=io.StringIO,
        kinds=(str,),
        frozen=False,
        scalar=True,
    )


def _bytes_file(cls: Any, args: tuple[Any, ...]) -> Registered:
    return recipe_of(
        io.BytesIO,
        {"content": bytes},
        lambda value: (value.getvalue(),),
        callee=("io", "BytesIO"),
        call=io.BytesIO,
        kinds=(bytes,),
        frozen=False,
        scalar=True,
    )


def _file(cls: Any, args: tuple[Any, ...]) -> Registered:
    return _bytes_file(cls, ()) if args and args[0] is bytes else _string_file(cls, ())


TEXT = {
    **dict.fromkeys([f"pathlib.{name}" for name in _KINDS_OF_PATHS], _path),
    f"{os.PathLike.__module__}.PathLike": _path,
    "re.Pattern": _pattern,
    "re.Match": _match,
    **dict.fromkeys(("_io.StringIO", "typing.TextIO", "io.TextIOBase"), _string_file),
    **dict.fromkeys(("_io.BytesIO", "typing.BinaryIO", "io.BufferedIOBase"), _bytes_file),
    "typing.IO": _file,
}
