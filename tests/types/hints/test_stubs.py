"""Types that stub files declare."""

from __future__ import annotations

import bisect
import collections.abc as abc
import fractions
import functools
import heapq
import inspect
import shlex
import sys
import textwrap
import typing
from pathlib import Path
from typing import Any

import pytest

from conftest import Write
from refute.errors import AnnotationError
from refute.types.hints.declared import declared
from refute.types.hints.said import said_of
from refute.types.reading.context import own_annotations
from refute.types.signatures import read_signature, unannotated


def types_of(function: Any, bound_to: type | None = None) -> list[dict[str, Any]]:
    return [own_annotations(one.function) for one in declared(function, bound_to)]


# -- where stubs are ---------------------------------------------------------------------------------------------------


def test_a_stub_beside_the_module_tells_the_types_of_its_functions(module: Write) -> None:
    made = module("def half(n, more=0): return n // 2\n", "def half(n: int, more: float = ...) -> int: ...\n")
    assert types_of(made.half) == [{"n": int, "more": float, "return": int}]
    assert inspect.signature(declared(made.half)[0].function).parameters["more"].default == 0


def test_a_package_of_stubs_tells_the_types_of_another_package(module: Write) -> None:
    made = module(
        "from shop_of_stubs.till import pay\n",
        **{
            "shop_of_stubs/__init__.py": "",
            "shop_of_stubs/till.py": "def pay(n): return n\n",
            "shop_of_stubs-stubs/till.pyi": "def pay(n: int) -> int: ...\n",
        },
    )
    assert types_of(made.pay) == [{"n": int, "return": int}]


def test_the_standard_library_is_told_by_typeshed() -> None:
    assert types_of(textwrap.indent)[0]["predicate"] == abc.Callable[[str], bool] | None
    assert [one.source for one in declared(textwrap.indent)] == ["typeshed"]


def test_functions_in_c_that_another_module_defines_are_told_too() -> None:
    (types,) = types_of(heapq.heappush)
    assert (typing.get_args(types["heap"]), types["return"]) == ((types["item"],), None)
    assert len(types_of(bisect.bisect)) == len(types_of(bisect.bisect_right)) == 6
    assert all(typing.get_origin(one["a"]) is abc.Sequence for one in types_of(bisect.bisect))
    assert typing.get_origin(types_of(functools.reduce)[0]["iterable"]) is abc.Iterable


def test_a_module_of_the_user_with_a_name_of_the_standard_library_is_not_told_by_typeshed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "colorsys.py").write_text("def rgb_to_yiq(r, g, b): return r\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    import colorsys

    assert declared(colorsys.rgb_to_yiq) == ()
    monkeypatch.delitem(sys.modules, "colorsys")


def test_a_function_without_a_stub_has_no_declaration(module: Write) -> None:
    assert declared(module("def f(x): return x\n").f) == ()
    assert declared(lambda x: x) == ()


# -- what expressions stand for ----------------------------------------------------------------------------------------


def test_names_stand_for_what_the_module_itself_has(module: Write) -> None:
    made = module(
        "class Till:\n    pass\ndef open_till(t): return t\n", "class Till: ...\ndef open_till(t: Till) -> Till: ...\n"
    )
    assert types_of(made.open_till) == [{"t": made.Till, "return": made.Till}]


def test_a_class_that_only_the_stub_has_is_made_of_its_definition(module: Write) -> None:
    made = module(
        "def total(xs): return sum(x.price() for x in xs)\n",
        "from typing import Protocol\n"
        "class Priced(Protocol):\n"
        "    name: str\n"
        "    def price(self, other: 'Priced | None' = ...) -> int: ...\n"
        "def total(xs: list[Priced]) -> int: ...\n",
    )
    (priced,) = typing.get_args(types_of(made.total)[0]["xs"])
    assert priced.__name__ == "Priced"
    assert vars(priced)["_is_protocol"] is True
    assert own_annotations(priced) == {"name": str}
    assert own_annotations(priced.price) == {"other": priced | None, "return": int}


def test_type_variables_and_aliases_of_the_stub_are_those_of_running_programs(module: Write) -> None:
    made = module(
        "def first(xs, key): return xs[0]\n",
        "from collections.abc import Callable, Sequence\n"
        "from typing import ParamSpec, TypeAlias, TypeVar\n"
        "T = TypeVar('T', bound='Named | int')\n"
        "P = ParamSpec('P')\n"
        "class Named: ...\n"
        "Several: TypeAlias = Sequence[T]\n"
        "Maker = Callable[P, T]\n"
        "def first(xs: Several[T], key: Maker[P, T]) -> T: ...\n",
    )
    (types,) = types_of(made.first)
    variable = types["return"]
    assert types["xs"] == abc.Sequence[variable]
    assert str(variable.__bound__).endswith("Named, int]")
    assert typing.get_args(types["key"])[1] is variable


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type parameters are from Python 3.12 on")
def test_type_parameters_are_type_variables(module: Write) -> None:
    made = module("def first(xs): return xs[0]\n", "def first[T: (int, str)](xs: list[T]) -> T: ...\n")
    (types,) = types_of(made.first)
    assert types["return"].__constraints__ == (int, str)
    assert typing.get_args(types["xs"]) == (types["return"],)


def test_an_alias_that_refers_to_itself_is_read_as_one(module: Write) -> None:
    made = module("def depth(tree): return 0\n", "Tree = int | list['Tree']\ndef depth(tree: Tree) -> int: ...\n")
    assert repr(read_signature(made.depth).parameters[0].type) != ""
    assert "Tree" in str(types_of(made.depth)[0]["tree"])


def test_branches_are_those_of_this_python_and_this_system(module: Write) -> None:
    made = module(
        "def f(x): return x\ndef g(x): return x\n",
        "import sys\n"
        "if sys.version_info >= (3, 11):\n    def f(x: int) -> int: ...\nelse:\n    def f(x: str) -> str: ...\n"
        "if sys.platform == 'amiga':\n    def g(x: int) -> int: ...\nelse:\n    def g(x: bool) -> bool: ...\n",
    )
    assert types_of(made.f) == [{"x": int, "return": int}]
    assert types_of(made.g) == [{"x": bool, "return": bool}]


def test_what_cannot_be_told_is_anything(module: Write) -> None:
    made = module(
        "def f(x, y): return x\n",
        "from missing_module import Missing\ndef f(x: dict[str, Missing], y: nowhere) -> Missing: ...\n",
    )
    assert types_of(made.f) == [{"x": dict[str, Any], "y": Any, "return": Any}]


def test_a_class_that_is_generic_for_type_checkers_alone_is_itself(module: Write) -> None:
    made = module(
        "class Box:\n    pass\ndef f(box): return box\n",
        "from typing import Generic, TypeVar\nT = TypeVar('T')\n"
        "class Box(Generic[T]): ...\ndef f(box: Box[int]) -> Box[int]: ...\n",
    )
    assert types_of(made.f) == [{"box": made.Box, "return": made.Box}]


def test_refinements_in_a_stub_are_refinements(module: Write) -> None:
    made = module(
        "def root(n): return n ** 0.5\n",
        "from typing import Annotated\nfrom refute import where\n"
        "def root(n: Annotated[int, where(lambda v: v >= 0)]) -> float: ...\n",
    )
    (parameter,) = read_signature(made.root).parameters
    assert parameter.type.written() == "int"
    assert [predicate.text for predicate in parameter.type.own_predicates] == ["v >= 0"]


def test_protocols_of_typeshed_are_served_by_containers_as_arguments_alone() -> None:
    taken, given = types_of(sorted)[0], types_of(shlex.join)[0]
    assert typing.get_origin(taken["iterable"]) is abc.Iterable
    assert given == {"split_command": abc.Iterable[str], "return": str}


# -- which definition --------------------------------------------------------------------------------------------------


def test_imports_and_assignments_of_stubs_are_followed(module: Write) -> None:
    made = module(
        "def f(x): return x\ng = f\n",
        "from inner_stub import *\nfrom inner_stub import h as f\n",
        **{"inner_stub/__init__.py": "", "inner_stub/__init__.pyi": "def h(x: int) -> int: ...\ni = h\n"},
    )
    assert types_of(made.f) == [{"x": int, "return": int}]


def test_methods_properties_and_constructors_are_told(module: Write) -> None:
    made = module(
        "class Till:\n"
        "    def __init__(self, amount): self._amount = amount\n"
        "    @property\n    def amount(self): return self._amount\n"
        "    @amount.setter\n    def amount(self, value): self._amount = value\n"
        "    @classmethod\n    def empty(cls, room=3): return cls(0)\n"
        "    @staticmethod\n    def limit(of): return of\n"
        "    def pay(self, n): return n\n",
        "class Till:\n"
        "    def __init__(self, amount: int) -> None: ...\n"
        "    @property\n    def amount(self) -> int: ...\n"
        "    @amount.setter\n    def amount(self, value: bool) -> None: ...\n"
        "    @classmethod\n    def empty(cls, room: int = 3) -> Till: ...\n"
        "    @staticmethod\n    def limit(of: str) -> str: ...\n"
        "    def pay(self, n: float) -> float: ...\n",
    )
    till = made.Till
    assert said_of(till).annotations["amount"] is int
    assert types_of(till.amount.fget, till) == [{"return": int}]
    assert types_of(till.amount.fset, till) == [{"value": bool, "return": None}]
    assert list(inspect.signature(declared(till.empty)[0].function).parameters) == ["room"]
    assert types_of(till.limit) == [{"of": str, "return": str}]
    assert types_of(till.pay, till) == [{"n": float, "return": float}]


def test_a_constructor_may_be_declared_as_new() -> None:
    assert len(declared(fractions.Fraction)) > 1
    assert all("numerator" in one for one in types_of(fractions.Fraction))


def test_annotations_at_the_function_count_more_than_those_of_its_stub(module: Write) -> None:
    made = module("def f(x: str, y): return x\n", "def f(x: int, y: int) -> int: ...\n")
    assert said_of(made.f).annotations == {"x": "str", "y": int, "return": int} or said_of(made.f).annotations == {
        "x": str,
        "y": int,
        "return": int,
    }


def test_a_stub_of_another_version_is_not_used(module: Write) -> None:
    made = module(
        "def f(x): return x\ndef g(x, y): return x\n", "def f(x: int, y: int) -> int: ...\ndef g(x: int) -> int: ...\n"
    )
    assert declared(made.f) == declared(made.g) == ()


def test_an_optional_parameter_that_the_function_has_not_is_left_out(module: Write) -> None:
    made = module("def f(x): return x\n", "def f(x: int, y: int = ...) -> int: ...\n")
    assert list(inspect.signature(declared(made.f)[0].function).parameters) == ["x"]


def test_parameters_with_two_underscores_go_by_position(module: Write) -> None:
    made = module("def f(x): return x\n", "def f(__number: int) -> int: ...\n")
    (parameter,) = inspect.signature(declared(made.f)[0].function).parameters.values()
    assert parameter.kind is parameter.POSITIONAL_ONLY


def test_a_stub_that_is_not_python_is_an_error_with_its_place(module: Write) -> None:
    made = module("def f(x): return x\n", "x: int\ndef f(x: int) -> int ...\n")
    with pytest.raises(AnnotationError, match="is not Python") as raised:
        declared(made.f)
    assert str(raised.value.place).endswith(".pyi:2")


def test_statements_that_stubs_do_not_have_are_passed_over(module: Write) -> None:
    made = module("def f(x): return x\n", "for i in range(3): pass\na, b = 1, 2\ndef f(x: int) -> int: ...\n")
    assert types_of(made.f) == [{"x": int, "return": int}]


# -- signatures --------------------------------------------------------------------------------------------------------


def test_a_signature_has_the_types_of_the_stub_as_if_they_were_written_at_the_function(module: Write) -> None:
    made = module("def half(n): return n // 2\n", "def half(n: int) -> int: ...\n")
    signature = read_signature(made.half)
    assert repr(signature) == repr(read_signature(made.half, untyped=True)) == "<half(n: int) -> int>"
    assert signature.assumed == ()
    assert signature.place is not None
    assert signature.place.file.endswith(".py")
    assert unannotated(made.half) == []


def test_each_overload_has_a_signature_of_its_own(module: Write) -> None:
    made = module(
        "def f(x): return x\n",
        "from typing import overload\n@overload\ndef f(x: int) -> int: ...\n@overload\ndef f(x: str) -> str: ...\n",
    )
    assert [repr(read_signature(made.f, overload=which)) for which in (0, 1)] == [
        "<f(x: int) -> int>",
        "<f(x: str) -> str>",
    ]
    assert unannotated(made.f) == ["x"]
    assert unannotated(made.f, overload=0) == []


def test_a_function_in_c_is_read_by_its_stub() -> None:
    assert [p.name for p in read_signature(heapq.heappush).parameters] == ["heap", "item"]


def test_instances_of_a_class_are_built_as_its_stub_says(module: Write) -> None:
    made = module(
        "class Till:\n    def __init__(self, n): self.n = n\n    def twice(self): return self.n * 2\n",
        "class Till:\n    n: int\n    def __init__(self, n: int) -> None: ...\n    def twice(self) -> int: ...\n",
    )
    signature = read_signature(made.Till.twice, bound_to=made.Till)
    assert repr(signature) == "<Till.twice(self: Till) -> int>"
