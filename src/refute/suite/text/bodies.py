"""Bodies of tests: what has to be there, the call, and what holds then."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from refute.programs.promises.wording import variable
from refute.suite.data import EXPECTED, Fact, Import, Observation
from refute.suite.text.layout import WIDTH, quoted
from refute.suite.text.marks import filled, marks_in
from refute.types.callables.defining import free_name

_LONG = 60  # characters of a message that is asked for
_SHORT = 12
_SPECIAL_OR_QUOTE = re.compile(r"[.^$*+?{}\[\]\\|()'\"]")
_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")
_NAME = re.compile(r"[^\W\d]\w*")


@dataclass
class Body:
    """Statements, with what they import; and the fixtures that they use."""

    statements: list[str] = field(default_factory=list)
    imports: list[Import] = field(default_factory=list)
    fixtures: tuple[str, ...] = ()


def body_of(
    observation: Observation, texts: Sequence[str] = (), expected: Mapping[tuple[int, int], str] | None = None
) -> Body:
    """The body of a test. `texts` stand for the constants, `expected` for what facts say, by the number of the value
    that they are of, and their own."""
    script = observation.script
    given = [*(texts or (one.text for one in script.constants))]
    body = Body(imports=list(script.imports))
    for number, constant in enumerate(script.constants):
        if given[number] == constant.text:
            body.imports += constant.imports
    taken = names_in(observation)
    for number in named_constants(observation):
        if not given[number].isidentifier():
            name = free_name(script.constants[number].parameter.strip("_") or "value", taken)
            taken.add(name)
            body.statements.append(f"{name} = {given[number]}")
            given[number] = name
    body.statements += [filled(line, given) for line in script.lines]
    writer = _Asserts(observation, given, expected or {}, taken, body)
    writer.write(filled(script.act, given))
    return body


def names_in(observation: Observation) -> set[str]:
    """The names that a script uses."""
    script = observation.script
    return {name for text in (*script.lines, script.act) for name in _NAME.findall(text)} | {
        name or module for module, name in script.imports
    }


def named_constants(observation: Observation) -> list[int]:
    """The constants that have a name, as something is said of them after the call."""
    facts = () if observation.result is None else observation.result.facts
    return marks_in(*(name for name, _ in observation.left), *(fact.expected for fact in facts))


class _Asserts:
    """Writes the call, and what holds then."""

    def __init__(
        self,
        observation: Observation,
        given: Sequence[str],
        expected: Mapping[tuple[int, int], str],
        taken: set[str],
        body: Body,
    ) -> None:
        self._observation = observation
        self._given = given
        self._expected = expected
        self._taken = taken
        self._body = body

    def write(self, act: str) -> None:
        observation, body = self._observation, self._body
        if observation.raised is not None:
            self._raising(act)
        elif observation.is_property:
            is_none = observation.result is None or observation.result.words == "none"
            body.statements.append(act if is_none else f"assert {act}")
        elif self._is_told_by_output:
            body.fixtures = ("capsys",)
            body.statements += [act, f"assert capsys.readouterr().out == {quoted(observation.output)}"]
        else:
            self._returning(act)
            for number, (name, seen) in enumerate(observation.left, 1):
                place = filled(name, self._given)
                for which, fact in enumerate(seen.facts):
                    self._assert(fact, place, (number, which))

    @property
    def _is_told_by_output(self) -> bool:
        observation = self._observation
        is_none = observation.result is None or observation.result.words == "none"
        return bool(observation.output) and is_none and not observation.left

    def _raising(self, act: str) -> None:
        raised = self._observation.raised
        assert raised is not None
        self._body.imports.append(("pytest", ""))
        if raised.module != "builtins":
            self._body.imports.append((raised.module, raised.name.partition(".")[0]))
        match = matching(raised.message)
        if match.startswith("re."):
            self._body.imports.append(("re", ""))
        arguments = f"{raised.name}, match={match}" if match else raised.name
        self._body.statements.append(f"with pytest.raises({arguments}):\n    {act}")

    def _returning(self, act: str) -> None:
        result = self._observation.result
        facts = () if result is None else result.facts
        says_nothing = result is None or (result.words == "none" and self._observation.left)
        if says_nothing or not facts:
            self._body.statements.append(act)
            return
        whole = f"({act})"
        if len(facts) == 1 and facts[0].text.count("{}") == 1 and self._fits(facts[0], whole):
            self._assert(facts[0], whole, (0, 0))
            return
        name = free_name(self._noun(), self._taken)
        self._taken.add(name)
        self._body.statements.append(f"{name} = {act}")
        for which, fact in enumerate(facts):
            self._assert(fact, name, (0, which))

    def _noun(self) -> str:
        script = self._observation.script
        return variable(script.operation) if script.form == "make" else "result"

    def _fits(self, fact: Fact, value: str) -> bool:
        return len(f"    assert {self._text(fact, value, (0, 0))}") - 2 <= WIDTH

    def _text(self, fact: Fact, value: str, place: tuple[int, int]) -> str:
        expected = self._expected.get(place, filled(fact.expected, self._given))
        return fact.text.replace("{}", value).replace(EXPECTED, expected)

    def _assert(self, fact: Fact, value: str, place: tuple[int, int]) -> None:
        self._body.imports += fact.imports
        text = self._text(fact, value, place)
        if len(text) > WIDTH and _is_atom(fact.expected) and place not in self._expected:
            name = free_name("expected", self._taken)
            self._taken.add(name)
            self._body.statements.append(f"{name} = {fact.expected}")
            text = fact.text.replace("{}", value).replace(EXPECTED, name)
        self._body.statements.append(f"assert {text}")


def _is_atom(text: str) -> bool:
    try:
        return isinstance(ast.parse(text, mode="eval").body, ast.Constant)
    except (SyntaxError, ValueError):
        return False


def matching(message: str) -> str:
    """What a message has to match, as Python text: its beginning, without what a pattern would take for something
    else; nothing for a message that says nothing."""
    line = message.partition("\n")[0].partition("0x")[0][:_LONG]
    if len(message) > len(line) and " " in line:
        line = line.rpartition(" ")[0]
    line = line.strip()
    if len(line) > 1 and line[0] == line[-1] and line[0] in "'\"":
        line = line[1:-1]  # as KeyError shows what it is of
    for special in (_SPECIAL_OR_QUOTE, _SPECIAL):
        plain = special.split(line, maxsplit=1)[0].strip()
        if len(plain) >= min(len(line), _SHORT) and plain:
            return quoted(plain)
    return f"re.escape({quoted(line)})" if line else ""


def parts_of(observation: Observation) -> Iterator[tuple[tuple[int, int], Fact]]:
    """All facts, by the number of the value that they are of, and their own."""
    if observation.raised is None:
        if observation.result is not None:
            yield from (((0, which), fact) for which, fact in enumerate(observation.result.facts))
        for number, (_, seen) in enumerate(observation.left, 1):
            yield from (((number, which), fact) for which, fact in enumerate(seen.facts))
