"""Calls: one operation on chosen values, judged, and what it leaves that is new."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from refute.judge.findings import Failure
from refute.programs.calls.auditing import AGAIN, LOOK, ProgramAudit
from refute.programs.calls.fragments import Held
from refute.programs.calls.leaving import Done, Leaving, Made
from refute.programs.calls.performing import Performed, Trace, called
from refute.programs.calls.randomness import Randomness
from refute.programs.calls.sharing import Sharing
from refute.programs.calls.steadiness import Steadiness
from refute.programs.calls.values import Root, Values
from refute.programs.calls.variants import Variant, given_to
from refute.programs.contracts.law import LawOperation
from refute.programs.contracts.looks import failure
from refute.programs.interface.declared import Kind
from refute.programs.interface.operation import Operation
from refute.programs.pools.constants import Place
from refute.programs.pools.instances import ARGUMENT, WATCHED, Given, Instance, Pool
from refute.programs.pools.leaves import InstanceLeaf, Leaf
from refute.programs.promises.promises import Promises
from refute.programs.promises.wording import left_as
from refute.run.steps.marks import DISCARDED
from refute.spaces.narrowing.unknown import Unknown


class Calls:
    """Carries out calls."""

    def __init__(
        self,
        variants: Sequence[Variant],
        pools: dict[type, Pool],
        sharing: Sharing,
        randomness: Randomness,
        promises: Promises,
        audit: ProgramAudit | None = None,
    ) -> None:
        self.audit = audit
        self.sharing = sharing
        self.fingerprints = fingerprints = sharing.fingerprints
        self.randomness = randomness
        self.values = Values(variants, fingerprints, randomness)
        if audit is not None:
            self.values.made_again = partial(audit.note, purpose=AGAIN)
        self.steadiness = Steadiness(self.values, fingerprints)
        self.promises = promises.operations
        self.leaving = Leaving(promises, pools, sharing)
        self.kinds = self.leaving.kinds

    # -- the call ------------------------------------------------------------------------------------------------------

    def perform(
        self,
        variant: Variant,
        places: Sequence[Place],
        *,
        sampled: bool = False,
        draw: int = 0,
        trace: Trace | None = None,
    ) -> Done:
        """Call an operation. What is new is for the next tier of its pool, or for what is sampled beside tiers. `draw`
        says which random numbers the call has; `trace` is called for what it does."""
        given = given_to(variant, places)
        promises = self.promises[variant.operation]
        roots = self.values.roots(variant, given, copied=promises.looks_back)
        values = variant.spread(given, roots)
        arguments = variant.assemble(values)
        before: Sequence[Any] = arguments
        if promises.looks_back and any(isinstance(one, Instance) and one.mutable for one in given):
            pairs = zip(given, roots, strict=True)
            as_before = [one.root if isinstance(one, Instance) else root for one, root in pairs]
            before = variant.assemble(variant.spread(given, as_before))
        if not promises.admits(arguments):
            return Done(DISCARDED)
        self.randomness.prepare(variant.operation, values, draw)
        if self.audit is not None:
            self.audit.note(variant, given)
        performed = called(variant.operation, arguments, trace)
        return self.finish(variant, given, roots, arguments, before, performed, sampled, draw)

    def finish(
        self,
        variant: Variant,
        given: Sequence[Given],
        roots: Sequence[Root],
        arguments: Sequence[Any],
        before: Sequence[Any],
        performed: Performed,
        sampled: bool,
        draw: int = 0,
    ) -> Done:
        """Judge a call that was made, and make instances of what is new."""
        if not performed.is_call:
            return Done(DISCARDED)
        verdict = self._judged(variant.operation, arguments, before, performed)
        keys: list[Hashable] = [None] * len(roots)
        changed: tuple[int, ...] = ()
        for place, one in enumerate(given):
            if isinstance(one, Instance) and one.mutable:
                keys[place] = self.values.key(roots[place])
                if keys[place] != one.key:
                    changed = (*changed, place)
                    self.values.mutating.add(variant.operation)
                    if roots[place][0] is one.value:
                        self.values.repair(variant.operation, one.itself)
        if changed:
            self.sharing.see(roots[place] for place in changed)
        done = Done(verdict, changed=bool(changed))
        if isinstance(verdict, Failure):
            return done
        done = self.leaving.leave(Made(variant, given, roots, keys, changed, sampled, draw), performed, done)
        held = {id(value) for new in done.new for value in new.root} if done.new else ()
        for one, root in zip(given, roots, strict=True) if held else ():
            if isinstance(one, Instance) and root[0] is one.itself.value and id(root[0]) in held and one.mutable:
                self.values.separate(one.itself)
        return done

    @contextmanager
    def resuming(self) -> Iterator[None]:
        """Make calls that were judged before."""
        if self.audit is None:
            yield
            return
        self.audit.is_resuming = True
        try:
            yield
        finally:
            self.audit.is_resuming = False

    def look(self, variant: Variant, places: Sequence[Place]) -> Done:
        """Look at objects, as a law says."""
        given = given_to(variant, places)
        values = variant.spread(given, self.values.roots(variant, given, copied=True))
        untouched = [one.value for one in given if isinstance(one, Instance)]
        if self.audit is not None:
            self.audit.note(variant, given, LOOK)
        return Done(self._looked(variant, values, untouched))

    def _looked(self, variant: Variant, values: Sequence[Any], untouched: Sequence[Any]) -> Failure | None:
        assert isinstance(variant.operation, LawOperation)
        return failure(variant.operation, variant.assemble(values), untouched, self.fingerprints)

    def judged(
        self,
        variant: Variant,
        leaves: Sequence[Any],
        arguments: Sequence[Any],
        draw: int = 0,
        watched: Sequence[tuple[type, Any]] = (),
    ) -> Done:
        """Make a call on values that nobody else needs, and judge it: `leaves` are what `arguments` are made of. What
        is `watched`, by its kind, may be changed by the call as well."""
        operation, of = variant.operation, self.fingerprints.of
        kinds = [self.kind_of_leaf(leaf, value) for leaf, value in zip(variant.leaves, leaves, strict=True)]
        if any(isinstance(leaf, InstanceLeaf) and not kind for leaf, kind in zip(variant.leaves, kinds, strict=True)):
            return Done(DISCARDED)
        if not operation.is_call:
            return Done(self._looked(variant, leaves, self.values.copied(leaves)))
        held = [
            *((kind, value, (ARGUMENT, place)) for place, (kind, value) in enumerate(zip(kinds, leaves, strict=True))),
            *((self.kinds[cls].kind, value, (WATCHED, place)) for place, (cls, value) in enumerate(watched)),
        ]
        keys = [None if kind is None else of(value) for kind, value, _ in held]
        promises = self.promises[operation]
        before = variant.assemble(self.values.copied(leaves)) if promises.looks_back else arguments
        if not promises.admits(arguments):
            return Done(DISCARDED)
        self.randomness.prepare(operation, leaves, draw)
        performed = called(operation, arguments)
        if not performed.is_call:
            return Done(DISCARDED)
        verdict = self._judged(operation, arguments, before, performed)
        if isinstance(verdict, Failure):
            return Done(verdict)
        changed = [
            Held(kind, value, path, partial(left_as, kind.name, value))
            for (kind, value, path), key in zip(held, keys, strict=True)
            if kind is not None and of(value) != key
        ]
        made = Made(variant, [0] * len(leaves), (), (), (), False)
        broken = self.leaving.wrong_with(made, [*changed, *self.leaving.results(operation, performed)])
        return broken or Done(verdict)

    def raised(self, variant: Variant, leaves: Sequence[Any], arguments: Sequence[Any], draw: int = 0) -> Done:
        """Make a call with holes among its values, and judge only what it raises: nothing else looks at them."""
        operation = variant.operation
        promises = self.promises[operation]
        if not promises.admits(arguments):
            return Done(DISCARDED)
        self.randomness.prepare(operation, leaves, draw)
        performed = called(operation, arguments)
        if performed.error is None or not performed.is_call:
            return Done()
        return Done(promises.of_error(performed.error, arguments, arguments))

    def _judged(
        self, operation: Operation, arguments: Sequence[Any], before: Sequence[Any], performed: Performed
    ) -> Failure | int | None:
        promises = self.promises[operation]
        if performed.error is not None:
            return promises.of_error(performed.error, arguments, before)
        if type(performed.result) is Unknown:
            return None  # what it is given back as it was given
        return promises.of_result(performed.result, arguments, before)

    def kind_of_leaf(self, leaf: Leaf, value: Any) -> Kind | None:
        """The kind of a value for a leaf; None for a constant, and for a value that is none of the leaf's."""
        if not isinstance(leaf, InstanceLeaf):
            return None
        return next((kind for cls in leaf.classes if (kind := self.leaving.kind_of(cls, value)) is not None), None)
