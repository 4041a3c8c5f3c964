"""What is spelled is read back: by the grammar of values, with the names of the function's own types."""

from __future__ import annotations

import ast
import datetime
import math
import sys
from collections import deque
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import kept_types
import pytest
from kept_types import BERLIN, KEPT, Colour, Leaf, Mode, Permission, Point
from reading_entries import entry_of, read_back, taking

from refute import Scope, Space, inhabitants, where
from refute.store.building import OutdatedEntry, build
from refute.store.entries import Foreign
from refute.store.syntax import parsed
from refute.store.values import ValueReader, full_names_in
from refute.store.vocabulary import UnreadableEntry, Vocabulary
from refute.types.signatures import Signature, read_signature
from refute.types.spelling import Speller
from sampling import some_of

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS / "spaces"), str(TESTS / "types")]

import test_spelling  # noqa: E402
import zoo  # noqa: E402
import zoo_of_constructors  # noqa: E402
from zoo_of_constructors import CONSTRUCTORS  # noqa: E402

IN_UTC = datetime.datetime(2024, 2, 29, tzinfo=ZoneInfo("UTC"))
Nested = list["Nested"]
TAKING_ALL = read_signature(kept_types.f)
_MOST = 60


def spelled(value: Any) -> str:
    return Speller(unused=True, taken={"f"}).spell(value)


def check_round_trip(signature: Signature, space: Space[Any]) -> None:
    """Some of the smallest values and some from all over the space are read back as they were."""
    values = [*islice(space, _MOST), *(space[space.count * k // _MOST] for k in range(_MOST))]
    for value in values:
        (again,) = build(entry_of(value), signature)
        assert type(again) is type(value)
        assert spelled(again) == spelled(value)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [name for name in KEPT if name != "functions"])
def test_what_is_spelled_is_read_back(name: str) -> None:
    check_round_trip(taking(KEPT[name]), inhabitants(KEPT[name], Scope(size=2)))


@pytest.mark.parametrize("name", some_of(zoo.ZOO, [*zoo.ZOO][::3].__contains__))
def test_values_of_the_zoo_are_read_back(name: str) -> None:
    annotation, scopes = zoo.ZOO[name]
    check_round_trip(taking(annotation, zoo), zoo.Entry(name, scopes[0]).space())


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", some_of(CONSTRUCTORS, [*CONSTRUCTORS][::3].__contains__))
def test_values_of_constructors_that_refuse_are_read_back(name: str) -> None:
    annotation, scope = CONSTRUCTORS[name]
    check_round_trip(taking(annotation, zoo_of_constructors), inhabitants(annotation, scope))


# What `tests/types/test_spelling.py` spells, with the class that is only mentioned by its types.
@pytest.mark.parametrize("value", [value for value in test_spelling.VALUES if value is not math.floor], ids=repr)
def test_whatever_is_spelled_is_read_back(value: Any) -> None:
    def takes(
        a: test_spelling.Colour,
        b: test_spelling.Permission,
        c: test_spelling.Node,
        d: test_spelling.Leaf,
        e: test_spelling.Point,
        f: test_spelling.Plain,
        g: test_spelling.Account,
        h: test_spelling.Model,
        i: Annotated[datetime.datetime, where(lambda v: v != IN_UTC)],
    ) -> None: ...

    speller = Speller()
    text = speller.spell(value)
    values = ValueReader(Vocabulary(read_signature(takes)), full_names_in(speller.imports))
    (statement,) = parsed(text)
    assert isinstance(statement, ast.Expr)
    again = values.value(statement.value)
    assert type(again) is type(value)
    assert again == value or (again != again and value != value)
    assert spelled(again) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("f(x=1_000)", 1000),
        ("f(x=0xff)", 255),
        ("f(x=+1)", 1),
        ("f(x=-1.5e3)", -1500.0),
        ("f(x=1 + 2j)", 1 + 2j),
        ("f(x=-1.5 - 2j)", -1.5 - 2j),
        ("f(x=float('-inf'))", -math.inf),
        ("f(x='a' 'b')", "ab"),
        ("f(x=b'\\x00\\377')", b"\x00\xff"),
        ("f(x=r'\\d')", "\\d"),
        ('f(x="""a\nb\'""")', "a\nb'"),
        ("f(x='\\ud800')", "\ud800"),
        ("f(\n    x=[\n        1,  # one\n        2,\n    ],\n)", [1, 2]),
        ("f([])", []),
        ("f(x={})", {}),
        ("f(x=set())", set()),
        ("f(x=frozenset([1]))", frozenset({1})),
        ("from collections import deque\nf(x=deque((1, 2), maxlen=3))", deque([1, 2], 3)),
        ("import collections\nf(x=collections.deque())", deque()),
        ("from datetime import date\nf(x=date(2024, 2, 29))", datetime.date(2024, 2, 29)),
        ("import datetime as dt\nf(x=dt.date(2024, 2, 29))", datetime.date(2024, 2, 29)),
        ("from decimal import Decimal as D\nf(x=D('1.50'))", Decimal("1.50")),
        ("from kept_types import Colour\nf(x=Colour.CRIMSON)", Colour.RED),
        ("from kept_types import Colour\nf(x=Colour(1))", Colour.RED),
        ("import kept_types\nf(x=kept_types.Colour.RED)", Colour.RED),
        ("from kept_types import Permission as P\nf(x=P.READ | P.WRITE | P.EXECUTE)", Permission(7)),
        ("from kept_types import Mode\nf(x=Mode(3))", Mode.FAST | Mode.LOUD),
        ("from kept_types import Point\nf(x=Point(1))", Point(1)),
        ("from kept_types import Point\nf(x=Point(y=1, x=2))", Point(2, 1)),
        ("f(x={'depth': 1})", {"depth": 1}),
        ("f(x=int)", int),
        ("from kept_types import Leaf, f\nf(x=Leaf)", Leaf),
    ],
)
def test_people_may_write_values_in_other_ways(text: str, value: Any) -> None:
    found = read_back(text, TAKING_ALL)
    assert type(found) is type(value)
    assert found == value


def test_what_a_class_was_built_from_is_known_though_it_keeps_none_of_it() -> None:
    for arguments in ("3, True", "3, salt=True", "salt=True, seed=3"):
        found = read_back(f"from kept_types import Forgetful\nf(x=Forgetful({arguments}))", TAKING_ALL)
        assert spelled(found) == "Forgetful(3, True)"


def test_a_class_may_be_imported_from_where_it_was_imported_to() -> None:
    again = ModuleType("shop_window")
    vars(again).update(Point=Point, Hue=Colour)
    sys.modules["shop_window"] = again
    try:
        assert read_back("from shop_window import Point\nf(x=Point(1, 2))", TAKING_ALL) == Point(1, 2)
        assert read_back("import shop_window\nf(x=shop_window.Hue.RED)", TAKING_ALL) is Colour.RED
        with pytest.raises(UnreadableEntry, match=r"shop_window\.Colour"):
            read_back("import shop_window\nf(x=shop_window.Colour.RED)", TAKING_ALL)
    finally:
        del sys.modules["shop_window"]


def test_a_module_that_acts_when_it_is_asked_for_names_is_not_asked() -> None:
    class Acting(ModuleType):
        def __getattribute__(self, name: str) -> Any:
            raise AssertionError(name)

    sys.modules["acting"] = Acting("acting")
    try:
        with pytest.raises(UnreadableEntry, match=r"acting\.Point"):
            read_back("from acting import Point\nf(x=Point(1, 2))", TAKING_ALL)
    finally:
        del sys.modules["acting"]


def test_classes_of_results_are_not_built() -> None:
    def wraps(x: int) -> Point:
        return Point(x)

    with pytest.raises(UnreadableEntry, match=r"it imports kept_types\.Point"):
        read_back("from kept_types import Point\nf(x=Point(1))", read_signature(wraps))


def test_two_classes_of_one_name_are_not_told_apart_and_so_not_built() -> None:
    one, other = (dataclass(type("Twin", (), {"__annotations__": {"n": int}, "__module__": "twins"})) for _ in "ab")
    with pytest.raises(UnreadableEntry, match="it imports twins"):
        read_back("import twins\nf(x=twins.Twin(1))", taking(one | other))
    assert read_back("import twins\nf(x=twins.Twin(1))", taking(other)) == other(1)


def test_time_zones_are_those_that_the_types_mention() -> None:
    text = "import datetime\nimport zoneinfo\nf(x=datetime.datetime(2024, 6, 1, tzinfo=zoneinfo.ZoneInfo({})))"
    assert read_back(text.format("key='Europe/Berlin'"), TAKING_ALL).tzinfo is BERLIN
    assert read_back(text.format("'Europe/Berlin'"), TAKING_ALL).tzinfo is BERLIN
    with pytest.raises(UnreadableEntry, match="other than a time zone of the types"):
        read_back(text.format("'Europe/Paris'"), TAKING_ALL)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("f(y=1)", "it does not fit the parameters any more: missing a required argument: 'x'"),
        ("f(1, 2)", "it does not fit the parameters any more: too many positional arguments"),
        ("f(x={[1]})", "its arguments are refused: TypeError: unhashable type: 'list'"),
        ("from kept_types import Point\nf(x=Point())", "its arguments are refused: TypeError"),
        (
            "from kept_types import Colour\nf(x=Colour(9))",
            "its arguments are refused: ValueError: 9 is not a valid Colour",
        ),
        ("from kept_types import Model\nf(x=Model(label=1))", "its arguments are refused: ValidationError"),
        ("f(x=(1, 'a'))", "x is not of its type any more"),
        ("f(x=...)", "x is not of its type any more"),
    ],
)
def test_arguments_that_the_function_does_not_take_are_misfits(text: str, reason: str) -> None:
    with pytest.raises(OutdatedEntry) as caught:
        read_back(text, TAKING_ALL)
    assert reason in str(caught.value)


def test_what_else_a_constructor_raises_is_not_held_back() -> None:
    @dataclass
    class Fussy:
        n: int

        def __post_init__(self) -> None:
            raise KeyError(self.n)

    Fussy.__qualname__ = "Fussy"
    with pytest.raises(KeyError):
        read_back(f"from {__name__} import Fussy\nf(x=Fussy(1))", taking(Fussy))


def test_values_that_nest_too_deeply_are_told() -> None:
    def takes(x: Nested) -> None: ...

    signature = read_signature(takes)
    assert read_back(f"f(x={'[' * 150}{']' * 150})", signature)
    for depth in (250, 100_000):
        with pytest.raises(Foreign, match="it nests too deeply"):
            read_back(f"f(x={'[' * depth}{']' * depth})", signature)
