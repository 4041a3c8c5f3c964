"""Findings: outcomes that break a promise, told so that a person can see it and run it again."""

from __future__ import annotations

import ast
import enum
import hashlib
import inspect
import pickle
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from refute.conform.iterators import is_iterator
from refute.errors import EmptyTypeError, Place, RefuteError
from refute.functions.behaviours import Played
from refute.logic.terms.wording import listed
from refute.types.callables.partly_given import PartlyGiven
from refute.types.callables.tabulated import Tabulated, passed_as
from refute.types.callables.undecorated import is_context_manager
from refute.types.data.recipes.registering import user_recipes
from refute.types.signatures import Signature
from refute.types.spelling import Speller, spelled

_MOST_ENTRIES = 12  # of tables that are shown
_FUNCTION = ("def ", "async def ")  # how definitions of functions begin, after which a line is left empty
_LINK = re.compile(r"\w+(\.\w+)? = ")  # how definitions of objects begin
_WIDEST = 40  # columns of a call that others are aligned with

LEFT_BEHIND = ("misuse", "left")  # how the key of a failure begins that is something left changed or running


@dataclass(frozen=True)
class Use:
    """What has to be done with a result to see the failure: a function it is has to be called."""

    call: str = ""  # such as (1, 2)
    imports: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()  # of functions that it is called with


@dataclass(frozen=True)
class Failure:
    """What one test found, in words: this is what a worker sends. `key` tells different failures apart."""

    kind: str
    key: tuple[str, ...]
    outcome: str  # "returned 0", "raised ZeroDivisionError: division by zero", "did not return within 1 s"
    explanation: tuple[str, ...]  # the lines that say why that is wrong
    then: Use = Use()
    reach: int | None = None  # how far quantifiers went that left open whether it is wrong
    shown_by: str = "refute:contract"  # a module's function that makes the function raise, for a violation
    played: Played | None = None  # what generated functions answered
    identity: tuple[str, ...] = ()  # the same as the key, without numbers of lines; empty: the key has none
    expected: str = ""  # Python text of what should have been returned, where that is known
    exception: tuple[str, str] = (
        "",
        "",
    )  # of a crash: its class as Python text, and the module that this needs, if any

    def fingerprint(self, function: str) -> str:
        """What tells it from other failures as long as its function, its kind and its line keep their text."""
        return fingerprint_of(function, *(self.identity or self.key))


@dataclass(frozen=True)
class Finding:
    """A failure with the input that shows it."""

    kind: str
    target: str
    place: Place | None
    texts: Mapping[str, str]  # the arguments by name, as Python text
    definitions: str  # Python text: the functions that the call is given, and objects that it is given twice
    call: str  # Python text
    outcome: str
    explanation: str
    table: str  # what these functions answered, a line for each call
    output: str  # what the code printed
    source: str  # a program that fails in the same way, or a comment that says why there is none
    number: int  # how many inputs had been tried when it was found, this one included
    size: int
    found_size: int | None = None  # of the input that was found, if that was made smaller
    kept: bool = False  # found on an earlier run; its number is that among those that were kept
    generalised: str = ""  # the call with `?1` for each argument that does not matter, shown by running it with holes,
    generalised_in: str = ""  # or by running "all 21 inputs to size 6" that differ in it
    fingerprint: str = ""  # the same for this failure on every run, wherever its lines have moved to
    undeclared: str = ""  # the exception that it raised, where it could declare that, as Python text
    undeclared_in: str = ""  # the module that has to be imported to declare it
    times: int = 0  # how many inputs failed so, where that was counted
    is_program: bool = False  # whether the definitions are calls that come before this one
    store_text: str = field(default="", repr=False)  # what is kept of it for the next run
    pickled: bytes = field(default=b"", repr=False, compare=False)  # the arguments, for `arguments`

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments by name. They are made anew in this process, by the classes of the code under test."""
        try:
            return dict(pickle.loads(self.pickled))
        except Exception as error:
            raise RefuteError(
                f"the arguments of {self.call} cannot be made here: {type(error).__name__}: {error}",
                remedy="Use `source`, which is a program that makes the call.",
            ) from None

    @property
    def summary(self) -> str:
        """All of it that a line can hold."""
        return f"{self.named_call} {self.outcome}{self.answers}"

    @property
    def named_call(self) -> str:
        """The call in a line, after the objects that it has names for: `xs = [0]; extend(xs=xs, ys=xs)`."""
        links = [line for line in self.definitions.splitlines() if self.is_program or _LINK.match(line)]
        return "; ".join([*links, self.call])

    @property
    def answers(self) -> str:
        """What functions answered, in a line that goes on after the call."""
        calls = ", ".join(" ".join(line.split()) for line in self.table.splitlines())
        return f" with {calls}" if calls else ""

    def __repr__(self) -> str:
        return f"<{self.kind}: {self.summary}>"


def fingerprint_of(function: str, *what: str) -> str:
    """A digest of the full name of a function and of what is wrong with it."""
    text = "\0".join([function.replace(".__wrapped__", ""), *what])
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def call_text(signature: Signature, values: tuple[Any, ...], speller: Speller) -> str:
    """The call as it would be written; of a property, the attribute: `Box(1).height`."""
    arguments = arguments_text(signature, values, speller)
    if not _is_attribute(signature, values):
        return f"{signature.path}{arguments}"
    text = speller.spell(values[0])
    instance = f"({text})" if isinstance(values[0], enum.Flag) else text
    return f"{instance}.{signature.name.rpartition('.')[2]}"


def _is_attribute(signature: Signature, values: tuple[Any, ...]) -> bool:
    """Whether the call is made by looking up a property: no subclass of its own has another by that name."""
    name, getter = signature.name.rpartition(".")[2], signature.getter
    found = inspect.getattr_static(type(values[0]), name, None) if getter and len(values) == 1 else None
    return getattr(found, getter, None) is signature.function if found is not None else False


def arguments_text(signature: Signature, values: tuple[Any, ...], speller: Speller) -> str:
    """The arguments of a call in brackets, all by name where that can be.

    An object that is several arguments has a name, which is among the definitions of the speller.
    """
    speller.avoid_classes_in(values)
    by_name = {p.name: value for p, value in zip(signature.parameters, values, strict=True)}
    for first, *_ in signature.aliases(values):
        speller.name(by_name[first], first)
    positional, keywords = signature.passed(values)
    names = [p.name for p in _positional(signature)]
    texts = [
        f"{names[place]}={speller.spell(value)}" if place < len(names) and _by_name(signature) else speller.spell(value)
        for place, value in enumerate(positional)
    ]
    texts += [f"{name}={speller.spell(value)}" for name, value in keywords.items()]
    return f"({', '.join([*_given_texts(signature, speller), *texts])})"


def call_line(signature: Signature, values: tuple[Any, ...]) -> str:
    """The call in one line, behind what makes and links the objects that it is given: `xs = [0]; f(xs=xs, ys=xs)`."""
    speller = Speller(linking=True)
    call = call_text(signature, values, speller)
    return "; ".join([*speller.links, call])


def call_with_holes(signature: Signature, values: tuple[Any, ...], holes: Iterable[object]) -> str:
    """The call in one line, with `?1` for the first of some holes."""
    speller = Speller(unused=True)
    for number, hole in enumerate(holes, 1):
        speller.write_as(hole, f"?{number}")
    return call_text(signature, values, speller)


def _given_texts(signature: Signature, speller: Speller) -> Iterator[str]:
    """The arguments that every call has; `database=…` for one that cannot be spelled, and none for the instance of a
    method."""
    for name, given in signature.given.items():
        if name != "self":
            yield f"{name}={speller.spell(given.value) if given.is_spelled else '…'}"


def table_lines(values: Iterable[Any]) -> Iterator[str]:
    """What generated functions among the arguments answered, a line for each call."""
    calls = [
        (called_with(table.__name__, table.__signature__, entry.given), spelled(entry.answer))
        for value in values
        for table in tables_in(value)
        for entry in table.entries
        if not isinstance(entry.answer, Tabulated)
    ]
    width = max((len(call) for call, _ in calls[:_MOST_ENTRIES] if len(call) <= _WIDEST), default=0)
    yield from (f"{call:<{width}} = {answer}" for call, answer in calls[:_MOST_ENTRIES])
    if len(calls) > _MOST_ENTRIES:
        yield f"… and {len(calls) - _MOST_ENTRIES} more"


def tables_in(value: Any) -> Iterator[Tabulated]:
    """The generated functions in a value, and those that they answered with."""
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        match part:
            case Tabulated(entries=entries):
                yield part
                inside: Iterable[Any] = [entry.answer for entry in entries]
            case list() | tuple():
                inside = part
            case dict():
                inside = part.values()
            case _ if isinstance(part, type) or callable(part):
                inside = ()
            case _:
                inside = getattr(part, "__dict__", {}).values()
        waiting.extend(reversed(list(inside)))


def called(name: str, args: Sequence[Any], kwargs: Mapping[str, Any], speller: Speller | None = None) -> str:
    """A call as it would be written."""
    spell = spelled if speller is None else speller.spell
    given = [*map(spell, args), *(f"{key}={spell(value)}" for key, value in kwargs.items())]
    return f"{name}({', '.join(given)})"


def called_with(name: str, signature: inspect.Signature, given: tuple[Any, ...]) -> str:
    """A call by the values of its parameters."""
    return called(name, *passed_as(signature, given))


def _positional(signature: Signature) -> list[Any]:
    by_name = {p.name: p for p in signature.parameters}
    kinds = ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD")
    return [by_name[name] for name in signature.order if by_name[name].kind.name in kinds]


def _by_name(signature: Signature) -> bool:
    """Whether all arguments can be given by name: none is positional only, and none comes from `*args`."""
    kinds = {p.kind.name for p in signature.parameters}
    return not kinds & {"POSITIONAL_ONLY", "VAR_POSITIONAL"}


def names_used(signature: Signature, failure: Failure) -> set[str]:
    """The names that a program needs for itself."""
    defined = {text.partition("(")[0].rpartition(" ")[2] for text in failure.then.definitions}
    return {signature.name.partition(".")[0], failure.shown_by.partition(":")[2], "asyncio", "consumed", *defined}


def program_text(
    signature: Signature,
    failure: Failure,
    call: str,
    imports: Sequence[str],
    definitions: Sequence[str],
    registrations: Collection[str] = (),
    seed: int | None = None,
) -> str:
    """A program that makes the call and fails as the finding says, with random numbers from a seed if it needs them.
    `registrations` are modules that register types of its values.

    Of a function that cannot be imported, and with values that cannot be written, it is a comment that says so.
    """
    given = signature.function
    given = given.function if isinstance(given, PartlyGiven) else given
    function = inspect.unwrap(given)
    module, first = getattr(function, "__module__", "__main__"), signature.name.partition(".")[0]
    needed = [*imports, *failure.then.imports, f"from {module} import {first}"]
    is_called = call.startswith(f"{signature.path}(")
    arguments = call[len(signature.path) :] if is_called else f"({call.rpartition('.')[0]})"
    library, shown_by = failure.shown_by.split(":")
    registering = set(registrations)
    if signature.is_property and shown_by == "contract":
        line = f"assert {call} is not False"
    elif failure.kind == "violation" or (failure.kind == "misuse" and definitions):
        needed.append(f"from {library} import {shown_by}")
        registering |= _registering(signature, module)
        line = f"{shown_by}({signature.path}){arguments}{failure.then.call}"
    else:
        line = f"{call}{failure.then.call}"
    lines = [line]
    manages = is_context_manager(given)
    if inspect.isasyncgenfunction(function):
        needed.append("import asyncio")
        steps = [f"    async with {line}:", "        pass"]
        steps = steps if manages else [f"    return [item async for item in {line}]"]
        lines = ["async def consumed():", *steps, "", "asyncio.run(consumed())"]
    elif inspect.iscoroutinefunction(function):
        needed.append("import asyncio")
        lines = [f"asyncio.run({line})"]
    elif manages:
        lines = [f"with {line}:", "    pass"]
    elif not failure.then.call and (inspect.isgeneratorfunction(function) or is_iterator(signature.result)):
        lines = [f"list({line})"]
    before = [line for text in definitions for line in ((text, "") if text.startswith(_FUNCTION) else (text,))]
    before += [""] if before and before[-1] else []
    if seed is not None:
        needed.append("import random")
        before += [f"random.seed({seed})", ""]
    needed += [f"import {name}" for name in sorted(registering - {module})]
    imported = sorted(dict.fromkeys(needed), key=lambda text: not text.startswith("import"))
    program = "\n".join([*imported, "", *before, *lines, ""])
    where = f" ({signature.place})" if signature.place else ""
    if "<" in signature.name:  # <locals>, <lambda>
        why = f"{signature.name}{where} cannot be imported: its module has no name for it. Where it is at hand:"
        return _commented(signature, program, why)
    if missing := [name for name, given in signature.given.items() if not given.is_spelled]:
        why = f"{signature.name}{where} is given {listed(missing)} by what runs it. Where that is at hand:"
        return _commented(signature, program, why)
    try:
        ast.parse(program)
    except SyntaxError:
        why = f"{signature.name}{where} is given a value that cannot be written. With that in the place of its repr:"
        return "".join(f"# {line}".rstrip() + "\n" for line in (why, "", *program.splitlines()))
    return program


def _registering(signature: Signature, module: str) -> set[str]:
    """The modules that register types of a function, without which `contract` does not know them."""
    return {recipe.registered_in for recipe in user_recipes(signature.reader.constructors, module)} - {""}


def _commented(signature: Signature, program: str, why: str) -> str:
    """What would be the program if the function were at hand, without its import."""
    outer, short = signature.name.partition(".")[0], signature.name.rpartition(".")[2]
    kept = [line for line in program.splitlines() if not line.endswith(f" import {outer}")]
    lines = "\n".join(kept).replace(signature.name, short).strip("\n").splitlines()
    return "".join(f"# {line}".rstrip() + "\n" for line in (why, "", *lines))


def vacuous(name: str, place: Place | None, error: EmptyTypeError, full_name: str) -> Finding:
    """A specification that admits no call."""
    return Finding(
        kind="vacuous",
        target=name,
        place=error.place or place,
        texts={},
        definitions="",
        call=f"{name}(…)",
        outcome="cannot be called",
        explanation=error.problem,
        table="",
        output="",
        source="",
        number=0,
        size=0,
        fingerprint=fingerprint_of(full_name, "vacuous"),
    )
