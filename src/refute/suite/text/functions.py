"""Tests: one for each observation, or one for several that are the same but for values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from refute.suite.data import EXPECTED, Import, Observation
from refute.suite.text.bodies import body_of, matching, named_constants, names_in, parts_of
from refute.suite.text.layout import WIDTH, decorated, formatted
from refute.suite.text.marks import marks_in
from refute.suite.text.names import common_name, name_of, unique
from refute.types.callables.defining import free_name

_SEVERAL = 3  # tests that differ in values only are one, with so many rows at least


@dataclass(frozen=True)
class WrittenTest:
    """A test function as text."""

    name: str
    lines: tuple[str, ...]  # from its first decorator on
    imports: tuple[Import, ...]
    kind: str  # "value", "refusal", "property", "finding"
    operation: str
    observed: tuple[int, ...] = ()  # the numbers of what it was made of

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True)
class Numbered:
    """An observation, by its number."""

    number: int
    observation: Observation


def written_tests(observed: Sequence[Numbered], taken: set[str], width: int = WIDTH) -> list[WrittenTest]:
    """Tests of some observations, in their order. No name is one of those that are `taken`."""
    groups: dict[tuple[object, ...], list[Numbered]] = {}
    for one in observed:
        groups.setdefault(_shape(one.observation), []).append(one)
    found = []
    for group in groups.values():
        if len(group) >= _SEVERAL and _differing([one.observation for one in group]):
            found.append(_parametrized(group, taken, width))
        else:
            found += [_single(one, taken, width) for one in group]
    return found


def _shape(observation: Observation) -> tuple[object, ...]:
    """The same for tests that differ in values only."""
    script, raised = observation.script, observation.raised
    return (
        *(script.operation, script.lines, script.act, len(script.constants), tuple(named_constants(observation))),
        raised and (raised.module, raised.name, matching(raised.message)),
        tuple((place, _kept(fact.text, fact.expected), fact.imports == ()) for place, fact in parts_of(observation)),
        tuple(name for name, _ in observation.left),
        observation.is_property,
        observation.output if observation.result is None or observation.result.words == "none" else "",
    )


def _kept(text: str, expected: str) -> str:
    """The text of a fact; what is only expected of constants that have names is a part of it."""
    return text.replace(EXPECTED, expected) if marks_in(expected) else text


def _single(one: Numbered, taken: set[str], width: int) -> WrittenTest:
    body = body_of(one.observation)
    name = unique(name_of(one.observation), taken, one.observation.script)
    lines = function_lines(name, body.fixtures, body.statements, width)
    return WrittenTest(
        name, tuple(lines), tuple(body.imports), _kind(one.observation), one.observation.script.operation, (one.number,)
    )


def _kind(observation: Observation) -> str:
    if observation.is_property:
        return "property"
    return "value" if observation.raised is None else "refusal"


def function_lines(name: str, parameters: Sequence[str], statements: Sequence[str], width: int = WIDTH) -> list[str]:
    """A function as text."""
    head = f"def {name}({', '.join(parameters)}):"
    return [head, *(line for one in statements for line in formatted(one, 1, width))]


def _differing(observations: Sequence[Observation]) -> list[int]:
    """The constants that are not the same in all of some observations."""
    each = [tuple(one.text for one in observation.script.constants) for observation in observations]
    return [number for number, texts in enumerate(zip(*each, strict=True)) if len(set(texts)) > 1]


def _parametrized(group: Sequence[Numbered], taken: set[str], width: int) -> WrittenTest:
    observations = [one.observation for one in group]
    first, used = observations[0], names_in(observations[0])
    names: list[str] = []
    columns: list[list[str]] = []

    def parameter(name: str, texts: list[str]) -> str:
        if texts in columns and len(set(texts)) > 1 and name == names[columns.index(texts)]:
            return name
        found = free_name(name.strip("_") or "value", {*used, *names})
        names.append(found)
        columns.append(texts)
        return found

    texts = [one.text for one in first.script.constants]
    for number in _differing(observations):
        constants = [observation.script.constants[number] for observation in observations]
        texts[number] = parameter(constants[0].parameter, [one.text for one in constants])
    expected: dict[tuple[int, int], str] = {}
    facts = [dict(parts_of(observation)) for observation in observations]
    for place, fact in facts[0].items():
        values = [own[place].expected for own in facts]
        if len(set(values)) > 1:
            expected[place] = parameter(_expected_name(fact.text), values)
    body = body_of(first, texts, expected)
    imports = [
        *body.imports,
        ("pytest", ""),
        *(one for observation in observations for constant in observation.script.constants for one in constant.imports),
        *(one for own in facts for fact in own.values() for one in fact.imports),
    ]
    rows = [", ".join(row) for row in dict.fromkeys(zip(*columns, strict=True))]
    table = [f"({row})" if len(names) > 1 else row for row in rows]
    listed = f"({', '.join(map(repr, names))})" if len(names) > 1 else repr(names[0])
    decorator = decorated(f"pytest.mark.parametrize({listed}, [{', '.join(table)}])", width)
    name = unique(common_name(observations), taken)
    lines = [*decorator, *function_lines(name, (*names, *body.fixtures), body.statements, width)]
    numbers = tuple(one.number for one in group)
    return WrittenTest(name, tuple(lines), tuple(imports), _kind(first), first.script.operation, numbers)


def _expected_name(text: str) -> str:
    """The name of the parameter for what a fact says: that of an attribute, if it is of one."""
    place = text.removeprefix("{}").partition(" ")[0]
    return place[1:] if place.startswith(".") and place[1:].isidentifier() else "expected"
