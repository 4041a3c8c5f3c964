"""Functions are read as their parameters, ordered by what depends on what, and their result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import pytest

from refute import Nat, raises, where
from refute.conform.compiled import contract_of
from refute.errors import AnnotationError, RefinementError
from refute.types.model import Data, DictOf, Refined, SequenceOf
from refute.types.signatures import LEFT_OUT, read_signature, unannotated


def backwards(i: Annotated[int, where(lambda v, n: v < n)], n: int) -> Annotated[int, where(lambda v, i: v > i)]:
    return i + n


def everything(a: int, /, b: int, c: int = 3, *rest: bool, d: int, e: int = 5, **more: str) -> None: ...


@dataclass
class Account:
    balance: Nat

    def withdraw(self, amount: int) -> Account:
        return Account(self.balance - amount)


def test_parameters_are_ordered_by_what_they_depend_on() -> None:
    signature = read_signature(backwards)
    assert [p.name for p in signature.parameters] == ["n", "i"]
    assert signature.order == ("i", "n")
    assert signature.passed((7, 1)) == ([1, 7], {})
    assert isinstance(signature.result, Refined)


def test_values_are_passed_as_parameters_take_them() -> None:
    signature = read_signature(everything)
    assert [p.name for p in signature.parameters] == ["a", "b", "c", "rest", "d", "e", "more"]
    values = (1, 2, 3, (True, False), 4, LEFT_OUT, {"x": "y"})
    assert signature.passed(values) == ([1, 2, 3, True, False], {"d": 4, "x": "y"})
    assert signature.siblings(values)["e"] == 5
    assert "e" not in signature.arguments(values)


def test_after_a_parameter_that_is_left_out_others_are_given_by_name() -> None:
    def f(a: int = 1, b: int = 2) -> None: ...

    assert read_signature(f).passed((LEFT_OUT, 3)) == ([], {"b": 3})


def test_rest_parameters_take_tuples_and_dicts() -> None:
    by_name = {p.name: p.type for p in read_signature(everything).parameters}
    assert isinstance(by_name["rest"], SequenceOf)
    assert isinstance(by_name["more"], DictOf)


def test_a_method_takes_an_instance_first() -> None:
    signature = read_signature(Account.withdraw, bound_to=Account)
    assert [p.name for p in signature.parameters] == ["self", "amount"]
    assert isinstance(signature.parameters[0].type, Data)
    assert unannotated(Account.withdraw, bound_to=Account) == []
    assert unannotated(Account.withdraw) == ["self"]


def test_what_is_not_annotated_is_of_the_type_of_its_default_if_that_is_a_scalar() -> None:
    def f(a: int, b=3, c="") -> None: ...  # type: ignore[no-untyped-def]

    signature = read_signature(f)
    assert [p.type.written() for p in signature.parameters] == ["int", "int", "str"]
    assert [(note.text, note.status) for note in signature.notes] == [
        ("int", "by its default"),
        ("str", "by its default"),
    ]


def test_what_is_not_annotated_and_has_another_default_is_left_alone() -> None:
    def f(a: int, b=None, c=()) -> None: ...  # type: ignore[no-untyped-def]

    assert read_signature(f).order == ("a",)
    assert unannotated(f) == []


def test_where_nothing_is_annotated_further_arguments_have_to_be_given() -> None:
    def f(*args): ...  # type: ignore[no-untyped-def]
    def g(a=3, *, b=4, **options) -> None: ...  # type: ignore[no-untyped-def]
    def h(*args, a: int = 3): ...  # type: ignore[no-untyped-def]

    assert unannotated(f) == ["*args"]
    assert unannotated(g) == ["a", "b", "**options"]
    assert unannotated(h) == []


def test_what_is_not_annotated_and_has_no_default_is_an_error() -> None:
    def f(a, b: int) -> None: ...  # type: ignore[no-untyped-def]

    with pytest.raises(AnnotationError, match=r"the parameter a of .*f has no annotation") as caught:
        read_signature(f)
    assert caught.value.place is not None


def test_parameters_that_depend_on_each_other_are_an_error() -> None:
    def f(a: Annotated[int, where(lambda v, b: v < b)], b: Annotated[int, where(lambda v, a: v > a)]) -> None: ...

    with pytest.raises(AnnotationError, match="in a circle"):
        read_signature(f)


def test_an_unknown_name_is_an_error() -> None:
    def f(a: Annotated[int, where(lambda v, z: v < z)]) -> None: ...

    with pytest.raises(RefinementError, match="unknown name 'z'"):
        read_signature(f)


def test_declared_exceptions_stand_beside_the_type_of_the_result() -> None:
    def f(n: int) -> Annotated[int, raises(ValueError, when=lambda n: n < 0), raises(KeyError)]: ...

    signature = read_signature(f)
    demanded = [promise.demanded({"n": -1}) for promise in signature.raises]
    assert demanded == [True, None]
    assert signature.raises[0].demanded({"n": 1}) is False
    assert not isinstance(signature.result, Refined)


def test_raises_takes_exceptions() -> None:
    with pytest.raises(RefinementError, match="exception classes"):
        raises(3)  # type: ignore[arg-type]


def test_signatures_and_types_show_themselves_as_they_would_be_written() -> None:
    def halved(n: Nat, *, of: Sequence[tuple[int, ...]] = ()) -> dict[str, Annotated[int, where(lambda v, n: v < n)]]:
        return {}

    signature = read_signature(halved)
    assert repr(signature) == (
        f"<{signature.name}(n: Annotated[int, 'v >= 0'], of: Sequence[tuple[int, ...]] = ()) "
        "-> dict[str, Annotated[int, 'v < n']]>"
    )
    assert signature.result is not None
    assert repr(contract_of(signature.result)) == "<contract of dict[str, Annotated[int, 'v < n']]>"
    assert signature.result.written() == "dict[str, int]"


def test_parameters_after_one_that_is_never_given_are_given_by_name_or_not_at_all() -> None:
    def f(a: bool, b=None, c: bool = True, *rest: bool, d: bool = True) -> None: ...  # type: ignore[no-untyped-def]

    signature = read_signature(f)
    assert (signature.skipped, signature.unreached) == (("b",), ("rest",))
    assert signature.passed((True, False, LEFT_OUT)) == ([True], {"c": False})
