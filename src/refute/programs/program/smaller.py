"""Smaller programs: with calls left out, with earlier values in place of later ones, with simpler constants.

`shrinking` proposes programs and is told of each whether it fails as the first did. What is proposed next depends on
that: it goes on from the smallest that does.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, islice, product
from random import Random  # bound here because the code under test may patch the name
from typing import Any

from refute.minimise.candidates import Shrinker
from refute.programs.calls.variants import Variant
from refute.programs.pools.constants import Verbatim, verbatim
from refute.programs.pools.leaves import ConstantLeaf
from refute.programs.program.program import Program, Value

_FEW = 4  # constants that are changed together
_NEAR = 3  # to one of so many first ones
_DRAWS = 8  # choices of random numbers that are tried
_MOST_TOGETHER = 3_000  # programs with several changes that are tried
_LONG = 7  # calls of a program for which chance is tried as well,
_SCATTERED = 4_000  # so often
_SIMPLE = 10  # constants that are simple
_EARLIEST = 2  # values that are always tried
_ORDERED = (int, float, str, bytes)

Shrinking = Generator[Program, bool, None]


def shrinking(
    program: Program, variants: Sequence[Variant], *, thorough: bool = True, random: bool = False
) -> Shrinking:
    """Propose smaller programs until none of them fails. Unless it is `thorough`, only calls are left out, each in few
    ways. `random`: calls use random numbers, of which others may do."""
    tries_everything = False
    while True:
        before = program
        program = yield from _with_fewer_calls(program, tries_everything, random)
        if program != before:
            continue
        if not thorough:
            return
        if not tries_everything:
            tries_everything = True
            continue
        program = yield from _with_simpler_constants(program, variants)
        if program == before:
            program = yield from _with_several_changes(program, variants)
        if program == before:
            program = yield from _with_literals(program, variants)
        if program == before:
            return


def _with_fewer_calls(program: Program, thorough: bool, random: bool) -> Generator[Program, bool, Program]:
    """Leave out one call after the other, from the last on; a thorough search tries every value in the place of its
    own."""
    call = len(program) - (2 if program.after is None else 3)
    while call >= 0:
        candidates = _without(program, call, thorough)
        for candidate in _with_other_draws(candidates) if random else candidates:
            if (yield candidate):
                program = candidate
                break
        call = min(call, len(program) - 1) - 1
    return program


def _with_other_draws(candidates: Iterable[Program]) -> Iterator[Program]:
    """Programs, each also with other random numbers."""
    for candidate in candidates:
        yield candidate
        for draw in range(_DRAWS):
            yield replace(candidate, calls=tuple(replace(call, draw=draw) for call in candidate.calls))


def _without(program: Program, call: int, thorough: bool) -> Iterator[Program]:
    """A program without one of its calls: what used a value of it uses an earlier one, the earliest first, or one of
    its arguments."""
    if call not in program.used:
        yield _pruned(_renumbered(program, call, None))
        return
    earlier = [value for number, values in program.used.items() if number < call for value in values]
    own = [*program.calls[call].values()]
    earlier.sort(key=lambda value: value.call)
    for substitute in dict.fromkeys([*earlier[:_EARLIEST], *own, *(earlier if thorough else ())]):
        yield _pruned(_renumbered(program, call, substitute))


def _renumbered(program: Program, gone: int, substitute: Value | None) -> Program:
    """A program without a call; in the place of what that has left is something else."""

    def instead(value: Value) -> Value:
        if value.call == gone:
            return value.moved(gone) if substitute is None else substitute.moved(gone)
        of = None if value.of is None else instead(value.of)
        return Value(value.call - (value.call > gone), value.path, of)

    calls = (
        replace(call, leaves=tuple(instead(leaf) if isinstance(leaf, Value) else leaf for leaf in call.leaves))
        for number, call in enumerate(program.calls)
        if number != gone
    )
    return Program(tuple(calls), tuple((instead(value), kind) for value, kind in program.watched), program.after)


def _pruned(program: Program) -> Program:
    """A program without the calls that only make something which nothing uses any more."""
    number = len(program) - (2 if program.after is None else 3)
    while number >= 0:
        if number not in program.used and not any(True for _ in program.calls[number].values()):
            program = _renumbered(program, number, None)
        number = min(number, len(program) - 1) - 1
    return program


def _with_simpler_constants(program: Program, variants: Sequence[Variant]) -> Generator[Program, bool, Program]:
    """Those of a type together, in the order that they have; each by itself; then few of them together."""
    leaves = _constant_leaves(program, variants)
    for leaf in dict.fromkeys(leaves.values()):
        places = [where for where, one in leaves.items() if one is leaf]
        for constants in _in_order(leaf, [_constant(program, *where) for where in places]):
            candidate = _changed(program, dict(zip(places, constants, strict=True)))
            if (yield candidate):
                program = candidate
                break
    for number, place in leaves:
        given = _constant(program, number, place)
        for simpler in dict.fromkeys((0, 1, 2, given // 2, given - 1)):
            if 0 <= simpler < given:
                candidate = _changed(program, {(number, place): simpler})
                if (yield candidate):
                    program = candidate
                    break
    if len(leaves) <= _FEW:
        total = sum(_constant(program, *where) for where in leaves)
        nearest = (range(min(_NEAR, len(leaf))) for leaf in leaves.values())
        for chosen in sorted(product(*nearest), key=sum):
            if sum(chosen) >= total:
                break
            candidate = _changed(program, dict(zip(leaves, chosen, strict=True)))
            if (yield candidate):
                return candidate
    return program


def _with_literals(program: Program, variants: Sequence[Variant]) -> Generator[Program, bool, Program]:
    """Smaller literals in place of constants, each by itself and several together, the greatest leaps first."""
    shrinker = Shrinker({})
    tries = 0
    while True:
        leaves = _literal_leaves(program, variants)
        values = [value for _, value in leaves.values()]
        for others in shrinker.argument_lists(values):
            changes = {
                place: _placed(leaf, other)
                for (place, (leaf, value)), other in zip(leaves.items(), others, strict=True)
                if repr(other) != repr(value)
            }
            if None in changes.values():
                continue
            tries += 1
            candidate = _changed(program, {place: one for place, one in changes.items() if one is not None})
            if (yield candidate):
                program = candidate
                break
            if tries > _MOST_TOGETHER:
                return program
        else:
            return program


def _literal_leaves(program: Program, variants: Sequence[Variant]) -> dict[tuple[int, int], tuple[ConstantLeaf, Any]]:
    """The leaves that are given constants which can be written as literals, with their values."""
    found = {}
    for number, call in enumerate(program.calls):
        for place, (leaf, given) in enumerate(zip(variants[call.variant].leaves, call.leaves, strict=True)):
            if isinstance(leaf, ConstantLeaf) and not isinstance(given, Value):
                value = leaf.fresh(given)
                if verbatim(value) is not None:
                    found[number, place] = leaf, value
    return found


def _placed(leaf: ConstantLeaf, value: Any) -> int | Verbatim | None:
    """A value as a constant of a leaf: by its place, or as a literal of the type; None if it is of another type."""
    for place, known in enumerate(leaf.values):
        if type(known) is type(value) and known == value and repr(known) == repr(value):
            return place
    return verbatim(value) if leaf.constants.admits(value) else None


def _constant_leaves(program: Program, variants: Sequence[Variant]) -> dict[tuple[int, int], ConstantLeaf]:
    """The leaves that are given constants, by call and place."""
    return {
        (number, place): leaf
        for number, call in enumerate(program.calls)
        for place, leaf in enumerate(variants[call.variant].leaves)
        if isinstance(leaf, ConstantLeaf) and isinstance(call.leaves[place], int)
    }


def _with_several_changes(program: Program, variants: Sequence[Variant]) -> Generator[Program, bool, Program]:
    """Leave out a call together with another one, with two others, or with a change of a constant."""
    calls = range(len(program) - (1 if program.after is None else 2))
    leaves = _constant_leaves(program, variants)
    together = (_without_all(program, gone) for count in (2, 3) for gone in combinations(calls, count))
    nearby = islice(chain(together, _without_one_and_changed(program, calls, leaves)), _MOST_TOGETHER)
    for candidate in chain(nearby, _scattered(program, calls, leaves) if len(program) > _LONG else ()):
        if (yield candidate):
            return candidate
    return program


def _scattered(
    program: Program, calls: Sequence[int], leaves: Mapping[tuple[int, int], ConstantLeaf]
) -> Iterator[Program]:
    """Programs without one or two calls, and with some other constants, as chance has it."""
    chance = Random(len(program))
    places = list(leaves)
    for _ in range(_SCATTERED if places else 0):
        changes = {}
        for where in chance.sample(places, min(len(places), chance.randint(1, 3))):
            used = [_constant(program, *other) for other in places if leaves[other] is leaves[where]]
            changes[where] = chance.choice([*used, chance.randrange(min(len(leaves[where]), _SIMPLE))])
        yield _without_all(
            _changed(program, changes), sorted(chance.sample(calls, min(len(calls), chance.randint(1, 2))))
        )


def _without_all(program: Program, gone: Sequence[int]) -> Program:
    """A program without some calls: what used a value of one uses the first of its arguments, or the earliest value."""
    for call in reversed(gone):
        if call < len(program) - 1:
            candidates = [*_without(program, call, False)]
            program = candidates[-1] if candidates else program
    return program


def _without_one_and_changed(
    program: Program, calls: Iterable[int], leaves: Mapping[tuple[int, int], ConstantLeaf]
) -> Iterator[Program]:
    """A program without a call, and with another constant in another call: the one before it, or a simple one."""
    for (number, place), leaf in leaves.items():
        given = _constant(program, number, place)
        for other in dict.fromkeys((given - 1, *range(min(len(leaf), _SIMPLE)))):
            if other not in (-1, given):
                changed = _changed(program, {(number, place): other})
                for call in calls:
                    if call != number:
                        yield from islice(_without(changed, call, False), 2)


def _in_order(leaf: ConstantLeaf, given: Sequence[int]) -> Iterator[list[int]]:
    """Simpler constants that are in the same order: for -9, 2, 38, first 0, 1, 2, then those nearest to the first."""
    values = leaf.values
    if not all(type(value) is type(values[0]) and isinstance(value, _ORDERED) for value in values):
        return
    distinct = sorted(set(given), key=values.__getitem__)
    every = range(len(values))
    from_first = sorted((place for place in every if values[place] >= values[0]), key=values.__getitem__)
    for chosen in (from_first[: len(distinct)], sorted(every[: len(distinct)], key=values.__getitem__)):
        if chosen == distinct:
            return
        if len(chosen) == len(distinct):
            instead = dict(zip(distinct, chosen, strict=True))
            yield [instead[place] for place in given]


def _constant(program: Program, number: int, place: int) -> int:
    given = program.calls[number].leaves[place]
    assert isinstance(given, int)
    return given


def _changed(program: Program, constants: Mapping[tuple[int, int], int | Verbatim]) -> Program:
    calls = list(program.calls)
    for (number, place), constant in constants.items():
        leaves = calls[number].leaves
        calls[number] = replace(calls[number], leaves=(*leaves[:place], constant, *leaves[place + 1 :]))
    return replace(program, calls=tuple(calls))
