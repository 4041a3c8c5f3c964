"""Fast conformance tests: each type is compiled once into a Python function.

    def node(v, K):                                   class Node(Generic[K]):
        if not isinstance(v, Node): return False
        key = v.key                                       key: K
        if not (K is None or K(key)): return False
        left = v.left                                     left: "Tree[Annotated[K, where(lambda v, key: v < key)]]"
        if not (isinstance(left, Leaf) or node(left, lambda y: (K is None or K(y)) and less(y, key))): return False
        return True

A data class or alias becomes a function of the value and of one test for each type parameter. Earlier fields are local
variables, and predicates are the user's own functions. An object that may be shared, or lead back to itself, is tested
once for each class. The compiled test is sound but not complete: what it does not accept, or raises on, is judged again
by `walk`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from refute.conform.bounds import HIGHEST, LOWEST, bounded, is_of_integers, range_of, test_of
from refute.conform.iterators import Yielded
from refute.conform.typing_rules import (
    BUILT_IN,
    SCALARS,
    accepted_class,
    attribute_names,
    class_of,
    container_of,
    elements,
    enumeration_of,
    is_unfinished,
    pairs,
    returned_by,
    yields,
)
from refute.conform.walk import mismatch_of
from refute.logic.reading.predicates import Predicate
from refute.logic.terms.term import Constant
from refute.spaces.runtime import PerThread
from refute.types.model import (
    ABSENT,
    Alias,
    Anything,
    Atom,
    Constructor,
    Data,
    DictOf,
    Finite,
    FunctionOf,
    Instance,
    Iterated,
    IteratorOf,
    Named,
    Open,
    Param,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Type,
    Union,
)

_ALWAYS = "True"
_FAILED = 0, "failed"  # in place of the identity of an object and the test that it is met in
# Nesting of containers in one expression; Python's compiler limits it.
_HEIGHT = 8


# Called with a value and the siblings that its type depends on.
Accepts = Callable[[Any, Mapping[str, Any]], bool]


@dataclass(frozen=True, slots=True, repr=False)
class Contract:
    """Tests whether values are of a type: `contract.holds(value, siblings)`.

    `siblings` has the values that the predicates depend on, by name. `accepts` is the compiled test: where it returns
    True, the contract holds; it may raise anything.
    """

    type: Type
    accepts: Accepts

    def holds(self, value: Any, siblings: Mapping[str, Any]) -> bool:
        try:
            if self.accepts(value, siblings):
                return True
        except (Exception, SystemExit):  # the walk decides
            pass
        return mismatch_of(self.type, value, siblings) is None

    def __repr__(self) -> str:
        return f"<contract of {self.type!r}>"


def contract_of(tp: Type) -> Contract:
    """The contract of a type, for values that come from the code under test."""
    return Contract(tp, accepting(tp))


def _itself(predicate: Predicate) -> Callable[..., Any]:
    return predicate.run


def accepting(tp: Type, run: Callable[[Predicate], Callable[..., Any]] = _itself) -> Accepts:
    """The compiled test of a type. `run` gives the function by which a predicate is evaluated."""
    return _Compiler(run).compile(tp)


@dataclass(frozen=True)
class _Scope:
    """The expressions that stand for type parameters and siblings in the generated code."""

    params: Mapping[Any, str]  # names of tests, or None: any value
    siblings: Mapping[str, str]
    absent: frozenset[str] = frozenset()  # siblings that no attribute holds
    optional: frozenset[str] = frozenset()  # siblings that may be ABSENT


class _Compiler:
    def __init__(self, run: Callable[[Predicate], Callable[..., Any]]) -> None:
        self.run = run
        self.names: dict[str, Any] = {"ABSENT": ABSENT, "iterates": _iterates}
        self.names |= {"elements": _elements, "pairs": pairs, "yields": yields, "returned_by": returned_by}
        self.functions: dict[Constructor | Alias, str] = {}
        self.bounded: dict[Constructor, str] = {}
        self.waiting: list[Callable[[], Iterator[str]]] = []
        self.fresh = count()
        self.shares = False  # whether there are objects that may be shared
        self.met = PerThread[set[tuple[int, str]]](set)  # those that were met, by identity, and the test of their class
        self.names["met"] = self.met

    def compile(self, tp: Type) -> Accepts:
        try:
            siblings = {name: f"s[{name!r}]" for name in siblings_in(tp)}
            lines = ["def whole(v, s):", f"    return {self.test(tp, 'v', _Scope({}, siblings))}"]
            while self.waiting:
                lines.extend(self.waiting.pop()())
        except RecursionError:
            return lambda value, siblings: False  # nested too deeply: left to the walk
        exec(compile("\n".join(lines), "<contract>", "exec"), self.names)
        accepts: Accepts = self.names["whole"]
        return self._meeting_objects_once(accepts) if self.shares else accepts

    def _meeting_objects_once(self, accepts: Accepts) -> Accepts:
        """The same, with no object met before. It is not accepted if any object failed, as others took it for right."""
        met = self.met

        def whole(value: Any, siblings: Mapping[str, Any]) -> bool:
            before, met.value = met.value, set()
            try:
                return accepts(value, siblings) and _FAILED not in met.value
            finally:
                met.value = before

        return whole

    def test(self, tp: Type, x: str, scope: _Scope) -> str:
        """The source of an expression that is true only if the variable `x` is of the type."""
        match tp:
            case Anything() | Open():
                return _ALWAYS
            case Atom(kind=kind):
                classes = SCALARS[kind]
                return f"isinstance({x}, {self._constant(classes[0] if len(classes) == 1 else classes)})"
            case Finite():
                return self._finite(tp, x)
            case Refined(base=base, predicates=predicates):
                looked_at = [f"not iterates({x})"] if _may_iterate(base) else []
                asked = [self._asked(predicate, x, scope) for predicate in predicates]
                return _all([self.test(base, x, scope), *looked_at, *asked])
            case Union():
                return self._either(tp, x, lambda member, x: self.test(member, x, scope))
            case Param(variable=variable):
                given = scope.params.get(variable)
                return _ALWAYS if given is None else f"({given} is None or {given}({x}))"
            case Named(alias=alias, args=args):
                more = [f", {self._argument(arg, scope)}" for arg in args]
                return f"{self._alias(alias)}({x}, {_dictionary(alias, scope)}{''.join(more)})"
            case Iterated(accepts=cls):
                return f"isinstance({x}, {self._constant(cls)})"
            case Data():
                return self._data(tp, x, scope)
            case FunctionOf():
                return f"callable({x})"
            case Instance(cls=cls):
                return f"isinstance({x}, {self._constant(cls)})"
            case SequenceOf() | SetOf() | DictOf() | TupleOf() | IteratorOf():
                height = _height(tp)
                if height > _HEIGHT and _is_open(tp):
                    raise RecursionError
                if height % _HEIGHT == 0 and not _is_open(tp):
                    y = f"y{next(self.fresh)}"
                    return f"{self._function(y, self._container(tp, y, scope))}({x})"
                return self._container(tp, x, scope)
        raise AssertionError(tp)

    def _constant(self, value: Any) -> str:
        name = f"c{next(self.fresh)}"
        self.names[name] = value
        return name

    def _finite(self, tp: Finite, x: str) -> str:
        cls = enumeration_of(tp)
        if cls is not None:
            return f"isinstance({x}, {self._constant(cls)})"
        ways = []
        by_kind: dict[type, list[Constant]] = {}
        for constant in tp.values:
            by_kind.setdefault(type(constant.value), []).append(constant)
        for kind, constants in by_kind.items():
            if kind in (int, str, bytes, bool):
                values = frozenset(constant.value for constant in constants)
                ways.append(f"(type({x}) is {self._constant(kind)} and {x} in {self._constant(values)})")
            else:
                ways += [f"{x} is {self._constant(constant.value)}" for constant in constants]
        return _any(ways)

    def _asked(self, predicate: Predicate, x: str, scope: _Scope) -> str:
        if scope.absent.intersection(predicate.names):
            return _ALWAYS
        given = [scope.siblings.get(name, "unknown_sibling") for name in predicate.names]
        call = f"{self._constant(self.run(predicate))}({', '.join((x, *given))})"
        maybe = [scope.siblings[name] for name in predicate.names if name in scope.optional]
        return _any([*(f"{name} is ABSENT" for name in maybe), call])

    def _either(self, tp: Union, x: str, test: Callable[[Type, str], str]) -> str:
        """The test of a union: by the exact class for data, else each member in turn."""
        tests = [test(member, x) for member in tp.members]
        classes = [_exact_class(member) for member in tp.members]
        kind = f"t{next(self.fresh)}"
        first = f"({kind} := type({x}))"
        ways = ""
        for cls, way in zip(classes, tests, strict=True):
            if cls is not None and classes.count(cls) == 1:
                ways += f"{_ALWAYS if way.startswith('isinstance(') else way} if {first} is {self._constant(cls)} else "
                first = kind
        return f"({ways}{_any(tests)})"

    def _argument(self, tp: Type, scope: _Scope) -> str:
        """The source of the test that a type parameter is given, or "None"."""
        if isinstance(tp, Param):
            return scope.params.get(tp.variable, "None")
        y = f"y{next(self.fresh)}"
        test = self.test(tp, y, scope)
        if test == _ALWAYS:
            return "None"
        return f"(lambda {y}: {test})" if _is_open(tp) else self._function(y, test)

    def _function(self, y: str, test: str) -> str:
        name = f"g{next(self.fresh)}"
        self.waiting.append(lambda: iter([f"def {name}({y}):", f"    return {test}"]))
        return name

    def _alias(self, alias: Alias) -> str:
        if alias not in self.functions:
            name = self.functions[alias] = f"a{next(self.fresh)}"
            self.waiting.append(lambda: self._alias_body(alias, name))
        return self.functions[alias]

    def _alias_body(self, alias: Alias, name: str) -> Iterator[str]:
        params = {variable: f"p{next(self.fresh)}" for variable in alias.params}
        siblings = {sibling: f"s[{sibling!r}]" for sibling in siblings_in(alias.type)}
        yield f"def {name}({', '.join(('v', 's', *params.values()))}):"
        yield f"    return {self.test(alias.type, 'v', _Scope(params, siblings, optional=frozenset(siblings)))}"

    def _data(self, tp: Data, x: str, scope: _Scope) -> str:
        constructor = tp.constructor
        is_instance = f"isinstance({x}, {self._constant(accepted_class(tp))})"
        if constructor.fits is not None:
            return f"({is_instance} and {self._constant(constructor.fits)}({x}))"
        if constructor.form != "mapping" and not constructor.taken and not any(attribute_names(constructor)):
            return is_instance
        if len(tp.args) == 1 and bounded(constructor):
            limits = range_of(tp.args[0])
            if limits is not None:
                return self._between(constructor, f"{x}, {limits[0]}, {limits[1]}, None")
            if is_of_integers(tp.args[0]) and not siblings_in(tp.args[0]):
                given = self._argument(tp.args[0], scope)
                return self._between(constructor, f"{x}, {LOWEST}, {HIGHEST}, {given}")
        if constructor not in self.functions:
            name = self.functions[constructor] = f"d{next(self.fresh)}"
            self.waiting.append(lambda: self._data_body(constructor, name))
        args = [self._argument(arg, scope) for _, arg in zip(constructor.params, tp.args, strict=False)]
        args += ["None"] * (len(constructor.params) - len(args))
        return f"{self.functions[constructor]}({', '.join((x, *args))})"

    def _between(self, constructor: Constructor, given: str) -> str:
        """The test of data whose type parameter is bounded; see `bounds`."""
        if constructor not in self.bounded:
            name = self.bounded[constructor] = f"b{next(self.fresh)}"
            self.waiting.append(lambda: self._data_body(constructor, name, within_bounds=True))
        return f"{self.bounded[constructor]}({given})"

    def _data_body(self, constructor: Constructor, name: str, *, within_bounds: bool = False) -> Iterator[str]:
        params = {} if within_bounds else {variable: f"p{next(self.fresh)}" for variable in constructor.params}
        mapping = constructor.form == "mapping"
        yield f"def {name}({', '.join(('v', *(('low', 'high', 'p') if within_bounds else params.values())))}):"
        yield (
            "    if type(v) is not dict:"
            if mapping
            else (f"    if not isinstance(v, {self._constant(class_of(constructor))}):")
        )
        yield "        return False"
        failed = "False"
        if constructor.recursive and not constructor.frozen and not constructor.params:
            self.shares = True
            failed = f"met.value.add({_FAILED})"
            yield f"    if (key := (id(v), {name!r})) in met.value:"
            yield "        return True"
            yield "    met.value.add(key)"
        siblings: dict[str, str] = {}
        absent: set[str] = set()
        optional: set[str] = set()
        if constructor.taken:
            yield f"    parts = {self._constant(constructor.parts)}(v)"
        for place, (field, kept) in enumerate(zip(constructor.fields, attribute_names(constructor), strict=True)):
            if kept is None and not constructor.taken:
                absent.add(field.name)
                continue
            x = f"f{next(self.fresh)}"
            if constructor.taken:
                yield f"    {x} = parts[{place}]"
            else:
                yield f"    {x} = v.get({kept!r}, ABSENT)" if mapping else f"    {x} = v.{kept}"
            scope = _Scope(params, dict(siblings), frozenset(absent), frozenset(optional))
            test = self._within(field.type, x, scope) if within_bounds else self.test(field.type, x, scope)
            if mapping and field.optional:
                optional.add(field.name)
                test = _any([f"{x} is ABSENT", test])
            elif mapping:
                test = _all([f"{x} is not ABSENT", test])
            if test != _ALWAYS:
                yield f"    if not {test}:"
                yield f"        return {failed}"
            siblings[field.name] = x
        yield "    return True"

    def _within(self, tp: Type, x: str, scope: _Scope) -> str:
        return test_of(tp, x, scope.siblings, lambda tp, x: self.test(tp, x, scope), self._either, self._between)

    def _container(self, tp: SequenceOf | SetOf | DictOf | TupleOf | IteratorOf, x: str, scope: _Scope) -> str:
        if isinstance(tp, TupleOf):
            parts = [(element, f"e{next(self.fresh)}") for element in tp.elements]
            taken = [
                f"(({name} := {x}[{i}]) is {name} and {self.test(e, name, scope)})" for i, (e, name) in enumerate(parts)
            ]
            return _all([f"isinstance({x}, tuple)", f"len({x}) == {len(parts)}", *taken])
        cls = self._constant(tp.cls if isinstance(tp, IteratorOf) else container_of(tp))
        inside, y = f"i{next(self.fresh)}", f"y{next(self.fresh)}"
        if isinstance(tp, DictOf):
            target = f"{y}, w{y}"
            test = _all([self.test(tp.key, y, scope), self.test(tp.value, f"w{y}", scope)])
            found = f"{x}.items() if type({x}) is dict else pairs({x}, {cls})"
        elif isinstance(tp, IteratorOf):
            target, test, found = y, self.test(tp.element, y, scope), f"yields({x}, {cls})"
        else:
            target = y
            test = self.test(tp.element, y, scope)
            known = tuple(kind for kind in BUILT_IN if issubclass(kind, container_of(tp)))
            exact = f"is {self._constant(known[0])}" if len(known) == 1 else f"in {self._constant(frozenset(known))}"
            found = f"{x} if type({x}) {exact} else elements({x}, {cls})"
        if test == _ALWAYS and not isinstance(tp, IteratorOf):
            return f"isinstance({x}, {cls})"
        tests = [f"({inside} := {found}) is not None", f"not [None for {target} in {inside} if not {test}]"]
        if isinstance(tp, IteratorOf) and tp.returned is not None:
            end = f"r{next(self.fresh)}"
            tests.append(f"(({end} := returned_by({x})) is ABSENT or {self.test(tp.returned, end, scope)})")
        return _all(tests)


def _elements(value: Any, cls: type) -> Collection[Any] | None:
    """The elements of a container; None for a range, which may be too long to be listed."""
    return None if type(value) is range else elements(value, cls)


def _all(tests: list[str]) -> str:
    asked = [test for test in tests if test != _ALWAYS]
    return f"({' and '.join(asked)})" if len(asked) > 1 else asked[0] if asked else _ALWAYS


def _any(tests: list[str]) -> str:
    if _ALWAYS in tests:
        return _ALWAYS
    return f"({' or '.join(tests)})" if len(tests) > 1 else tests[0] if tests else "False"


def _iterates(value: Any) -> bool:
    """Whether a value is an iterator, consumed or not: left to the walk."""
    return type(value) is Yielded or is_unfinished(value)


def _may_iterate(tp: Type) -> bool:
    return isinstance(tp, IteratorOf | Union) or (isinstance(tp, SequenceOf) and tp.accepts is not None)


def _exact_class(tp: Type) -> Any:
    return class_of(tp.constructor) if isinstance(tp, Data) and tp.constructor.form != "mapping" else None


def _dictionary(alias: Alias, scope: _Scope) -> str:
    """The source of a dict of the siblings that an alias depends on."""
    names = sorted(siblings_in(alias.type))
    known = {name: scope.siblings[name] for name in names if name in scope.siblings}
    known |= {name: "ABSENT" for name in names if name in scope.absent}
    return "{" + ", ".join(f"{name!r}: {expression}" for name, expression in known.items()) + "}"


def siblings_in(root: Type) -> set[str]:
    """The siblings that the predicates of a type and of its aliases depend on. Fields depend on each other only."""
    found: set[str] = set()
    seen: set[Alias] = set()
    waiting = [root]
    while waiting:
        tp = waiting.pop()
        waiting.extend(tp.parts())
        if isinstance(tp, Refined):
            found.update(name for predicate in tp.predicates for name in predicate.names)
        elif isinstance(tp, Named) and tp.alias not in seen:
            seen.add(tp.alias)
            waiting.append(tp.alias.type)
    return found


def _is_open(tp: Type) -> bool:
    """Whether a type has type parameters, or depends on siblings."""
    return isinstance(tp, Param) or bool(siblings_in(tp)) or any(map(_is_open, tp.parts()))


def _height(tp: Type) -> int:
    """The nesting depth of a type."""
    return 1 + max(map(_height, tp.parts()), default=0)
