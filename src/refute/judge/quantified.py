"""How quantifiers were decided, in words: beside what was found, and where nothing was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import CodeType

from refute.conform.wording import short
from refute.errors import RefuteError
from refute.judge.findings import Failure
from refute.quantifiers.decisions import Decision, recorded

_MOST_LINES = 6
_LONG = 100  # characters of a value


def _explained(answers: Iterable[Decision]) -> tuple[str, ...]:
    """A line for each answer, those that were asked for its value below it."""
    lines = dict.fromkeys(line for answer in _once(answers) for line in _lines(answer, ""))
    return tuple(lines)[-_MOST_LINES:]


def answers_heard() -> list[Decision]:
    """How quantifiers were decided since this was last asked."""
    answers = [said for said in recorded.value if isinstance(said, Decision)]
    recorded.value.clear()
    return answers


def after_test(failure: Failure | None, caveats: Caveats) -> tuple[Failure | RefuteError | str, ...]:
    """What to say of a test that may have asked quantifiers; an error if they could not be used and it failed."""
    if not recorded.value:
        return () if failure is None else (failure,)
    refused = next((said for said in reversed(recorded.value) if isinstance(said, RefuteError)), None)
    answers = answers_heard()
    if failure is None:
        return caveats.new(answers)
    return (refused or _resting_on(answers, failure),)


def _resting_on(answers: Iterable[Decision], failure: Failure) -> Failure:
    """A failure with how quantifiers were decided, and how far they went if that leaves open whether it is one."""
    told = list(answers)
    said = failure.kind == "violation" or failure.key[:2] == ("crash", "AssertionError")
    reach = min(_reaches(told), default=None) if said else None
    return replace(failure, explanation=(*failure.explanation, *_explained(told)), reach=reach)


def _reaches(answers: Iterable[Decision]) -> Iterator[int]:
    """How far those went that larger values might change; one whose asker said how far is not to be doubted."""
    for answer in answers:
        if answer.open and not answer.told:
            yield answer.range.scope.reach
        yield from _reaches(answer.inner)


class Caveats:
    """Says of each quantifier once what was taken for granted where it was left open, or had nothing to ask about."""

    def __init__(self) -> None:
        self._told: set[tuple[str, str, CodeType | None]] = set()

    def new(self, answers: Iterable[Decision]) -> tuple[str, ...]:
        lines: list[str] = []
        for answer in answers:
            key = (answer.quantifier, answer.type, getattr(answer.predicate, "__code__", None))
            if answer.settled:
                lines += self.new(answer.inner)
            elif key not in self._told and (answer.open or not answer.range.count):
                self._told.add(key)
                lines.append(f"`{answer.text}` was decided among {_tried(answer)}")
        return tuple(lines)


def _once(answers: Iterable[Decision]) -> list[Decision]:
    """Without those that are told better by another: a refinement is asked in more than one way."""
    told = list(answers)
    named = {(a.quantifier, a.type, a.found) for a in told if "…" not in a.text}
    return [a for a in told if "…" not in a.text or (a.quantifier, a.type, a.found) not in named]


def _lines(answer: Decision, before: str) -> list[str]:
    lines = [f"{before}`{answer.text}` {_outcome(answer)}"]
    for inner in _once(answer.inner):
        lines += _lines(inner, "  where " if not before else f"  {before}")
    return lines


def _outcome(answer: Decision) -> str:
    values = " and ".join(f"for {short(value, _LONG)}" for value in answer.values())
    if answer.raised:
        return f"raised {values}"
    said = "is true" if answer.holds else "is false"
    if not answer.range.count:
        return f"{said}: there are {_tried(answer)}"
    match answer.quantifier, answer.holds:
        case "forall", True:
            return f"{said} of {_tried(answer)}"
        case "exists_unique", True:
            return f"{said}: {values} alone of {_tried(answer)}"
        case "exists" | "exists_unique", False if not answer.found:
            return f"{said}: for none of {_tried(answer)}"
    return f"{said} {values}" if len(answer.found) == 1 else f"{said}: {values}"


def _tried(answer: Decision) -> str:
    count = f"{answer.range.count:,}" if answer.range.count else "no"
    if not answer.range.complete:
        return f"{count} values, to {answer.range.scope}"
    return f"all {count} values" if answer.range.count else "no values"
