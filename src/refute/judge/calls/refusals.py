"""Refusals: exceptions by which a function means to turn its arguments down.

A function whose types are plain Python cannot say in them what it takes. It says so by raising: what its docstring
documents; what a `raise` statement of its own raises, or one of a function that it calls; or what any of the project
raises, if the class is the project's too. That is no finding. Nor is it if a command-line entry point ends its program.
An exception that comes from somewhere else has happened to it.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from traceback import walk_tb
from types import FrameType, FunctionType, MethodType, TracebackType
from typing import Any

from refute.errors import Place
from refute.judge.calls.documented import documented
from refute.judge.calls.raising import is_in_constructor_of_base, is_method_call, raising
from refute.ownership import is_in, is_refutes, is_users, is_users_module
from refute.run.steps.marks import REFUSED
from refute.types.data.refusals import is_refusal
from refute.types.model import Data, walk
from refute.types.reading.guarded import attribute
from refute.types.signatures import Parameter, Signature

Kinds = tuple[type[Exception], ...]

# Exceptions that are raised on purpose where the function, or one that it calls, has a statement that raises them.
MEANT: Kinds = (ValueError, TypeError, KeyError)
# The same of a method, whose object may be in a state that does not allow the call: `raise IndexError("empty")`.
MEANT_OF_STATES: Kinds = (Exception,)
# These say that the code is wrong, also where the class is one of the project.
_NEVER_MEANT = (AssertionError, RecursionError, MemoryError)
# These do where nothing but a base class of them is documented, and no statement raises them.
_HAPPENING = (AttributeError, IndexError, NameError, UnboundLocalError, SystemError)
_CONSTRUCTING = ("__new__", "__init__", "__post_init__")
# Frames that are part of the function around them.
_INLINE = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>")
# What Python says of a call with more arguments than a function takes, and of a match by another pattern.
_MORE = (TypeError, re.compile(r"takes .* but \d+ (was|were) given"))
_OTHERS = (TypeError, re.compile(r"unexpected keyword argument '[xyz]_?'|takes no keyword arguments"))
_NO_FILE = re.compile("embedded null (byte|character in path)")
_NO_GROUP = (IndexError, re.compile("no such group"))
_NO_UFUNC = re.compile(r"ufunc '\w+' (not supported|did not contain)")
_EXITS = "_sitebuiltins"  # which has `exit` and `quit`
_MOST_KNOWN = 1_000  # ways in which exceptions came about that are remembered


@dataclass(frozen=True)
class Refusal:
    """One way in which arguments are turned down: the statement that raises."""

    type: str
    message: str  # as far as the statement itself has it, `…` for the rest
    place: str

    @cached_property
    def mark(self) -> int:
        """The mark of inputs that were turned down in this way, in any process."""
        text = f"{self.type}\n{self.message}\n{self.place}".encode("utf-8", "backslashreplace")
        return REFUSED + int.from_bytes(hashlib.blake2b(text, digest_size=6).digest())

    def __str__(self) -> str:
        return f"{self.type} {self.message!r}" if self.message else f"{self.type} at {os.path.basename(self.place)}"


class Refusals:
    """Tells the exceptions that a function means to raise from all others."""

    def __init__(self, signature: Signature, home: str, *, strict: bool = False, meant: Kinds = MEANT) -> None:
        """`home` is the directory from which places are seen; a `strict` judge takes only a constructor's word. `meant`
        are the exceptions that a statement in the function, or in one that it calls, raises on purpose."""
        function = signature.function
        self._home = home
        self._name = signature.name
        self._constructs = isinstance(function, type)
        self._meant = meant
        self._lenient = not (strict or signature.specified or signature.declares_raises or signature.is_property)
        layers = list(_layers(function))
        self._codes = {layer.__code__ for layer in layers if isinstance(layer, FunctionType)}
        self._is_in_c = not self._codes and bool(layers)
        docstrings = (attribute(layer, "__doc__") for layer in (function, *layers))
        self._documented = frozenset(name for text in docstrings for name in documented(text))
        module = str(attribute(function if self._constructs else layers[-1], "__module__"))
        self._package = module.partition(".")[0]
        self._of_library = not is_users_module(module)
        self._folder = os.path.dirname(str(attribute(sys.modules.get(module), "__file__")))
        self._unsaid = [unsaid for parameter in signature.parameters for unsaid in _unsaid(parameter)]
        self._of_pandas = tuple({kind for parameter in signature.parameters for kind in _of_pandas(parameter)})
        self._known: dict[tuple[int, ...], tuple[Refusal | None, list[Any]]] = {}

    def __call__(self, error: BaseException) -> Refusal | None:
        """In which way a call has turned its arguments down; None if it has not."""
        if not (self._lenient or self._constructs):
            return None
        kept: list[Any] = [type(error), *map(type, _members(error))]  # as long as they are, their numbers are theirs
        way: list[int] = [*map(id, kept)]
        entry: TracebackType | None = error.__traceback__
        while entry is not None:
            code = entry.tb_frame.f_code
            way += (id(code), entry.tb_lasti)
            kept.append(code)
            entry = entry.tb_next
        key = tuple(way)
        if key not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[key] = self._judged(error), kept
        return self._known[key][0]

    def _judged(self, error: BaseException) -> Refusal | None:
        steps = [(frame, line or 0) for frame, line in walk_tb(error.__traceback__)]
        steps = [(frame, line) for frame, line in steps if not is_refutes(frame.f_code.co_filename)]
        entry = error.__traceback__
        while entry is not None and entry.tb_next is not None:
            entry = entry.tb_next
        if not steps and self._is_in_c:
            return self._of_c(error)
        if entry is None or not steps or steps[-1][0] is not entry.tb_frame:
            return None
        how = raising(entry)
        is_meant = how is not None and how.is_meant(error)
        if not (self._is_constructors(error, entry, is_meant) or self._is_lenient(error, entry, steps, is_meant)):
            return None
        name = type(error).__qualname__.rpartition("<locals>.")[2]
        frame, line = steps[-1]
        if isinstance(error, SystemExit):  # `argparse` has a statement for all programs
            frame, line = next((step for step in reversed(steps) if self._is_own(step[0])), steps[-1])
        place = Place(frame.f_code.co_filename, line, self._home)
        return Refusal(name, "" if how is None or frame is not entry.tb_frame else how.message, str(place))

    def _of_c(self, error: BaseException) -> Refusal | None:
        """A function in C has a statement for each exception that it raises itself."""
        is_meant = isinstance(error, self._meant) and not isinstance(error, (*_NEVER_MEANT, SystemError))
        return Refusal(type(error).__qualname__, str(error), self._name) if self._lenient and is_meant else None

    def _is_constructors(self, error: BaseException, entry: TracebackType, is_meant: bool) -> bool:
        """Whether a constructor itself turns its arguments down: that is how a class says what it takes.

        One that a library wrote, or generated, may do so in any way; the user's, by a statement, or by passing them on
        to the constructor of a base such as `datetime`, for which a value is wrong.
        """
        code = entry.tb_frame.f_code
        if not self._constructs or code not in self._codes:
            return False
        if isinstance(error, ValueError | OverflowError) and is_in_constructor_of_base(entry):
            return True
        if not is_refusal(type(error)):
            return False
        return is_meant or not self._is_own(entry.tb_frame)

    def _is_lenient(
        self, error: BaseException, entry: TracebackType, steps: list[tuple[FrameType, int]], is_meant: bool
    ) -> bool:
        """Whether a function with plain types means to raise an exception."""
        if not self._lenient:
            return False
        if self._is_documented(type(error), is_meant):
            return True
        if self._is_of_files(error) or self._is_unsaid(error, entry):
            return True
        frames = [frame for frame, _ in steps if self._is_own(frame) and frame.f_code.co_name not in _INLINE]
        if isinstance(error, SystemExit):  # by itself, or by a library that has turned down what a program was given
            is_librarys = not self._is_own(entry.tb_frame) and entry.tb_frame.f_globals.get("__name__") != _EXITS
            return bool(frames) and (is_librarys or self._depth(frames) <= 1)
        if not is_meant or not frames or frames[-1] is not entry.tb_frame:
            return False
        if isinstance(error, NotImplementedError | ImportError) or self._is_projects(type(error)):
            return True  # nobody raises these by accident, however far below
        if isinstance(error, ExceptionGroup):  # nor these, which tell all that is wrong at once
            return all(isinstance(one, self._meant) or self._is_projects(type(one)) for one in _members(error))
        if isinstance(error, _NEVER_MEANT) or not isinstance(error, self._meant):
            return False
        return self._depth(frames) <= 1

    def _is_of_files(self, error: BaseException) -> bool:
        """Whether a file is not there, or is another than it would have to be, and does not go with the code.

        A text with a null byte names no file at all.
        """
        if type(error) is ValueError and _NO_FILE.search(str(error)):
            return True
        name = error.filename if isinstance(error, OSError) else None
        if not isinstance(name, str | bytes):
            return False
        file = os.path.abspath(os.fsdecode(name))
        here = os.getcwd()
        return not is_in(file, (self._folder,)) or (is_in(here, (self._folder,)) and is_in(file, (here,)))

    def _is_unsaid(self, error: BaseException, entry: TracebackType) -> bool:
        """Whether it is of what annotations cannot say: which names `**kwargs` has, which groups a match.

        Nor do they say which columns a frame has, and of what, or of what a series is: pandas or numpy raises then.
        """
        if isinstance(error, AttributeError) and self._of_pandas and self._is_misspelt(error):
            return False
        if isinstance(error, self._of_pandas):
            raised_by = str(entry.tb_frame.f_globals.get("__name__")).partition(".")[0]
            return raised_by == "pandas" or (type(error) is TypeError and _NO_UFUNC.match(str(error)) is not None)
        return any(type(error) is kind and said.search(str(error)) for kind, said in self._unsaid)

    def _is_misspelt(self, error: AttributeError) -> bool:
        """Whether the code calls a method that neither frames nor what they contain have. Columns are not called."""
        entries: list[TracebackType] = []
        entry = error.__traceback__
        while entry is not None:
            entries.append(entry)
            entry = entry.tb_next
        if len(entries) < 2 or not self._is_own(entries[-2].tb_frame) or not is_method_call(entries[-2]):
            return False
        pandas = sys.modules.get("pandas")
        classes = (attribute(pandas, "DataFrame"), attribute(pandas, "Series"), str, int, float)
        return isinstance(error.name, str) and not any(hasattr(cls, error.name) for cls in classes)

    def _is_documented(self, kind: type[BaseException], is_meant: bool) -> bool:
        """Whether the docstring allows an exception: by its name, or by that of a base class.

        Errors that say that the code is wrong are not allowed by base classes. Of the exceptions that Python has,
        `Exception` allows only those that a statement raises.
        """
        for cls in kind.__mro__:
            if cls in (Exception, BaseException) and kind.__module__ == "builtins" and not is_meant:
                return False
            if cls.__name__ in self._documented:
                return True
            if cls in _NEVER_MEANT or (cls is kind and cls in _HAPPENING and not is_meant):
                return False
        return False

    def _depth(self, frames: list[FrameType]) -> int:
        """How many calls below the function that was called the last frame is. Decorators are part of a function."""
        codes = [frame.f_code for frame in frames]
        at = next((place for place, code in enumerate(codes) if code in self._codes), None)
        if at is None:
            # the constructor is generated, and calls validators
            return len(codes) if self._constructs else sys.maxsize
        while at + 1 < len(codes) and codes[at + 1] in self._codes and codes[at + 1] not in codes[: at + 1]:
            at += 1
        if any(code in self._codes for code in codes[at + 1 :]):
            return sys.maxsize  # it calls itself with what it does not take
        return len(codes) - 1 - at

    def _is_projects(self, kind: type[BaseException]) -> bool:
        """Whether an exception class is one that the project defines for errors of its own."""
        if not issubclass(kind, Exception) or issubclass(kind, _NEVER_MEANT):
            return False
        if self._of_library:
            return kind.__module__.partition(".")[0] == self._package
        return is_users_module(kind.__module__)

    def _is_own(self, frame: FrameType) -> bool:
        """Whether a frame is of the project: of the user's code, or of the library that is being tested."""
        if self._of_library:
            return str(frame.f_globals.get("__name__")).partition(".")[0] == self._package
        return is_users(frame.f_code.co_filename)


def _members(error: BaseException) -> Iterator[BaseException]:
    """The exceptions in a group, and in groups in it."""
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _members(one) if isinstance(one, BaseExceptionGroup) else (one,)


def _unsaid(parameter: Parameter) -> Iterator[tuple[type[Exception], re.Pattern[str]]]:
    """The exceptions of arguments that the type of a parameter admits, though it cannot say which are meant."""
    if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
        yield _MORE
    if parameter.kind is inspect.Parameter.VAR_KEYWORD:
        yield _OTHERS
    if any(isinstance(part, Data) and part.constructor.cls is re.Match for part in walk(parameter.type)):
        yield _NO_GROUP


def _of_pandas(parameter: Parameter) -> Iterator[type[Exception]]:
    """The exceptions by which pandas turns down columns or dtypes that the type of a parameter does not name."""
    made = [part.constructor for part in walk(parameter.type) if isinstance(part, Data)]
    if any(one.renamed is not None for one in made):
        yield from (KeyError, TypeError, AttributeError)
    if sum(one.cls.__name__ == "Series" and one.cls.__module__.startswith("pandas") for one in made) > 1:
        yield from (TypeError, AttributeError)


def _layers(function: Callable[..., Any]) -> Iterator[Any]:
    """The functions that a call goes through: decorators, and what they stand above; of a class, its constructors."""
    if isinstance(function, type):
        for base in function.__mro__:
            for name in _CONSTRUCTING:
                made = vars(base).get(name)
                if made is not None and base is not object:
                    yield from _layers(made.__func__ if isinstance(made, staticmethod) else made)
        return
    layer: Any = function
    seen: list[Any] = []
    while layer is not None and not any(layer is other for other in seen):
        seen.append(layer)
        yield layer.__func__ if isinstance(layer, MethodType) else layer
        layer = inspect.getattr_static(layer.__func__ if isinstance(layer, MethodType) else layer, "__wrapped__", None)
