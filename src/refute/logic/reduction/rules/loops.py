"""Rules for lazy iterables: comprehensions, nested and chained ones, `zip` and `enumerate`.

An element that raises does so when a consumer reaches it, and `any` may stop before that. So items are not evaluated
here but by the rule of the consumer, which knows whether all of them are needed (see `folds`). Loops are rewritten into
loops over what their iterables are made of:

    f(x) for x in (g(y) for y in ys)          ->  f(g(y)) for y in ys
    f(i, x) for i, x in enumerate(xs)         ->  f(i, xs[i]) for i in range(len(xs))
    f(i) for i in range(k, n)                 ->  f(i + k) for i in range(n - k)
    f(i) for i in range(k, n, 2)              ->  f(2 * i + k) for i in range((n - k + 1) // 2)
    f(xs[i]) for i in range(len(xs))          ->  f(x) for x in xs
"""

from __future__ import annotations

from collections.abc import Hashable

from refute.logic.reduction.rewriter import Rewriter
from refute.logic.reduction.rules.booleans import conjunction
from refute.logic.reduction.shapes import (
    EMPTY,
    Prefix,
    counts_up,
    forced,
    iterated,
    kind_of,
    known_prefix,
    loop_prefix,
    rebuilt_sequence,
)
from refute.logic.reduction.totality import total
from refute.logic.terms.term import (
    INTEGERS,
    NAT,
    Container,
    Sort,
    Term,
    constant_value,
    element_sort,
    is_container,
    sequence_kind,
)


def nothing(r: Rewriter) -> Term:
    return r.make("seq", (), Container("list"))


def comprehension(r: Rewriter, args: tuple[Term, ...], data: Hashable) -> Term | None:
    source, element, condition = args
    source = _walkable(r, iterated(r, source))
    if source.op == "raise":
        return source
    if known_prefix(r, source) == EMPTY or (condition is r.false and total(source) and is_container(source.sort)):
        return nothing(r)
    bound = r.variable(data)
    sort = _bound_sort(r, source)
    if bound.sort != sort:
        data = r.fresh(sort)
        typed = r.variable(data)
        element, condition = r.replace(element, bound, typed), r.replace(condition, bound, typed)
        bound = typed
    if element is bound and condition is r.true and kind_of(source) in ("list", "tuple", "deque") and total(source):
        return source
    moved = _moved_to_source(r, source, element, condition, bound)
    if moved is None:
        moved = _by_element(r, source, element, condition, bound)
    return moved if moved is not None else _canonical(r, source, element, condition, data)


def _walkable(r: Rewriter, source: Term) -> Term:
    """A list of the items of a known object that is no builtin container."""
    if not source.value or loop_prefix(r, source) is not None:
        return source
    try:
        return r.const(list(r.concrete(source)))
    except Exception as error:
        return r.raising(error)


def _bound_sort(r: Rewriter, source: Term) -> Sort:
    if source.op == "range" and source.args[0] is r.const(0) and source.args[2] is r.const(1):
        return NAT
    return element_sort(source.sort)


def _canonical(r: Rewriter, source: Term, element: Term, condition: Term, data: Hashable) -> Term:
    """A comprehension with its canonical bound name: `$1` for an innermost one, `$2` around it, and so on."""
    bound = r.variable(data)
    outside = (element.free | condition.free) - {str(bound.data)}
    depth = 1 + max(element.height, condition.height)
    while f"${depth}" in outside:
        depth += 1
    wanted = f"${depth}", bound.sort
    if data != wanted:
        fresh = r.variable(wanted)
        element, condition = r.replace(element, bound, fresh), r.replace(condition, bound, fresh)
        return r.make("comp", (source, element, condition), wanted)
    return r.intern(Term("comp", (source, element, condition), data))


def _moved_to_source(r: Rewriter, source: Term, element: Term, condition: Term, bound: Term) -> Term | None:
    """A loop over another iterable as a loop over the iterables that this one is made of."""
    data = bound.data, bound.sort
    match source.op:
        case "comp":
            return _fused(r, source, element, condition, bound)
        case "chain" | "concat" if source.op == "chain" or total(source):
            return r.make("chain", tuple(r.make("comp", (part, element, condition), data) for part in source.args))
        case "ite":
            choice, *branches = source.args
            return r.make("ite", (choice, *(r.make("comp", (part, element, condition), data) for part in branches)))
        case "enumerate" if kind_of(source.args[0]) and total(source):
            counted, start = source.args
            place = r.fresh(NAT)
            number = r.make("add", (r.variable(place), start))
            item = r.make("index", (counted, r.variable(place)))
            places = r.make("range", (r.const(0), r.make("len", (counted,)), r.const(1)))
            replaced = (_numbered(r, part, bound, number, item) for part in (element, condition))
            return r.make("comp", (places, *replaced), place)
        case "range" if source.args[2].op == "const" and loop_prefix(r, source) is None:
            return _from_zero(r, source, element, condition, bound)
    return None


def _from_zero(r: Rewriter, source: Term, element: Term, condition: Term, bound: Term) -> Term | None:
    """A loop over a range as one over a range that starts at 0 and has the step 1."""
    start, stop, step = source.args
    stride = constant_value(step)
    if not all(arg.sort in INTEGERS for arg in source.args) or stride < 1 or (start is r.const(0) and stride == 1):
        return None
    span = r.make("sub", (stop, start))
    count = r.make("floordiv", (r.make("add", (span, r.const(stride - 1))), step)) if stride > 1 else span
    place = r.fresh(NAT)
    number = r.make("add", (r.make("mul", (r.variable(place), step)), start))
    counted = r.make("range", (r.const(0), count, r.const(1)))
    return r.make("comp", (counted, *(r.replace(part, bound, number) for part in (element, condition))), place)


def _numbered(r: Rewriter, term: Term, bound: Term, number: Term, item: Term) -> Term:
    """Replaces a pair of `enumerate` by its number and item, which exists, so that using the number alone is safe."""
    term = r.replace(term, r.make("index", (bound, r.const(0))), number)
    term = r.replace(term, r.make("index", (bound, r.const(1))), item)
    return r.replace(term, bound, r.make("seq", (number, item), Container("tuple")))


def _fused(r: Rewriter, source: Term, element: Term, condition: Term, bound: Term) -> Term:
    inner, mapped, kept = source.args
    old = r.variable(source.data)
    data = r.fresh(old.sort)
    mapped, kept = (r.replace(part, old, r.variable(data)) for part in (mapped, kept))
    element, condition = r.replace(element, bound, mapped), r.replace(condition, bound, mapped)
    # the inner element is evaluated even if the outer loop does not use it
    if condition is not r.true:
        condition = r.after((mapped,), r.truth(condition))
    return r.make("comp", (inner, r.after((mapped,), element), conjunction(r, (kept, condition))), data)


def _by_element(r: Rewriter, source: Term, element: Term, condition: Term, bound: Term) -> Term | None:
    """`f(xs[i]) for i in range(len(xs))` as `f(x) for x in xs`, if `i` is used for nothing else."""
    if not counts_up(r, source) or source.args[1].op != "len":
        return None
    sequence = source.args[1].args[0]
    if sequence_kind(sequence.sort) is None:
        return None
    access = r.make("index", (sequence, bound))
    item = r.fresh(element_sort(sequence.sort))
    replaced = tuple(r.replace(part, access, r.variable(item)) for part in (element, condition))
    if any(str(bound.data) in part.free for part in replaced):
        return None
    return r.make("comp", (sequence, *replaced), item)


def chain(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    """Iterables one after the other. A part that raises does so only when it is reached."""
    parts: list[Term] = []
    for arg in args:
        for part in arg.args if arg.op == "chain" else (arg,):
            part = iterated(r, part)
            if known_prefix(r, part) != EMPTY:
                parts.append(part)
            if part.op == "raise":
                return r.intern(Term("chain", tuple(parts))) if len(parts) > 1 else part
    if len(parts) > 1:
        return r.intern(Term("chain", tuple(parts)))
    return parts[0] if parts else nothing(r)


def flatten(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    """An iterable of iterables as one: nested loops of a comprehension."""
    outer = args[0]
    match outer.op:
        case "comp":
            shape = loop_prefix(r, outer.args[0])
            if shape is None:
                return None
            items, rest = shape
            bound = r.variable(outer.data)
            parts = []
            for item in items:
                inner, kept = (r.replace(part, bound, item) for part in outer.args[1:])
                parts.append(r.make("ite", (kept, inner, nothing(r))))
            if rest is not None:
                parts.append(r.make("flatten", (r.make("comp", (rest, *outer.args[1:]), outer.data),)))
            return r.make("chain", tuple(parts))
        case "chain":
            return r.make("chain", tuple(r.make("flatten", (part,)) for part in outer.args))
        case "ite":
            choice, *branches = outer.args
            return r.make("ite", (choice, *(r.make("flatten", (branch,)) for branch in branches)))
    shape = loop_prefix(r, outer)
    if shape is None:
        return None
    items, rest = shape
    return r.make("chain", items if rest is None else (*items, r.make("flatten", (rest,))))


def zip_(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    if not args:
        return nothing(r)
    given, args = args, tuple(iterated(r, arg) for arg in args)
    for arg in args:
        raising = forced(r, arg)
        if raising is not None:
            return raising
    if _neighbours(r, args):
        args = (args[0].args[0], args[1])
    shapes = [loop_prefix(r, arg) for arg in args]
    known = [total(arg) or (shape is not None and shape[1] is None) for arg, shape in zip(args, shapes, strict=True)]
    if all(known) and EMPTY in shapes:
        return nothing(r)
    heads: list[Term] = []
    tails: list[Term] = []
    for arg, shape in zip(args, shapes, strict=True):
        if shape is None or not shape[0]:
            args = tuple(_listed(r, *pair) for pair in zip(args, shapes, strict=True))
            return None if args == given else r.make("zip", args)
        items, rest = shape
        heads.append(items[0])
        if len(items) == 1 and rest is not None:
            tails.append(rest)
        else:
            tails.append(rebuilt_sequence(r, kind_of(arg) or "list", items[1:], rest))
    first = r.make("seq", tuple(heads), Container("tuple"))
    return rebuilt_sequence(r, "list", (first,), r.make("zip", tuple(tails)))


def _listed(r: Rewriter, source: Term, shape: Prefix | None) -> Term:
    """A loop with its known items listed, so that equal rests have equal forms."""
    return rebuilt_sequence(r, "list", *shape) if shape is not None and source.op in ("comp", "chain") else source


def _neighbours(r: Rewriter, args: tuple[Term, ...]) -> bool:
    """Whether the arguments are those of `zip(xs[:-1], xs[1:])`, which is `zip(xs, xs[1:])`."""
    if len(args) != 2 or args[0].op != "slice" or args[1].op != "slice":
        return False
    whole, *cut = args[0].args
    same, *tail = args[1].args
    return whole is same and cut == [r.none, r.const(-1), r.none] and tail == [r.const(1), r.none, r.none]


def enumerate_(r: Rewriter, args: tuple[Term, ...], _: Hashable) -> Term | None:
    box, start = args
    box = iterated(r, box)
    raising = forced(r, box)
    if raising is not None:
        return raising
    shape = loop_prefix(r, box)
    if shape is None or start.sort not in INTEGERS or not total(start):
        return None if box is args[0] else r.make("enumerate", (box, start))
    items, rest = shape
    numbered = []
    start = r.make("pos", (start,))  # True counts as 1
    for item in items:
        numbered.append(r.make("seq", (start, item), Container("tuple")))
        start = r.make("add", (start, r.const(1)))
    return rebuilt_sequence(r, "list", numbered, None if rest is None else r.make("enumerate", (rest, start)))


LOOPS = {
    "comp": comprehension,
    "chain": chain,
    "flatten": flatten,
    "zip": zip_,
    "enumerate": enumerate_,
}
