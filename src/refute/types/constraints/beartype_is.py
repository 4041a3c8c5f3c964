"""Constraints of beartype: `Is[...]`, the other validators of `beartype.vale`, and their `&`, `|` and `~`.

A validator only exposes a function. Its operands are in that function's closure; where a release of beartype keeps them
elsewhere, the validator is opaque.
"""

from __future__ import annotations

from typing import Any

from beartype.vale import IsEqual

from refute.errors import Place
from refute.logic.reading.predicates import Predicate
from refute.types.constraints.combined import either, negated, of_attribute
from refute.types.constraints.reading import Reading
from refute.types.constraints.vocabulary import equal, function, instance_of, opaque
from refute.types.reading.context import Context

# The base of all validators; beartype does not export it.
_Validator = type(IsEqual[0])


def read(metadata: object, context: Context) -> Reading | None:
    return [*_predicates(metadata, context.place)] if isinstance(metadata, _Validator) else None


def _predicates(validator: Any, place: Place | None) -> list[Predicate]:
    """The predicates whose conjunction a validator is."""
    match _made_of(validator):
        case "_IsFactory", {"is_valid": test} if callable(test):
            return [function(test, place)]
        case "_IsEqualFactory", {"obj": other}:
            return [equal(other, place)]
        case "_IsInstanceFactory", {"types": type() | tuple() as classes}:
            return [instance_of(classes if isinstance(classes, tuple) else (classes,), place)]
        case "_IsAttrFactory", {"attr_name": str(name), "attr_validator": _Validator() as inner}:
            return [of_attribute(name, _predicates(inner, place), place)]
        case "BeartypeValidatorConjunction", {
            "validator_operand_1": _Validator() as one,
            "validator_operand_2": _Validator() as other,
        }:
            return _predicates(one, place) + _predicates(other, place)
        case "BeartypeValidatorDisjunction", {
            "validator_operand_1": _Validator() as one,
            "validator_operand_2": _Validator() as other,
        }:
            return [either([_predicates(one, place), _predicates(other, place)], place)]
        case "BeartypeValidatorNegation", {"validator_operand": _Validator() as inner}:
            return [negated(_predicates(inner, place), place)]
    return [opaque(validator.is_valid, f"{validator!r} accepts v", place, "a validator can only be run")]


def _made_of(validator: Any) -> tuple[str, dict[str, Any]]:
    """The name of the factory of a validator, and its arguments."""
    test = validator.is_valid
    cells = zip(test.__code__.co_freevars, test.__closure__ or (), strict=True)
    return test.__qualname__.partition(".")[0], {name: cell.cell_contents for name, cell in cells}
