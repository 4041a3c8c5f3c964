"""Names of tests: the operation, what it is given, what comes of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from refute.programs.promises.wording import variable
from refute.suite.data import Observation, Script
from refute.suite.text.marks import MARK

_LONGEST = 68  # characters of a name
_OF_ARGUMENTS = 40
_SIGNS = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "divided_by",
    "//": "floor_divided_by",
    "%": "modulo",
    "**": "to_the_power_of",
    "@": "matrix_times",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "shifted_left_by",
    ">>": "shifted_right_by",
}
_UNARY = {
    "-{}": "negated",
    "+{}": "positive",
    "~{}": "inverted",
    "abs({})": "absolute",
    "len({})": "length",
    "{}": "elements",
    "reversed({})": "reversed",
}


# Words for values that something is, rather than that it returns them.
_TOLD = re.compile(r"true|false|nan|infinity|minus_\w+|the_\w+|\d\w*(?<!item)(?<!items)(?<!entry)(?<!entries)")


def name_of(observation: Observation) -> str:
    """The name for the test of one observation, which another may have as well."""
    base, given = operation_words(observation), _arguments(observation)
    outcome = outcome_words(observation)
    for parts in ((base, given, outcome), (base, outcome), (base,)):
        name = "_".join(filter(None, parts))
        if len(name) <= _LONGEST - len("test_"):
            break
    return f"test_{_identifier(name)[: _LONGEST - len('test_')].strip('_')}"


def name_with(script: Script, outcome: str) -> str:
    """The name for the test of a call of which something else is to be said."""
    observation = Observation(script, ())
    base = operation_words(observation)
    long = "_".join(filter(None, (base, _arguments(observation), outcome)))
    return f"test_{_identifier(long if len(long) <= _LONGEST else f'{base}_{outcome}')[: _LONGEST - len('test_')]}"


def common_name(observations: Sequence[Observation]) -> str:
    """The name for a test of several, which are the same but for values."""
    outcomes = {outcome_words(one) for one in observations}
    outcome = outcomes.pop() if len(outcomes) == 1 else ""
    return f"test_{_identifier('_'.join(filter(None, (operation_words(observations[0]), outcome))))}"


def operation_words(observation: Observation) -> str:
    script = observation.script
    *owner, last = script.operation.split(".")
    cls = variable(owner[-1]) if owner else ""
    name = variable(last.rstrip("=").strip("_"))
    match script.form:
        case "make":
            return variable(last)
        case "set":
            return f"setting_{cls}_{name}"
        case "set item":
            return f"setting_an_item_of_{cls}"
        case "delete item":
            return f"deleting_an_item_of_{cls}"
        case "in":
            return f"{cls}_contains"
        case "call object":
            return f"calling_{cls}"
        case "with":
            return f"entering_{cls}"
        case "binary" | "in_place":
            sign = script.sign.removesuffix("=") if script.form == "in_place" else script.sign
            return f"{cls}_{_SIGNS.get(sign, name)}"
        case "unary":
            return f"{cls}_{_UNARY.get(script.sign, name)}"
    return f"{cls}_{name}" if cls else name


def _arguments(observation: Observation) -> str:
    """`of_a_and_b_with_base_2`"""
    given = [words for words in observation.script.arguments if words]
    plain = [words for words in given if not words.startswith(("with_", "without_"))]
    named = [words for words in given if words.startswith(("with_", "without_"))]
    text = "_and_".join(plain)
    is_operator = observation.script.form in ("binary", "in_place", "in", "item")
    parts = [text if is_operator or not text else f"of_{text}", *named]
    for count in range(len(parts), 0, -1):
        found = "_".join(filter(None, parts[:count]))
        if len(found) <= _OF_ARGUMENTS:
            return found
    return ""


def outcome_words(observation: Observation) -> str:
    raised, result, left = observation.raised, observation.result, observation.left
    if raised is not None:
        return f"raises_{variable(raised.name)}"
    if observation.is_property:
        return "holds"
    if observation.script.form == "make":
        return _made(observation)
    if result is not None and result.words not in ("none", ""):
        is_told = _TOLD.fullmatch(result.words) is not None or observation.script.form == "get"
        return f"{'is' if is_told else 'returns'}_{result.words}"
    if left:
        return _left(observation)
    if observation.output:
        words = _identifier(observation.output)
        return f"prints_{words}" if 0 < len(words) <= 20 else "prints"
    return "returns_none" if result is not None else "works"


def _made(observation: Observation) -> str:
    """What an object is that was made."""
    facts = [] if observation.result is None else observation.result.facts
    found = re.fullmatch(r"\{\}\.(\w+) (?:==|is) ⟨⟩", facts[0].text) if facts else None
    value = re.sub(r"\W+", "_", facts[0].expected).strip("_").lower() if found else ""
    return f"has_{found[1]}_{value}" if found and value and len(value) <= 12 else "is_made"


def _left(observation: Observation) -> str:
    """What the first argument that was changed is like then."""
    name, seen = observation.left[0]
    found = re.fullmatch(r"\{\}\.(\w+) (?:==|is) ⟨⟩", seen.facts[0].text)
    value = re.sub(r"\W+", "_", seen.facts[0].expected).strip("_").lower()
    if found and 0 < len(value) <= 12:
        return f"leaves_{found[1]}_{value}"
    given = MARK.fullmatch(name)
    noun = name if given is None else observation.script.constants[int(given[1])].parameter
    return f"changes_{noun.strip('_')}"


def _identifier(text: str) -> str:
    return re.sub(r"_{2,}", "_", re.sub(r"\W", "_", text)).strip("_").lower()


def unique(name: str, taken: set[str], script: Script | None = None) -> str:
    """A name that no other test has, which is taken then: with that of the call before the last one, if need be."""
    found, number = name, 2
    if name in taken and script is not None and script.before:
        found = name = f"{name}_after_{_identifier(script.before[-1].rpartition('.')[2])}"
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    taken.add(found)
    return found
