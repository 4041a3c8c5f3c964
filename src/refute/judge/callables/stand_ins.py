"""Generated functions: tables that grow when the code under test calls them.

A call is checked against what the function takes. If it was made before, with arguments of the same structure, the
answer is the same; otherwise one is chosen from what the function returns, given the arguments. What else the code does
to a function is not noticed.
"""

from __future__ import annotations

import copy
import io
import mmap
import os
import pickle
import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NoReturn

from refute.conform.compiled import contract_of
from refute.conform.explain import explain
from refute.conform.wording import short
from refute.errors import RefuteError
from refute.functions.answers import SCALARS, Answers, Possible, key_of, planted
from refute.functions.behaviours import Choices, Played, following
from refute.judge.callables.returned_functions import SCOPE, Exercise
from refute.judge.calls.callers import asked_by_refinement
from refute.judge.findings import Failure, called, called_with
from refute.run.workers.answer_log import MOST
from refute.types.callables.replacing import with_functions
from refute.types.callables.tabulated import (
    UNKNOWN,
    Answered,
    Observed,
    Tabulated,
    Unspelled,
    given_as,
    given_to,
    taken_from,
)
from refute.types.data.abstract.iterators import remade
from refute.types.landmarks import names_in
from refute.types.model import FunctionOf, Type, has_functions
from refute.types.signatures import Signature

_MOST_OBSERVED = 3  # calls of a function that was given to one, to know it by
_LARGEST_DRAWN = 4  # size of an answer that is drawn


class Misused(BaseException):
    """A function was called with what it does not take. Not an Exception: the code under test lets it through."""


class Unanswerable(BaseException):
    """A function has nothing it could answer, so there is no such function."""


class OutsideDomain(LookupError):
    """A refinement called a function with what it does not take."""


@dataclass
class _Entry:
    given: tuple[Any, ...]
    answer: Callable[[], Any]


@dataclass(frozen=True)
class Scripted(FunctionOf):
    """A blank for a function that answers as another one does, where that is right."""

    script: Callable[..., Any] = field(default=callable, compare=False)


def scripted(tp: FunctionOf, function: Any, name: str, siblings: Mapping[str, Any]) -> Scripted:
    return Scripted(tp.parameters, tp.result, tp.signature, tp.gives, function)


class Generated:
    """A function of an execution."""

    def __init__(self, execution: Execution, tp: FunctionOf, name: str, siblings: Mapping[str, Any]) -> None:
        self.__name__ = self.__qualname__ = name
        self.__signature__ = tp.signature
        self.type = tp
        self.siblings = siblings
        self.entries: dict[Hashable, _Entry] = {}
        self._execution = execution

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._execution.answer(self, args, kwargs)

    def __repr__(self) -> str:
        return f"<function {self.__name__}>"

    def __copy__(self) -> Generated:
        return self

    def __deepcopy__(self, memo: Any) -> Generated:
        return self

    def __reduce__(self) -> Any:
        """The code under test sends it to where its answers will not be known here."""
        self._execution.leave()
        return self.as_table()

    def as_table(self) -> Any:
        """What is left of it in another process, as `__reduce__` says it."""
        entries = tuple(Answered(tuple(map(_passed_on, e.given)), e.answer()) for e in self.entries.values())
        otherwise = self._execution.otherwise(self)
        return Tabulated, (self.__name__, self.type.signature, entries, otherwise, self.type.gives)


class _Pickler(pickle.Pickler):
    def reducer_override(self, value: Any) -> Any:
        return value.as_table() if isinstance(value, Generated) else remade(value)


def pickled(value: Any) -> bytes:
    """A value with tables in place of the functions in it."""
    out = io.BytesIO()
    _Pickler(out).dump(value)
    return out.getvalue()


class Limit:
    """How much of what functions may answer is varied: as far as a scope goes, or, for samples, without a bound."""

    def __init__(self, size: int | None, depth: int | None, drawn: bool = False) -> None:
        self.size = size  # what is left for entries and their answers
        self.depth = depth
        self.drawn = drawn
        self.reached = False  # whether a question was asked that was not varied for want of room

    def count(self, possible: Possible, function: Generated, varied: int) -> int:
        """From how many answers one is chosen."""
        if self.drawn:
            return possible.count(_LARGEST_DRAWN)
        full = self.depth is not None and len(function.entries) >= self.depth
        full = full or varied >= MOST or (self.size is not None and self.size <= 0)
        count = 1 if full else possible.count(None if self.size is None else self.size - 1)
        self.reached = self.reached or (count == 1 and possible.count(None) > 1)
        return count

    def spend(self, size: int) -> None:
        if self.size is not None:
            self.size -= 1 + size


@dataclass(frozen=True, slots=True)
class _Taken:
    """What a function takes for one of its parameters."""

    name: str
    type: Type
    holds: Callable[[Any, Mapping[str, Any]], bool]
    has_functions: bool
    default: Any


class CallableContext:
    """What the executions of one function have in common in one scope."""

    def __init__(self, signature: Signature, answers: Answers) -> None:
        self.signature = signature
        self.answers = answers
        self.constructors = signature.reader.constructors
        self.places = [(p.name, has_functions(p.type)) for p in signature.parameters]
        self._holds: dict[int, tuple[Type, Callable[[Any, Mapping[str, Any]], bool]]] = {}
        self._functions_in: dict[int, tuple[Type, bool]] = {}  # by identity: types are slow to compare
        self._taken: dict[int, tuple[FunctionOf, list[_Taken]]] = {}
        self._exercises: dict[int, Exercise] = {}
        # Whether a function may have been asked where that is not known here; shared with processes of the code's own.
        self.left = mmap.mmap(-1, 1)

    def answers_functions(self, function: FunctionOf) -> bool:
        return self.has_functions(function.result)

    def has_functions(self, tp: Type) -> bool:
        if id(tp) not in self._functions_in:
            self._functions_in[id(tp)] = (tp, has_functions(tp))
        return self._functions_in[id(tp)][1]

    def taken(self, function: FunctionOf) -> list[_Taken]:
        """What a function takes, one for each parameter."""
        found = self._taken.get(id(function))
        if found is None:
            types = zip(function.parameters or (), function.signature.parameters.values(), strict=True)
            each = [_Taken(n, tp, contract_of(tp).holds, has_functions(tp), p.default) for (n, tp), p in types]
            found = self._taken[id(function)] = (function, each)
        return found[1]

    def observed(self, tp: FunctionOf, function: Any, name: str, siblings: Mapping[str, Any]) -> Observed:
        """A function by what it answers to the first arguments that it takes."""
        if id(tp) not in self._exercises:
            self._exercises[id(tp)] = Exercise(tp, self.signature.reader, most=_MOST_OBSERVED)
        answers = []
        for args in self._exercises[id(tp)].arguments(siblings):
            taken = _copied(args)
            try:
                answer = with_functions(tp.result, function(*args), name, siblings, self.observed)
            except Exception as error:  # of the code under test: that, too, is something to know it by
                answer = Unspelled(f"raise {type(error).__name__}")
            answers.append((taken, answer))
        return Observed(tuple(answers))

    def holds(self, tp: Type, value: Any, siblings: Mapping[str, Any]) -> bool:
        found = self._holds.get(id(tp))
        if found is None:
            found = self._holds[id(tp)] = (tp, contract_of(tp).holds)
        return found[1](value, siblings)


@dataclass(frozen=True)
class Question:
    """A question that was varied, and what was answered."""

    function: FunctionOf
    known: Mapping[str, Any]
    possible: Possible
    size: int  # of all entries up to this one, with their answers
    choice: int


class Execution:
    """One call of the function under test, with generated functions among its arguments."""

    def __init__(
        self,
        context: CallableContext,
        base: int,
        inputs: tuple[Sequence[Any], Sequence[Any]],
        limit: Limit,
        choices: Choices,
        tell: Callable[[Execution], None] | None = None,
    ) -> None:
        """`inputs` are the arguments with blanks for functions, twice. `tell` is called whenever a table has grown."""
        self.base = base
        self.limit = limit
        self.misused: Failure | None = None
        self.unanswerable = False
        self.error: RefuteError | None = None
        self.questions: list[Question] = []
        self._context = context
        self._choices = choices
        self._tell = tell
        self._size = 0
        self._entries = 0
        self._process = os.getpid()
        self._over = False
        self._lock = threading.RLock()
        self._functions: dict[str, Generated] = {}  # by what they are called: where they are among the arguments
        self.values = self._arguments(inputs[0], inputs[1])
        self.before = self.values if inputs[0] is inputs[1] else self._arguments(inputs[1], inputs[1])

    def told(self) -> tuple[Any, ...]:
        """The arguments with the tables that the functions in them have become, if they can be told."""
        try:
            told: tuple[Any, ...] = pickle.loads(pickled(self.values))
        except Exception:  # of the user's objects
            return self.values
        return told

    @property
    def played(self) -> Played:
        return Played(self.base, tuple(self._choices.made), entries=self._entries, size=self._size)

    def _arguments(self, values: Sequence[Any], before: Sequence[Any]) -> tuple[Any, ...]:
        siblings = self._context.signature.siblings(before)
        return tuple(
            self._planted(value, name, siblings) if planted else value
            for (name, planted), value in zip(self._context.places, values, strict=True)
        )

    def _planted(self, value: Any, name: str, siblings: Mapping[str, Any]) -> Any:
        """A value with functions in place of blanks; equal parts are found in equal places."""

        def make(tp: FunctionOf, name: str, siblings: Mapping[str, Any]) -> Generated:
            if name not in self._functions:
                self._functions[name] = Generated(self, tp, name, siblings)
            return self._functions[name]

        return planted(value, name, siblings, make, self._context.constructors)

    def leave(self) -> None:
        """A function is asked, or may be, by what is not part of this call: another process, or code that runs on."""
        self._context.left[0] = 1

    def end(self) -> None:
        """The call has ended. What is asked from now on is not varied, and not judged."""
        self._over = True
        if self._context.left[0]:
            self._context.left[0] = 0
            self.unanswerable = True

    def answer(self, function: Generated, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        try:
            return self._answered(function, args, kwargs)
        except (OutsideDomain, RecursionError):
            raise  # the code under test went where there is no room for an answer: that is its own doing
        except Exception as error:  # of a refinement, say: not to be taken for one of the code under test
            self.error = error if isinstance(error, RefuteError) else _unexpected(function, error)
            self.unanswerable = True
            raise Unanswerable from error

    def _answered(self, function: Generated, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        with self._lock:
            given, known = self._taken(function, args, kwargs)
            key = key_of(given)
            if key not in function.entries:
                # a question is asked only after it can be said which: a copy may be the user's code
                taken = _copied(given)
                answer = self._scripted(function, args, kwargs, known) or self._chosen(function, taken, known)
                function.entries[key] = _Entry(taken, answer)
                if self._tell is not None:
                    self._tell(self)
            return given_as(function.type.gives, function.entries[key].answer())

    def _taken(
        self, function: Generated, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], Mapping[str, Any]]:
        """A value for each parameter, if the function takes them, and all that is known then.

        A function among them is known by what it answers, as to code that calls it there is nothing else to it.
        """
        parameters = function.type.parameters
        if parameters is None:
            return (args, kwargs), function.siblings
        if kwargs or len(args) != len(parameters) or not function.type.by_position:
            try:
                given = given_to(function.type.signature, args, kwargs)
            except TypeError:
                self._refuse(function, args, kwargs, ("number",), _expected(function, kwargs))
        else:
            given = args
        known = dict(function.siblings)
        observed: list[Any] | None = None
        for place, (taken, value) in enumerate(zip(self._context.taken(function.type), given, strict=True)):
            if taken.name:
                known[taken.name] = value
            if value is taken.default:
                continue
            if not taken.holds(value, known):
                explanation = explain(taken.type, value, known, taken.name or f"argument {place}")
                if explanation is not None:
                    key = (str(place), explanation.text or explanation.expected)
                    self._refuse(
                        function, args, kwargs, key, f"what {function.__name__} takes: {explanation.message()}"
                    )
            if taken.has_functions:
                observed = observed or list(given)
                observed[place] = with_functions(taken.type, value, taken.name, known, self._context.observed)
        return given if observed is None else tuple(observed), known

    def _refuse(
        self, function: Generated, args: tuple[Any, ...], kwargs: dict[str, Any], key: tuple[str, ...], why: str
    ) -> NoReturn:
        call = called(function.__name__, args, kwargs)
        if asked_by_refinement():
            raise OutsideDomain(f"{call}: {why}")
        if self.misused is None:
            self.misused = Failure("misuse", ("misuse", function.__name__, *key), f"called {call}", (why,))
        raise Misused(call)

    def _scripted(
        self, function: Generated, args: tuple[Any, ...], kwargs: dict[str, Any], known: Mapping[str, Any]
    ) -> Callable[[], Any] | None:
        """The answer of a function that says what this one answers, if it is one that may be given."""
        tp = function.type
        if not isinstance(tp, Scripted):
            return None
        make = partial(_asked, tp, _copied(args), _copied(kwargs))
        try:
            answer = make()
        except Exception:  # it was not asked this when it was written
            return None
        if not self._context.holds(tp.result, answer, known):
            return None
        self._entries += 1
        if not self._context.answers_functions(tp):
            return make
        name = called(function.__name__, args, kwargs)
        kept = self._planted(with_functions(tp.result, answer, name, known, scripted), name, known)
        return lambda: kept

    def otherwise(self, function: Generated) -> Any:
        """What a function answers to all that it was not asked, as far as something is right for all of it."""
        own = {name for name, _ in function.type.parameters or ()}
        if own & names_in(function.type.result):
            return UNKNOWN
        answers = [entry.answer() for entry in function.entries.values()]
        if not answers:
            possible = self._context.answers.to(function.type, function.siblings)
            if possible is None or self._context.answers_functions(function.type):
                return UNKNOWN
            return possible.answer(0)[1]()
        keys = [key_of(answer) for answer in answers]
        return answers[max(range(len(keys)), key=lambda place: (keys.count(keys[place]), not answers[place], place))]

    def _chosen(self, function: Generated, taken: tuple[Any, ...], known: Mapping[str, Any]) -> Callable[[], Any]:
        possible = self._context.answers.to(function.type, known)
        if possible is None:
            self.unanswerable = True
            raise Unanswerable
        count = self.limit.count(possible, function, len(self.questions))
        if self._over or os.getpid() != self._process:
            count = 1
            self.leave()
        index = self._choices(count)
        size, make = possible.answer(index)
        self.limit.spend(size)
        self._entries += 1
        self._size += 1 + size
        if count > 1:
            self.questions.append(Question(function.type, known, possible, self._size, index))
        if not self._context.answers_functions(function.type):
            return make
        kept = self._planted(make(), called_with(function.__name__, function.type.signature, taken), known)
        return lambda: kept


class Filled(Execution):
    """Arguments for a function that was returned: part of another execution, and without an end of its own."""

    def __init__(self, context: CallableContext, values: tuple[Any, ...], choices: tuple[int, ...]) -> None:
        self._pairs: list[tuple[int, int]] = []
        limit = Limit(context.answers.scope.size, None)
        super().__init__(context, 0, (values, values), limit, Choices(choices, made=self._pairs.append))

    @property
    def following(self) -> tuple[int, ...] | None:
        return following(self._pairs)


class AnsweringFunctions:
    """Fills blanks for functions with such that give certain answers."""

    def __init__(self) -> None:
        self._contexts: dict[int, CallableContext] = {}

    def __call__(self, signature: Signature, values: tuple[Any, ...], choices: tuple[int, ...]) -> Filled:
        if id(signature) not in self._contexts:
            self._contexts[id(signature)] = CallableContext(signature, Answers(SCOPE, signature.reader))
        return Filled(self._contexts[id(signature)], values, choices)


def _asked(function: Scripted, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    return taken_from(function.gives, function.script(*args, **kwargs))


def _expected(function: Generated, kwargs: Mapping[str, Any]) -> str:
    """What a function takes, in words where it is a number of arguments."""
    parameters = function.type.signature.parameters.values()
    if all(p.kind is not p.KEYWORD_ONLY and p.default is p.empty for p in parameters):
        by_position = ", by position" * all(p.kind is p.POSITIONAL_ONLY for p in parameters) * bool(kwargs)
        return f"{function.__name__} takes {len(parameters)} argument{'s' * (len(parameters) != 1)}{by_position}"
    return f"{function.__name__} takes {function.type.signature}"


def _unexpected(function: Generated, error: Exception) -> RefuteError:
    return RefuteError(
        f"{function.__name__} could not be answered: {type(error).__name__}: {error}",
        remedy="Use a simpler type for what it returns, or for what it takes.",
    )


def _passed_on(value: Any) -> Any:
    """A value as another process gets it: by its text if it is an object of this one."""
    try:
        pickled(value)
    except Exception:  # of whatever its class does
        return Unspelled(short(value))
    return value


def _copied(value: Any) -> Any:
    if type(value) is tuple and all(type(part) in SCALARS for part in value):
        return value
    try:
        return copy.deepcopy(value)
    except Exception:  # of the user's objects
        return value
