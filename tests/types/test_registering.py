"""`refute.register`: recipes, ways back, lists, and what is wrong with them."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from refute import Nat, Scope, made, register, where
from refute.conform.compiled import contract_of
from refute.errors import AnnotationError, ConstructorError, RefuteError
from refute.spaces.inhabitants import inhabitants, inhabitants_in
from refute.types.data.recipes import registering
from refute.types.membership import inhabits
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context
from refute.types.spelling import Speller

SCOPE = Scope(size=2)


class Money:
    def __init__(self, cents):  # type: ignore[no-untyped-def]
        self.cents = cents

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Money) and self.cents == other.cents

    def __hash__(self) -> int:
        return hash(self.cents)


class Span:
    __slots__ = ("high", "low")

    def __init__(self, low, high):  # type: ignore[no-untyped-def]
        if low > high:
            raise ValueError("ends before it starts")
        self.low, self.high = low, high


def span_of(low, length):  # type: ignore[no-untyped-def]
    return Span(low, low + length)


@pytest.fixture(autouse=True)
def nothing_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registering, "_KNOWN", {})


def cents(annotation: Any, scope: Scope = SCOPE) -> list[int]:
    return [money.cents for money in inhabitants(annotation, scope)]


def test_a_recipe_builds_values_from_its_arguments() -> None:
    register(Money, make=Money, cents=Nat)
    assert cents(Money) == [0, 1, 2]
    assert inhabitants(list[Money], Scope(size=4)).count == 31


def test_arguments_are_related_by_name() -> None:
    register(Span, make=Span, low=int, high=Annotated[int, where(lambda v, low: v > low)])
    found = [(span.low, span.high) for span in inhabitants(Span, Scope(size=1))]
    assert sorted(found) == [(-1, 0), (-1, 1), (0, 1)]


def test_a_recipe_may_refuse_arguments() -> None:
    register(Span, make=Span, low=int, high=int)
    assert inhabitants(Span, Scope(size=1)).count == 6


def test_arguments_are_passed_by_name_if_they_come_in_another_order() -> None:
    register(Span, make=span_of, length=Nat, low=Annotated[int, where(lambda v, length: v >= length)])
    assert [(span.low, span.high) for span in inhabitants(Span, Scope(size=1))] == [(0, 0), (1, 1), (1, 2)]


def test_a_way_back_gives_index_and_membership() -> None:
    register(Money, make=Money, take=lambda money: (money.cents,), cents=Nat)
    space = inhabitants(Money, SCOPE)
    assert [space.index(Money(number)) for number in range(3)] == [0, 1, 2]
    assert Money(-1) not in space
    tp = Reader().read_whole(Money, Context())
    assert inhabits(tp, Money(100))
    assert not inhabits(tp, Money(-1))
    assert not inhabits(tp, 1)


def test_results_are_checked_by_the_way_back() -> None:
    register(Money, make=Money, take=lambda money: (money.cents,), cents=Nat)
    contract = contract_of(Reader().read_whole(Money, Context()))
    assert contract.holds(Money(7), {})
    assert not contract.holds(Money(-7), {})
    assert not contract.holds(7, {})


def test_without_a_way_back_any_instance_is_a_result() -> None:
    register(Money, make=Money, cents=Nat)
    contract = contract_of(Reader().read_whole(Money, Context()))
    assert contract.holds(Money(-7), {})
    assert not contract.holds(7, {})


def test_a_value_that_no_arguments_make_is_no_member() -> None:
    register(Money, make=Money, take=lambda m: (m.cents,) if m.cents < 2 else None, cents=Nat)
    tp = Reader().read_whole(Money, Context())
    assert inhabits(tp, Money(1))
    assert not inhabits(tp, Money(5))
    speller = Speller()
    assert speller.spell(Money(1)) == "Money(1)"
    assert speller.complete
    speller.spell(Money(5))
    assert not speller.complete


def test_values_are_listed() -> None:
    register(Money, values=[Money(5), Money(1)])
    space = inhabitants(Money, Scope(size=0))
    assert [money.cents for money in space] == [5, 1]
    assert space.index(Money(1)) == 1
    assert space[0] is not space[0]  # as calls may change them
    speller = Speller(unused=True)
    assert speller.spell(space[1]) == "made(Money, 1)"
    assert speller.imports == ["from refute import made", f"from {__name__} import Money"]
    assert made(Money, 1) == Money(1)


def test_values_that_only_equal_themselves_are_spelled_by_their_place() -> None:
    register(Span, values=[Span(0, 1), Span(0, 2)])
    assert [span.high for span in inhabitants(Span, Scope(size=0))] == [1, 2]


def test_values_whose_comparison_has_no_truth_value_are_built_and_spelled() -> None:
    class Truthless:
        def __bool__(self) -> bool:
            raise ValueError("ambiguous")

    class Row:
        def __init__(self, *cells: int) -> None:
            self.cells = cells

        def __eq__(self, other: object) -> Any:
            return Truthless()

    register(Row, values=[Row(1), Row(2)])
    space = inhabitants(Row, Scope(size=0))
    assert [row.cells for row in space] == [(1,), (2,)]
    assert [Speller(unused=True).spell(row) for row in space] == ["made(Row, 0)", "made(Row, 1)"]


def test_equal_values_count_once() -> None:
    register(Money, values=[Money(1), Money(1), Money(2)])
    space = inhabitants(Money, Scope(size=0))
    assert [money.cents for money in space] == [1, 2]
    assert [space.index(money) for money in space] == [0, 1]
    assert made(Money, 1) == Money(2)


@pytest.mark.parametrize("name", ["make", "take", "values", "within"])
def test_parameters_that_are_called_as_those_of_register_are_refused(name: str) -> None:
    make = eval(f"lambda {name}: Money({name})", globals())
    with pytest.raises(AnnotationError, match=f"has a parameter called {name}, as register itself has") as caught:
        register(Money, **{name: int, "make": make})
    assert "another name" in str(caught.value.remedy)


def test_a_parameter_may_be_called_cls() -> None:
    register(Money, make=lambda cls: Money(cls), cls=Nat)
    assert cents(Money) == [0, 1, 2]


def test_values_may_be_of_subclasses() -> None:
    class Shape:
        def __init__(self, *parts: object) -> None: ...

    class Square(Shape):
        pass

    register(Shape, values=[Shape(1), Square(2)])
    space = inhabitants(Shape, Scope(size=0))
    assert [type(value) for value in space] == [Shape, Square]
    assert [value in space for value in [*space]] == [True, True]
    assert Speller(unused=True).spell(space[1]) == "made(Shape, 1)"


def test_a_type_may_be_registered_for_one_package() -> None:
    positive = Annotated[int, where(lambda v: v > 0)]
    register(Money, make=Money, take=lambda m: (m.cents,), cents=Nat)
    register(Money, make=Money, take=lambda m: (m.cents,), within="bank.retail", cents=positive)

    def read_in(module: str) -> int:
        tp = Reader().read_whole(Money, Context(namespace={"__name__": module}))
        return sum(inhabits(tp, Money(number)) for number in (0, 1))

    assert read_in("bank.retail") == read_in("bank.retail.desk") == 1
    assert read_in("bank") == read_in("bank.retailers") == 2


def test_values_of_packages_are_spelled_so_that_they_are_built_again() -> None:
    positive = Annotated[int, where(lambda v: v > 0)]
    register(Money, make=lambda cents: Money(cents * 1), take=lambda m: (m.cents,), cents=Nat)
    register(Money, make=lambda cents: Money(cents * 100), take=lambda m: (m.cents // 100,), within="a", cents=positive)
    register(Money, values=[Money(7)], within="b")
    for module, text in (
        ("c", "made(Money, 0)"),
        ("a.d", "made(Money, 1, within='a')"),
        ("b", "made(Money, 0, within='b')"),
    ):
        value = inhabitants_in(Context(namespace={"__name__": module}), Money, Scope(size=1))[0]
        assert Speller(unused=True).spell(value) == text
        assert eval(text, {"made": made, "Money": Money}) == value


def test_of_several_packages_one_has_to_be_named() -> None:
    register(Money, values=[Money(1)], within="a")
    assert made(Money, 0) == Money(1)
    register(Money, values=[Money(2)], within="b")
    assert made(Money, 0, within="b") == Money(2)
    for wrong in ("", "c"):
        with pytest.raises(AnnotationError, match="Money is not registered") as caught:
            made(Money, 0, within=wrong)
        assert caught.value.remedy == "Say for which: within='a' or within='b'."


def test_a_value_of_unknown_origin_is_spelled_by_the_recipe_that_builds_its_equal() -> None:
    register(Money, make=lambda cents: Money(cents * 2), take=lambda m: (m.cents // 2,), within="a", cents=Nat)
    register(Money, make=lambda cents: Money(cents * 1), take=lambda m: (m.cents,), within="b", cents=Nat)
    assert Speller(unused=True).spell(Money(3)) == "made(Money, 3, within='b')"


def test_a_type_that_is_registered_for_another_package_only_is_not_known() -> None:
    register(Money, make=Money, within="bank", cents=Nat)
    with pytest.raises(AnnotationError, match="cannot be read"):
        Reader().read_whole(Money, Context(namespace={"__name__": "shop"}))


def test_a_registration_overrides_what_refute_knows() -> None:
    register(range, values=[range(3)])
    assert list(inhabitants(range, Scope(size=0))) == [range(3)]


@pytest.mark.parametrize(
    ("details", "problem", "remedy"),
    [
        ({}, "neither make= nor values=", "make=Money"),
        ({"make": Money, "values": [Money(1)]}, "both make= and values=", "make=Money"),
        ({"make": Money}, "without a type for cents", "cents=int"),
        ({"make": Money, "cents": int, "pounds": int}, "a type for pounds", "called cents"),
        ({"values": []}, "there are none", "List instances"),
        ({"values": [1]}, "1 is none of its instances", "List instances"),
        ({"values": [Money(1)], "cents": int}, "no argument cents", "no types of arguments"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_registration_is_refused_where_it_stands(details: dict[str, Any], problem: str, remedy: str) -> None:
    with pytest.raises(AnnotationError) as caught:
        register(Money, **details)
    assert problem in caught.value.problem
    assert remedy in caught.value.remedy
    assert caught.value.place is not None
    assert caught.value.place.file == __file__


def test_what_is_no_class_is_not_registered() -> None:
    with pytest.raises(AnnotationError, match="it is no class"):
        register(Annotated[int, 1], values=[1])  # type: ignore[arg-type]


def test_a_way_back_returns_a_tuple() -> None:
    register(Money, make=Money, take=lambda money: money.cents, cents=Nat)
    with pytest.raises(AnnotationError, match="returned 0, not the 1 argument") as caught:
        inhabitants(Money, SCOPE).index(Money(1))
    assert "(money.cents,)" in caught.value.remedy


@pytest.mark.parametrize(
    ("take", "what"),
    [
        (lambda money: (money.cents + 1,), r"returned \(1,\)"),
        (lambda money: (money.cents // 2,), r"returned \(0,\) for the value that make= built from \(1,\)"),
        (lambda money: None, "returned None"),
        (lambda money: {}[money.cents], "raised KeyError: 0"),
        (lambda money: money.cents, "returned 0, not the 1 argument"),
    ],
)
def test_a_way_back_that_leads_elsewhere_is_an_error_whenever_values_are_built(take: Any, what: str) -> None:
    register(Money, make=Money, take=take, cents=Nat)
    for _ in range(5):
        with pytest.raises(RefuteError, match=f"take= of Money {what}") as caught:
            list(inhabitants(Money, SCOPE))
        assert caught.value.place is not None
        assert caught.value.remedy


def test_a_way_back_that_leads_elsewhere_is_seen_by_attributes_where_nothing_else_tells() -> None:
    class Bag:
        def __init__(self, size: int, tags: object = None) -> None:
            self.size, self.tags = size, object()

    register(Bag, make=Bag, take=lambda bag: (bag.size + 1,), size=Nat)
    with pytest.raises(ConstructorError, match=r"take= of Bag returned \(1,\)"):
        list(inhabitants(Bag, SCOPE))


def test_a_way_back_may_lead_to_other_arguments_of_an_equal_value() -> None:
    register(Money, make=lambda cents: Money(abs(cents)), take=lambda money: (money.cents,), cents=int)
    assert {money.cents for money in inhabitants(Money, SCOPE)} == {0, 1, 2}


def test_a_recipe_returns_an_instance() -> None:
    register(Money, make=lambda cents: cents, cents=Nat)
    with pytest.raises(ConstructorError, match="make= of Money returned 0, which is of int") as caught:
        list(inhabitants(Money, SCOPE))
    assert caught.value.place is not None


def test_the_message_for_an_unknown_type_shows_the_lines_to_write() -> None:
    with pytest.raises(AnnotationError) as caught:
        inhabitants(Money, SCOPE)
    assert caught.value.remedy.endswith(
        f"    import refute\n    from {__name__} import Money\n    refute.register(Money, make=Money, cents=int)"
    )


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (Money, "Money(1)"),
        (lambda cents: Money(cents), "Money(1)"),
        (lambda cents: Money(cents + 0), "made(Money, 1)"),
    ],
)
def test_a_value_is_spelled_by_what_makes_it(make: Any, text: str) -> None:
    register(Money, make=make, take=lambda money: (money.cents,), cents=Nat)
    speller = Speller()
    assert speller.spell(inhabitants(Money, SCOPE)[1]) == text
    assert speller.complete
