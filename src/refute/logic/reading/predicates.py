"""Refinements: `where`, and predicates read from callables and strings.

A predicate keeps the Python callable that it was read from, by which values are judged. Beside it is a term for each of
its conjuncts; a conjunct that cannot be read is an `opaque` term.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import FunctionType, MethodDescriptorType, MethodType
from typing import Any, TypeVar

from refute.errors import Place, RefinementError
from refute.logic.reading.bodies import body_of
from refute.logic.reading.calls import call
from refute.logic.reading.expressions import condition
from refute.logic.reading.names import Names, NotSymbolic, UnknownName, lookup_global, lookup_in, of_value
from refute.logic.reading.repetition.plain import calls_itself, plain_measure
from refute.logic.reading.repetition.unrolling import unrolls_too_far
from refute.logic.reading.source import Source, compile_annotation, find_source
from refute.logic.terms.measure import Measure
from refute.logic.terms.opaque import Holds, Run
from refute.logic.terms.term import BOOL, TRUE, Term, subterms, var
from refute.logic.terms.wording import worded

C = TypeVar("C")

# The name of the value in every predicate's term. Not an identifier, so no sibling can be called the same.
VALUE = "@"
# The name of the value in a refinement written as a string.
SPELLED_VALUE = "v"
# The attribute of a class that holds the refinements that decorate it.
CLASS_REFINEMENTS = "__refute_where__"
# Flags of functions that return before their body has run.
_SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


@dataclass(frozen=True, slots=True)
class Conjunct:
    """A conjunct of a predicate, as text and as a term."""

    text: str
    term: Term
    reason: str = ""  # why it can only be run; empty if it is symbolic

    @property
    def symbolic(self) -> bool:
        return not self.reason


@dataclass(frozen=True, eq=False)
class Predicate:
    """A condition on a value and on siblings found by name."""

    run: Callable[..., Any]  # called with the value, then the siblings in the order of `names`
    names: tuple[str, ...]
    conjuncts: tuple[Conjunct, ...]
    text: str
    place: Place | None = None

    @property
    def term(self) -> Term:
        terms = tuple(conjunct.term for conjunct in self.conjuncts)
        return terms[0] if len(terms) == 1 else Term("and", terms) if terms else TRUE

    @property
    def symbolic(self) -> bool:
        return all(conjunct.symbolic for conjunct in self.conjuncts)

    def holds(self, value: object, siblings: Mapping[str, object]) -> bool:
        """Evaluates the user's own function. SystemExit becomes a RuntimeError."""
        try:
            return bool(self.run(value, *(siblings[name] for name in self.names)))
        except SystemExit as error:
            raise RuntimeError(f"it raised SystemExit({error.code!r})") from None


class Where:
    """What `where` puts into an annotation, or above a class."""

    __slots__ = ("namespace", "place", "predicate")

    def __init__(self, predicate: Callable[..., Any] | str, namespace: Mapping[str, Any], place: Place | None) -> None:
        self.predicate = predicate
        self.namespace = namespace
        self.place = place

    def __eq__(self, other: object) -> bool:
        """Equal if made at one place of the same text or function: a type that is created repeatedly is read once."""
        if not isinstance(other, Where) or self.place != other.place or self.namespace is not other.namespace:
            return False
        same = self.predicate is other.predicate
        return same or (isinstance(self.predicate, str) and self.predicate == other.predicate)

    def __hash__(self) -> int:
        return hash((self.place, self.predicate if isinstance(self.predicate, str) else id(self.predicate)))

    def __call__(self, cls: C) -> C:
        """Refine a class by an invariant of its instances."""
        if not isinstance(cls, type):
            raise RefinementError(
                f"@{self!r} stands above {name_of(cls)}, which is not a class",
                place=self.place,
                remedy="A refinement of a parameter or a result goes into its annotation: Annotated[int, where(...)].",
            )
        setattr(cls, CLASS_REFINEMENTS, (*vars(cls).get(CLASS_REFINEMENTS, ()), self))
        return cls

    def __repr__(self) -> str:
        shown = repr(self.predicate) if isinstance(self.predicate, str) else name_of(self.predicate)
        return f"where({shown})"


def where(predicate: Callable[..., Any] | str) -> Where:
    """Refine a type: `Annotated[int, where(lambda v, r1: 0 <= v < r1)]`.

    The first parameter is the value; every other one is found by name among the earlier parameters of the
    function, the earlier fields of the class or, on a result, all parameters. A string is an expression in which
    the value is called `v`. Above a class, `@where(lambda self: self.low <= self.high)` is an invariant of it.
    """
    frame = sys._getframe(1)
    return Where(predicate, frame.f_globals, Place(frame.f_code.co_filename, frame.f_lineno))


def name_of(function: object) -> str:
    return getattr(function, "__qualname__", None) or type(function).__qualname__


def read_predicate(
    spec: Callable[..., Any] | str,
    namespace: Mapping[str, Any],
    place: Place | None,
    siblings: Collection[str] = (),
) -> Predicate:
    """Read a callable or a string as a predicate. Raises RefinementError if it can be neither read nor run.

    Names in a string are looked up among `siblings` first, then in `namespace`.
    """
    if isinstance(spec, str):
        return _from_text(spec, namespace, place, siblings)
    if not callable(spec):
        raise RefinementError(
            f"where({spec!r}) is neither callable nor a string",
            place=place,
            remedy="Give it a function of the value, such as where(lambda v: v > 0).",
        )
    if isinstance(spec, FunctionType):
        return _from_function(spec, place)
    if isinstance(spec, MethodType) and isinstance(spec.__func__, FunctionType):
        return _from_function(spec.__func__, place, spec)
    if isinstance(spec, Measure):
        return _from_measure(spec, place)
    return _from_callable(spec, place)


def _from_function(function: FunctionType, place: Place | None, method: MethodType | None = None) -> Predicate:
    """A predicate from a function, or from a method, whose bound object is treated like a default."""
    source = find_source(function)
    spot = source.place if source else place or Place(function.__code__.co_filename, function.__code__.co_firstlineno)
    if function.__code__.co_flags & _SUSPENDED:
        raise RefinementError(
            f"the refinement {function.__name__} does not answer when it is called: it is asynchronous or a generator",
            place=spot,
            remedy="Use a plain function that returns True or False.",
        )
    run = function if method is None else method
    value, names, defaults = _parameters(run, spot)
    if source is None:
        return opaque(run, names, function.__name__, spot, "its source cannot be found")
    if method is not None:
        defaults[source.node.args.args[0].arg] = method.__self__
    terms = {value: var(VALUE), **{name: var(name) for name in names}}
    known = lookup_in(function)

    def lookup(name: str) -> Any:
        return defaults[name] if name in defaults else known(name)

    if method is None and calls_itself(function) and (made := plain_measure(function, call)).body is not None:
        return _from_measure(made, spot)
    conjuncts = _conjuncts(source, Names(lookup, call, terms, inlining=(function,)), spot, run)
    return Predicate(run, names, conjuncts, _shown(source), spot)


def _shown(source: Source) -> str:
    """The text of a predicate: the body of a lambda, the name of a function."""
    if isinstance(source.node, ast.Lambda):
        return worded(source.node.body)
    return source.node.name


def _parameters(function: Callable[..., Any], place: Place | None) -> tuple[str, tuple[str, ...], dict[str, Any]]:
    """The name of the value, the names of siblings, and the parameters with a default, which are neither."""
    params = list(inspect.signature(function).parameters.values())
    variadic = next((p for p in params if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD)), None)
    shown = f"{name_of(function)}{inspect.signature(function)}"
    if variadic is not None:
        raise RefinementError(
            f"the refinement {shown} takes *{variadic.name}",
            place=place,
            remedy="Name each parameter: the value first, then the other fields or parameters it depends on.",
        )
    if not params or params[0].kind is inspect.Parameter.KEYWORD_ONLY:
        raise RefinementError(
            f"the refinement {shown} takes no argument",
            place=place,
            remedy="Its first parameter has to be the value: where(lambda v: ...).",
        )
    value, *others = params
    names = tuple(p.name for p in others if p.default is p.empty)
    keyword_only = [p.name for p in others if p.kind is p.KEYWORD_ONLY and p.default is p.empty]
    if keyword_only:
        raise RefinementError(
            f"the refinement {shown} has keyword-only parameters",
            place=place,
            remedy="Take other fields or parameters as ordinary ones: where(lambda v, other: ...).",
        )
    return value.name, names, {p.name: p.default for p in others if p.default is not p.empty}


def _conjuncts(source: Source, names: Names, place: Place, run: Callable[..., Any]) -> tuple[Conjunct, ...]:
    """The conjuncts of a predicate, each read separately."""
    node, text = source.node, source.text
    body = node.body if isinstance(node, ast.Lambda) else _single_return(node)
    if body is None:
        assert isinstance(node, ast.FunctionDef)
        try:
            term = _not_too_long(body_of(node, names))
            return (Conjunct(node.name, Term("truth", (term,)), _opaque_part(term)),)
        except NotSymbolic as error:
            return (_run_function(run, node.name, names, error),)
        except UnknownName as error:
            raise _unknown(error, text, place) from None
    parts = split_conjuncts(body)
    return tuple(_conjunct(part, names, place, text) for part in parts)


def _single_return(node: ast.FunctionDef) -> ast.expr | None:
    statements = [s for s in node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    match statements:
        case [ast.Return(value=ast.expr() as value)]:
            return value
    return None


def split_conjuncts(node: ast.expr) -> list[ast.expr]:
    """The conditions that `and` joins, each of which can be read by itself."""
    if any(isinstance(part, ast.NamedExpr) for part in ast.walk(node)):
        return [node]  # a later conjunct may use what an earlier one binds
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [part for value in node.values for part in split_conjuncts(value)]
    return [node]


def _conjunct(node: ast.expr, names: Names, place: Place, text: str) -> Conjunct:
    shown = worded(node)
    try:
        term = _not_too_long(condition(node, names))
    except NotSymbolic as error:
        return _run_piece(node, names, shown, error.reason)
    except UnknownName as error:
        raise _unknown(error, text, place) from None
    return Conjunct(shown, term, _opaque_part(term))


def _not_too_long(term: Term) -> Term:
    if unrolls_too_far(term):
        raise NotSymbolic("its nested loops have too many iterations")
    return term


def _opaque_part(term: Term) -> str:
    for part in subterms(term):
        if isinstance(part.data, Run):
            return f"`{part.data!r}` can only be run{_why(part.data.function)}"
        if isinstance(part.data, Measure) and part.data.problem:
            return f"measure `{part.data.function.__name__}`: {part.data.problem}"
    return ""


def _why(function: object) -> str:
    """What keeps a function from being read."""
    made = plain_measure(function, call) if isinstance(function, FunctionType) else None
    return "" if made is None or made.body is not None else f": {made.problem}"


def _unknown(error: UnknownName, text: str, place: Place) -> RefinementError:
    return RefinementError(
        f"unknown name {error.name!r} in the refinement `{text}`",
        place=place,
        remedy="To use an earlier parameter or field, take it as a parameter: "
        f"where(lambda v, {error.name}: ...); otherwise define it before.",
    )


def _run_piece(node: ast.expr, names: Names, shown: str, reason: str) -> Conjunct:
    """A conjunct that can only be run, as a function of the names it uses."""
    used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    given = [name for name in names.terms if name in used]
    used |= _quoted(node)
    args = ast.arguments(
        posonlyargs=[], args=[ast.arg(arg=name) for name in given], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    expression = ast.fix_missing_locations(ast.Expression(ast.Lambda(args=args, body=node)))
    outside = used - set(given)
    namespace: dict[str, Any] = {}
    for name in outside:
        try:
            namespace[name] = names.lookup(name)
        except KeyError:
            continue  # bound inside the piece, by a comprehension or a lambda
    function = eval(compile(expression, f"<refinement {shown}>", "eval"), namespace)
    function.__qualname__ = shown
    return Conjunct(
        shown, Term("truth", (Term("opaque", tuple(names.terms[n] for n in given), Holds(function)),)), reason
    )


def _quoted(node: ast.expr) -> set[str]:
    """The names in string constants, which may be quoted types."""
    texts = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    found: set[str] = set()
    for text in texts:
        with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            found |= {part.id for part in ast.walk(ast.parse(text, mode="eval")) if isinstance(part, ast.Name)}
    return found


def _run_function(run: Callable[..., Any], name: str, names: Names, error: NotSymbolic) -> Conjunct:
    term = Term("opaque", tuple(names.terms.values()), Holds(run))
    return Conjunct(name, Term("truth", (term,)), f"line {error.line}: {error.reason}")


def opaque(
    function: Callable[..., Any], names: tuple[str, ...], text: str, place: Place | None, reason: str
) -> Predicate:
    term = Term("opaque", (var(VALUE), *map(var, names)), Holds(function))
    return Predicate(function, names, (Conjunct(text, Term("truth", (term,)), reason),), text, place)


def _from_measure(spec: Measure[..., Any], place: Place | None) -> Predicate:
    """A predicate from a measure of the value, with siblings for its other parameters."""
    value, names, defaults = _parameters(spec.function, spec.place)
    terms = {value: var(VALUE), **{name: var(name) for name in names}}
    terms |= {name: of_value(default) for name, default in defaults.items()}
    args = tuple(terms[name] for name in inspect.signature(spec.function).parameters)
    measured = Term("call", args, spec, spec.sort)
    name = spec.function.__name__
    text = f"{name}({', '.join(('v', *names))})" if spec.marked else name
    asked = measured if spec.sort == BOOL else Term("truth", (measured,))
    run = spec if spec.marked else spec.function
    return Predicate(run, names, (Conjunct(text, asked, _opaque_part(measured)),), text, place or spec.place)


def _from_callable(spec: Callable[..., Any], place: Place | None) -> Predicate:
    """A predicate from a builtin, a method of a builtin type, a partial application or a callable object."""
    if isinstance(spec, MethodDescriptorType):
        text = f"v.{spec.__name__}()"
        return Predicate(
            spec,
            (),
            (Conjunct(text, Term("truth", (Term("method", (var(VALUE),), spec.__name__),))),),
            text,
            place,
        )
    try:
        _, names, _ = _parameters(spec, place)
    except (ValueError, TypeError):  # some builtins have no signature; they are given the value alone
        names = ()
    text = f"{name_of(spec)}(v)"
    if type(spec).__name__ == "builtin_function_or_method" and not names:
        applied = Term("apply", (var(VALUE),), spec)
        return Predicate(spec, (), (Conjunct(text, Term("truth", (applied,))),), text, place)
    return opaque(spec, names, text, place, "it is not a function written in Python")


def _from_text(text: str, namespace: Mapping[str, Any], place: Place | None, siblings: Collection[str]) -> Predicate:
    """A predicate from a string: an expression over `v` and siblings, or a lambda."""
    try:
        code = compile_annotation(text, "a refinement", place)
        body = ast.parse(f"({text.strip()}\n)", mode="eval").body
    except SyntaxError as error:
        raise RefinementError(
            f"the refinement {text!r} is not a Python expression: {error.msg}",
            place=place,
            remedy='Write a condition on `v`, such as "0 <= v < n"; a note belongs into a docstring or a Doc object.',
        ) from None
    if isinstance(body, ast.Lambda):
        function = eval(code, dict(namespace))
        return _from_function(function, place)
    names = tuple(sorted(_free(body, namespace, siblings) - {SPELLED_VALUE}))
    if SPELLED_VALUE not in {node.id for node in ast.walk(body) if isinstance(node, ast.Name)}:
        raise RefinementError(
            f"the refinement {text!r} does not mention the value",
            place=place,
            remedy=f"In a refinement written as a string the value is called `{SPELLED_VALUE}`.",
        )
    lambda_text = f"lambda {', '.join((SPELLED_VALUE, *names))}: ({text.strip()}\n)"
    function = eval(compile_annotation(lambda_text, "a refinement", place), dict(namespace))
    return _from_function(function, place)


def _free(node: ast.expr, namespace: Mapping[str, Any], siblings: Collection[str]) -> set[str]:
    """Names of siblings, and unbound names, which are reported as unknown later."""
    bound = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    bound |= {arg.arg for n in ast.walk(node) if isinstance(n, ast.Lambda) for arg in n.args.args}
    free = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id not in bound:
            if part.id in siblings:
                free.add(part.id)
                continue
            try:
                lookup_global(namespace, part.id)
            except KeyError:
                free.add(part.id)
    return free
