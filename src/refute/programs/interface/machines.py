"""Rule-based machines: classes with methods that are rules by which they change, and bundles of values that rules make.

class Accounts(Machine):
    accounts = Bundle("accounts")

    @rule(target=accounts)
    def open(self) -> Account:
        return Account()

    @rule(account=accounts, amount=Nat)
    def deposit(self, account, amount):
        before = account.balance
        account.deposit(amount)
        assert account.balance == before + amount

A machine is an instance like any other, and its rules are methods. What is in a bundle is a part of the machine: an
argument from one is a place in it, written `machine.accounts[0]`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from refute.errors import AnnotationError
from refute.logic.terms.term import Constant
from refute.programs.interface.operation import Form, Operation, Taken, calling
from refute.programs.interface.reading import Owned, read_type
from refute.programs.interface.shapes import Of, Plain, shape_of
from refute.programs.promises.wording import shown
from refute.types.model import Finite
from refute.types.reading.guarded import names_of_class
from refute.types.reading.invariants import is_invariant
from refute.types.reading.places import place_of

F = TypeVar("F", bound=Callable[..., Any])
Condition = Callable[[Any], Any]

_MARK = "__refute_rule__"
_CONDITIONS = "__refute_preconditions__"
_MOST = 8  # values of a bundle that rules are given, the first ones
_PLACES = Finite(tuple(map(Constant, range(_MOST))), "places in bundles")


class Bundle:
    """Values that rules have made, in order. On a machine, it is their list."""

    def __init__(self, name: str = "") -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Bundle({self.name!r})"

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, machine: Any, owner: type | None = None) -> Any:
        return self if machine is None else machine._bundles.setdefault(self.name, [])


@dataclass(frozen=True)
class Consumed:
    """A bundle of which a rule takes values away."""

    bundle: Bundle


def consumes(bundle: Bundle) -> Consumed:
    """A bundle for a parameter, whose values are gone after the rule has had them."""
    return Consumed(bundle)


class Multiple(tuple[Any, ...]):
    """Several values for the bundle of a rule, or none."""


def multiple(*values: Any) -> Multiple:
    """What a rule returns that makes several values for its bundle, or none."""
    return Multiple(values)


@dataclass(frozen=True)
class Rule:
    """What a method is that was declared a rule."""

    function: Callable[..., Any]
    targets: tuple[Bundle, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)  # by parameter: a type, a bundle, or one that is consumed
    first: bool = False  # whether it comes before all that are not

    def bundle_of(self, name: str) -> Bundle | None:
        said = self.given.get(name)
        return said.bundle if isinstance(said, Consumed) else said if isinstance(said, Bundle) else None


class Machine:
    """Base of rule-based machines."""

    _bundles: dict[str, list[Any]]
    _waiting: frozenset[str]  # rules that have to come before others

    def __new__(cls, *args: Any, **keywords: Any) -> Any:
        machine = super().__new__(cls)
        machine._bundles = {one.name: [] for one in _bundles_of(cls)}
        machine._waiting = frozenset(name for name, one in rules_of(cls) if one.first)
        return machine

    def __repr__(self) -> str:
        parts = {**self._bundles, **{name: value for name, value in vars(self).items() if name[0] != "_"}}
        told = "".join(f" {name}={_told(value)}" for name, value in parts.items())
        return f"<{type(self).__qualname__}{told}>"

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if any(one.first for _, one in rules_of(cls)):
            for name, method in list(names_of_class(cls).items()):
                if is_invariant(method):
                    setattr(cls, name, _once_begun(method))


def _bundles_of(cls: type) -> Iterator[Bundle]:
    for base in cls.__mro__:
        yield from (value for value in names_of_class(base).values() if isinstance(value, Bundle))


def _told(value: Any) -> str:
    return f"[{', '.join(map(shown, value))}]" if isinstance(value, list) else shown(value)


def _once_begun(method: F) -> F:
    """An invariant that is asked once the rules that come first are done."""

    @functools.wraps(method)
    def asked(self: Machine) -> Any:
        return True if self._waiting else method(self)

    return asked  # type: ignore[return-value]


def rule(*, target: Bundle | None = None, targets: Iterable[Bundle] = (), **given: Any) -> Callable[[F], F]:
    """Declare a method a rule. `target` or `targets`: bundles for what it returns. The others are types for its
    parameters, or bundles to take values from; a parameter that is not named here has the type of its annotation."""
    return functools.partial(_declared, _targets(target, targets), given, False)


def initialize(*, target: Bundle | None = None, targets: Iterable[Bundle] = (), **given: Any) -> Callable[[F], F]:
    """Declare a method a rule that comes before all others, and once."""
    return functools.partial(_declared, _targets(target, targets), given, True)


def precondition(condition: Condition) -> Callable[[F], F]:
    """Say when a rule can be applied: only to machines of which this holds."""

    def mark(method: F) -> F:
        setattr(method, _CONDITIONS, (*getattr(method, _CONDITIONS, ()), condition))
        return method

    return mark


def _targets(target: Bundle | None, targets: Iterable[Bundle]) -> tuple[Bundle, ...]:
    return (*(() if target is None else (target,)), *targets)


def _declared(targets: tuple[Bundle, ...], given: Mapping[str, Any], first: bool, function: F) -> F:
    names = list(inspect.signature(function).parameters)[1:]
    unknown = [name for name in given if name not in names]
    if unknown:
        raise AnnotationError(
            f"the rule {function.__name__} has no parameter {unknown[0]!r}",
            place=place_of(function),
            remedy=f"It has {', '.join(names) or 'none'}.",
        )
    declared = Rule(function, targets, given, first)

    @functools.wraps(function)
    def applied(self: Machine, *args: Any, **keywords: Any) -> Any:
        bound = dict(zip(names, args, strict=False)) | keywords
        for name, said in given.items():
            if isinstance(said, Consumed) and name in bound:
                _take(said.bundle.__get__(self), bound[name])
        result = function(self, *args, **keywords)
        for bundle in targets:
            bundle.__get__(self).extend(result if isinstance(result, Multiple) else [result])
        if first:
            self._waiting -= {function.__name__}
        return result

    setattr(applied, _MARK, declared)
    setattr(applied, _CONDITIONS, getattr(function, _CONDITIONS, ()))
    return applied  # type: ignore[return-value]


def _take(values: list[Any], value: Any) -> None:
    for place, one in enumerate(values):
        if one is value:
            del values[place]
            return


def rules_of(cls: type) -> Iterator[tuple[str, Rule]]:
    """The rules of a machine and of its bases, by their names."""
    seen: set[str] = set()
    for base in cls.__mro__:
        for name, method in names_of_class(base).items():
            found = getattr(method, _MARK, None)
            if name not in seen and isinstance(found, Rule):
                yield name, found
            seen.add(name)


@dataclass(frozen=True, eq=False)
class RuleOperation(Operation):
    """A rule: some of its arguments are places in bundles."""

    bundles: tuple[Bundle | None, ...] = field(kw_only=True, default=())  # for each argument but the machine

    @property
    def limits(self) -> tuple[str, ...]:
        return (f"the first {_MOST} values of a bundle",) if any(self.bundles) else ()

    def text(self, texts: Sequence[str | None]) -> str:
        machine = texts[0]
        drawn = [
            text if bundle is None or text is None else f"{machine}.{bundle.name}[{text}]"
            for text, bundle in zip(texts[1:], self.bundles, strict=True)
        ]
        return super().text([machine, *drawn])


def rules_as_operations(cls: type, owned: Owned, shown: Callable[[str], bool]) -> Iterator[Operation]:
    """What can be done with a machine."""
    name, module = cls.__qualname__, str(cls.__module__)
    own = owned(cls) or Of(cls)
    yield Operation(name, (), cls, Form("call", name), own, place=place_of(cls), module=module, makes=cls)
    for method, found in rules_of(cls):
        if shown(f"{name}.{method}"):
            yield _as_operation(cls, method, found, own, owned)


def _as_operation(cls: type, name: str, found: Rule, own: Any, owned: Owned) -> RuleOperation:
    parameters = list(inspect.signature(found.function).parameters.values())[1:]
    annotations = inspect.get_annotations(found.function)
    takes, bundles = [Taken("self", own, "POSITIONAL_ONLY")], []
    for parameter in parameters:
        bundle = found.bundle_of(parameter.name)
        bundles.append(bundle)
        said = found.given.get(parameter.name, annotations.get(parameter.name, inspect.Parameter.empty))
        if said is inspect.Parameter.empty:
            raise AnnotationError(
                f"nothing says what the rule {name} takes as {parameter.name}",
                place=place_of(found.function),
                remedy=f"Annotate it, or say it in the decorator: @rule({parameter.name}=int).",
            )
        shape = Plain(_PLACES) if bundle else shape_of(read_type(said, found.function), owned)
        takes.append(replace(Taken(parameter.name, shape), kind=parameter.kind.name))
    method = getattr(cls, name)
    conditions: tuple[Condition, ...] = getattr(method, _CONDITIONS, ())
    call = calling(method, tuple(takes))

    def act(machine: Any, *values: Any) -> Any:
        pairs = zip(values, bundles, strict=True)
        call(machine, *(value if bundle is None else bundle.__get__(machine)[value] for value, bundle in pairs))

    def is_possible(machine: Any, *values: Any) -> bool:
        if bool(machine._waiting) != found.first or (found.first and name not in machine._waiting):
            return False
        pairs = zip(values, bundles, strict=True)
        if not all(bundle is None or value < len(bundle.__get__(machine)) for value, bundle in pairs):
            return False
        return all(condition(machine) for condition in conditions)

    return RuleOperation(
        name=f"{cls.__qualname__}.{name}",
        takes=tuple(takes),
        act=act,
        form=Form("method", name),
        place=place_of(found.function),
        require=is_possible,
        acts_on=True,
        bundles=tuple(bundles),
    )
