"""Generalised counterexamples: the parts of an input that fails which do not matter.

The call is made with a hole for each argument. Where code looks at one, it is filled with what the input has there,
whose own parts are holes, and the call is made again, until it fails as the input did:

    insert(?1, ?2)                          looks at ?2
    insert(?1, Branch(?2, ?3, ?4))          looks at ?3
    insert(?1, Branch(?2, 0, ?3))           looks at ?1
    insert(0, Branch(?1, 0, ?2))            fails

Holes do not intercept everything (see `spaces.narrowing.holes`). So inputs that have something else in the places of
holes, one by one and all together, have to fail in the same way.

An argument that is looked at may not matter, either. It is a hole if all inputs of a scope fail that have the other
arguments: `rescale(r1=?1, r2=0, s=?2)`. That is said of this scope and no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any

from refute.judge.findings import Failure, call_with_holes
from refute.judge.oracles import Verdict
from refute.judge.trials import Trial
from refute.minimise.outline import Outline
from refute.run.body import Body, Spoken
from refute.run.steps.phases import Phase
from refute.spaces.arguments import admits
from refute.spaces.narrowing.holes import Demand, Path
from refute.types.data.abstract.iterators import copied
from refute.types.model import ABSENT
from refute.types.signatures import LEFT_OUT
from refute.types.spelling import spelled

_ALONE = 8  # other parts that are tried in the place of a hole,
_TOGETHER = 12  # and in the places of all
_FEWEST = 3  # inputs that show that an argument does not matter
_MOST = 300  # that are tried for it

Step = Callable[[], Spoken]
Inputs = Sequence[tuple[Any, ...]]


@dataclass(frozen=True)
class General:
    """Places of an input that do not matter, and in how many inputs of a scope that was seen; 0: whatever they are."""

    holes: tuple[Path, ...]
    inputs: int = 0


class Generalising(Body):
    """Calls with holes in the place of what an input consists of, then real ones. Steps say what does not matter."""

    def __init__(
        self,
        trial: Trial,
        values: tuple[Any, ...],
        failure: Failure,
        others: Inputs,
        scope: Inputs,
        seed: int,
        *,
        with_holes: bool = True,
    ) -> None:
        """`others`: inputs whose parts are put in the places of holes; `scope`: all inputs of one; `seed`: that of
        random numbers; `with_holes`: whether the code may be given holes."""
        self._trial = trial
        self._values = values
        self._failure = failure
        self._others = others
        self._scope = scope
        self._seed = seed
        self._with_holes = with_holes
        self._demanded: Path | None = None
        self._fails = False

    def __repr__(self) -> str:
        return f"<Generalising {self._trial.signature.name}>"

    def seed(self, index: int) -> int:
        return self._seed

    def observe(self, enter: Callable[[Phase], None]) -> None:
        self._trial.observe(enter)

    def start(self, index: int) -> Iterator[Step]:
        """What steps do. After one that did not come to an end, there are no more."""
        if index == 0:
            outline = Outline(self._values, self._trial.signature.reader.constructors)
            holes: list[Path] = []
            if self._with_holes:
                yield from self._unseen(outline, holes)
            yield from self._unimportant(holes)

    def step(self, item: Step) -> Spoken:
        return item()

    # -- parts that code does not look at ------------------------------------------------------------------------------

    def _unseen(self, outline: Outline, kept: list[Path]) -> Iterator[Step]:
        """Add the holes that are left where the code fails without a look at them."""
        while True:
            yield partial(self._call_with_holes, outline)
            if not outline.holes:
                return
            if self._demanded is None and self._fails:
                break
            asked = self._demanded if self._demanded in outline.holes else None
            outline.know(next(iter(outline.holes)) if asked is None else asked)
        found = []
        alternatives = {hole: list(islice(self._alternatives(outline, hole), _ALONE)) for hole in outline.holes}
        for hole, parts in alternatives.items():
            answers: list[bool] = []
            for part in parts:
                yield from self._call_with(outline, {hole: part}, answers)
            if answers and all(answers):
                found.append(hole)
        together: list[bool] = []
        for turn in range(_TOGETHER if len(found) > 1 else 0):
            chosen = {hole: alternatives[hole][(turn + n) % len(alternatives[hole])] for n, hole in enumerate(found)}
            yield from self._call_with(outline, chosen, together)
        if found and all(together):
            kept += found
            yield lambda: dumps((General(tuple(kept)),))

    def _call_with_holes(self, outline: Outline) -> None:
        self._fails, self._demanded = False, None
        try:
            before = outline.built()  # what the call may change is made again
            values, holes = outline.built(), outline.holes.values()
            text = partial(call_with_holes, self._trial.signature, values, holes)
            self._fails = self._is_alike(self._trial.with_holes(values, before, text))
        except Demand:
            pass
        except Exception:  # of a constructor, which could not do with a hole
            return
        self._demanded = outline.demands.first

    def _call_with(self, outline: Outline, parts: Mapping[Path, Any], answers: list[bool]) -> Iterator[Step]:
        """A call with other parts, if that is an input; whether it fails as well is added to the answers."""
        with suppress(Exception):  # of constructors, and of refinements
            values = outline.with_parts(parts)
            if admits(self._trial.signature, values):
                yield partial(self._try, values, answers)

    def _alternatives(self, outline: Outline, hole: Path) -> Iterator[Any]:
        """Other parts for the place of a hole: what other inputs have there, each once, then what they have elsewhere
        of the same class."""
        own = outline.part(hole)
        known = {spelled(own)}
        anywhere = (part for values in self._others for part in outline.parts(values) if type(part) is type(own))
        for part in chain(self._parts_at(outline, hole), anywhere):
            if part is not ABSENT and part is not LEFT_OUT and (text := spelled(part)) not in known:
                known.add(text)
                yield part

    def _parts_at(self, outline: Outline, hole: Path) -> Iterator[Any]:
        for values in self._others:
            with suppress(LookupError):
                yield outline.part(hole, values)

    # -- arguments that make no difference in a scope ------------------------------------------------------------------

    def _unimportant(self, holes: Sequence[Path]) -> Iterator[Step]:
        """Say which arguments make no difference in a scope, beside the holes that there are."""
        texts = [[spelled(value) for value in values] for values in self._scope]
        own = [spelled(value) for value in self._values]
        free = {hole[0] for hole in holes if len(hole) == 1}
        if len(own) - len(free) < 2 or any(len(hole) > 1 for hole in holes):
            return
        found, shown, grows = set(free), 0, True
        while grows:
            grows = False
            for place in [place for place in range(len(own)) if place not in found]:
                varied = {*found, place}
                fixed = [other for other in range(len(own)) if other not in varied]
                alike = [n for n, text in enumerate(texts) if all(text[other] == own[other] for other in fixed)]
                if not fixed or not _FEWEST <= len(alike) <= _MOST or len({texts[n][place] for n in alike}) < 2:
                    continue
                answers: list[bool] = []
                for values in (self._scope[n] for n in alike):
                    yield partial(self._try, values, answers)
                    if answers[-1:] != [True]:
                        break
                if len(answers) == len(alike) and all(answers):
                    found, shown, grows = varied, len(alike), True
        if found > free:
            yield lambda: dumps((General(tuple((place,) for place in sorted(found)), shown),))

    def _try(self, values: tuple[Any, ...], answers: list[bool]) -> None:
        """Add to the answers whether an input fails as the first one did."""
        answers.append(self._is_alike(self._trial(copied(values), copied(values))))

    def _is_alike(self, verdict: Verdict) -> bool:
        if not isinstance(verdict, Failure):
            return False
        return verdict.key == self._failure.key and verdict.reach == self._failure.reach


def general_call(trial: Trial, values: tuple[Any, ...], holes: Sequence[Path]) -> str:
    """The call with holes in some places; empty if it cannot be written so."""
    outline = Outline(values, trial.signature.reader.constructors)
    for hole in holes:
        outline.leave_open(hole)
    try:
        return outline.text(trial.signature)
    except (Demand, Exception):  # of a constructor
        return ""
