"""Failures of earlier runs, tried again: read from the store, made into inputs, and kept or let go by how they fare."""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from refute.conform.wording import message_of
from refute.errors import RefuteError
from refute.judge.findings import Finding, call_text
from refute.run.body import Body
from refute.run.events import Died, Event, Finished, Hung, OutOfMemory, Progress, Said
from refute.search.schedule.stages import Kept
from refute.store.files import Entry, Store, Target, comments_of, entries_in
from refute.types.callables.defining import functions_defined
from refute.types.callables.tabulated import Defined
from refute.types.data.refusals import REFUSALS
from refute.types.membership import holds, inhabits
from refute.types.model import Refined
from refute.types.signatures import LEFT_OUT, Parameter, Signature
from refute.types.spelling import Speller

_MISFIT, _FAILED = b"m", b"f"  # the first byte of what is said about an entry


class Misfit(Exception):
    """Arguments that the function does not take any more."""


class Replay:
    """The failures that are kept of one function."""

    def __init__(self, store: Store, signature: Signature, bound_to: type | None) -> None:
        self.words: list[str] = []  # what was ignored or dropped, and why
        self._store = store
        self._signature = signature
        self._target = target_of(signature, bound_to)
        self._entries, foreign = store.read(self._target)
        self._dropped: list[Entry] = []
        self._failed: set[int] = set()
        self._tried = 0
        if foreign:
            self.words.append(foreign)

    def stage(self, run: Callable[[Body, int], Iterator[Event]]) -> Kept:
        """The inputs that can still be tried. They are made once in `run`: the constructors are the user's code."""
        if not self._entries:
            return Kept((), ())
        usable = dict(enumerate(self._entries))
        for event in run(_Making(self._entries, self._signature), len(self._entries)):
            if isinstance(event, Progress | Finished) or event.index not in usable:
                continue
            entry, why = usable.pop(event.index), _why(event)
            if why is None:
                self._dropped.append(entry)
                assert isinstance(event, Said)
                why = f"dropped: {event.payload[1:].decode()}"
            self.words.append(f"{self._store.shown(self._target, entry)}: {_in_a_line(entry)} is {why}")
        self._entries = list(usable.values())
        sizes = tuple(entry.size for entry in self._entries)
        return Kept(tuple(_Make(entry, self._signature) for entry in self._entries), sizes)

    def fared(self, tried: int, failed: set[int]) -> None:
        """How many inputs were tried, and which of them failed."""
        self._tried, self._failed = tried, failed

    def note(self) -> str:
        """What a finding says that came from here."""
        return f"kept from an earlier run in {self._store.shown(self._target)}"

    def keep(self, findings: Sequence[Finding]) -> None:
        """Write down what failed, and how the entries fared."""
        texts = {entry.text: place for place, entry in enumerate(self._entries)}
        failed = [entry for finding in findings if (entry := self._entry(finding)) is not None]
        seen = {entry.text for entry in failed}
        again = [entry for place, entry in enumerate(self._entries) if place in self._failed and entry.text not in seen]
        passed = [text for text, place in texts.items() if place < self._tried and place not in self._failed]
        word = self._store.update(
            self._target,
            [*failed, *(replace(entry, passed=False) for entry in again)],
            passed,
            [entry.text for entry in self._dropped],
        )
        if word:
            self.words.append(word)

    def _entry(self, finding: Finding) -> Entry | None:
        """A finding as an entry, if its arguments can be made again from text."""
        if finding.kind == "vacuous":
            return None
        signature = self._signature
        values = tuple(finding.arguments.get(p.name, LEFT_OUT) for p in signature.parameters)
        speller, call = self._spelled(values)
        if not speller.complete:
            return None
        imports = dict.fromkeys([*_import_of(signature), *speller.imports])
        text = "\n".join([*imports, *speller.definitions, f"{self._target.name}{call}"])
        try:
            (entry,) = entries_in(text, self._target.name)
            if self._spelled(made(entry, signature))[1] != call:
                return None
        except (Exception, SystemExit):  # of the user's constructors, or because it nests too deeply to be read
            return None
        told = "\n".join(text for text in (finding.explanation, finding.table) if text)
        return replace(entry, comments=comments_of(finding.size, finding.kind, finding.outcome, told), line=0)

    def _spelled(self, values: tuple[Any, ...]) -> tuple[Speller, str]:
        """Arguments in brackets, and what they need."""
        speller = Speller(taken={self._target.name.partition(".")[0]})
        return speller, call_text(self._signature, values, speller)[len(self._signature.name) :]


def _in_a_line(entry: Entry) -> str:
    """What stands for an entry in a message."""
    return entry.call + (" with its functions" if entry.definitions else "")


def target_of(signature: Signature, bound_to: type | None) -> Target:
    """What a function is called in a store. A method that was inherited belongs to the class it is called on."""
    function = signature.function
    module, name = getattr(function, "__module__", None) or "__main__", signature.name
    if bound_to is not None:
        module, key = bound_to.__module__, f"{bound_to.__qualname__}.{name.rpartition('.')[2]}"
    else:
        key = name
    return Target(f"{module}.{key}", name.rpartition("<locals>.")[2])


def _import_of(signature: Signature) -> Iterator[str]:
    """What makes the name of a function known, so that its call can be pasted."""
    module, first = getattr(signature.function, "__module__", None), signature.name.partition(".")[0]
    if module is not None and hasattr(sys.modules.get(module), first):
        yield f"from {module} import {first}"


class _Make:
    """Makes the input of an entry, a new one each time."""

    def __init__(self, entry: Entry, signature: Signature) -> None:
        self._entry = entry
        self._signature = signature

    def __call__(self) -> tuple[Any, ...]:
        return made(self._entry, self._signature)


class _Making:
    """What a worker does to see which entries can still be made into inputs."""

    def __init__(self, entries: Sequence[Entry], signature: Signature) -> None:
        self._entries = entries
        self._signature = signature

    def start(self, index: int) -> Iterator[Entry]:
        return iter(self._entries[index:])

    def step(self, item: Entry) -> bytes | None:
        try:
            made(item, self._signature)
        except Misfit as error:
            return _MISFIT + str(error).encode("utf-8", "backslashreplace")
        except (Exception, SystemExit) as error:  # whatever constructors and modules do
            return _FAILED + message_of(error).encode("utf-8", "backslashreplace")
        return None


def _why(event: Event) -> str | None:
    """Why an entry is ignored, None if it is to be dropped."""
    match event:
        case Said(payload=payload) if payload.startswith(_MISFIT):
            return None
        case Said(payload=payload):
            return f"ignored: making its arguments raised {payload[1:].decode()}"
        case Hung():
            return "ignored: making its arguments takes too long"
        case Died(how=how):
            return f"ignored: making its arguments ended the process: {how}"
        case OutOfMemory():
            return "ignored: making its arguments takes too much memory"
    return "ignored: making its arguments leaves the process changed"


def made(entry: Entry, signature: Signature) -> tuple[Any, ...]:
    """The values for the parameters of a function that an entry stands for. Raises Misfit, and what constructors do."""
    names = dict(_imported(entry))
    for name, function in functions_defined(entry.definitions, names).items():
        names[name] = Defined(name, entry.definitions, function)
    call = ast.parse(entry.call, mode="eval").body
    assert isinstance(call, ast.Call)
    try:
        positional = [_value(node, names) for node in call.args]
        keywords = {str(keyword.arg): _value(keyword.value, names) for keyword in call.keywords}
    except REFUSALS as error:
        raise Misfit(f"its arguments are refused: {message_of(error)}") from None
    try:
        given = inspect.signature(signature.function).bind(*positional, **keywords).arguments
    except TypeError as error:
        raise Misfit(f"it does not fit the parameters any more: {error}") from None
    unknown = [name for name in given if name not in signature.order]
    if unknown:
        raise Misfit(f"it does not fit the parameters any more: {unknown[0]} has no type")
    values = tuple(given[p.name] if p.name in given else _not_given(p) for p in signature.parameters)
    _check_types(signature, values)
    return values


def _imported(entry: Entry) -> Iterator[tuple[str, Any]]:
    for text in entry.imports:
        (node,) = ast.parse(text).body
        if isinstance(node, ast.Import):
            for alias in node.names:
                module = importlib.import_module(alias.name)
                top = alias.name.partition(".")[0]
                yield (alias.asname, module) if alias.asname else (top, importlib.import_module(top))
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None
            for alias in node.names:
                yield alias.asname or alias.name, getattr(importlib.import_module(node.module), alias.name)


def _value(node: ast.expr, names: dict[str, Any]) -> Any:
    code = compile(ast.Expression(node), "<kept>", "eval")
    return eval(code, {"__builtins__": vars(builtins)}, names)


def _not_given(parameter: Parameter) -> Any:
    if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
        return ()
    return {} if parameter.kind is inspect.Parameter.VAR_KEYWORD else LEFT_OUT


def _check_types(signature: Signature, values: Sequence[Any]) -> None:
    siblings = signature.siblings(values)
    for parameter, value in zip(signature.parameters, values, strict=True):
        try:
            fits = _suits(parameter, siblings) if value is LEFT_OUT else inhabits(parameter.type, value, siblings)
        except RefuteError:  # a refinement raised on it
            fits = False
        if not fits:
            raise Misfit(f"{parameter.name} is not of its type any more")


def _suits(parameter: Parameter, siblings: dict[str, Any]) -> bool:
    """Whether a default is right with what it depends on; what else it is is nobody's business."""
    predicates = parameter.type.predicates if isinstance(parameter.type, Refined) else ()
    return all(holds(p, siblings[parameter.name], siblings) for p in predicates if p.names)
