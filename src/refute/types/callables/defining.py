"""Tables of generated functions as Python definitions.

    def f(x): return 0

    def f(x, y):
        if (x, y) == (0, 1): return 2
        return 0

The default is the most frequent answer. Where no answer is known to be of the right type for other arguments, the
definition raises LookupError for them. `store.definitions` reads what this module writes.
"""

from __future__ import annotations

import builtins
import enum
import inspect
import keyword
import math
import re
from collections.abc import Callable, Collection, Sequence
from decimal import Decimal
from typing import Any

from refute.types.callables.tabulated import (
    ANY_ARGUMENTS,
    AWAITED,
    ITERATED,
    UNKNOWN,
    Answered,
    Observed,
    Tabulated,
    Unspelled,
)

Spell = Callable[[Any], str]


def free_name(path: str, taken: Collection[str]) -> str:
    """An unused identifier for a function with a path such as `fs[0]` or `rule.test`."""
    name = re.sub(r"\W+", "_", path).strip("_") or "f"
    if keyword.iskeyword(name) or hasattr(builtins, name) or not name.isidentifier():
        name = f"{name}_" if name[0].isalpha() else f"f_{name}"
    if name not in taken:
        return name
    return next(other for number in range(2, len(taken) + 3) if (other := f"{name}_{number}") not in taken)


def defined(table: Tabulated, name: str, spell: Spell) -> str:
    """The definition of a function, as Python text."""
    exceptions: dict[str, list[Answered]] = {}
    usual = None if table.otherwise is UNKNOWN else spell(table.otherwise)
    for entry in table.entries:
        answer = spell(entry.answer)
        if answer != usual:
            exceptions.setdefault(answer, []).append(entry)
    header = f"{'async ' if table.gives == AWAITED else ''}def {name}({_parameters(table.__signature__, spell)}):"
    given = "iter({})".format if table.gives == ITERATED else "{}".format
    last = f'raise LookupError("{name} was not asked this")' if usual is None else f"return {given(usual)}"
    if not exceptions:
        return f"{header} {last}"
    lines = [
        f"    if {condition}: return {given(answer)}"
        for answer, entries in exceptions.items()
        for condition in _conditions(table, entries, spell)
    ]
    return "\n".join([header, *lines, f"    {last}"])


def _parameters(signature: inspect.Signature, spell: Spell) -> str:
    """The parameter list without annotations."""
    parameters = []
    for p in signature.parameters.values():
        kind = p.POSITIONAL_OR_KEYWORD if p.kind is p.POSITIONAL_ONLY else p.kind  # shorter, and accepts the same calls
        default = p.empty if p.default is p.empty else Unspelled(spell(p.default))
        parameters.append(p.replace(kind=kind, default=default))
    return str(inspect.Signature(parameters))[1:-1]


def _conditions(table: Tabulated, entries: Sequence[Answered], spell: Spell) -> list[str]:
    """Conditions that the arguments are those of some entries."""
    names = list(table.__signature__.parameters)
    places = list(range(len(names)))
    if table.__signature__ == ANY_ARGUMENTS and not any(entry.given[1] for entry in table.entries):
        places = [0]
    odd = [entry for entry in entries if any(_is_odd(entry.given[place]) for place in places)]
    plain = [_joined([spell(e.given[place]) for place in places]) for e in entries if e not in odd]
    found = [" and ".join(_condition(names[place], e.given[place], spell) for place in places) for e in odd]
    subject = _joined([names[place] for place in places])
    if plain:
        found.append(f"{subject} == {plain[0]}" if len(plain) == 1 else f"{subject} in ({', '.join(plain)})")
    return found


def _joined(texts: Sequence[str]) -> str:
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def _is_odd(value: Any) -> bool:
    """Whether a value is not equal to another one built from the same text."""
    return isinstance(value, Observed | Unspelled) or _is_nan(value) or _is_known_by_parts(value)


def _is_nan(value: Any) -> bool:
    return isinstance(value, float | Decimal) and math.isnan(value)


def _is_known_by_parts(value: Any) -> bool:
    """Whether an object is compared by identity and has attributes to compare instead."""
    alone = value is None or isinstance(value, enum.Enum) or callable(value)
    own: Any = type(value).__eq__
    return not alone and own is object.__eq__ and hasattr(value, "__dict__")


def _condition(name: str, value: Any, spell: Spell) -> str:
    match value:
        case Observed(answers=answers):
            calls = [f"{name}({', '.join(map(spell, args))})" for args, _ in answers]
            return f"{_joined(calls)} == {_joined([spell(answer) for _, answer in answers])}"
        case Unspelled():
            spell(value)  # marks the text as incomplete
            return f"{name} is ..."
    if _is_known_by_parts(value):
        return f"vars({name}) == vars({spell(value)})"
    return f"{name} != {name}" if _is_nan(value) else f"{name} == {spell(value)}"
