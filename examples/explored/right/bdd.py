"""Binary decision diagrams with maximal sharing: two that stand for the same function are the same object."""

from __future__ import annotations

import math
from collections.abc import Iterator
from weakref import WeakValueDictionary

from refute import Nat, invariant


class Bdd:
    """A Boolean function of numbered variables, never changed.

    The first variable that it depends on decides between two diagrams of later variables. `Bdd(value)` depends on none.
    """

    __slots__ = ("__weakref__", "_high", "_low", "_variable")

    _variable: float
    _low: Bdd
    _high: Bdd

    def __new__(cls, value: bool) -> Bdd:
        return _TRUE if value else _FALSE

    @invariant
    def is_canonical(self) -> bool:
        """Whether variables ascend, no node has equal children, and all nodes are those of the table."""
        return all(
            node._variable < min(node._low._variable, node._high._variable)
            and node._low is not node._high
            and _table.get((node._variable, node._low, node._high)) is node
            for node in _nodes(self)
        )

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        if self is _TRUE or self is _FALSE:
            return Bdd, (self is _TRUE,)
        return _node, (self._variable, self._low, self._high)

    def __repr__(self) -> str:
        if self is _TRUE or self is _FALSE:
            return f"Bdd({self is _TRUE})"
        return f"<if {self._variable}: {self._high} else: {self._low}>"


def _made(variable: float) -> Bdd:
    node = object.__new__(Bdd)
    node._variable = variable
    node._low = node._high = node
    return node


_TRUE, _FALSE = _made(math.inf), _made(math.inf)
_table: WeakValueDictionary[tuple[float, Bdd, Bdd], Bdd] = WeakValueDictionary()


def _node(variable: float, low: Bdd, high: Bdd) -> Bdd:
    """The node of a variable and two children: the one of the table, if there is one."""
    if low is high:
        return low
    node = _table.get((variable, low, high))
    if node is None:
        node = _made(variable)
        node._low, node._high = low, high
        _table[variable, low, high] = node
    return node


def _nodes(diagram: Bdd) -> Iterator[Bdd]:
    """The nodes of a diagram that decide on a variable, each once."""
    seen, waiting = {_TRUE, _FALSE}, [diagram]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += (node._low, node._high)
            yield node


def true() -> Bdd:
    return _TRUE


def false() -> Bdd:
    return _FALSE


def var(number: Nat) -> Bdd:
    return _node(number, _FALSE, _TRUE)


def not_(diagram: Bdd) -> Bdd:
    return ite(diagram, _FALSE, _TRUE)


def and_(one: Bdd, other: Bdd) -> Bdd:
    return ite(one, other, _FALSE)


def or_(one: Bdd, other: Bdd) -> Bdd:
    return ite(one, _TRUE, other)


def ite(condition: Bdd, then: Bdd, otherwise: Bdd) -> Bdd:
    """The function that is `then` where the condition is true, and `otherwise` where it is not."""
    return _ite(condition, then, otherwise, {})


def _ite(condition: Bdd, then: Bdd, otherwise: Bdd, known: dict[tuple[Bdd, Bdd, Bdd], Bdd]) -> Bdd:
    if condition is _TRUE or then is otherwise:
        return then
    if condition is _FALSE:
        return otherwise
    asked = condition, then, otherwise
    if asked not in known:
        variable = min(diagram._variable for diagram in asked)
        (c0, c1), (t0, t1), (o0, o1) = (_children(diagram, variable) for diagram in asked)
        known[asked] = _node(variable, _ite(c0, t0, o0, known), _ite(c1, t1, o1, known))
    return known[asked]


def _children(diagram: Bdd, variable: float) -> tuple[Bdd, Bdd]:
    """What is left of a diagram when a variable, the first one or one before it, is false and when it is true."""
    return (diagram._low, diagram._high) if diagram._variable == variable else (diagram, diagram)
