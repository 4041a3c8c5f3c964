"""An exploration: pools, and what is called on them, step by step."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from refute.judge.calls.audit import Audit
from refute.judge.findings import Failure
from refute.judge.oracles import Tolerance
from refute.programs.calls.auditing import ProgramAudit
from refute.programs.calls.calling import Calls
from refute.programs.calls.fast import Fast, Fresh, Keep, Trust, can_be_fast, fast_call
from refute.programs.calls.leaf_sources import LeafSources
from refute.programs.calls.leaving import Done
from refute.programs.calls.performing import Performed
from refute.programs.calls.randomness import Randomness
from refute.programs.calls.sharing import Sharing
from refute.programs.calls.values import Root
from refute.programs.calls.variants import Variant, given_to
from refute.programs.engine.coverage.lines import Coverage
from refute.programs.engine.knowledge import Knowledge, Noted
from refute.programs.interface.declared import Declarations
from refute.programs.interface.operation import Operation
from refute.programs.interface.shapes import Of
from refute.programs.pools.constants import Place, Verbatim
from refute.programs.pools.instances import Instance, Origin, Pool
from refute.programs.pools.leaves import InstanceLeaf
from refute.programs.promises.operations import Tell
from refute.programs.promises.promises import Promises
from refute.programs.schedule.finds import Find, Finds
from refute.programs.schedule.random_calls import RandomCalls
from refute.programs.schedule.segments import TURN, Segment, segments
from refute.programs.schedule.stages import Block, Stage, is_unshared, stage_of
from refute.programs.schedule.symmetry import Symmetry
from refute.programs.states.fingerprint import Fingerprints
from refute.programs.states.individuals import Globals

PER_KIND = 4  # numbers that are told of each kind
_DEEPEST = 200  # calls of a random program that need one another: a longer one is not gone on with
_MANY = 500  # new instances, after which the collector is told that they stay
_MOST_CHANGED = 20  # objects of modules that are told to change
LIMIT = 50_000  # instances of a kind in tiers, and as many sampled ones


@dataclass(frozen=True)
class Exploring:
    """How to explore."""

    strategy: str = "auto"
    calls: int | None = None  # of the longest programs
    seed: int = 0
    bounds: tuple[tuple[str, int], ...] = ()  # instances of a kind at most, by its name
    tolerance: Tolerance = Tolerance()  # noqa: RUF009 - frozen
    turn: int = TURN  # systematic calls between random ones
    home: str = ""  # the directory that places are told from; empty: the current one
    only: frozenset[str] = frozenset()  # the operations that random calls are of; empty: all
    traced: bool = False  # whether it is known of each call what it reaches
    lenient: bool = True  # whether methods may refuse arguments also where their class has invariants
    exempt: tuple[str, ...] = ()  # contracts of objects that are not asked for
    ints: tuple[int, ...] = ()  # the only integers that plain data has, if any are given
    texts: tuple[str, ...] = ()  # the only texts
    tests: tuple[str, ...] = ()  # files and directories with calls from which others are varied

    @property
    def scalars(self) -> dict[type, tuple[Any, ...]]:
        """The only scalars of some types."""
        return {cls: values for cls, values in ((int, self.ints), (str, self.texts)) if values}

    @property
    def is_by_size(self) -> bool:
        """Whether the size of a program is not its calls alone, but also how far down their lists its constants are."""
        return self.strategy == "auto" and self.calls is None


class Exploration:
    """Made anew, it comes to the same pools by the same calls. Constants and variants are those of its sources."""

    def __init__(
        self,
        interface: Declarations,
        how: Exploring,
        sources: LeafSources,
        variants: Sequence[Variant],
        promises: Promises,
        held: Globals,
        tell: Tell,
        beginning: int = 0,
        knowledge: Knowledge = Knowledge(),  # noqa: B008 - frozen
        finds: Finds | None = None,
        *,
        seeds: Sequence[Find] = (),
        audit: Audit | None = None,
    ) -> None:
        """`held`: what modules held before any call; `beginning`: the index of the first call; `knowledge`: what was
        learnt before; `finds`: where calls are kept that have reached new lines; `seeds`: calls that random ones are
        varied from as well."""
        self.interface = interface
        self.how = how
        bounds = dict(how.bounds)
        self.pools = {
            cls: Pool(kind, bounds.get(kind.name, kind.bound or LIMIT)) for cls, kind in interface.kinds.items()
        }
        sources.clear()
        for leaf in sources.constant_leaves:
            leaf.sized = how.is_by_size
        self._leaves = sources.instance_leaves
        self.variants = variants
        self._calls = [one for one in variants if one.operation.is_call]
        own = {cls: kind.key for cls, kind in interface.kinds.items() if kind.key is not None}
        self._globals = held
        self.fingerprints = Fingerprints(own, held.individuals, knowledge.varying)
        self._knowledge = knowledge
        self._sharing = Sharing(self.fingerprints, knowledge.changing)
        self._randomness = Randomness(self.fingerprints, known=knowledge.random)
        promises.tell_to(tell)
        log = None if audit is None else ProgramAudit(audit, variants)
        self.calls = Calls(variants, self.pools, self._sharing, self._randomness, promises, log)
        self.calls.values.renewed = self._made_again
        self.trust = Trust(self.calls)
        chosen = [one for one in self._calls if not how.only or one.operation.name in how.only]
        self.finds = finds
        by_coverage = how.strategy == "coverage"
        self.random = RandomCalls(
            chosen, how.seed, by_coverage=by_coverage, finds=finds, seeds=seeds, words=sources.words
        )
        exchanged, ordered = sources.symmetric_leaf
        self.symmetry = Symmetry(exchanged, self._calls, ordered=ordered)
        self.complete = -1  # the last stage that is complete
        self.coverage = Coverage(interface.files, every=how.traced)
        self.reached: set[int] = set()  # places of lines that calls have reached
        worth = any(len(leaf.constants.makers) > leaf.constants.narrow for leaf in sources.constant_leaves)
        worth = worth or any(variant.sampled for variant in self._calls) or bool(interface.kinds)
        self._segments = segments(
            *(how.strategy, self._stage, beginning),
            most_calls=how.calls,
            grows=self._grows,
            is_worth_sampling=worth,
            turn=how.turn,
        )
        self._number = 0  # of the stage that is under way
        self._fast: dict[Variant, Fast | None] = {}
        self._fast_samples: dict[Variant, Fast | None] = {}

    def __repr__(self) -> str:
        return f"<Exploration of {self.interface.name}: {', '.join(map(repr, self.pools.values()))}>"

    def segments(self) -> Iterator[Segment]:
        """All segments, each to be carried out before the next is asked for. Before random calls, `begin_epoch` has to
        be called."""
        for segment in self._segments:
            yield segment
            if segment.closes:
                self._close(segment.number)

    def perform(
        self,
        variant: Variant,
        places: Sequence[Place],
        *,
        sampled: bool,
        draw: int = 0,
        productive: bool | None = None,
        earlier: int = 0,
    ) -> Done:
        """Make a call, and keep what is new. `draw` says which random numbers it has, if it uses any; `productive`,
        whether it was known to reach new lines when it was made before; `earlier`, how often its operation was called
        before."""
        is_varied = any(isinstance(place, Verbatim) for place in places)
        self.new_lines()  # those of fast calls are not its own
        trace = self.coverage.tracer_for(earlier, always=is_varied) if productive is None else None
        draw = draw if self._randomness.known else 0
        done = self.calls.perform(variant, places, sampled=sampled, draw=draw, trace=trace)
        self.trust.see(variant.operation)
        done = self._kept(done, sampled, productive)
        for leaf, place in zip(variant.leaves, places, strict=True) if done.productive else ():
            if isinstance(leaf, InstanceLeaf) and isinstance(place, int):
                leaf.productive.append(place)
        return done

    def found(self, index: int, variant: Variant, places: Sequence[Place]) -> None:
        """A call has reached new lines: others are varied from it, and from those that made what it was given."""
        if self.finds is None:
            return
        given = given_to(variant, places)
        for one in given:
            if isinstance(one, Instance) and self.variants[one.variant].leaves:
                self.finds.add(index, one.variant, one.origin.leaves)
        self.finds.add(index, variant.number, given)

    def make_again(self, block: Block, index: int, productive: bool) -> None:
        """Make a call that left something when it was made before. What was never seen to change anything is
        trusted."""
        variant = block.variant
        if variant not in self._fast:
            is_fast = (
                self.may_be_fast
                and variant.operation not in self.calls.values.mutating
                and can_be_fast(variant, self.calls)
            )
            self._fast[variant] = fast_call(variant, self.calls, self.pools, sampled=False) if is_fast else None
        fast, places = self._fast[variant], block.places(index)
        if fast is None or not is_unshared(variant, places):
            self.perform(variant, places, sampled=False, productive=productive)
            return
        values = [leaf.values[place] for leaf, place in zip(variant.leaves, places, strict=True)]
        performed = fast.call(values)
        if isinstance(performed, Fresh):
            self.add_fresh(performed, block, index)
        elif performed is not None:
            self.finish(variant, places, values, performed, sampled=False)

    @property
    def may_be_fast(self) -> bool:
        """Whether calls may be made without more ado."""
        return self.calls.audit is None and not self.fingerprints.unknown

    def fast_sample(self, variant: Variant, places: Sequence[Place]) -> Fast | None:
        """What makes a random call fast; None if it has to be looked after."""
        if not self.may_be_fast or not self.trust.is_trusted(variant):
            return None
        if variant not in self._fast_samples:
            made = (
                fast_call(variant, self.calls, self.pools, sampled=True) if can_be_fast(variant, self.calls) else None
            )
            self._fast_samples[variant] = made
        fast = self._fast_samples[variant]
        return fast if fast is not None and is_unshared(variant, places) else None

    def add_fresh_sample(self, fresh: Fresh, variant: Variant, places: Sequence[Place], productive: bool) -> None:
        """Keep a new instance that a fast random call has made."""
        shape = variant.operation.result
        assert isinstance(shape, Of)
        given = given_to(variant, places)
        size = variant.size_with(given)
        mutable = self.fingerprints.is_mutable(fresh.result.__class__)
        origin = Origin(variant.number, tuple(given))
        how = (fresh.key, size, mutable, origin)
        kind, depth = self.pools[shape.cls].kind, variant.depth_with(given)
        self._keep(Instance(kind, fresh.result, *how, depth=depth), sampled=True, productive=productive)

    def finish(
        self, variant: Variant, places: Sequence[Place], values: Sequence[Any], performed: Performed, *, sampled: bool
    ) -> Done:
        """The same of a call that was made on values as they are."""
        given = given_to(variant, places)
        roots: list[Root] = [(value,) for value in values]
        arguments = variant.assemble([root[0] for root in (roots[leaf] for leaf, _ in variant.slots)])
        return self._kept(self.calls.finish(variant, given, roots, arguments, arguments, performed, sampled), sampled)

    def add_fresh(self, fresh: Fresh, block: Block, index: int) -> None:
        """Keep a new instance that a fast call of a block has made."""
        shape = block.variant.operation.result
        assert isinstance(shape, Of)
        pool = self.pools[shape.cls]
        size = self._number
        if self.how.strategy == "breadth":
            size = block.variant.size_with(given_to(block.variant, block.places(index)))
        mutable = self.fingerprints.is_mutable(fresh.result.__class__)
        self._keep(Instance(pool.kind, fresh.result, fresh.key, size, mutable, (block, index)), sampled=False)

    def keeping(self, block: Block, cls: type, log: Callable[[int], None], by: int, inside: int) -> Keep:
        """What keeps new instances of a class that fast calls of a block make, with `log` for the indices of their
        calls: those of steps, and `by`; in the block, less by `inside`."""
        pool, by_size = self.pools[cls], self.how.strategy == "breadth"
        kind, take, size = pool.kind, pool.take, self._number
        is_mutable, keep = self.fingerprints.is_mutable, self.fingerprints.keep

        def kept(result: Any, key: Hashable, number: int) -> None:
            index = number + by
            place = index - inside
            own = block.variant.size_with(given_to(block.variant, block.places(place))) if by_size else size
            mutable = is_mutable(result.__class__)
            instance = Instance(kind, result, key, own, mutable, (block, place))
            if not mutable:
                keep(result)
            take(instance)
            log(index)

        return kept

    @property
    def noted(self) -> Noted:
        """What makes less of it than it seems."""
        flaky = dict.fromkeys(self.variants[number].operation.name for number in self.calls.steadiness.flaky)
        unknown = (cls.__qualname__ for cls in self.fingerprints.unknown)
        changed = self._globals.changed()[:_MOST_CHANGED]
        return Noted(tuple(flaky), tuple(unknown), tuple(changed), tuple(self.calls.leaving.forgotten))

    @property
    def surprise(self) -> Knowledge | None:
        """What would have had to be known from the beginning, with what was; None if nothing was missing."""
        sharing, steadiness, random = self._sharing, self.calls.steadiness, self._randomness.is_surprising
        if not (random or sharing.surprises or steadiness.surprises):
            return None
        more = self._knowledge.with_more(changing=sharing.surprises, varying=steadiness.surprises, random=random)
        return None if more == self._knowledge else more

    def _kept(self, done: Done, sampled: bool, productive: bool | None = None) -> Done:
        reached = self.coverage.new()
        self.reached |= reached
        done.productive = bool(reached) if productive is None else productive
        if done.new and not isinstance(done.verdict, Failure):
            done.new = [instance for instance in done.new if self.calls.steadiness.holds(instance)]
            for instance in done.new:
                self._keep(instance, sampled, done.productive)
        return done

    def _keep(self, instance: Instance, sampled: bool, productive: bool = False) -> None:
        pool = self.pools[instance.kind.cls]
        if not instance.mutable:
            self.fingerprints.keep(instance.value)
        if not sampled:
            pool.take(instance)
            return
        pool.identities[id(instance.value)] = instance
        pool.sampled_known.add(instance.key)
        pool.sampled += 1
        for leaf in self._leaves if instance.depth < _DEEPEST else ():
            leaf.add_sampled(instance, productive)

    def _stage(self, number: int, grading: str) -> Stage:
        self._number = number
        return stage_of(number, self._calls, grading, by_size=self.how.is_by_size)

    def _grows(self, number: int) -> bool:
        """Whether a stage may have calls: the first two do; others are made of what was new in those before, and of
        constants."""
        if number <= 1:
            return True
        largest = [
            1 + variant.options * self.how.is_by_size + sum(max(leaf.largest, 0) for leaf in variant.leaves)
            for variant in self._calls
        ]
        if self.how.strategy == "breadth":
            return number <= 1 + max((leaf.largest for leaf in self._leaves), default=-1)
        return number <= max(largest, default=0)

    @property
    def instances(self) -> dict[type, list[Instance]]:
        """The instances in tiers, and those of the tier to come, by kind. Those that no argument takes are not kept."""
        found: dict[type, dict[Instance, None]] = {cls: {} for cls in self.pools}
        for leaf in self._leaves:
            for one in leaf.instances:
                found[one.kind.cls][one.itself] = None
        for cls, pool in self.pools.items():
            found[cls].update(dict.fromkeys(pool.next))
        return {cls: list(instances) for cls, instances in found.items()}

    def _close(self, number: int) -> None:
        """A stage is complete: what was new in it is what later stages are made of."""
        self.complete = number
        if sum(len(pool.next) for pool in self.pools.values()) > _MANY:
            gc.freeze()  # instances stay, and are many: the collector would look at all of them again and again
        tiers = {cls: pool.close() for cls, pool in self.pools.items()}
        for leaf in self._leaves:
            leaf.add_tier(number, [one for tier in tiers.values() for one in tier])

    def close_early(self) -> None:
        """Take what the stage under way has made so far as if that were all."""
        self._close(self._number)

    def new_lines(self) -> bool:
        """Whether fast calls have reached new lines since this was asked."""
        reached = self.coverage.new()
        self.reached |= reached
        return bool(reached)

    def begin_epoch(self, number: int, idle: Collection[Operation]) -> None:
        """Random calls begin anew. Operations that are `idle` neither made nor changed anything so far."""
        for leaf in self._leaves:
            leaf.forget_sampled()
        for pool in self.pools.values():
            pool.sampled_known.clear()
            pool.keep_only(partial(_is_in_tiers, pool))
        self.random.begin(number, idle)

    def _made_again(self, instance: Instance) -> None:
        """An instance has another object now."""
        self.pools[instance.kind.cls].keep_only(lambda one: True)
        for leaf in self._leaves:
            leaf.renew(instance)

    @property
    def is_cut(self) -> bool:
        """Whether not all programs are gone on with: there was no room, or no value to stand for others."""
        return self.symmetry.is_cut or any(pool.is_cut for pool in self.pools.values())

    @property
    def counts(self) -> list[int]:
        """For each kind: different instances, sampled ones, those there was no room for, and whether some programs are
        not gone on with."""
        is_cut = self.symmetry.is_cut
        each = ((len(pool.known), pool.sampled, pool.dropped, is_cut or pool.is_cut) for pool in self.pools.values())
        return [int(number) for numbers in each for number in numbers]


def _is_in_tiers(pool: Pool, instance: Instance) -> bool:
    return instance.key in pool.known
