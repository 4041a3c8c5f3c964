"""Laws that are Python expressions over objects `a`, `b` and `c` of one class.

    eq        a == a      (a == b) == (b == a)      a == c      where a == b and b == c
    hash      hash(a) == hash(b)      where a == b
    order     not (a < b and b < a)      a < c      where a < b and b < c
    repr      repr(a)
    copy      copy.deepcopy(a) == a
    len       len(a) == len(list(a))

A law is for classes that define what it is about. What raises, raises where the law says that it does not.
"""

from __future__ import annotations

import copy
import functools
import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from refute.conform.wording import message_of
from refute.judge.oracles import CAUGHT
from refute.programs.contracts.law import Wrong
from refute.programs.promises.wording import shown
from refute.types.reading.guarded import names_of_class

_OBJECT = re.compile(r"\b[abc]\b")
_NAMES = "abc"
_USED = {"copy": copy, "pickle": pickle}
_UNFIT = (TypeError, NotImplementedError)  # how a class says that an operator is not for some objects
_PICKLING = ("__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__getnewargs__", "__getnewargs_ex__")
_ORDERING = ("__lt__", "__le__", "__gt__", "__ge__")


@dataclass(frozen=True)
class Expression:
    """A law of a contract. `given` says of which objects; what it raises means that it is not for these."""

    contract: str
    expression: str
    says: str
    given: str = ""
    method: str = ""  # that it is about
    refusing: tuple[type[Exception], ...] = (NotImplementedError,)  # exceptions that mean the same
    may_change: bool = False
    is_statement: bool = False

    @property
    def name(self) -> str:
        return self.expression

    @property
    def imports(self) -> Sequence[str]:
        return [f"import {module}" for module in _USED if f"{module}." in self.expression]

    @property
    def objects(self) -> int:
        """How many objects it is about."""
        return 1 + max(_NAMES.index(name) for name in _OBJECT.findall(f"{self.expression} {self.given}"))

    def text(self, texts: Sequence[str | None]) -> str:
        return _OBJECT.sub(lambda found: texts[_NAMES.index(found[0])] or "", self.expression)

    def broken(self, values: Sequence[Any]) -> Wrong | None:
        try:
            if self.given and _compiled(self.given)(*values) is not True:
                return None
        except CAUGHT:
            return None
        objects = " and ".join(map(shown, values[: self.objects]))
        try:
            if _compiled(self.expression)(*values) is not False:
                return None
        except self.refusing:
            return None
        except CAUGHT as error:
            return Wrong(f"raised {message_of(error)}", f"{self.says}: {objects}", (type(error).__name__,))
        return Wrong("is False", f"{self.says}: {objects}")


@functools.cache
def _compiled(expression: str) -> Callable[..., Any]:
    """An expression as a function of objects, of which those that it does not name may be missing."""
    compiled: Callable[..., Any] = eval(f"lambda a, b=None, c=None: {expression}", {**_USED})
    return compiled


def expressions_of(cls: type) -> Iterator[Expression]:
    """The laws of a class, by what it defines."""
    if defines(cls, "__eq__"):
        law = partial(Expression, "eq", method="__eq__")
        yield law("a == a", "`==` has to be reflexive")
        yield law("(a == b) == (b == a)", "`==` has to be symmetric")
        yield law("a == c", "`==` has to be transitive", "a == b and b == c")
        if defines(cls, "__ne__"):
            yield law("(a != b) == (not a == b)", "`!=` has to be the opposite of `==`", method="__ne__")
    if defines(cls, "__hash__"):
        law = partial(Expression, "hash", method="__hash__", refusing=_UNFIT)
        yield law("hash(a) == hash(a)", "the hash of an object has to stay the same")
        if defines(cls, "__eq__"):
            yield law("hash(a) == hash(b)", "equal objects have to have equal hashes", "a == b")
    yield from _ordering(cls)
    for name, text in (("__repr__", "repr(a)"), ("__str__", "str(a)"), ("__format__", "format(a)")):
        if defines(cls, name):
            yield Expression("repr", text, "every object has to have a text", method=name, is_statement=True)
    yield from _copies(cls)
    yield from _collections(cls)


def _ordering(cls: type) -> Iterator[Expression]:
    defined = [name for name in _ORDERING if defines(cls, name)]
    if not defined:
        return
    law = partial(Expression, "order", refusing=_UNFIT)
    has_less = "__lt__" in defined or "__gt__" in defined
    if has_less:
        strict = partial(law, method="__lt__" if "__lt__" in defined else "__gt__")
        yield strict("not a < a", "nothing is less than itself")
        yield strict("not (a < b and b < a)", "`<` has to be asymmetric")
        yield strict("a < c", "`<` has to be transitive", "a < b and b < c")
    if "__lt__" in defined and "__gt__" in defined:
        yield law("(a < b) == (b > a)", "`>` has to be `<` turned round", method="__gt__")
    if "__le__" in defined and "__ge__" in defined:
        yield law("(a <= b) == (b >= a)", "`>=` has to be `<=` turned round", method="__ge__")
    if "__le__" in defined or "__ge__" in defined:
        weak = partial(law, method="__le__" if "__le__" in defined else "__ge__")
        yield weak("a <= c", "`<=` has to be transitive", "a <= b and b <= c")
        if has_less and defines(cls, "__eq__"):
            yield weak("(a <= b) == (a < b or a == b)", "`<=` has to be `<` or `==`")
    if _is_total(cls, defined):
        yield law("a < b or a == b or a > b", "the order is declared to be total", method=defined[0])


def _is_total(cls: type, defined: Sequence[str]) -> bool:
    """Whether `functools.total_ordering` or `dataclass(order=True)` has made the order."""
    methods = [getattr(cls, name, None) for name in defined]
    by_decorator = any(getattr(method, "__module__", "") == "functools" for method in methods)
    parameters = names_of_class(cls).get("__dataclass_params__")
    return len(defined) == len(_ORDERING) and (by_decorator or getattr(parameters, "order", False) is True)


def _copies(cls: type) -> Iterator[Expression]:
    """A copy is equal where the class says what that means. A class that says nothing of copies need not have any."""
    equal, given = (" == a", "a == a") if defines(cls, "__eq__") else ("", "")
    for name in ("copy", "deepcopy"):
        method = next((hook for hook in (f"__{name}__", *_PICKLING) if defines(cls, hook)), "")
        if method or equal:
            refusing = (NotImplementedError,) if method else _UNFIT
            text = f"copy.{name}(a){equal}"
            law = partial(Expression, "copy", text, f"a {name} has to be equal", given, method, refusing)
            yield law(is_statement=not equal)
    method = next((hook for hook in _PICKLING if defines(cls, hook)), "")
    if "<locals>" not in cls.__qualname__ and (method or equal):
        given = given if method else "a == a and bool(pickle.dumps(a))"
        text = f"pickle.loads(pickle.dumps(a)){equal}"
        law = partial(Expression, "pickle", text, "what is pickled has to come back as it was", given, method)
        yield law(is_statement=not equal)


def _collections(cls: type) -> Iterator[Expression]:
    if defines(cls, "__next__"):
        if defines(cls, "__iter__"):
            yield Expression("iterator", "iter(a) is a", "an iterator has to be its own iterator", method="__iter__")
        return
    if defines(cls, "__len__") and defines(cls, "__iter__"):
        yield Expression("len", "len(a) == len(list(a))", "`len` has to agree with iteration", method="__len__")
    if defines(cls, "__contains__") and defines(cls, "__iter__"):
        text = "all(one in a for one in a)"
        yield Expression("in", text, "`in` has to agree with iteration", method="__contains__")
    if defines(cls, "__bool__") and defines(cls, "__len__"):
        yield Expression("bool", "bool(a) == (len(a) > 0)", "`bool` has to agree with `len`", method="__bool__")


def defines(cls: type, name: str) -> bool:
    """Whether a class, or a base that is no built-in one, has a method."""
    for one in cls.__mro__:
        if one.__module__ not in ("builtins", "typing") and name in names_of_class(one):
            return names_of_class(one)[name] is not None
    return False
