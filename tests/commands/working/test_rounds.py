"""A time for several pieces of work: each has a turn, and the rest goes where something new is seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from refute.commands.working.rounds import MOST_KEPT, Rounds


class Work:
    """A piece that needs so many seconds, and shows something new all the time, or never."""

    def __init__(self, world: World, needs: float, stale: bool = False) -> None:
        self._world = world
        self._needs = needs
        self.staleness = 1.0 if stale else 0.0
        self.turns: list[float] = []

    def go_on(self, seconds: float) -> bool:
        took = min(seconds, self._needs - sum(self.turns))
        self.turns.append(took)
        self._world.time += took
        return sum(self.turns) < self._needs

    def result(self) -> float:
        return sum(self.turns)


def untried(piece: int) -> float:
    return -1.0


class World:
    def __init__(self) -> None:
        self.time = 100.0
        self.interrupted_at = float("inf")

    def rounds(self, seconds: float, begin: Callable[[int], Work]) -> Rounds[float]:
        return Rounds(seconds, begin, untried, lambda: self.time >= self.interrupted_at, lambda: self.time)


def spent(world: World, seconds: float, *works: Work) -> list[float | None]:
    found = dict(world.rounds(seconds, works.__getitem__).results(range(len(works))))
    return [found[place] for place in range(len(works))]


@pytest.mark.parametrize("seconds", [0.1, 1.0, 60.0])
@pytest.mark.parametrize("count", [1, 2, 7, 30])
def test_it_ends_in_time_and_every_piece_has_had_a_turn_or_there_was_no_time(seconds: float, count: int) -> None:
    world = World()
    works = [Work(world, 1e9) for _ in range(count)]
    found = spent(world, seconds, *works)
    assert world.time - 100 <= seconds + 0.2
    assert [bool(work.turns) for work in works] == [one != -1.0 for one in found]
    assert all(works[place].turns or world.time >= 100 + 0.95 * seconds for place in range(count))


@pytest.mark.parametrize("seconds", [5.0, 60.0])
def test_few_pieces_are_kept_at_a_time(seconds: float) -> None:
    world = World()
    open_ones: set[int] = set()
    most = 0

    def begin(piece: int) -> Work:
        nonlocal most
        open_ones.add(piece)
        most = max(most, len(open_ones))
        return Work(world, 1e9, stale=piece % 2 == 1)

    told = []
    for piece, _ in world.rounds(seconds, begin).results(range(90)):
        open_ones.discard(piece)
        told.append(piece)
    assert most <= MOST_KEPT + 1
    assert sorted(told) == list(range(90))


def test_what_starting_takes_counts() -> None:
    world = World()

    def begin(piece: int) -> Work:
        world.time += 1.0
        return Work(world, 0.01)

    found = dict(world.rounds(10.0, begin).results(range(300)))
    assert world.time - 100 <= 11.5
    assert list(found.values()).count(-1.0) > 250


def test_every_first_turn_is_long_enough_for_small_types() -> None:
    world = World()
    works = [Work(world, 1e9), *(Work(world, 0.05) for _ in range(40))]
    assert spent(world, 5.0, *works)[1:] == [pytest.approx(0.05)] * 40


def test_what_is_soon_done_leaves_its_time_to_others() -> None:
    world = World()
    easy, hard = [Work(world, 0.1) for _ in range(9)], Work(world, 1e9)
    found = spent(world, 60.0, *easy, hard)
    assert found[:9] == [pytest.approx(0.1)] * 9
    assert found[9] is not None
    assert found[9] > 50


def test_the_rest_of_the_time_goes_where_something_new_is_seen() -> None:
    world = World()
    stale, fresh = [Work(world, 1e9, stale=True) for _ in range(3)], [Work(world, 1e9) for _ in range(3)]
    found = spent(world, 60.0, *stale, *fresh)
    assert min(filter(None, found[3:])) > max(filter(None, found[:3]))


def test_a_run_with_nothing_left_to_do_ends_early() -> None:
    world = World()
    spent(world, 60.0, *(Work(world, 0.5) for _ in range(4)))
    assert world.time == pytest.approx(102.0)


def test_an_interrupt_gives_what_is_known_of_those_that_were_begun() -> None:
    world = World()
    world.interrupted_at = 101.0
    found = spent(world, 60.0, *(Work(world, 1e9) for _ in range(4)))
    assert found[0] is not None
    assert found[-1] is None
