"""Programs as Python text: a line for each call, with names for what later lines use.

What a constructor that nobody wrote makes for one use alone, as of a dataclass, has no name:

    empty = Empty()
    insert(0, Branch(empty, 0, empty))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from refute.judge.findings import Failure
from refute.programs.calls.variants import Variant
from refute.programs.contracts.law import LawOperation
from refute.programs.interface.operation import Operation
from refute.programs.interface.shapes import Path
from refute.programs.pools.behaviours import Behaviour
from refute.programs.pools.constants import Verbatim
from refute.programs.pools.instances import RESULT, WATCHED
from refute.programs.pools.leaves import ConstantLeaf, InstanceLeaf
from refute.programs.program.program import Program, Value
from refute.programs.promises.wording import variable
from refute.types.callables.defining import free_name
from refute.types.spelling import Speller

_LONGEST = 60  # letters of an object that is written in the place of its name


@dataclass(frozen=True)
class Written:
    """A program as text: what it imports, the lines of all calls but the last, and the last one."""

    imports: tuple[str, ...]
    lines: tuple[str, ...]
    last: str
    names: tuple[str, ...]  # of the objects that the last call is given, by leaf; empty for a constant
    watched: tuple[str, ...]  # the names of others that are looked at after it
    function: str  # that the last call calls, as an expression; empty if it is not the call of one
    arguments: str  # that this is given
    complete: bool  # whether all of it can be run
    together: str = ""  # arguments that say which the last two calls are, where they are made in two threads

    def failing(self, operation: Operation, failure: Failure, where: Path) -> str:
        """A program that fails when it is run, as was found; or does what was found, with a comment that says so."""
        imports, lines = list(self.imports), [*self.lines]
        module, _, name = failure.shown_by.partition(":")
        comments = [f"# {line}" for text in (failure.outcome, *failure.explanation) for line in text.splitlines()]
        if failure.kind == "violation" and where and name.isidentifier():
            roots = self.watched if where[0] == WATCHED else self.names
            wrong = _reached("result", where[1:]) if where[0] == RESULT else _reached(roots[where[1]], where[2:])
            imports.append(f"from {module} import {name}")
            lines.append(f"result = {self.last}" if where[0] == RESULT else self.last)
            lines.append(f"verify({wrong})" if name == "verify" else f"assert {name}({wrong})")
        elif failure.kind == "violation" and operation.signature is not None and operation.signature.is_property:
            lines.append(f"assert {self.last} is not False")
        elif failure.kind == "violation" and not where and operation.form.kind in ("call", "method") and name:
            imports.append(f"from {module} import {name}")
            lines.append(f"{name}({self.function})({self.arguments})")
        elif isinstance(operation, LawOperation):
            lines.append(self.last if operation.law.is_statement else f"assert {self.last}")
        elif failure.expected:
            lines.append(f"assert {self.last} == {failure.expected}")
        elif self.together:
            imports.append("from refute import assert_linear")
            made = [f"    {line}" for line in (*lines, f"return {self.names[0]}")]
            lines = ["def make():", *made, "", f"assert_linear(make, {self.together})"]
        else:
            lines.append(self.last)
        return "\n".join([*sorted(dict.fromkeys(imports)), "", *lines, *comments, ""])


def written(
    program: Program,
    variants: Sequence[Variant],
    raised: Sequence[str] = (),
    seeds: Sequence[int | None] = (),
    holes: Sequence[tuple[int, int]] = (),
    *,
    named: bool = False,
) -> Written:
    """A program as it would be written; if `named`, with a name for each value.

    `raised` has, for each call, the exception that it raises and the program survives, if any; `seeds`, that of its
    random numbers; `holes`, the calls and leaves that are written as `?1`, `?2`, …
    """
    return _Writer(program, variants, raised, seeds, holes, named).written()


class _Writer:
    def __init__(
        self,
        program: Program,
        variants: Sequence[Variant],
        raised: Sequence[str],
        seeds: Sequence[int | None],
        holes: Sequence[tuple[int, int]],
        named: bool,
    ) -> None:
        self._holes = {place: f"?{number}" for number, place in enumerate(holes, 1)}
        self._named = named
        self._program = program
        self._variants = variants
        self._raised = raised
        self._seeds = seeds
        self._speller = Speller(linking=True)
        self._names: dict[Value, str] = {}
        self._taken: set[str] = set()
        self._imports: dict[str, set[str]] = {}
        self._lines: set[str] = set()  # other imports

    def written(self) -> Written:
        used = self._program.used
        lines: list[str] = []
        uses = self._uses()
        idle = {number for number in used if self._is_data(number) and not uses[Value(number, (RESULT,))]}
        for number, call in enumerate(self._program.calls):
            if number not in idle:
                self._import(self._variants[call.variant])
        last = names = None
        function = arguments = before = together = ""
        for number, call in enumerate(self._program.calls):
            if number in idle:
                continue
            variant = self._variants[call.variant]
            texts = [
                self._holes.get((number, place))
                or (self._names[given] if isinstance(given, Value) else self._constant(leaf, given))
                for place, (leaf, given) in enumerate(zip(variant.leaves, call.leaves, strict=True))
            ]
            text = variant.text(texts)
            whole = Value(number, (RESULT,))
            if uses[whole] == 1 and used.get(number) == [whole] and self._is_nameless(number, text):
                self._names[whole] = text
                continue
            lines += self._seeding(number)
            if self._program.after is not None and number == len(self._program) - 2:
                before = variant.expression(texts)
                continue
            if number == len(self._program) - 1:
                last = text
                if self._program.after is not None:
                    after, second = f"after={self._program.after}", variant.expression(texts)
                    last = f"interleaved(lambda: {before}, lambda: {second}, {after})"
                    together = f"lambda {texts[0]}: {before}, lambda {texts[0]}: {second}, {after}"
                function, arguments = variant.called(texts)
                names = tuple(
                    one if isinstance(given, Value) else "" for one, given in zip(texts, call.leaves, strict=True)
                )
                break
            lines += self._line(number, variant, text, used.get(number, ()))
        assert last is not None
        assert names is not None
        imports = [f"from {module} import {', '.join(sorted(names))}" for module, names in self._imports.items()]
        imports += ["import random"] if any(seed is not None for seed in self._seeds) else []
        imports += [*self._lines, *self._speller.all_imports]
        every = sorted({*imports}, key=lambda line: not line.startswith("import"))
        lines = [*self._speller.definitions, *lines]
        watched = tuple(self._names[value] for value, _ in self._program.watched)
        called = function, arguments, self._speller.complete, together
        return Written(tuple(every), tuple(lines), last, names, watched, *called)

    def _uses(self) -> Counter[Value]:
        """How often each value is given to calls that are written, where no hole is written for it."""
        found: Counter[Value] = Counter(value for value, _ in self._program.watched)
        for number, call in reversed([*enumerate(self._program.calls)]):
            if self._is_data(number) and not found[Value(number, (RESULT,))]:
                continue
            given = (one for place, one in enumerate(call.leaves) if (number, place) not in self._holes)
            values = [value for value in given if isinstance(value, Value)]
            found.update(values)
            found.update(value.of for value in values if value.of is not None)
        return found

    def _is_data(self, number: int) -> bool:
        """Whether a call does nothing but to put an object together."""
        call = self._program.calls[number]
        return self._variants[call.variant].operation.makes_data and number < len(self._program) - 1

    def _is_nameless(self, number: int, text: str) -> bool:
        is_plain = number >= len(self._raised) or not self._raised[number]
        is_alone = self._program.after is None and not any(seed is not None for seed in self._seeds)
        return self._is_data(number) and is_plain and is_alone and not self._named and len(text) <= _LONGEST

    def _seeding(self, number: int) -> Iterator[str]:
        """What has random numbers be those of a call."""
        seed = self._seeds[number] if number < len(self._seeds) else None
        if seed is not None:
            yield f"random.seed({seed})"

    def _line(self, number: int, variant: Variant, text: str, values: Sequence[Value]) -> Iterator[str]:
        """A call, and the names of what is used after it."""
        if raised := (self._raised[number] if number < len(self._raised) else ""):
            self._imports.setdefault("contextlib", set()).add("suppress")
            module, _, exception = raised.partition(":")
            if module != "builtins":
                self._imports.setdefault(module, set()).add(exception.partition(".")[0])
            text = f"with suppress({exception}): {text}"
        elif any(value.of is None for value in values) and not variant.operation.form.is_statement:
            whole = Value(number, (RESULT,))
            text = f"{self._name(whole, 'value' if whole in values else 'result')} = {text}"
        yield text
        for value in values:
            if value.of is not None:
                yield f"{self._name(value, 'value')} = {_reached(self._names[value.of], value.path)}"
            elif value.path != (RESULT,):
                whole_name = self._names.get(Value(number, (RESULT,)), "")
                yield f"{self._name(value, 'value')} = {_reached(whole_name, value.path[1:])}"

    def _name(self, value: Value, otherwise: str) -> str:
        """A name for a value, after its kind."""
        name = free_name(self._kind(value) or otherwise, self._taken)
        self._taken.add(name)
        self._names[value] = name
        return name

    def _kind(self, value: Value) -> str:
        """The name of its class, or of the first as which a value is used."""
        made = self._variants[self._program.calls[value.call].variant].operation.makes
        if made is not None and value.path == (RESULT,):
            return variable(made.__name__)
        for call in self._program.calls:
            for leaf, given in zip(self._variants[call.variant].leaves, call.leaves, strict=True):
                if given == value and isinstance(leaf, InstanceLeaf):
                    return variable(leaf.classes[0].__name__)
        return next((variable(kind) for watched, kind in self._program.watched if watched == value), "")

    def _constant(self, leaf: Any, place: int | Verbatim) -> str:
        assert isinstance(leaf, ConstantLeaf)
        value = leaf.fresh(place)
        return f"({value.text})" if isinstance(value, Behaviour) else self._speller.spell(value)

    def _import(self, variant: Variant) -> None:
        operation = variant.operation
        self._lines.update(operation.form.imports)
        if isinstance(operation, LawOperation):
            self._lines.update(operation.law.imports)
        if operation.form.kind in ("call", "value") and operation.module:
            first = operation.form.name.partition(".")[0]
            self._imports.setdefault(operation.module, set()).add(first)
            self._taken.add(first)


def _reached(start: str, steps: Sequence[Any]) -> str:
    """The expression that leads from a value to a part of it."""
    text = start
    for step in steps:
        match step:
            case int():
                text = f"{text}[{step}]"
            case ("attribute", name):
                text = f"{text}.{name}"
            case ("key", place) | ("element", place):
                text = f"list({text})[{place}]"
            case ("value", place):
                text = f"list({text}.values())[{place}]"
            case ("by", take):
                text = f"{getattr(take, '__qualname__', 'take')}({text})"
    return text
