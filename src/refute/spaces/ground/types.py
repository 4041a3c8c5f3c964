"""Types ready to be enumerated: parameters filled in, scalars bounded by the scope, known siblings substituted.

A ground type is compared by its key, so that equal queries are memoised once. Refinements in it are terms over the
value (`VALUE`); as long as a sibling they depend on is not chosen, its variable is free in them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import final

from refute.logic.terms.term import (
    ANY,
    INT,
    STR,
    Constant,
    Sort,
    Term,
    data_sort,
    dict_sort,
    seq_sort,
    set_sort,
)
from refute.types.model import Alias, Constructor
from refute.types.model.sorts import sort_of_tuple

NO_NAMES: frozenset[str] = frozenset()


class Ground:
    """Base of ground types."""

    __slots__ = ("_conditions", "_hash", "free", "key")

    def __init__(self, key: tuple[Hashable, ...], free: frozenset[str] = NO_NAMES) -> None:
        self.key = (type(self).__name__, *key)
        self.free = free
        self._hash = hash(self.key)
        self._conditions: tuple[Term, ...] | None = None if free else ()

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Ground) and self._hash == other._hash and self.key == other.key)

    def __repr__(self) -> str:
        return f"{self.key[0]}({', '.join(map(str, self.key[1:]))})"

    @property
    def parts(self) -> tuple[Ground, ...]:
        return ()

    @property
    def sort(self) -> Sort:
        return ANY

    @property
    def conditions(self) -> tuple[Term, ...]:
        """Terms anywhere in the type that still depend on siblings."""
        if self._conditions is None:
            own = [term for term in self.own_terms() if not term.free <= {"@"}]
            inner = [term for part in self.parts if part.free for term in part.conditions]
            self._conditions = tuple(dict.fromkeys([*own, *inner]))
        return self._conditions

    def own_terms(self) -> tuple[Term, ...]:
        return ()


def _free(parts: tuple[Ground, ...]) -> frozenset[str]:
    return NO_NAMES.union(*[part.free for part in parts]) if parts else NO_NAMES


@final
class Scalars(Ground):
    """A finite extension: exactly these scalars, in their order.

    `cut` says that a sibling's value has made it smaller. `sort` is that of the type it came from, whatever is left
    of it. `named` are those that the type names itself, which are there however far a scope reaches.
    """

    __slots__ = ("_sort", "cut", "named", "values")

    def __init__(
        self, values: tuple[Constant, ...], sort: Sort, cut: bool = False, named: frozenset[Constant] = frozenset()
    ) -> None:
        super().__init__((values, sort, cut, named))
        self.values = values
        self.cut = cut
        self.named = named
        self._sort = sort

    @property
    def sort(self) -> Sort:
        return self._sort

    def with_values(self, values: tuple[Constant, ...], cut: bool | None = None) -> Scalars:
        named = self.named and self.named.intersection(values)
        return Scalars(values, self._sort, self.cut if cut is None else cut, named)

    def __repr__(self) -> str:
        shown = ", ".join(repr(value) for value in self.values[:8])
        return f"{{{shown}{', …' if len(self.values) > 8 else ''}}}"


@final
class Text(Ground):
    """Strings or bytes over an alphabet up to a length, and landmarks among them that are not over it."""

    __slots__ = ("alphabet", "kind", "landmarks", "length")

    def __init__(self, kind: str, alphabet: Scalars, landmarks: tuple[Constant, ...], length: int) -> None:
        super().__init__((kind, alphabet, landmarks, length))
        self.kind = kind
        self.alphabet = alphabet
        self.landmarks = landmarks
        self.length = length

    @property
    def sort(self) -> Sort:
        return STR if self.kind == "str" else seq_sort(INT, "bytes")

    def __repr__(self) -> str:
        return self.kind


class _OfElements(Ground):
    """A container of some kind whose elements are all of one type."""

    __slots__ = ("element", "kind")

    def __init__(self, kind: str, element: Ground) -> None:
        super().__init__((kind, element), element.free)
        self.kind = kind
        self.element = element

    @property
    def parts(self) -> tuple[Ground, ...]:
        return (self.element,)

    def __repr__(self) -> str:
        return f"{self.kind}[{self.element!r}]"


@final
class Sequenced(_OfElements):
    """A list, tuple or deque of any length."""

    __slots__ = ()

    @property
    def sort(self) -> Sort:
        return seq_sort(self.element.sort, self.kind)


@final
class Cells(_OfElements):
    """The items of a sequence from some place on; values are tuples, whatever the sequence is."""

    __slots__ = ()

    @property
    def sort(self) -> Sort:
        return STR if self.kind == "str" else seq_sort(self.element.sort, self.kind)


@final
class Tupled(Ground):
    """A tuple of fixed length."""

    __slots__ = ("elements",)

    def __init__(self, elements: tuple[Ground, ...]) -> None:
        super().__init__((elements,), _free(elements))
        self.elements = elements

    @property
    def parts(self) -> tuple[Ground, ...]:
        return self.elements

    @property
    def sort(self) -> Sort:
        return sort_of_tuple(tuple([element.sort for element in self.elements]))

    def __repr__(self) -> str:
        return f"tuple[{', '.join(map(repr, self.elements))}]"


@final
class Collected(_OfElements):
    """A set or frozenset."""

    __slots__ = ()

    @property
    def sort(self) -> Sort:
        return set_sort(self.element.sort)


@final
class Mapped(Ground):
    """A dict."""

    __slots__ = ("item", "keys")

    def __init__(self, keys: Ground, item: Ground) -> None:
        super().__init__((keys, item), keys.free | item.free)
        self.keys = keys
        self.item = item

    @property
    def parts(self) -> tuple[Ground, ...]:
        return (self.keys, self.item)

    @property
    def sort(self) -> Sort:
        return dict_sort(self.keys.sort, self.item.sort)

    def __repr__(self) -> str:
        return f"dict[{self.keys!r}, {self.item!r}]"


@final
class Remaining(Ground):
    """The elements of a set, or the items of a dict, from some cell of a selection on (see `sets_and_dicts`)."""

    __slots__ = ("of", "selection", "start")

    def __init__(self, selection: Hashable, start: int, of: Ground) -> None:
        super().__init__((selection, start))
        self.selection = selection
        self.start = start
        self.of = of

    @property
    def sort(self) -> Sort:
        return self.of.sort

    def __repr__(self) -> str:
        return repr(self.of)


@final
class Made(Ground):
    """Instances of one data class."""

    __slots__ = ("args", "constructor")

    def __init__(self, constructor: Constructor, args: tuple[Ground, ...]) -> None:
        super().__init__((constructor, args), _free(args))
        self.constructor = constructor
        self.args = args

    @property
    def parts(self) -> tuple[Ground, ...]:
        return self.args

    @property
    def sort(self) -> Sort:
        return data_sort(self.constructor)

    def __repr__(self) -> str:
        inside = f"[{', '.join(map(repr, self.args))}]" if self.args else ""
        return f"{self.constructor.name}{inside}"


@final
class Arguments(Ground):
    """The arguments of a constructor, as a tuple, before it is run on them."""

    __slots__ = ("made",)

    def __init__(self, made: Made) -> None:
        super().__init__((made,), made.free)
        self.made = made

    @property
    def sort(self) -> Sort:
        """That of the instances: conditions on the arguments are those on the instance that they make."""
        return self.made.sort

    def __repr__(self) -> str:
        return repr(self.made)


@final
class Either(Ground):
    """A union whose members share no value; `apart` if that is so whatever their arguments are."""

    __slots__ = ("apart", "members")

    def __init__(self, members: tuple[Ground, ...], apart: bool) -> None:
        super().__init__((members,), _free(members))
        self.members = members
        self.apart = apart

    @property
    def parts(self) -> tuple[Ground, ...]:
        return self.members

    def __repr__(self) -> str:
        return " | ".join(map(repr, self.members))


@final
class Limited(Ground):
    """A type with conditions on its values: terms over `VALUE` and over siblings not yet chosen."""

    __slots__ = ("base", "terms")

    def __init__(self, base: Ground, terms: tuple[Term, ...], value: str) -> None:
        names = NO_NAMES.union(*[term.free for term in terms]) - {value}
        super().__init__((base, terms), base.free | names)
        self.base = base
        self.terms = terms

    @property
    def parts(self) -> tuple[Ground, ...]:
        return (self.base,)

    def own_terms(self) -> tuple[Term, ...]:
        return self.terms

    @property
    def sort(self) -> Sort:
        return self.base.sort

    def __repr__(self) -> str:
        return repr(self.base)


@final
class Called(Ground):
    """A recursive alias, not expanded yet; siblings its body depends on are kept as terms."""

    __slots__ = ("alias", "args", "given")

    def __init__(self, alias: Alias, args: tuple[Ground, ...], given: tuple[tuple[str, Term], ...]) -> None:
        names = NO_NAMES.union(*[term.free for _, term in given])
        super().__init__((alias, args, given), _free(args) | names)
        self.alias = alias
        self.args = args
        self.given = given

    def own_terms(self) -> tuple[Term, ...]:
        return tuple(term for _, term in self.given)

    @property
    def parts(self) -> tuple[Ground, ...]:
        return self.args

    def __repr__(self) -> str:
        inside = f"[{', '.join(map(repr, self.args))}]" if self.args else ""
        return f"{self.alias.name}{inside}"


def scalars_in(tp: Ground) -> Iterator[Scalars]:
    """The extensions written in a type, not those of the fields of data it names."""
    if isinstance(tp, Scalars):
        yield tp
    for part in tp.parts:
        yield from scalars_in(part)


def family(tp: Ground) -> Hashable:
    """The kind of a type, whatever its arguments: siblings of one family may have equal queries."""
    match tp:
        case Made(constructor=constructor):
            return constructor
        case Either(members=members):
            return tuple(family(member) for member in members)
        case Limited(base=base):
            return family(base)
        case Called(alias=alias):
            return alias
        case Sequenced(kind=kind) | Cells(kind=kind) | Collected(kind=kind):
            return type(tp).__name__, kind
    return type(tp).__name__


def mapped(tp: Ground, change: Callable[[Ground], Ground]) -> Ground:
    """A type with a function applied to each type written in it."""
    match tp:
        case Made(constructor=constructor, args=args):
            return Made(constructor, tuple(map(change, args)))
        case Either(members=members):
            return Either(tuple(map(change, members)), tp.apart)
        case Sequenced(kind=kind, element=element):
            return Sequenced(kind, change(element))
        case Cells(kind=kind, element=element):
            return Cells(kind, change(element))
        case Tupled(elements=elements):
            return Tupled(tuple(map(change, elements)))
        case Collected(kind=kind, element=element):
            return Collected(kind, change(element))
        case Mapped(keys=keys, item=item):
            return Mapped(change(keys), change(item))
        case Called(alias=alias, args=args, given=given):
            return Called(alias, tuple(map(change, args)), given)
    raise AssertionError(tp)
