"""Plans: every input of a scope once, smaller scopes before larger ones, samples in turn, and no later than it may be.

The host is made up, and time passes by hand: what is cut short, and where, is chance, with a seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from random import Random

import pytest
from made_up import Followed, Hand, followed

from refute.campaign.claims import claims_of
from refute.errors import ExplosionError
from refute.run.events import Settled
from refute.search.schedule.clock import Clock
from refute.search.schedule.domains import Assignment, Domain, Drawn, Exhaustive, OnStates, Segment, Solved, SpaceInfo
from refute.search.schedule.plan import Plan, Search
from refute.spaces.scope import Scope
from sampling import some_of

COUNTS = (1, 4, 4, 19, 60)
by_chance = pytest.mark.parametrize("seed", some_of(range(30), lambda seed: seed < 10))


def scopes_in(assignment: Assignment) -> list[int]:
    return [s.domain.scope.reach for s in assignment.segments if isinstance(s.domain, Exhaustive)]


def through(found: Followed, assignments: Iterator[Assignment], chance: Random, *, leave: float = 0.0) -> None:
    """All of a plan. After each assignment, what is claimed has to be true."""
    for _ in found.carry_out(assignments, chance, leave=leave):
        claimed = claims_of(found.ledger, refuted=False, asked=None, ended=False).scopes
        if claimed:
            performed = {number for _, number in found.performed()}
            assert performed >= set(range(found.spaces.count(claimed[-1][0].reach)))


# -- scopes that are too large to finish -------------------------------------------------------------------------------


def orders(found: Followed) -> dict[int, int | None]:
    domains = [segment.domain for one, _ in found.assignments for segment in one.segments]
    return {domain.scope.reach: domain.order for domain in domains if isinstance(domain, Exhaustive)}


LARGE = (1, 30, 900, 80_000, 1_000_000_000)


@pytest.mark.slow
def test_only_a_scope_that_cannot_be_finished_has_an_order_of_its_own() -> None:
    found = followed(LARGE, budget=20.0, same=False)
    found.host.each = 1e-3
    for _ in islice(found.carry_out(found.plan.growing(), Random(0)), 40):
        pass
    assert orders(found) == {0: None, 1: None, 2: None, 3: 0}


def test_where_there_is_no_end_scopes_come_smallest_first() -> None:
    found = followed((1, 30, 900, 4_000), ends=True)
    through(found, found.plan.growing(), Random(0))
    assert orders(found) == dict.fromkeys(range(4))


@pytest.mark.parametrize(("tests", "order"), [(5_000, 0), (8_000, None), (None, None)])
def test_a_scope_with_more_inputs_than_are_asked_for_has_an_order_of_its_own(
    tests: int | None, order: int | None
) -> None:
    found = followed((1, 30, 900, 8_000), ends=True, tests=tests)
    for _ in islice(found.carry_out(found.plan.within(Scope(size=3)), Random(0)), 1):
        pass
    assert orders(found) == {3: order}


# -- all inputs, once --------------------------------------------------------------------------------------------------


@by_chance
@pytest.mark.parametrize("functions", [False, True])
def test_a_scope_is_run_to_its_end_each_input_once_wherever_it_is_cut(seed: int, functions: bool) -> None:
    chance = Random(seed)
    found = followed(COUNTS, functions=functions, chance=chance, cut=0.2, bad=0.05)
    scope = Scope(size=4)
    through(found, found.plan.within(scope), chance)
    times = Counter(found.host.run_through)
    assert set(times.values()) == {1}
    sizes = range(5) if functions else (4,)
    assert Counter(domain.scope.reach for domain, _ in times) == {size: COUNTS[size] for size in sizes}
    assert Counter(number for _, number in found.performed()) == Counter(range(COUNTS[-1]))


@by_chance
@pytest.mark.parametrize("functions", [False, True])
def test_growing_scopes_are_run_to_the_end_of_the_last_each_input_once(seed: int, functions: bool) -> None:
    chance = Random(seed)
    found = followed(COUNTS, functions=functions, ends=True, same=seed % 2 == 0, chance=chance, cut=0.2)
    through(found, found.plan.growing(), chance)
    assert found.plan.everything
    assert set(Counter(found.host.run_through).values()) == {1}
    assert Counter(number for _, number in found.performed()) == Counter(range(COUNTS[-1]))
    claims = claims_of(found.ledger, refuted=False, asked=None, ended=True)
    assert (claims.scopes[-1][0], claims.whole, claims.everything) == (Scope(size=4), COUNTS[-1], True)


def test_after_small_scopes_all_inputs_there_are_come_at_once_if_they_are_few() -> None:
    found = followed([size + 1 for size in range(200)], ends=True)
    through(found, found.plan.growing(), Random(0))
    assert [scope.size for scope in found.spaces.asked] == [0, 1, 2, 3, 4, 199]
    assert found.plan.everything


def test_all_inputs_there_are_do_not_keep_smaller_scopes_from_being_exhausted_if_they_are_many() -> None:
    found = followed([size**3 + 1 for size in range(200)], ends=True, budget=2.0)
    found.host.each = 1e-3
    through(found, found.plan.growing(), Random(0))
    claims = claims_of(found.ledger, refuted=False, asked=None, ended=found.plan.everything)
    assert not claims.everything
    assert claims.scopes[-1][0].reach > 6


@by_chance
def test_no_input_of_a_larger_scope_is_run_before_all_of_the_smaller_ones(seed: int) -> None:
    chance = Random(seed)
    found = followed(COUNTS, ends=True, chance=chance, cut=0.3, bad=0.05)
    through(found, found.plan.growing(), chance)
    sizes = [domain.scope.reach for domain, _ in found.host.run_through if isinstance(domain, Exhaustive)]
    assert sizes == sorted(sizes)


@by_chance
def test_what_is_left_while_something_happens_is_offered_again_until_nothing_is_missing(seed: int) -> None:
    chance = Random(seed)
    found = followed(COUNTS, ends=True, chance=chance, cut=0.05, bad=0.1)
    through(found, found.plan.growing(), chance, leave=0.3)
    assert found.plan.everything
    for account in found.ledger.accounts:
        assert account.accounted.gaps(account.total or 0) == []


@by_chance
def test_only_gaps_are_offered(seed: int) -> None:
    chance = Random(seed)
    found = followed(COUNTS, ends=True, chance=chance, cut=0.3, bad=0.1)
    accounted: set[tuple[object, int]] = set()
    for assignment in found.plan.growing():
        offered = {(s.domain, index) for s in assignment.segments for index in range(s.first, s.stop)}
        assert not offered & accounted
        for _ in found.carry_out(iter([assignment]), chance):
            pass
        accounted = {(a.domain, i) for a in found.ledger.accounts for x, y in a.accounted for i in range(x, y)}


@by_chance
def test_what_was_retracted_is_run_once_more(seed: int) -> None:
    chance = Random(seed)
    found = followed(COUNTS, ends=True, chance=chance, cut=0.1)
    found.host.tampering = 3
    through(found, found.plan.growing(), chance)
    assert found.host.tampering == 0
    assert Counter(number for _, number in found.performed()) == Counter(range(COUNTS[-1]))


@by_chance
def test_a_plan_goes_on_from_whatever_the_ledger_has(seed: int) -> None:
    """Any ranges are accounted for already: the plan offers the others, and no more than these."""
    chance = Random(seed)
    found = followed(COUNTS, ends=True, chance=chance, cut=0.2)
    domains = [Exhaustive(Scope(size=size), Scope(size=size - 1) if size else None) for size in range(len(COUNTS))]
    before: list[Segment] = []
    for domain, count in zip(domains, COUNTS, strict=True):
        first = chance.randint(0, count)
        before.append(Segment(domain, first, chance.randint(first, count)))
    chance.shuffle(before)
    for _ in found.carry_out((Assignment((segment,)) for segment in before), chance):
        pass
    for _ in found.carry_out(found.plan.growing(), chance):
        pass
    assert set(Counter(found.host.run_through).values()) == {1}
    assert all(found.ledger.gaps(domain, count) == [] for domain, count in zip(domains, COUNTS, strict=True))


def test_nothing_is_offered_of_a_scope_that_has_no_inputs() -> None:
    found = followed((0, 0, 3), ends=True)
    through(found, found.plan.growing(), Random(0))
    assert found.plan.everything
    assert {domain.scope.reach for domain, _ in found.host.run_through} == {2}


def test_a_scope_that_was_cut_is_not_claimed_and_not_everything() -> None:
    found = followed(COUNTS, functions=True, ends=True, budget=20.0)
    found.host.each = 1.0  # ten inputs in the half of the time that is for scopes
    through(found, found.plan.growing(), Random(0))
    assert not found.plan.everything
    claims = claims_of(found.ledger, refuted=False, asked=None, ended=found.plan.everything)
    assert (claims.scopes[-1][0].size, claims.everything) == (2, False)
    assert found.ledger.account(Exhaustive(Scope(size=3), Scope(size=2))).accounted.count == 1


# -- time --------------------------------------------------------------------------------------------------------------


@pytest.mark.sampled(2)
@by_chance
@pytest.mark.parametrize("functions", [False, True])
@pytest.mark.parametrize("asked", [None, Scope(size=4)])
def test_nothing_is_offered_after_the_deadline_and_nothing_may_last_longer(
    seed: int, functions: bool, asked: Scope | None
) -> None:
    chance = Random(seed)
    solved = Solved(0, 5)
    found = followed(
        (1, 4, 40, 400, 4_000),
        functions=functions,
        budget=chance.choice((0.01, 0.5, 5.0)),
        chance=chance,
        cut=0.01,
        solver=lambda scope, smaller: solved,
    )
    found.host.each = chance.choice((0.0005, 0.003, 0.2))
    if asked is None:  # one that is asked for is built however long it takes
        found.spaces.seconds = lambda scope: 0.0001 * scope.reach**3
    through(found, found.plan.growing() if asked is None else found.plan.within(asked), chance)
    deadline = found.clock.deadline
    assert deadline is not None
    assert all(assignment.until is not None and assignment.until <= deadline for assignment, _ in found.assignments)
    assert all(offered < deadline for _, offered in found.assignments[1:])
    assert found.spaces.now.at <= deadline + found.host.each + 0.01
    assert asked is not None or found.spaces.now.at >= deadline


def test_a_smaller_scope_that_time_ends_is_not_followed_by_a_larger_one() -> None:
    """Where functions are among the arguments, a scope that was asked for comes after those of smaller sizes."""
    asked: list[Scope] = []

    def solver(scope: Scope, smaller: Sequence[int]) -> None:
        asked.append(scope)

    found = followed(COUNTS, functions=True, budget=10.0, solver=solver)
    found.host.each = 1.0
    through(found, found.plan.within(Scope(size=4)), Random(0))
    assert [scope.reach for scope in found.spaces.asked] == [0, 1, 2, 3]
    assert asked == []


def test_the_first_scope_is_built_however_little_time_there_is() -> None:
    found = followed(COUNTS, budget=0.0)
    found.spaces.seconds = lambda scope: 1.0
    through(found, found.plan.growing(), Random(0))
    assert found.spaces.asked == [Scope(size=0)]


def test_a_first_scope_that_explodes_is_an_error() -> None:
    found = followed(COUNTS, budget=1.0)

    def explode(scope: Scope) -> float:
        raise ExplosionError("too many")

    found.spaces.seconds = explode
    with pytest.raises(ExplosionError):
        next(found.plan.growing())


def test_the_first_scope_with_inputs_goes_without_landmarks_where_it_takes_too_long_with_them() -> None:
    found = followed((0, 3, 8), ends=True, budget=8.0)
    found.spaces.seconds = lambda scope: 100.0 if scope.reach and scope.landmarks else 0.0
    through(found, found.plan.growing(), Random(0))
    assert {d.scope for d, _ in found.host.run_through if isinstance(d, Exhaustive)} == {
        Scope(size=1, landmarks=False),
        Scope(size=2, landmarks=False),
    }
    assert not found.plan.everything
    claims = claims_of(found.ledger, refuted=False, asked=None, ended=found.plan.everything)
    assert claims.tried.startswith("all 8 inputs to size 2 without landmarks")


def test_first_inputs_that_take_too_long_to_find_are_soon_looked_for_without_letters_and_landmarks() -> None:
    found = followed((0, 3, 8), ends=True, budget=10.0, letters="abcd")
    found.spaces.seconds = lambda scope: 100.0 if scope.reach and (scope.landmarks or scope.letters) else 0.0
    began = found.clock.now()
    assignment = next(found.plan.growing())
    assert [(one.reach, one.letters, one.landmarks) for one in found.spaces.asked][:3] == [
        (0, "abcd", True),
        (1, "abcd", True),
        (1, None, False),
    ]
    assert assignment.segments[0].domain == Exhaustive(Scope(size=1, landmarks=False), Scope(size=0, letters="abcd"))
    assert 3.0 <= found.clock.now() - began < 3.1


def test_larger_scopes_are_given_up_when_one_is_not_built_in_its_time() -> None:
    found = followed((1, 2, 4, 8), budget=8.0)
    found.spaces.seconds = lambda scope: 100.0 if scope == Scope(size=3) else 0.0
    found.host.each = 0.001
    through(found, found.plan.growing(), Random(0))
    assert {d.scope.reach for d, _ in found.host.run_through if isinstance(d, Exhaustive)} == {0, 1, 2}
    assert not found.plan.everything


def test_building_a_scope_is_not_part_of_the_turn() -> None:
    found = followed((1, 200, 10_000), budget=100.0)
    found.spaces.seconds = lambda scope: 3.0 if scope == Scope(size=2) else 0.0
    plan = found.plan.growing()
    for assignment in plan:
        if 2 in scopes_in(assignment):
            break
        for _ in found.carry_out(iter([assignment]), Random(0)):
            pass
    else:
        pytest.fail("the scope is never assigned")
    assert assignment.until is not None
    assert assignment.until > found.spaces.now.at


# -- turns -------------------------------------------------------------------------------------------------------------


def first_assignments(found: Followed, many: int) -> list[Assignment]:
    list(islice(found.carry_out(found.plan.growing(), Random(0)), many))
    return [assignment for assignment, _ in found.assignments]


def is_sample(assignment: Assignment) -> bool:
    return any(isinstance(segment.domain, Drawn) for segment in assignment.segments)


def rising(each: float) -> Followed:
    found = followed([3**size for size in range(10)], budget=1_000.0)
    found.host.each = each
    return found


def test_a_scope_that_is_not_done_when_its_turn_is_over_is_gone_on_with_after_samples() -> None:
    offered = first_assignments(rising(0.001), 30)
    place = next(place for place, assignment in enumerate(offered) if is_sample(assignment))
    before, after = offered[place - 1], next(later for later in offered[place:] if not is_sample(later))
    left = after.segments[0]
    (begun,) = (segment for segment in before.segments if segment.domain == left.domain)
    assert begun.first < left.first < left.stop == begun.stop


def test_samples_wait_until_hundreds_of_small_inputs_have_been_tried() -> None:
    found = rising(0.0005)  # in the first turn, fewer than two hundred are tried
    for _ in found.carry_out(found.plan.growing(), Random(0)):
        if is_sample(found.assignments[-1][0]):
            break
        tried = found.ledger.tests
    assert 300 <= tried < 1_000


def test_samples_do_not_wait_long_where_inputs_take_long() -> None:
    found = rising(0.2)
    for _ in found.carry_out(found.plan.growing(), Random(0)):
        if is_sample(found.assignments[-1][0]):
            break
    assert found.ledger.account(found.assignments[-1][0].segments[0].domain).performed
    assert sum(isinstance(domain, Exhaustive) for domain, _ in found.host.run_through) < 20


def test_samples_are_larger_than_what_is_exhausted() -> None:
    found = rising(0.001)
    largest, samples = -1, 0
    for _ in islice(found.carry_out(found.plan.growing(), Random(0)), 30):
        done = [a.domain.scope.reach for a in found.ledger.accounts if isinstance(a.domain, Exhaustive) and a.is_ended]
        for segment in found.assignments[-1][0].segments:
            if isinstance(segment.domain, Drawn) and not segment.domain.is_wide:
                samples += 1
                assert min(segment.domain.sizes) > largest
        largest = max(done, default=-1)
    assert samples > 3


def test_scopes_are_not_left_for_samples_where_functions_are_among_the_arguments() -> None:
    """Their behaviours grow too fast for turns: they have their share of the time, then samples have theirs."""
    found = followed([5**size for size in range(12)], functions=True, budget=10.0)
    found.host.each = 0.001
    through_samples = [is_sample(assignment) for assignment in first_assignments(found, 200)]
    assert through_samples == sorted(through_samples)
    assert any(through_samples)
    first = next(offered for assignment, offered in found.assignments if is_sample(assignment))
    assert found.clock.began + 5.0 <= first < found.clock.began + 5.5


def test_when_all_inputs_there_are_have_been_tried_there_are_no_samples() -> None:
    found = followed(COUNTS, ends=True, budget=1_000.0)
    found.host.each = 0.001
    assert not any(map(is_sample, first_assignments(found, 100)))
    assert found.plan.everything


@pytest.mark.slow
def test_scopes_that_add_nothing_for_long_are_not_everything() -> None:
    """There may be inputs further out, where no scope comes: only an extent proves that there are not."""
    found = followed((1, 2), budget=10.0)
    found.host.each = 0.01
    through(found, found.plan.growing(), Random(0))
    assert not found.plan.everything
    assert max(scope.reach for scope in found.spaces.asked if scope.palette is None) < 200


def test_a_method_has_its_turn_on_states_until_there_was_time_for_any() -> None:
    found, domain = followed((1, 4), budget=10.0), OnStates()
    found.plan._search = replace(found.plan._search, states=True)
    assert len(list(found.plan._on_states(domain))) == 1
    assert len(list(found.plan._on_states(domain))) == 1
    for _ in found.plan._on_states(domain):
        found.ledger.settle(domain, Settled(0, 2, (), 1), {})
    assert list(found.plan._on_states(domain)) == []


class Done:
    """A record of a search in which all inputs have been tried already."""

    outcomes = 0
    tests = 0

    def gaps(self, domain: Domain, total: int) -> Sequence[tuple[int, int]]:
        return []

    def ended(self, domain: Domain) -> bool:
        return True

    def unjudged(self, domain: Domain) -> int:
        return 0


@pytest.mark.parametrize(("power", "factor"), [(1, 2.0), (2, 2**0.5), (3, 2 ** (1 / 3))])
def test_where_there_are_only_scalars_each_scope_has_about_twice_as_many(power: int, factor: float) -> None:
    asked: list[int] = []

    def spaces(scope: Scope, previous: Scope | None, until: float | None) -> SpaceInfo:
        if scope.palette is None:
            asked.append(scope.reach)
        if scope.reach > 10_000:
            raise ExplosionError("as large as it gets")
        count = (2 * scope.reach + 1) ** power
        return SpaceInfo(scope, count, {0: count})

    plan = Plan(Search(False, True, None), spaces, lambda scope, smaller: None, Done(), Clock(1_000.0, 0.5, Hand()))
    next(plan.growing())
    assert asked[:9] == list(range(9))
    assert all(later / earlier <= factor * 1.05 for earlier, later in pairwise(asked[8:]))
    assert len(asked) < 60


# -- the solver --------------------------------------------------------------------------------------------------------


class Asked:
    """A solver that finds some inputs, and remembers what it was asked."""

    def __init__(self, found: Solved | None) -> None:
        self._found = found
        self.by: list[tuple[Scope, Sequence[int]]] = []

    def __call__(self, scope: Scope, smaller: Sequence[int]) -> Solved | None:
        self.by.append((scope, smaller))
        return self._found


def test_the_solver_is_asked_once_after_the_scope_at_which_it_is_decided() -> None:
    solver = Asked(Solved(0, 7))
    found = followed((1, 4, 9, 16, 25, 36, 49), ends=True, solver=solver)
    through_all = [assignment for assignment in found.plan.growing() if not _run(found, assignment)]
    assert solver.by == [(Scope(size=4), (9, 16, 25))]
    offered = [segment for assignment in through_all for segment in assignment.segments]
    assert [(one.first, one.stop) for one in offered if isinstance(one.domain, Solved)] == [(0, 7)]


def test_what_the_solver_finds_comes_before_larger_scopes_where_these_add_nothing() -> None:
    found = followed((1, 4, 9, 9, 9, 9, 9), ends=True, solver=Asked(Solved(0, 7)))
    through_all = [assignment for assignment in found.plan.growing() if not _run(found, assignment)]
    offered = [segment for assignment in through_all for segment in assignment.segments]
    place = next(place for place, segment in enumerate(offered) if isinstance(segment.domain, Solved))
    sizes = [s.domain.scope.reach for s in offered[:place] if isinstance(s.domain, Exhaustive)]
    assert max(sizes) == 4


def _run(found: Followed, assignment: Assignment) -> bool:
    for _ in found.carry_out(iter([assignment]), Random(0)):
        pass
    return False


def test_the_solver_is_asked_after_the_last_scope_where_there_are_fewer() -> None:
    solver = Asked(None)
    found = followed((1, 4), ends=True, solver=solver)
    through(found, found.plan.growing(), Random(0))
    assert solver.by == [(Scope(size=1), (1, 4))]


def test_the_solver_is_asked_after_a_scope_that_was_asked_for() -> None:
    solver = Asked(None)
    found = followed(COUNTS, solver=solver)
    through(found, found.plan.within(Scope(size=3)), Random(0))
    assert solver.by == [(Scope(size=3), (COUNTS[3],))]


def test_the_solver_is_not_asked_when_there_is_no_time_to_try_what_it_finds() -> None:
    solver = Asked(Solved(0, 7))
    found = followed((1, 4, 9, 16, 25), budget=1.0, solver=solver)
    found.host.each = 1.0
    through(found, found.plan.growing(), Random(0))
    assert solver.by == []


def test_the_solver_is_asked_however_late_it_is_if_no_input_is_known() -> None:
    """That there is none at all is worth knowing."""
    solver = Asked(None)
    found = followed((0, 0), budget=1.0, solver=solver)
    found.spaces.seconds = lambda scope: 0.7
    through(found, found.plan.growing(), Random(0))
    assert len(solver.by) == 1
