"""Running beside: an operation on objects and the same on what stands for them; what they did is compared."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from refute.conform.wording import message_of
from refute.judge.calls.callers import calls_code_under_test
from refute.judge.calls.performing import NO_CALL
from refute.judge.findings import Failure
from refute.programs.interface.beside import Beside, model_parts, real_parts
from refute.programs.interface.completing import finished
from refute.programs.promises.wording import shown
from refute.types.spelling import Speller

_IMMUTABLE = (int, str, bytes, bool, float, complex, type(None))


class Agreed(BaseException):
    """An exception that the model raised as well: that is what the operation is to do."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error


class Disagreement(BaseException):
    """The model did something else."""

    def __init__(self, did: str, expected: str, kind: str, text: str = "") -> None:
        super().__init__(did, expected)
        self.did = did
        self.expected = expected
        self.kind = kind
        self.text = text  # of the value that the model returned, if it can be written

    def failure(self, operation: str) -> Failure:
        key = ("violation", "model", operation, self.kind)
        return Failure("violation", key, self.did, (f"the model {self.expected}",), shown_by="", expected=self.text)


class _Did(NamedTuple):
    result: Any = None
    error: BaseException | None = None

    def __str__(self) -> str:
        return f"returned {shown(self.result)}" if self.error is None else f"raised {message_of(self.error)}"


Classes = Mapping[type, type]  # with what is beside its instances: a class of `Beside`


def beside(act: Callable[..., Any], on_model: Callable[..., Any], classes: Classes) -> Callable[..., Any]:
    """A function that acts on objects, and on what stands for them in the model.

    It returns what the first has returned, with the model's beside each object in it; or raises Disagreement.
    """

    @calls_code_under_test
    def both(*values: Any) -> Any:
        given = [model_parts(value) if type(value) in _IMMUTABLE else _own(model_parts(value)) for value in values]
        real = _attempt(act, [real_parts(value) for value in values])
        model = _attempt(on_model, given)
        if real.error is not None and model.error is not None:
            if _are_alike(real.error, model.error):
                raise Agreed(real.error)
            raise Disagreement(str(real), str(model), "raised")
        if real.error is not None or model.error is not None:
            raise Disagreement(str(real), str(model), "raised", _written(model))
        try:
            return _joined(real.result, model.result, classes)
        except _Different:
            raise Disagreement(str(real), str(model), "returned", _written(model)) from None

    return both


def _own(value: Any) -> Any:
    """An argument for the model alone, where the operation may change it. What stands for objects is not copied."""
    if type(value) not in (list, dict, set, bytearray) or _has_objects(value):
        return value
    return deepcopy(value)


def _has_objects(value: Any) -> bool:
    parts = value.values() if isinstance(value, dict) else value
    return any(type(part) not in (*_IMMUTABLE, list, tuple, dict, set, frozenset) for part in parts)


def _attempt(act: Callable[..., Any], values: Sequence[Any]) -> _Did:
    try:
        return _Did(finished(act(*values)))
    except (*NO_CALL, MemoryError):
        raise
    except BaseException as error:  # whatever is raised is compared
        return _Did(error=error)


def _are_alike(one: BaseException, other: BaseException) -> bool:
    return isinstance(one, type(other)) or isinstance(other, type(one))


class _Different(Exception):
    pass


def _joined(real: Any, model: Any, classes: Classes) -> Any:
    """What an operation returned, with what the model returned beside each object in it. Raises _Different."""
    cls = next((own for known, own in classes.items() if isinstance(real, known)), None)
    if cls is not None:
        return cls(real, model)
    if type(real) in (list, tuple) and type(model) in (list, tuple):
        if len(real) != len(model):
            raise _Different
        return type(real)(_joined(one, other, classes) for one, other in zip(real, model, strict=True))
    if type(real) is dict and isinstance(model, dict):
        if real.keys() != model.keys():
            raise _Different
        return {key: _joined(one, model[key], classes) for key, one in real.items()}
    if not _are_equal(real, model):
        raise _Different
    return real


def _are_equal(real: Any, model: Any) -> bool:
    if isinstance(real, float) and isinstance(model, float) and math.isnan(real) and math.isnan(model):
        return True
    if real is None or model is None:
        return real is model
    if not (_says_equal(real) or _says_equal(model)):
        return True  # nothing says what that would mean
    return bool(real == model)


def _says_equal(value: Any) -> bool:
    return any("__eq__" in vars(cls) for cls in type(value).__mro__ if cls is not object)


def _written(model: _Did) -> str:
    """What the model returned, as Python text; nothing where there is none."""
    if model.error is not None or isinstance(model.result, Beside):
        return ""
    speller = Speller()
    text = speller.spell(model.result)
    return text if speller.complete and not speller.all_imports else ""
