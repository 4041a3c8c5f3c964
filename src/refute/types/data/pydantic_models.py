"""pydantic models and dataclasses: fields, aliases, generic models, validators."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import AliasChoices, BaseModel, RootModel
from pydantic.dataclasses import rebuild_dataclass
from pydantic.fields import FieldInfo
from pydantic.types import AllowInfNan

from refute.errors import AnnotationError, RefuteError
from refute.logic.reading.predicates import Where
from refute.types.constraints.pydantic_fields import only_runs_in_a_model, says_something
from refute.types.data.checks import Checks, read_checks
from refute.types.data.description import ConstructorArgument, Description
from refute.types.reading.context import context_of, own_annotations
from refute.types.reading.places import place_of

# Settings of a model that restrict or change the values of its fields.
_RESTRICTING = (
    "str_strip_whitespace",
    "str_to_lower",
    "str_to_upper",
    "str_min_length",
    "str_max_length",
    "use_enum_values",
)


def describe(cls: Any) -> Description | None:
    if "__pydantic_fields__" not in vars(cls) or not _builds_itself(cls):
        return None  # not of pydantic, or with a constructor of its own: a plain class
    _complete(cls)
    fields: Mapping[str, FieldInfo] = cls.__pydantic_fields__
    chosen = {name: info for name, info in fields.items() if getattr(info, "init", None) is not False}
    config = getattr(cls, "model_config", None) or getattr(cls, "__pydantic_config__", None) or {}
    validation = _Validation(cls, chosen, config)
    return Description(
        arguments=tuple(_described(cls, name, info, config) for name, info in chosen.items()),
        frozen=bool(config.get("frozen") or (_params(cls) and _params(cls).frozen)),
        structural=_compares_fields(cls) and not validation.changed,
        computed=validation.computed,
        changed=frozenset(validation.changed),
        lost=frozenset(name for name, info in chosen.items() if _is_init_var(info)),
        invariants=tuple(validation.invariants),
        unread="; ".join(validation.unread),
    )


def _builds_itself(cls: Any) -> bool:
    """Whether the arguments of the constructor are the fields: it is pydantic's own, or takes `**kwargs`."""
    if getattr(cls.__init__, "__module__", "").startswith("pydantic"):
        return True
    taken = list(inspect.signature(cls.__init__).parameters.values())[1:]
    return issubclass(cls, BaseModel) and [p.kind for p in taken] == [inspect.Parameter.VAR_KEYWORD]


def _complete(cls: Any) -> None:
    """Resolve forward references of a model, as pydantic does at its first use."""
    if cls.__pydantic_complete__:
        return
    names = context_of(cls).namespace
    rebuild = cls.model_rebuild if issubclass(cls, BaseModel) else partial(rebuild_dataclass, cls)
    if not rebuild(raise_errors=False, _types_namespace=names):
        raise AnnotationError(
            f"the model {cls.__name__} is not fully defined",
            place=place_of(cls),
            remedy=f"Define every type it refers to, then call {cls.__name__}.model_rebuild().",
        )


def _is_init_var(info: FieldInfo) -> bool:
    return bool(getattr(info, "init_var", None))


def _params(cls: Any) -> Any:
    """The parameters of the `dataclass` decorator."""
    return getattr(cls, "__dataclass_params__", None)


def _compares_fields(cls: Any) -> bool:
    if _params(cls):
        return bool(_params(cls).eq) and all(f.compare and f.init for f in cls.__dataclass_fields__.values())
    private = getattr(cls, "__private_attributes__", {}).values()
    made = any(attribute.default_factory is not None for attribute in private)
    return cls.__eq__ in (BaseModel.__eq__, RootModel.__eq__) and not made


class _Validation:
    """Conditions on fields, and changes of fields, by the validators of a model."""

    def __init__(self, cls: Any, fields: Mapping[str, FieldInfo], config: Mapping[str, Any]) -> None:
        self.names = frozenset(fields)
        self.changed = {name for name, info in fields.items() if _is_init_var(info)}
        self.computed: dict[str, Any] = {}
        self.invariants: list[Any] = []
        self.unread: list[str] = []
        for name, info in fields.items():
            if any(map(only_runs_in_a_model, info.metadata)):
                self._only_building_tells(f"{name} has a validator that is run with the model", [name])
        settings = [name for name in _RESTRICTING if config.get(name)]
        if settings:
            self._only_building_tells(f"its settings: {', '.join(settings)}", self.names)
        self._methods(cls)

    def _methods(self, cls: Any) -> None:
        """Read validators and hooks, those that change fields first: the others see changed fields."""
        written = cls.__pydantic_decorators__
        for name, decorator in (*written.field_validators.items(), *written.validators.items()):
            self._only_building_tells(f"the validator {name}", decorator.info.fields)
        after = [name for name, decorator in written.model_validators.items() if decorator.info.mode == "after"]
        for name in (*written.root_validators, *written.model_validators):
            if name not in after:
                self._only_building_tells(f"the validator {name}", self.names)
        if not getattr(cls.__init__, "__module__", "").startswith("pydantic"):
            self._only_building_tells("its own __init__", self.names)
        hook = "__post_init__" if _params(cls) else "model_post_init"
        if not getattr(getattr(cls, hook, None), "__module__", "pydantic").startswith("pydantic"):
            after.insert(0, hook)
        for name in after:
            self._checks(read_checks(cls, name, self.names - self.changed))

    def _checks(self, checks: Checks) -> None:
        self.computed |= checks.computed
        self.changed |= checks.changed
        self.invariants += checks.invariants
        if checks.unread:
            self.unread.append(checks.unread)

    def _only_building_tells(self, reason: str, fields: Any) -> None:
        self.unread.append(reason)
        self.changed |= self.names if "*" in fields else self.names.intersection(fields)


def _described(cls: Any, name: str, info: FieldInfo, config: Mapping[str, Any]) -> ConstructorArgument:
    owner = next((base for base in cls.__mro__ if name in own_annotations(base)), cls)
    declared = _declared(cls, owner, name, info)
    annotation = _rewritten(declared.annotation, _Rewriting(cls, declared.metadata))
    field = copy.copy(info)
    field.metadata = [piece for piece in declared.metadata if not only_runs_in_a_model(piece)]
    metadata = (field,) if says_something(field) else ()
    return ConstructorArgument(name, annotation, owner, metadata, _parameter(cls, name, info, config), keyword=True)


@dataclass(frozen=True)
class _Declared:
    annotation: Any
    metadata: list[Any]


def _declared(cls: Any, owner: Any, name: str, info: FieldInfo) -> _Declared:
    """The annotation of a field. One in quotes is evaluated again, so that the source of lambdas in it is found."""
    text = own_annotations(owner).get(name)
    known = _Declared(info.annotation, info.metadata)
    if not isinstance(text, str) or any(map(_parametrised, cls.__mro__)):
        return known
    try:
        annotation = replace(context_of(owner), place=place_of(owner, name)).evaluate(text)
    except RefuteError:
        return known
    pieces: tuple[Any, ...] = ()
    if get_origin(annotation) is Annotated:
        annotation, pieces = annotation.__origin__, annotation.__metadata__
    again = [piece for piece in pieces if isinstance(piece, Where)]
    if len(again) != sum(isinstance(piece, Where) for piece in info.metadata):
        return known
    refinements = iter(again)
    metadata = [next(refinements) if isinstance(piece, Where) else piece for piece in info.metadata]
    return _Declared(annotation, metadata)


def _parametrised(cls: Any) -> bool:
    """Whether a class is a parametrised generic model, made by pydantic."""
    generic = vars(cls).get("__pydantic_generic_metadata__")
    return bool(generic and generic["origin"])


@dataclass(frozen=True)
class _Rewriting:
    """Annotations that mean something else in pydantic: recursive references, and Decimal, which is finite."""

    cls: Any
    metadata: list[Any]

    def leaf(self, annotation: Any) -> Any:
        if type(annotation).__name__ == "PydanticRecursiveRef":
            return next(filter(_parametrised, self.cls.__mro__), self.cls)
        finite = not any(isinstance(piece, AllowInfNan) and piece.allow_inf_nan for piece in self.metadata)
        return Annotated[Decimal, AllowInfNan(False)] if annotation is Decimal and finite else annotation


def _rewritten(annotation: Any, rewriting: _Rewriting) -> Any:
    args, origin = get_args(annotation), get_origin(annotation)
    if not args or origin is Literal:
        return rewriting.leaf(annotation)
    if origin is Annotated:
        return Annotated[(_rewritten(args[0], rewriting), *annotation.__metadata__)]
    new = tuple(_rewritten(arg, rewriting) for arg in args)
    if all(a is b for a, b in zip(args, new, strict=True)):
        return annotation
    if hasattr(annotation, "copy_with"):
        return annotation.copy_with(new)
    return reduce(or_, new) if origin is UnionType else origin[new]


def _parameter(cls: Any, name: str, info: FieldInfo, config: Mapping[str, Any]) -> str:
    """The name of the parameter for a field."""
    alias = info.validation_alias or info.alias
    by_name = config.get("populate_by_name") or config.get("validate_by_name")
    if alias is None or by_name or config.get("validate_by_alias") is False:
        return name
    for choice in alias.choices if isinstance(alias, AliasChoices) else [alias]:
        if isinstance(choice, str):
            return choice
    raise AnnotationError(
        f"{cls.__name__}.{name} is taken from inside another argument: {alias!r}",
        place=place_of(cls, name),
        remedy="Set validate_by_name in the model's configuration, so that it can be given by its own name.",
    )
