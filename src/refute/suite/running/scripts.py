"""Scripts: programs as text, with marks in the places of their constants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from refute.programs.calls.variants import Variant
from refute.programs.pools.behaviours import Behaviour
from refute.programs.pools.constants import Verbatim
from refute.programs.pools.leaves import ConstantLeaf, Leaf
from refute.programs.program.program import Program, Value
from refute.programs.program.spelling import Written, written
from refute.suite.data import Given, Import, Script
from refute.suite.running.facts import Facts
from refute.suite.running.homes import Homes
from refute.suite.running.performing import MOST_ITEMS, Unfit
from refute.suite.running.words import with_article, words_of
from refute.suite.text.marks import mark

_HOLE = re.compile(r"\?(\d+)")
_CONSUMED = "list(islice({}, " + str(MOST_ITEMS) + "))"  # as operations whose results are iterators are written


class Scripts:
    """Writes programs of some variants."""

    def __init__(self, variants: Sequence[Variant], homes: Homes, facts: Facts) -> None:
        self._variants = variants
        self._homes = homes
        self._facts = facts

    def of(self, program: Program, *, is_consumed: bool = False) -> tuple[Script, tuple[str, ...]]:
        """A program as text; and for each leaf of the last call, its name or its mark. `is_consumed`: the elements of
        what the last call returns are taken. Raises Unfit where a constant has no text."""
        places = [
            (number, place)
            for number, call in enumerate(program.calls)
            for place, given in enumerate(call.leaves)
            if not isinstance(given, Value)
        ]
        text = written(program, self._variants, holes=places)
        last = self._variants[program.calls[-1].variant]
        operation, act, imports = last.operation, _marked(text.last), [*self._imports(text)]
        beginning, end = _CONSUMED.split("{}")
        if act.startswith(beginning) and act.endswith(end):
            act = f"list({act.removeprefix(beginning).removesuffix(end)})"
            imports = [one for one in imports if one != ("itertools", "islice")]
        elif is_consumed:
            act = f"list({act})"
        number = len(program) - 1
        names = tuple(name or f"⟦{places.index((number, place))}⟧" for place, name in enumerate(text.names))
        script = Script(
            lines=tuple(map(_marked, text.lines)),
            act=act,
            is_statement=operation.form.is_statement,
            constants=tuple(self._given(program, *place) for place in places),
            imports=tuple(dict.fromkeys(imports)),
            operation=operation.name,
            form="make" if operation.makes is not None else operation.form.kind,
            sign=operation.form.name if operation.form.kind in ("binary", "in_place", "unary") else "",
            before=tuple(self._variants[call.variant].operation.name for call in program.calls[:-1]),
            arguments=tuple(self._words(program, names)),
        )
        return script, names

    def _given(self, program: Program, number: int, place: int) -> Given:
        """A constant, for the first parameter that it is part of."""
        call = program.calls[number]
        variant, given = self._variants[call.variant], call.leaves[place]
        assert not isinstance(given, Value)
        leaf = variant.leaves[place]
        assert isinstance(leaf, ConstantLeaf)
        value = leaf.fresh(given)
        parameter = next((taken.name for taken in variant.parameters_of(place, 0, 0)), "value")
        if isinstance(value, Behaviour):
            return Given(value.text, parameter, words_of(value))
        spelled = self._facts.spelled(value)
        if spelled is None:
            raise Unfit(f"an argument has no text: {type(value).__qualname__}")
        return Given(spelled[0], parameter, words_of(value), spelled[1])

    def _words(self, program: Program, names: Sequence[str]) -> Iterator[str]:
        """What each argument of the last call is, in words, but for the object that is acted on."""
        call = program.calls[-1]
        variant = self._variants[call.variant]
        slots = iter(variant.slots)
        for number, (taken, argument) in enumerate(zip(variant.operation.takes, variant.arguments, strict=True)):
            own = [leaf for leaf, _ in islice(slots, len(argument.leaves))]
            if not own or (variant.operation.acts_on and number == 0):
                continue
            words = [self._leaf_words(variant.leaves[leaf], call.leaves[leaf], names[leaf]) for leaf in own]
            said = "_and_".join(words) if argument.is_leaf else f"a_group_of_{len(own)}"
            yield _with(taken.name.strip("_"), said) if taken.optional else said

    def _leaf_words(self, leaf: Leaf, given: Value | int | Verbatim, name: str) -> str:
        if isinstance(given, Value):
            return with_article(name.rstrip("_0123456789") or "value")
        assert isinstance(leaf, ConstantLeaf)
        return words_of(leaf.fresh(given))

    def _imports(self, text: Written) -> Iterator[Import]:
        for line in text.imports:
            if line.startswith("from "):
                module, _, names = line.removeprefix("from ").partition(" import ")
                yield from (self._homes.of(module, name.strip()) for name in names.split(","))
            else:
                yield line.removeprefix("import ").partition(" as ")[0], ""


def _with(name: str, words: str) -> str:
    """An argument that could be left out, which has its name with it."""
    if words in ("true", "false"):
        return f"with_{name}" if words == "true" else f"without_{name}"
    return f"with_{name}_{words}"


def _marked(text: str) -> str:
    return _HOLE.sub(lambda found: mark(int(found[1]) - 1), text)
