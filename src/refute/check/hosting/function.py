"""One function in a host: its types, the spaces of its inputs, and the bodies that try them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import closing
from functools import cached_property
from typing import TYPE_CHECKING, Any

from refute.campaign.interest import Reach
from refute.check.data import FunctionInfo, Options
from refute.conform.passable import Passable
from refute.errors import AnnotationError, ExplosionError, RefuteError, ScopeError
from refute.judge.bodies.families import FamilyCalls
from refute.judge.bodies.steps import Joined, Steps, watch_for
from refute.judge.callables.bodies import Drawing, Exploring, Replaying
from refute.judge.calls.audit import Audit
from refute.judge.calls.code.called import Called, asks, called_code
from refute.judge.calls.code.comparisons import Comparing, noted
from refute.judge.calls.code.constants import constants_among, constants_of
from refute.judge.calls.code.letters import telling_letters
from refute.judge.calls.tracing import Tracing, heard
from refute.judge.immutability import is_watched
from refute.judge.quantified import Caveats, answers_heard
from refute.judge.tracebacks import told
from refute.judge.trials import Trial
from refute.judge.undecided import UndecidedInputs
from refute.minimise.attempts import Attempts
from refute.quantifiers.decisions import recorded
from refute.run.body import Body
from refute.run.events import Died, Event, Finished, Hung, OutOfMemory, Said, Waiting
from refute.run.runner import Runner
from refute.run.wall.rules import allowed_to
from refute.search.aliasing import pairs_of, related, without
from refute.search.pairs import independent, places_of_pairs
from refute.search.schedule.domains import (
    Aliased,
    Domain,
    Drawn,
    Exhaustive,
    Families,
    Kept,
    Marked,
    OnStates,
    Segment,
    Solved,
    SpaceInfo,
)
from refute.search.schedule.engine_per_parameter import engine_per_parameter
from refute.search.schedule.extent import extent_of
from refute.search.schedule.plan import Search
from refute.search.schedule.previous_scope import PreviousScope
from refute.search.schedule.solver_stage import SolverStage, batches
from refute.search.schedule.stages import (
    Aliasing,
    AnyOrder,
    Chosen,
    Exhaust,
    Inputs,
    Making,
    Sample,
    SolvedBeside,
    Stage,
    texts_of,
)
from refute.spaces.arguments import admits, argument_lists
from refute.spaces.narrowing.heaps.sharing import has_heaps, unlinked
from refute.spaces.narrowing.introspection import sees_more
from refute.spaces.residuals.elimination import Eliminations
from refute.spaces.scope import Scope
from refute.store.writing import key_of
from refute.types.callables.undecorated import undecorated
from refute.types.data.recipes.registering import user_recipes
from refute.types.landmarks import landmark_classes
from refute.types.model import Anything, Atom, Finite, Refined, Type, has_functions, walk
from refute.types.reading.abstract.produced import NEVER
from refute.types.reading.guarded import attribute
from refute.types.signatures import Signature

if TYPE_CHECKING:
    from refute.check.hosting.states import States

_FOR_ALIASES = 1.0  # seconds for building inputs in which two parameters are one object
_PALETTES = 20  # whose spaces are kept
_LARGEST = 30  # size of what a solver looks for, where no scope was asked for


class Function:
    """A function that is being checked."""

    def __init__(
        self,
        signature: Signature,
        bound_to: type | None,
        options: Options,
        runner: Runner,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.signature = signature
        self.now = now  # the clock of the runner
        self.deadline = None if options.seconds is None else now() + options.seconds
        self.bound_to = bound_to
        self.options = options
        self.runner = runner
        self.audit = Audit(options.audit) if options.audit is not None else None
        self.trial = Trial(signature, self.audit, options.tolerance)
        self.undecided = UndecidedInputs(signature)
        self.attempts = Attempts(runner, options.limits)
        self.with_functions = any(has_functions(parameter.type) for parameter in signature.parameters)
        self._watched = is_watched(signature.reader.constructors)
        self._eliminations = Eliminations(signature.reader.constructors)
        self.previous = PreviousScope(signature)
        self._spaces: dict[Scope | Aliased, Inputs] = {}
        self._bodies: dict[Domain, Exploring] = {}
        self._families: dict[Families, FamilyCalls] = {}
        self._solved: dict[int, Making | SolvedBeside] = {}
        self._kept: dict[Kept, Making] = {}
        self._pairs: dict[Scope, tuple[int, ...]] = {}  # the places of inputs with all pairs
        self._anew: set[Scope] = set()  # whose spaces have forgotten the parts that calls have changed
        self._solving: Iterator[Solved | bool] | None = None
        self._states: dict[OnStates, States] = {}
        self._caveats = Caveats()
        self._did: set[str] = set()  # what inputs did that were looked at
        recorded.value.clear()

    def __repr__(self) -> str:
        return f"<Function {self.signature!r}: spaces of {', '.join(map(str, self._spaces)) or 'no scope'}>"

    def close(self) -> None:
        if self.audit is not None:
            self.audit.close()
        for states in self._states.values():
            states.close()

    def info(self) -> FunctionInfo:
        signature = self.signature
        aliases = pairs_of(signature) if self.options.aliasing else ()
        kinds_of_scalars = {part.kind for part in self._types() if isinstance(part, Atom)}
        search = Search(
            self.with_functions,
            "int" in kinds_of_scalars,
            extent_of(signature, aliases),
            *self._constants(),
            scalars=any(isinstance(part, Atom) for part in self._types(functions=False)),
            aliases=aliases,
            letters=self._letters(kinds_of_scalars),
            parameters=independent(signature),
            states=self._has_states,
            narrows=self._narrows,
        )
        key = key_of(signature, self.bound_to)
        recipes = user_recipes(signature.reader.constructors, str(attribute(signature.function, "__module__")))
        kinds = [kind.__name__ for promise in signature.raises for kind in promise.kinds]
        return FunctionInfo(
            name=signature.name,
            place=signature.place,
            notes=signature.notes,
            search=search,
            functions=tuple(p.name for p in signature.parameters if has_functions(p.type)),
            skipped=signature.skipped,
            unreached=signature.unreached,
            assumed=signature.assumed,
            shared=tuple(sorted(one.named.__name__ for one in recipes if one.shared)),
            unlinked=tuple(sorted({name for parameter in signature.parameters for name in unlinked(parameter.type)})),
            assumes=signature.assumes,
            cut=signature.cut,
            raises=() if signature.result == NEVER else tuple(dict.fromkeys((*kinds, *self.options.tolerance.raises))),
            is_constructor=isinstance(signature.function, type),
            is_decorated=undecorated(signature) is not None,
            unannotated=signature.result is None and not signature.is_property,
            admits_everything=isinstance(signature.result, Anything),
            doors=allowed_to(signature.function),
            store_key=key.full,
            store_name=key.name,
        )

    def _package(self) -> str:
        return str(attribute(self.signature.function, "__module__")).partition(".")[0]

    def _constants(self) -> tuple[tuple[Any, ...], bool]:
        """The constants of the code, of refinements and of measures, and whether it asks anything."""
        if self.with_functions:
            return (), False
        return self._useful(constants_of(self._code)), asks(self._code)

    def _letters(self, kinds: Set[str]) -> str:
        """Those that the code can tell apart, where inputs have texts."""
        if self.with_functions or kinds.isdisjoint(("str", "bytes")):
            return ""
        return telling_letters(self._code, "ab" if "str" in kinds else "a\0")

    @cached_property
    def _code(self) -> list[Called]:
        """That of the function and of what it calls, of refinements and of measures."""
        roots = [self.signature.function, *self.signature.reader.constructors]
        refinements = [predicate.run for part in self._types() for predicate in part.own_predicates]
        return list(called_code([*roots, *refinements], self._package()))

    def _types(self, *, functions: bool = True) -> list[Type]:
        """All parts of the types of parameters, or of those without functions in them."""
        types = [parameter.type for parameter in self.signature.parameters]
        return [part for tp in types if functions or not has_functions(tp) for part in walk(tp)]

    def _useful(self, constants: Sequence[Any]) -> tuple[Any, ...]:
        classes = landmark_classes(self._types())
        return tuple(constant for constant in constants if type(constant) in classes)

    # -- spaces --------------------------------------------------------------------------------------------------------

    def space(self, scope: Scope, previous: Scope | None, until: float | None) -> SpaceInfo:
        """What there is of a scope. Beside one with a palette, the previous one has been exhausted."""
        space = self.inputs(scope, until)
        is_wide = scope.palette is not None
        stage = self.exhaust(scope, None if is_wide else previous)
        return SpaceInfo(
            scope=scope,
            count=space.count,
            tiers=dict(space.tiers),
            same=0 if self.with_functions else stage.same,
            notes=tuple(space.notes),
            engines=tuple(engine_per_parameter(self.signature, space.notes)),
            caveats=self._caveats.new(answers_heard()),
            alphabets=space.alphabets,
            texts=texts_of(space, None if previous is None else self.inputs(previous)) if is_wide else (),
        )

    def inputs(self, key: Scope | Aliased, until: float | None = None) -> Inputs:
        """The inputs of a scope, or those of it by which two parameters are given one object."""
        if key not in self._spaces:
            signature, scope = (self.signature, key) if isinstance(key, Scope) else self._built_by(key)
            try:
                self._spaces[key] = argument_lists(signature, scope, self._eliminations, until, self.now)
            except MemoryError:
                raise ExplosionError(
                    f"the inputs of {self.signature.name} to {scope} take too much memory",
                    place=self.signature.place,
                    remedy="Use a smaller scope, or simpler types.",
                ) from None
            self._forget_palettes()
        return self._spaces[key]

    def _built_by(self, domain: Aliased) -> tuple[Signature, Scope]:
        return without(self.signature, domain.kept, domain.dropped), domain.scope

    def _forget_palettes(self) -> None:
        """Drop spaces of palettes but for the last ones: there are many, and each can be built again."""
        wide = [key for key in self._spaces if isinstance(key, Scope) and key.palette is not None]
        for scope in wide[:-_PALETTES]:
            del self._spaces[scope]

    def key_of(self, space: Inputs) -> Scope | Aliased:
        """By which `inputs` gives a space. Raises LookupError for one of another function."""
        for key, found in self._spaces.items():
            if found is space:
                return key
        raise LookupError("a space that is not of this function")

    def exhaust(self, scope: Scope, previous: Scope | None, order: int | None = None) -> Exhaust:
        before = None if previous is None else Exhaust(previous, self.inputs(previous))
        return Exhaust(scope, self.inputs(scope), before, self.previous, order)

    # -- stages and bodies ---------------------------------------------------------------------------------------------

    def stage(self, domain: Domain) -> Stage:
        match domain:
            case Exhaustive(scope=scope, previous=previous, order=order):
                return self.exhaust(scope, previous, order)
            case Families(scope=scope):
                return AnyOrder(scope, self.inputs(scope))
            case Drawn(scope=scope):
                return Sample(domain, self.inputs(scope))
            case Marked(scope=scope, pairs=True):
                return Chosen(scope, self.inputs(scope), places=self._places_of_pairs(scope))
            case Marked(scope=scope, sizes=()):
                return Exhaust(scope, self.inputs(scope))
            case Marked(scope=scope, count=count, sizes=sizes, seed=seed):
                return Sample(Drawn(scope, sizes, count, seed), self.inputs(scope))
            case Aliased():
                return self._aliasing(domain)
            case Solved(number=number) if number in self._solved:
                return self._solved[number]
            case Kept() if domain in self._kept:
                return self._kept[domain]
        raise ScopeError(f"{domain} are known only to the process that has them")

    def _aliasing(self, domain: Aliased) -> Stage:
        """Nothing, if building that takes too much: it is beside what was asked for."""
        try:
            space = self.inputs(domain, self.now() + _FOR_ALIASES)
        except RefuteError:
            return Making((), ())
        names = tuple(parameter.name for parameter in self.signature.parameters)
        own = tuple(name for name in names if name != domain.dropped)
        fits = Passable(self.signature, related(self.signature, domain.kept, domain.dropped))
        return Aliasing(domain, space, names, own, fits)

    def _places_of_pairs(self, scope: Scope) -> tuple[int, ...]:
        if scope not in self._pairs:
            self._pairs[scope] = places_of_pairs(self.signature, scope, self.inputs(scope))
        return self._pairs[scope]

    def keep(self, domain: Kept, stage: Making) -> None:
        self._kept[domain] = stage

    @cached_property
    def _classes(self) -> tuple[type, ...]:
        """Those of inputs."""
        return tuple(cls for cls in self.signature.reader.constructors if isinstance(cls, type))

    @property
    def _narrows(self) -> bool:
        """Whether calls with holes may tell what the code does not look at. Judging looks at all of a result whose type
        is refined as a whole."""
        signature = self.signature
        if not self.options.holes or self.with_functions or not self.runner.fresh or signature.iterates:
            return False
        if any(has_heaps(parameter.type) for parameter in signature.parameters):
            return False
        bare = signature.result.base if isinstance(signature.result, Refined) else signature.result
        if bare is not signature.result and not isinstance(bare, Atom | Finite):
            return False
        return not sees_more(signature.function, self._classes)

    @property
    def _has_states(self) -> bool:
        """Whether it is a method of a class whose instances other methods may change."""
        if self.bound_to is None or self.with_functions or self.signature.getter or not self.signature.parameters:
            return False
        constructor = self.signature.reader.constructors.get(self.bound_to)
        return constructor is None or not constructor.frozen

    def states(self, domain: OnStates) -> States:
        """The instances of its class that other methods make. Raises RefuteError where there are none."""
        if domain not in self._states:
            from refute.check.hosting.states import States  # only methods need what explores

            assert self.bound_to is not None
            options = self.options
            self._states[domain] = States(
                *(self.signature, self.bound_to, domain.calls, options.tolerance, options.limits),
                *(self.runner, self.now),
            )
        return self._states[domain]

    def domain_of(self, explored: object) -> OnStates | None:
        """The domain whose instances an exploration makes."""
        return next((domain for domain, states in self._states.items() if states.explored is explored), None)

    def count_states(self) -> int:
        return max((states.count for states in self._states.values()), default=0)

    def body(self, domain: Domain, careful: bool = False) -> Body:
        """What tries the inputs of a domain. That of functions goes on where it was left."""
        if isinstance(domain, OnStates):
            try:
                return self.states(domain).body()
            except RefuteError:
                return Steps(Making((), ()), self.trial, self.undecided)
        stage = self.stage(domain)
        if isinstance(domain, Families):
            assert isinstance(stage, Exhaust)
            if domain not in self._families:
                self._families[domain] = FamilyCalls(stage, self.trial, self._classes)
            return self._families[domain]
        if careful and isinstance(stage, Exhaust) and stage.scope not in self._anew:
            self._anew.add(stage.scope)
            stage.space.forget_shared()
        if not self.with_functions:
            watch = watch_for(stage, self._watched and not careful)
            # nothing but a look at each shows a change: those from outside share nothing, those in an order of their
            # own not only what is listed
            alone = isinstance(domain, Kept) or (isinstance(stage, Exhaust) and not stage.is_listed)
            each = careful or (self._watched and alone)
            return Steps(stage, self.trial, self.undecided, watch=watch, careful=each)
        if isinstance(stage, Making):
            return Replaying(stage, self.trial, self.undecided)
        return self.callable_body(domain)

    def callable_body(self, domain: Domain) -> Exploring | Drawing:
        """The same, where functions are among the arguments."""
        stage = self.stage(domain)
        if isinstance(stage, Sample):
            return Drawing(stage, self.trial, self.undecided)
        assert isinstance(stage, Exhaust)
        if domain not in self._bodies:
            self._bodies[domain] = Exploring(stage, self.trial, self.undecided)
        return self._bodies[domain]

    def run(self, segments: Sequence[Segment], until: float | None, careful: bool) -> Iterator[Event]:
        """Run ranges of domains one after the other, by one body. Indices of events are those of all together."""
        body, first, stop = self._joined(segments, careful)
        return self.runner.run(body, first, stop, until)

    def _joined(self, segments: Sequence[Segment], careful: bool) -> tuple[Body, int, int]:
        parts = [(self.body(segment.domain, careful), segment.first, segment.stop) for segment in segments]
        if len(parts) == 1:
            return parts[0]
        return Joined(parts), 0, sum(stop - first for _, first, stop in parts)

    def look(self, segments: Sequence[Segment], until: float | None) -> Reach | None:
        """What inputs that have been tried do, beside what others did that were looked at before. None where no
        worker can do it: a debugger has the tracer, then."""
        if not self.runner.fresh:
            return None
        body, first, stop = self._joined(segments, careful=False)
        events = list(self.runner.run(Tracing(body, self._package()), first, stop, until))
        new = set(heard(events)) - self._did
        self._did |= new
        return Reach.of(self._did, new=len(new), cut=not any(_is_end(event, stop) for event in events))

    def questions(self, segments: Sequence[Segment], until: float) -> tuple[tuple[Any, ...], str]:
        """What the code compares some inputs with, looks up in them and searches them for, and why it is not to be
        asked again, if a call has come to no end. Nothing where no worker can tell it."""
        if not self.runner.fresh:
            return (), ""
        signature, audit = self.signature, self.audit
        parts = [(Comparing(self.stage(one.domain), signature, audit), one.first, one.stop) for one in segments]
        heard, trouble = list[Event](), ""
        with closing(self.runner.run(Joined(parts), 0, sum(stop - first for _, first, stop in parts), until)) as events:
            for event in events:
                heard.append(event)
                is_late = isinstance(event, Waiting) and self.now() > until + self.options.limits.seconds
                if is_late or isinstance(event, Hung | Died | OutOfMemory):
                    trouble = "did not return in time" if is_late or isinstance(event, Hung) else "ended its process"
                    break
        return self._useful(constants_among(noted(heard))), trouble

    # -- the solver ----------------------------------------------------------------------------------------------------

    def past(self, scope: Scope, counts: Sequence[int]) -> tuple[Solved | None, tuple[str, ...]]:
        """Inputs that a solver finds past a scope, and what is to be said of that."""
        options = self.options
        solver = SolverStage(
            *(self.signature, options.engine, options.scope, self.deadline, self._confirmed), now=self.now
        )
        beyond = solver.past(self.exhaust(scope, None), counts)
        return self._told(beyond.stage), beyond.lines

    def solved(self, scope: Scope | None) -> Solved | bool:
        """The next inputs that a solver finds; where there are no more, whether it has found all there are."""
        if self._solving is None:
            self._solving = self._solutions(scope)
        return next(self._solving)

    def _solutions(self, scope: Scope | None) -> Iterator[Solved | bool]:
        """Inputs of a scope, or of growing sizes without bounds on scalars."""
        from refute.search.solver.enumerate import solutions

        limit = scope or Scope(size=_LARGEST)
        found = solutions(self.signature, limit, bounded=scope is not None, deadline=self.deadline, now=self.now)
        for stage in batches(found):
            domain = self._told(stage)
            assert domain is not None
            yield domain
        yield scope is not None and found.complete and not any(has_heaps(p.type) for p in self.signature.parameters)

    def _told(self, stage: Making | SolvedBeside | None) -> Solved | None:
        if stage is None:
            return None
        number = len(self._solved)
        self._solved[number] = stage
        return Solved(number, stage.count, stage.scope if isinstance(stage, SolvedBeside) else None)

    def _confirmed(self, candidates: Sequence[Any], known: Inputs, deadline: float) -> set[int]:
        body = _Confirming(self.signature, candidates, known)
        events = self.runner.run(body, 0, len(candidates), deadline)
        return {event.index for event in events if isinstance(event, Said)}


_RIGHT = b"right"


class _Confirming(Body):
    """Builds candidates of a solver, and says which are inputs that a space does not have.

    Building runs code of the user, and so do refinements: whatever that does, it does not do it in the host.
    """

    def __init__(self, signature: Signature, candidates: Sequence[Any], known: Inputs) -> None:
        self._signature = signature
        self._candidates = candidates
        self._known = known

    def start(self, index: int) -> Iterator[Any]:
        return iter(self._candidates[index:])

    def step(self, item: Any) -> bytes | None:
        try:
            values = item.values
            return _RIGHT if admits(self._signature, values) and values not in self._known else None
        except (Exception, SystemExit):  # a constructor that refuses: no value
            return None


def usable(read: Callable[[], Signature]) -> Signature:
    """A signature. What goes wrong while it is read is told as an error of refute, whatever the user's code raises."""
    try:
        return read()
    except RefuteError:
        raise
    except RecursionError as error:
        raise RefuteError(
            "the types nest too deeply to be read", remedy="Give names to parts of them, as type aliases."
        ) from error
    except Exception as error:
        story = told(error, ())
        raise AnnotationError(
            f"the types cannot be read: {story.type}: {story.message}".rstrip(": "),
            place=story.place,
            remedy="Code that runs when annotations and classes are read must not raise.",
        ) from error


def _is_end(event: Event, stop: int) -> bool:
    """Whether it tells that all inputs were run."""
    return isinstance(event, Finished) and (event.ended or event.stop >= stop)
