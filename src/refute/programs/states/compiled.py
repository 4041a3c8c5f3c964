"""Compiled readers of objects: a function for each class that makes a key of what an instance is made of.

def key(value, memo):                        @dataclass(frozen=True, slots=True)
    identity = id(value)                     class Node:
    known = kept(identity)                       left: Node | None
    if known is None:                            key: int
        known = memo.get(identity)
    if known is not None: return known
    p0 = value.left
    if p0.__class__ not in THEMSELVES:
        p0 = (by_class(id(p0.__class__)) or find(p0.__class__))(p0, memo)
        if p0 is OPEN: made = memo[identity] = OPEN; return OPEN
    p1 = value.key
    …
    parts = (mark, p0, p1)
    made = memo[identity] = tokens(parts) or token(*parts)
    return made
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

from refute.programs.states.layout import Layout, contents
from refute.programs.states.tokens import ABSENT, OPEN, THEMSELVES, ByClass, Tokens

Memo = dict[Any, Any]  # keys of immutable objects by identity; at None, what has to stay alive for that
Key = Callable[[Any, Memo], Hashable]


def frozen_key(
    layout: Layout, tokens: Tokens, by_class: ByClass, kept: Mapping[int, Hashable], passed_over: frozenset[str]
) -> Key:
    """The key of instances of a class whose attributes cannot be assigned: a token, or OPEN."""
    lines = [
        "def key(value, memo):",
        "    identity = id(value)",
        "    known = kept(identity)",
        "    if known is None: known = memo.get(identity)",
        "    if known is not None: return known",
        *_parts(layout, "made = memo[identity] = OPEN; return OPEN"),
        "    made = memo[identity] = tokens(parts) or token(*parts)",
        "    return made",
    ]
    return _compiled(lines, layout, tokens, by_class, kept, passed_over)


def plain_key(layout: Layout, tokens: Tokens, by_class: ByClass, passed_over: frozenset[str]) -> Key:
    """The key of instances of any other class: all parts in order, as a walk would meet them; OPEN if a part is
    mutable."""
    lines = ["def key(value, memo):", *_parts(layout, "return OPEN"), "    return parts"]
    return _compiled(lines, layout, tokens, by_class, {}, passed_over)


def _parts(layout: Layout, give_up: str) -> Iterator[str]:
    """Lines that make a tuple of a mark of the class and the keys of all parts."""
    names = [f"p{number}" for number in range(len(layout.slots))]
    for number, (name, (attribute, slot)) in enumerate(zip(names, layout.slots, strict=True)):
        read = f"value.{attribute}" if _is_plain(layout.cls, attribute, slot) else f"slot_{number}(value)"
        yield f"    try: {name} = {read}"
        yield f"    except AttributeError: {name} = ABSENT"
        yield from _part(name, give_up, "    ")
    start = ", ".join(["mark", *names])
    if layout.attributes is None and layout.base is None:
        yield f"    parts = ({start},)"
        return
    if layout.attributes is not None:
        yield f"    found = {'value.__dict__' if _has_plain_dictionary(layout.cls) else 'attributes(value)'}"
        yield "    names = tuple(found)"
        yield "    named = (readers(names) or reader(names))(found, memo)"
        yield f"    if named is OPEN: {give_up}"
        start = f"{start}, *named"
    if layout.base is not None:
        yield "    inside = contents(base, value)"
        yield "    memo.setdefault(None, []).append(inside)"
        yield from _part("inside", give_up, "    ")
        start = f"{start}, inside"
    yield f"    parts = ({start},)"


def _part(name: str, give_up: str, indent: str) -> Iterator[str]:
    """A part becomes its key. A tuple of scalars is its own."""
    yield f"{indent}if {name}.__class__ not in THEMSELVES:"
    yield f"{indent}    if not ({name}.__class__ is tuple and all_themselves(map(type, {name}))):"
    yield f"{indent}        {name} = (by_class(id({name}.__class__)) or find({name}.__class__))({name}, memo)"
    yield f"{indent}        if {name} is OPEN: {give_up}"


def _is_plain(cls: type, name: str, slot: Any) -> bool:
    """Whether looking an attribute up gives what is in a slot, and runs nothing of the user's."""
    found = inspect.getattr_static(cls, name, None)
    return found is slot and name.isidentifier() and _has_plain_lookup(cls)


def _has_plain_lookup(cls: type) -> bool:
    return inspect.getattr_static(cls, "__getattribute__", None) is object.__getattribute__


def _has_plain_dictionary(cls: type) -> bool:
    owners = [one for one in cls.__mro__ if "__dict__" in vars(one)]
    return _has_plain_lookup(cls) and all(type(vars(one)["__dict__"]).__name__ == "getset_descriptor" for one in owners)


def _compiled(
    lines: list[str],
    layout: Layout,
    tokens: Tokens,
    by_class: ByClass,
    kept: Mapping[int, Hashable],
    passed_over: frozenset[str],
) -> Key:
    readers: dict[tuple[str, ...], Key] = {}

    def reader(written: tuple[str, ...]) -> Key:
        """What reads dictionaries with these names, in whatever order they were assigned."""
        order = tuple(sorted(name for name in written if name not in passed_over))
        lines = ["def key(found, memo):"]
        for number, name in enumerate(order):
            lines += [f"    p{number} = found[{name!r}]", *_part(f"p{number}", "return OPEN", "    ")]
        parts = "".join(f"p{number}, " for number in range(len(order)))
        lines.append(f"    return (order, {parts})")
        made = readers[written] = _executed(lines, names | {"order": order})
        return made

    names: dict[str, Any] = {
        "ABSENT": ABSENT,
        "OPEN": OPEN,
        "THEMSELVES": THEMSELVES,
        "all_themselves": THEMSELVES.issuperset,
        "attributes": layout.attributes,
        "base": layout.base,
        "by_class": by_class.get,
        "contents": contents,
        "find": by_class.of,
        "kept": kept.get,
        "mark": tokens.individual(layout.cls),
        "reader": reader,
        "readers": readers.get,
        "token": tokens.of,
        "tokens": tokens.known,
    }
    names |= {f"slot_{number}": slot.__get__ for number, (_, slot) in enumerate(layout.slots)}
    return _executed(lines, names)


def _executed(lines: list[str], names: dict[str, Any]) -> Key:
    exec(compile("\n".join(lines), "<fingerprint>", "exec"), names)
    key: Key = names["key"]
    return key
