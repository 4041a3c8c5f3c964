"""Terms as Python text: how they print.

What has no Python syntax is written as a call of the operator: `same(a, b)`, `distinct(xs)`, `flatten(xss)`. A sequence
of which only a beginning is known ends with a star: `[1, *rest]`. Bound variables are `$1`, `$2`, …, innermost first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol, cast

from refute.logic.terms.numerals import represented
from refute.logic.terms.payloads import Constant, Container


class Node(Protocol):
    """What printing needs of a term."""

    @property
    def op(self) -> str: ...
    @property
    def args(self) -> Sequence[Node]: ...
    @property
    def data(self) -> Hashable: ...


# How tightly operators bind, loosest first.
_CHOICE, _OR, _AND, _NOT, _COMPARED, _BIT_OR, _BIT_XOR, _BIT_AND, _SHIFT, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(
    14
)
_INFIX: dict[str, tuple[int, str]] = {
    "or": (_OR, " or "),
    "and": (_AND, " and "),
    "eq": (_COMPARED, " == "),
    "lt": (_COMPARED, " < "),
    "le": (_COMPARED, " <= "),
    "is": (_COMPARED, " is "),
    "in": (_COMPARED, " in "),
    "bitor": (_BIT_OR, " | "),
    "union": (_BIT_OR, " | "),
    "bitxor": (_BIT_XOR, " ^ "),
    "bitand": (_BIT_AND, " & "),
    "inter": (_BIT_AND, " & "),
    "shift_left": (_SHIFT, " << "),
    "shift_right": (_SHIFT, " >> "),
    "add": (_SUM, " + "),
    "concat": (_SUM, " + "),
    "sub": (_SUM, " - "),
    "diff": (_SUM, " - "),
    "mul": (_PRODUCT, " * "),
    "div": (_PRODUCT, " / "),
    "floordiv": (_PRODUCT, " // "),
    "mod": (_PRODUCT, " % "),
    "pow": (_POWER, "**"),
}
_PREFIX = {"not": (_NOT, "not "), "neg": (_SIGN, "-"), "pos": (_SIGN, "+"), "invert": (_SIGN, "~")}
_NEGATED = {"eq": " != ", "is": " is not ", "in": " not in "}
_BRACKETS = {"list": "[]", "tuple": "()", "set": "{}", "dict": "{}"}
# Operators that are named otherwise than the Python function they stand for.
_NAMES = {"truth": "bool", "smallest": "min", "largest": "max"}


def written(term: Node) -> str:
    """A term as Python text."""
    return _write(term)[1]


def _write(term: Node) -> tuple[int, str]:
    """The text of a term, and how tightly its outermost operator binds."""
    if term.op in _INFIX and len(term.args) > 1:
        return _infix(*_INFIX[term.op], term.args)
    if term.op == "not" and term.args[0].op in _NEGATED:
        return _infix(_COMPARED, _NEGATED[term.args[0].op], term.args[0].args)
    if term.op in _PREFIX:
        level, sign = _PREFIX[term.op]
        return level, sign + _at_least(level, term.args[0])
    if term.op == "ite":
        condition, then, otherwise = term.args
        chosen = (_at_least(_CHOICE + 1, part) for part in (then, condition))
        return _CHOICE, f"{' if '.join(chosen)} else {written(otherwise)}"
    if term.op == "lin":
        return _linear(term)
    special = _SPECIAL.get(term.op)
    return _ATOM, _call(_NAMES.get(term.op, term.op), term.args) if special is None else special(term)


def _at_least(level: int, term: Node) -> str:
    """A term as an operand, in parentheses if it binds more loosely than its operator."""
    found, text = _write(term)
    return text if found >= level else f"({text})"


def _infix(level: int, sign: str, args: Sequence[Node]) -> tuple[int, str]:
    associative = level <= _AND  # otherwise `a - (b - c)` keeps its parentheses, and so does `a < (b < c)`
    first, *rest = args
    loose = level + (level in (_COMPARED, _POWER))
    parts = [_at_least(loose, first), *(_at_least(level if associative else level + 1, arg) for arg in rest)]
    return level, sign.join(parts)


def _linear(term: Node) -> tuple[int, str]:
    """`x - 2 * y + 3`, what is subtracted last."""
    constant, coefficients = cast(tuple[int, tuple[int, ...]], term.data)
    parts = []
    for factor, atom in zip(coefficients, term.args, strict=True):
        size = "" if abs(factor) == 1 else f"{represented(abs(factor))} * "
        parts.append((factor < 0, size + _at_least(_PRODUCT + bool(size), atom)))
    parts.sort(key=lambda part: part[0])
    if constant:
        parts.append((constant < 0, represented(abs(constant))))
    text = "".join((" - " if negative else " + ") + part for negative, part in parts)
    return _SUM, text[3:] if text.startswith(" + ") else "-" + text[3:]


def _call(name: str, args: Sequence[Node]) -> str:
    if len(args) == 1:
        return f"{name}({_generator(args[0]) or written(args[0])})"
    return f"{name}({', '.join(map(written, args))})"


def _generator(term: Node) -> str:
    """The inside of a generator expression; empty if a term is none."""
    return " for ".join(_loops(term))


def _loops(term: Node) -> list[str]:
    """The element and the loops of a generator expression: `flatten` is one with several loops."""
    match term.op:
        case "comp":
            source, element, condition = term.args
            return [written(element), _loop(term, source, condition)]
        case "flatten" if term.args[0].op == "comp":
            source, inner, condition = term.args[0].args
            if inside := _loops(inner):
                return [inside[0], _loop(term.args[0], source, condition), *inside[1:]]
    return []


def _loop(comp: Node, source: Node, condition: Node) -> str:
    name, _ = cast(tuple[str, Any], comp.data)
    kept = "" if _constant(condition) is True else f" if {_at_least(_OR, condition)}"
    return f"{name} in {_at_least(_OR, source)}{kept}"


def _constant(term: Node) -> Any:
    return term.data.value if term.op == "const" and isinstance(term.data, Constant) else term


def _structure(term: Node) -> str:
    container = cast(Container, term.data)
    items, rest = (term.args[:-1], term.args[-1:]) if container.open else (term.args, ())
    if term.op == "dict":
        parts = [f"{written(key)}: {written(value)}" for key, value in zip(items[::2], items[1::2], strict=True)]
        parts += [f"**{_at_least(_BIT_OR, part)}" for part in rest]
    else:
        parts = [*map(written, items), *(f"*{_at_least(_BIT_OR, part)}" for part in rest)]
    inside = ", ".join(parts)
    if container.of == "tuple" and len(parts) == 1:
        inside += ","
    if container.of == "set" and not parts:
        return "set()"
    brackets = _BRACKETS.get(container.of)
    return f"{container.of}([{inside}])" if brackets is None else brackets[0] + inside + brackets[1]


def _sliced(term: Node) -> str:
    box, *bounds = term.args
    start, stop, step = ("" if _constant(bound) is None else written(bound) for bound in bounds)
    return f"{_at_least(_ATOM, box)}[{start}:{stop}{':' if step else ''}{step}]"


def _range(term: Node) -> str:
    start, stop, step = term.args
    args = term.args if _constant(step) != 1 else (start, stop) if _constant(start) != 0 else (stop,)
    return _call("range", args)


def _name_of(data: Any) -> str:
    function = getattr(data, "function", data)
    return str(getattr(function, "__name__", None) or repr(data))


def _classes(term: Node) -> str:
    names = [cls.__name__ for cls in cast("tuple[type, ...]", term.data)]
    return f"isinstance({written(term.args[0])}, {names[0] if len(names) == 1 else '(' + ', '.join(names) + ')'})"


def _attribute(term: Node) -> str:
    return f"{_at_least(_ATOM, term.args[0])}.{term.data}"


def _summed(term: Node) -> str:
    box, start = term.args
    return _call("sum", term.args if _constant(start) != 0 else (box,))


def _extreme(term: Node) -> str:
    box, *seen = term.args
    starred = f"*{_at_least(_BIT_OR, box)}"
    name = _NAMES[term.op]
    return f"{name}({', '.join([*map(written, seen), starred])})" if seen else _call(name, term.args)


_SPECIAL: dict[str, Callable[[Node], str]] = {
    "const": lambda term: repr(term.data),
    "var": lambda term: str(term.data),
    "raise": lambda term: f"raise {term.data!r}",
    **dict.fromkeys(("seq", "set", "dict"), _structure),
    "make": lambda term: _call(_name_of(getattr(term.data, "cls", term.data)), term.args),
    "attr": _attribute,
    "index": lambda term: f"{_at_least(_ATOM, term.args[0])}[{written(term.args[1])}]",
    "slice": _sliced,
    "comp": lambda term: f"({_generator(term)})",
    "flatten": lambda term: f"({_generator(term)})" if _generator(term) else _call("flatten", term.args),
    "range": _range,
    **dict.fromkeys(("sum", "added"), _summed),
    **dict.fromkeys(("smallest", "largest"), _extreme),
    **dict.fromkeys(("keys", "values", "items"), lambda term: f"{_at_least(_ATOM, term.args[0])}.{term.op}()"),
    "convert": lambda term: _call(str(term.data), term.args),
    "isinstance": _classes,
    "unpack": lambda term: f"unpack({written(term.args[0])}, {term.data})",
    "match": lambda term: f"{_at_least(_COMPARED + 1, term.args[0])} in {term.data!r}",
    "found": lambda term: f"{term.data!r}({written(term.args[0])})",
    **dict.fromkeys(("call", "opaque", "apply"), lambda term: _call(_name_of(term.data), term.args)),
    "method": lambda term: _call(f"{_at_least(_ATOM, term.args[0])}.{term.data}", term.args[1:]),
    "test": lambda term: _call(repr(term.data), term.args),
}
