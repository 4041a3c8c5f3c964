"""Signatures of functions: parameters, in an order in which each depends on earlier ones only, and the result."""

from __future__ import annotations

import enum
import inspect
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import CodeType
from typing import Annotated, Any, Self, TypeVar, get_args, get_origin

from refute.errors import AnnotationError, Place
from refute.logic.terms.term import Constant
from refute.types.callables.after_calls import type_after_call
from refute.types.callables.assumptions import under_assumptions
from refute.types.callables.partly_given import Given, PartlyGiven
from refute.types.callables.promises import Raises, Stays, declared_above
from refute.types.callables.specified import is_specified
from refute.types.callables.written import getter_of, is_rest, may_be_skipped, plain_function
from refute.types.constraints.elementwise import run_among, with_texts
from refute.types.data.abstract.iterators import as_items
from refute.types.hints.said import Said, said_at, said_of
from refute.types.landmarks import marked_by_each_other, names_in
from refute.types.model import Atom, DictOf, Finite, Iterated, SequenceOf, Type, has_functions, walk
from refute.types.reading.abstract.iterated import also_consumed_once
from refute.types.reading.annotations import Reader
from refute.types.reading.classes.instantiation import Instantiation, written_variables
from refute.types.reading.context import Context, context_of, text_of
from refute.types.reading.guarded import attribute
from refute.types.reading.notes import Note

# Names for **kwargs, those of parameters excepted.
_KEYWORDS = ("x", "y", "z", "x_", "y_", "z_")
_MOST_KEYWORDS = 3
# Classes of defaults that tell the type of a parameter which has no annotation. None may stand for anything.
_TELLING = (bool, int, float, complex, str, bytes)

_MUTABLE = (list, deque, set, dict)


class _LeftOut:
    """The value of a parameter that is left out of a call."""

    def __repr__(self) -> str:
        return "<left out>"

    def __reduce__(self) -> str:
        return "LEFT_OUT"  # there is one, in copies and in other processes too


LEFT_OUT = _LeftOut()


@dataclass(frozen=True, repr=False)
class Parameter:
    name: str
    type: Type
    kind: Any  # as in inspect.Parameter
    default: Any = inspect.Parameter.empty
    after: Type | None = None  # the type of the argument after the call; None: any

    @property
    def optional(self) -> bool:
        return self.default is not inspect.Parameter.empty

    def __repr__(self) -> str:
        return f"{self.name}: {self.type!r}{f' = {self.default!r}' if self.optional else ''}"


@dataclass(frozen=True, eq=False, repr=False)
class Signature:
    """A function with its types. Called with values for `parameters`, in that order."""

    name: str
    function: Callable[..., Any]
    place: Place | None
    parameters: tuple[Parameter, ...]  # each depends on earlier ones only
    result: Type | None
    raises: tuple[Raises, ...]
    notes: tuple[Note, ...]
    reader: Reader
    order: tuple[str, ...]  # the names of the parameters, as written
    cut: tuple[str, ...] = ()  # type variables of which only the first constraint is used
    skipped: tuple[str, ...] = ()  # parameters without annotation, which are never given
    unreached: tuple[str, ...] = ()  # parameters that go by position only and come after those
    assumed: tuple[str, ...] = ()  # parameters without annotation, which are given anything
    specified: bool = False  # whether its types say more than plain Python does
    given: Mapping[str, Given] = field(default_factory=dict)  # arguments that every call has
    assumes: bool = False  # whether parameters are refined by what the function assumes at its beginning
    getter: str = ""  # what the function is of the property by its name: "fget", or "func" of a cached one

    def __repr__(self) -> str:
        return f"<{self.name}({', '.join(map(repr, self.parameters))}) -> {self.result!r}>"

    @property
    def path(self) -> str:
        """The expression that leads to the function: `Box.height.fget`."""
        name, wrapped, below = self.name.partition(".__wrapped__")
        return f"{name}.{self.getter}{wrapped}{below}" if self.getter else self.name

    @property
    def is_property(self) -> bool:
        """Whether a function is a property by its name: it must not return False."""
        return self.name.replace(".__wrapped__", "").rpartition(".")[2].startswith(("prop_", "test_"))

    @property
    def declares_raises(self) -> bool:
        """Whether exceptions are declared, beside those by which it turns down what is assumed of its parameters."""
        return len(self.raises) > bool(self.assumed)

    def arguments(self, values: Sequence[Any]) -> dict[str, Any]:
        """Values by the names of the parameters, in written order, without those left out."""
        given = {p.name: value for p, value in zip(self.parameters, values, strict=True) if value is not LEFT_OUT}
        return {name: given[name] for name in self.order if name in given}

    def siblings(self, values: Sequence[Any]) -> dict[str, Any]:
        """The values that refinements see: the default of a parameter that is left out, the elements of an iterator."""
        seen = {
            p.name: p.default if value is LEFT_OUT else value for p, value in zip(self.parameters, values, strict=True)
        }
        return {name: as_items(value) for name, value in seen.items()} if self.iterates else seen

    @cached_property
    def iterates(self) -> bool:
        """Whether iterators are among the arguments."""
        return any(isinstance(part, Iterated) for p in self.parameters for part in walk(p.type))

    @cached_property
    def shut_out(self) -> frozenset[tuple[str, str]]:
        """Parameters, each with one that cannot be given where it is left out, as that goes by position only."""
        ordered = [p for name in self.order for p in self.parameters if p.name == name]
        return frozenset(
            (before.name, after.name)
            for place, after in enumerate(ordered)
            if after.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.POSITIONAL_ONLY)
            for before in ordered[:place]
            if before.optional
        )

    def passes_all(self, values: Sequence[Any]) -> bool:
        """Whether all values can be passed in one call."""
        by_name = dict(zip((p.name for p in self.parameters), values, strict=True))
        return all(
            by_name[before] is not LEFT_OUT or by_name[after] is LEFT_OUT or by_name[after] == ()
            for before, after in self.shut_out
        )

    def aliases(self, values: Sequence[Any]) -> list[tuple[str, ...]]:
        """The names of the parameters that are given one mutable object, in written order."""
        given = {p.name: value for p, value in zip(self.parameters, values, strict=True) if self._can_change(value)}
        together: dict[int, list[str]] = {}
        for name in self.order:
            if name in given:
                together.setdefault(id(given[name]), []).append(name)
        return [tuple(names) for names in together.values() if len(names) > 1]

    def _can_change(self, value: Any) -> bool:
        constructor = self.reader.constructors.get(type(value))
        return type(value) in _MUTABLE if constructor is None else not constructor.frozen

    def passed(self, values: Sequence[Any]) -> tuple[list[Any], dict[str, Any]]:
        """The positional and keyword arguments of a call."""
        by_name = dict(zip((p.name for p in self.parameters), values, strict=True))
        kinds = {p.name: p.kind for p in self.parameters}
        positional: list[Any] = []
        keywords: dict[str, Any] = {}
        skipped = False  # after one that is left out, arguments are passed by name
        for name in self.order:
            value, kind = by_name[name], kinds[name]
            if value is LEFT_OUT:
                skipped = True
            elif kind is inspect.Parameter.VAR_POSITIONAL:
                positional += value if not skipped else ()
            elif kind is inspect.Parameter.VAR_KEYWORD:
                keywords |= value
            elif kind is inspect.Parameter.KEYWORD_ONLY or (skipped and kind is not inspect.Parameter.POSITIONAL_ONLY):
                keywords[name] = value
            elif not skipped:
                positional.append(value)
        return positional, keywords


def unannotated(
    function: Callable[..., Any], *, bound_to: type | None = None, overload: int | None = None
) -> list[str]:
    """The parameters that have to be given and have no annotation, neither at the function nor in a stub.

    Where none has one and there is an `*args` or a `**kwargs`, all of them: a call with nothing says nothing.
    """
    said = _said(function, bound_to, overload)
    annotations, parameters = said.annotations, said.parameters[1 if bound_to else 0 :]
    if any(map(is_rest, parameters)) and not any(p.name in annotations for p in parameters):
        return [str(p.replace(default=p.empty)) for p in parameters]
    return [p.name for p in parameters if p.name not in annotations and not may_be_skipped(p)]


def read_signature(
    function: Callable[..., Any],
    *,
    bound_to: type | None = None,
    to_be_called: bool = True,
    untyped: bool = False,
    unread: str = "",
    overload: int | None = None,
    elsewhere: Callable[[type], bool] | None = None,
) -> Signature:
    """Read the signature of a function, of a method of the class `bound_to`, or of a class as its constructor: what is
    annotated, and what a stub file declares; `overload` is the one that is meant of those that are declared there.

    For a function that is not `to_be_called`, only watched, values of its parameters need not be built, and parameters
    without annotation are skipped. With `untyped`, these are of any type, and a TypeError or an AttributeError is how
    the function turns down what it is not made for. `unread` is a reason not to read what the function assumes.
    `elsewhere` says of which classes instances need not be built: what else cannot be is left out of unions then, and
    optional parameters are.
    """
    plain = plain_function(function)
    reader = Reader()
    reader.produced, reader.elsewhere = not to_be_called, elsewhere
    name = function.__qualname__ if isinstance(function, type) else getattr(plain, "__qualname__", repr(plain))
    context = replace(context_of(plain, name), enclosing=_own_class(function, bound_to))
    said, place = _said(function, bound_to, overload), context.place
    if said.declaration is not None:
        context = replace(context, place=said.declaration.place)
    annotations = said.annotations
    assumed = _assumed(said, bound_to) if untyped else ()
    annotations |= dict.fromkeys(assumed, Any)
    told = _told_by_defaults(said) if to_be_called else {}
    reader.notes += [Note(f"{name}({one})", cls.__name__, "by its default") for one, cls in told.items()]
    annotations |= told
    skipped = [p.name for p in said.parameters if p.name not in annotations and may_be_skipped(p)]
    kept = [p for p in said.parameters if p.name not in skipped]
    written = _reached(said.parameters, skipped) if to_be_called else kept
    names = tuple(p.name for p in written)
    types: dict[str, Type] = {}
    staying: dict[str, Stays | None] = {}
    known: dict[Any, Type] = {}
    for number, parameter in enumerate(written):
        own = _of_parameter(context, parameter, names)
        annotation = annotations.get(parameter.name, parameter.empty)
        if bound_to is not None and number == 0:
            evaluated = _evaluated(annotation, own)
            known = {evaluated: reader.read_written(Self, own)} if isinstance(evaluated, TypeVar) else {}
            annotation = Annotated[(Self, *stays)] if (stays := _stays_in(evaluated)) else Self
        elif annotation is parameter.empty and not to_be_called:
            continue
        elif annotation is parameter.empty:
            raise AnnotationError(
                f"the parameter {parameter.name} of {context.owner} has no annotation",
                place=context.place,
                remedy="Annotate it, give it a default, or have simple values tried: --untyped."
                if parameter.name != "self"
                else "Say of which class it is a method: check(Class.method, bound_to=Class).",
            )
        reader.stays = None
        try:
            tp = reader.read_written(annotation, own)
        except AnnotationError:
            if elsewhere is None or not may_be_skipped(parameter):
                raise
            skipped.append(parameter.name)
            continue
        types[parameter.name] = _as_passed(tp, parameter, names if to_be_called else None)
        staying[parameter.name] = reader.stays
    if to_be_called:
        types = _also_consumed_once(types, reader)
    defaults = {p.name: p.default for p in written if p.default is not p.empty}
    to_try = reader.alternatives if elsewhere is None else reader.alternatives_of_programs
    alternatives = to_try if to_be_called else reader.declared_alternatives
    variables = Instantiation(types, defaults, alternatives, known)
    parameters = []
    for parameter in (p for p in written if p.name in types):
        tp = with_texts(variables.parameter(parameter.name), _code_of(function))
        tp = reader.examined(tp, _of_parameter(context, parameter, names))
        after = _after_call(tp, staying[parameter.name])
        parameters.append(Parameter(parameter.name, tp, parameter.kind, parameter.default, after))
    ordered = _in_order(marked_by_each_other(run_among(parameters)), context)
    assumed_types = {p.name: p.type for p in ordered}
    if to_be_called:
        assumed_types, notes = under_assumptions(plain, assumed_types, unread)
        reader.notes += notes
    result, raises = _result(annotations, reader, replace(context, siblings=names))
    if isinstance(function, type):
        result = reader.read_written(Self, context)
    specified = is_specified(tp for tp in (*types.values(), result) if tp is not None)
    if result is not None:
        instance = variables.result(result, _visible(written_variables(result), context))
        closed = reader.with_closed_functions(instance) if to_be_called else instance
        result = reader.examined(closed, context, built=False)
    return Signature(
        name=context.owner,
        function=function,
        place=place or context.place,
        parameters=_guarded([replace(p, type=assumed_types[p.name]) for p in ordered], variables),
        result=result,
        raises=(*raises, *declared_above(function), *((_refusals(context),) if assumed else ())),
        notes=tuple(dict.fromkeys(reader.notes)),
        reader=reader,
        order=names,
        skipped=tuple(skipped),
        unreached=tuple(p.name for p in kept if p.name not in names),
        assumed=assumed,
        cut=tuple(getattr(variable, "__name__", str(variable)) for variable in variables.cut),
        specified=specified,
        given=function.given if isinstance(function, PartlyGiven) else {},
        assumes=any(p.type is not assumed_types[p.name] for p in ordered),
        getter=getter_of(function, bound_to, name.rpartition(".")[2]),
    )


def _said(function: Callable[..., Any], bound_to: type | None, overload: int | None) -> Said:
    is_whole = not isinstance(function, PartlyGiven)  # parameters that are given already are not for a stub to tell
    return said_of(function, bound_to, overload) if is_whole else said_at(function)


def _assumed(said: Said, bound_to: type | None) -> tuple[str, ...]:
    """The parameters without annotation, but for `self`, `*args` and `**kwargs`."""
    parameters = said.parameters[1 if bound_to else 0 :]
    return tuple(p.name for p in parameters if p.name not in said.annotations and not is_rest(p))


def _code_of(function: Callable[..., Any]) -> list[CodeType]:
    code = attribute(plain_function(function), "__code__")
    return [code] if isinstance(code, CodeType) else []


def _told_by_defaults(said: Said) -> dict[str, type]:
    """The classes of the defaults of parameters without annotation, where these are scalars.

    A function without any annotation says nothing of its types, and is not taken by its defaults either.
    """
    kinds = {p.name: type(p.default) for p in said.parameters if said.annotations and p.name not in said.annotations}
    return {name: cls for name, cls in kinds.items() if cls in _TELLING or issubclass(cls, enum.Enum)}


def _refusals(context: Context) -> Raises:
    return Raises((TypeError, AttributeError), None, {}, context.place or Place(context.owner))


def _of_parameter(context: Context, parameter: inspect.Parameter, names: Sequence[str]) -> Context:
    """The context of the annotation of a parameter, which may depend on all others."""
    others = tuple(name for name in names if name != parameter.name)
    return replace(context, owner=f"{context.owner}({parameter.name})", siblings=others)


def _evaluated(annotation: Any, context: Context) -> Any:
    """The annotation of `self`; None if it cannot be evaluated."""
    while (text := text_of(annotation)) is not None:
        try:
            annotation = context.evaluate(text)
        except AnnotationError:
            return None
    return annotation


def _stays_in(annotation: Any) -> list[Stays]:
    metadata = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
    return [piece for piece in metadata if isinstance(piece, Stays)]


def _also_consumed_once(types: Mapping[str, Type], reader: Reader) -> dict[str, Type]:
    """The types of parameters, with iterators beside tuples for `Iterable`, but where others depend on such a one."""
    needed = {name for tp in types.values() for name in names_in(tp)}
    return {name: tp if name in needed else also_consumed_once(tp, reader) for name, tp in types.items()}


def _after_call(tp: Type, declared: Stays | None) -> Type | None:
    """The type of an argument after the call: by its `stays()`, or else by its classes."""
    if declared is not None:
        return tp if declared.kept else None
    return type_after_call(tp)


def _visible(variables: Iterable[Any], context: Context) -> list[Any]:
    """The type variables that the module of a function defines. Others belong to aliases without arguments, such as
    `xs: Sorted`, and may stand for anything."""
    own = getattr(context.enclosing, "__parameters__", ())
    known = {id(value) for value in (*context.namespace.values(), *context.local.values(), *own)}
    return [variable for variable in variables if id(variable) in known]


def _guarded(parameters: Sequence[Parameter], variables: Instantiation) -> tuple[Parameter, ...]:
    """Parameters whose type variables stand for the same types as in earlier parameters."""
    found: list[Parameter] = []
    for parameter in parameters:
        earlier = [other.name for other in found]
        found.append(replace(parameter, type=variables.later(parameter.name, parameter.type, earlier)))
    return tuple(marked_by_each_other(found))


def _own_class(function: Callable[..., Any], bound_to: type | None) -> type | None:
    """What `Self` means in the annotations of a method."""
    given = function if isinstance(function, type) else getattr(function, "__self__", None)
    return bound_to or (given if isinstance(given, type) else None)


def _reached(parameters: Iterable[inspect.Parameter], skipped: Sequence[str]) -> list[inspect.Parameter]:
    """The parameters that can be given where these are not: after one of them, others are given by name."""
    reached, passed_over = [], False
    for parameter in parameters:
        if parameter.name in skipped:
            passed_over = True
        elif not passed_over or parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_KEYWORD):
            reached.append(parameter)
        elif parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
            reached.append(parameter.replace(kind=parameter.KEYWORD_ONLY))
    return reached


def _as_passed(tp: Type, parameter: inspect.Parameter, names: Sequence[str] | None) -> Type:
    """The type of the value for a parameter: for `*args: T` a tuple of T, for `**kwargs: T` a dict of T.

    Keywords other than `names` are chosen; with None, any keyword is of the type.
    """
    if parameter.kind is parameter.VAR_POSITIONAL:
        return SequenceOf("tuple", tp)
    if parameter.kind is parameter.VAR_KEYWORD:
        if names is None:
            return DictOf(Atom("str"), tp)
        free = [name for name in _KEYWORDS if name not in names][:_MOST_KEYWORDS]
        return DictOf(Finite(tuple(map(Constant, free)), "str"), tp)
    return tp


def _result(annotations: Mapping[str, Any], reader: Reader, context: Context) -> tuple[Type | None, tuple[Raises, ...]]:
    """The type of the result, and the declared exceptions."""
    if "return" not in annotations:
        return None, ()
    own = replace(context, owner=f"{context.owner} -> result")
    annotation = annotations["return"]
    while (text := text_of(annotation)) is not None:
        annotation = own.evaluate(text)
    raises: tuple[Raises, ...] = ()
    if get_origin(annotation) is Annotated:
        base, *metadata = get_args(annotation)
        raises = tuple(piece for piece in metadata if isinstance(piece, Raises))
        kept = tuple(piece for piece in metadata if not isinstance(piece, Raises))
        annotation = Annotated[(base, *kept)] if kept else base
    reader.produced = True
    return reader.read_written(annotation, own), raises


def _in_order(parameters: list[Parameter], context: Context) -> tuple[Parameter, ...]:
    """Parameters in an order in which each depends on earlier ones only."""
    needs = {p.name: names_in(p.type) for p in parameters}
    _refuse_functions(parameters, needs, context)
    _refuse_iterators(parameters, needs, context)
    ordered: list[Parameter] = []
    waiting = list(parameters)
    while waiting:
        known = {p.name for p in ordered}
        ready = next((p for p in waiting if needs[p.name] <= known), None)
        if ready is None:
            names = ", ".join(p.name for p in waiting)
            raise AnnotationError(
                f"the parameters {names} of {context.owner} depend on each other in a circle",
                place=context.place,
                remedy="Let the refinement that relates them stand on one of them only.",
            )
        ordered.append(ready)
        waiting.remove(ready)
    return tuple(ordered)


def _refuse_functions(parameters: list[Parameter], needs: Mapping[str, set[str]], context: Context) -> None:
    """Raise if a parameter depends on a function: its answers are chosen only when it is called."""
    for function in parameters:
        other = next((p for p in parameters if function.name in needs[p.name]), None)
        if other is not None and has_functions(function.type):
            raise AnnotationError(
                f"the parameter {other.name} of {context.owner} depends on the function {function.name}",
                place=context.place,
                remedy="Let the result depend on it, or discard inputs with assume().",
            )


def _refuse_iterators(parameters: list[Parameter], needs: Mapping[str, set[str]], context: Context) -> None:
    """Raise if a parameter depends on an iterator: a refinement that looks at it would consume it."""
    for iterator in (p for p in parameters if any(isinstance(part, Iterated) for part in walk(p.type))):
        other = next((p for p in parameters if iterator.name in needs[p.name]), None)
        if other is not None:
            raise AnnotationError(
                f"the parameter {other.name} of {context.owner} depends on the iterator {iterator.name}",
                place=context.place,
                remedy="Let the result depend on it, which sees its elements as a list.",
            )
