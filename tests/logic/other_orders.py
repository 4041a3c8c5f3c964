"""What Python might have computed, had it looked at independent operands in another order.

Two deviations of the reducer from Python are accepted, and only these:

- `a and b` is False as soon as `b` is known to be, though `a` might raise; so for `or`, for the items of `all` and
  `any`, for the conditions of a loop, and for a conditional whose branches come to the same Boolean;
- where several operands raise, any one of their exceptions may be reported.

`outcomes` runs an expression with every operand wrapped into a thunk, and finds all that may come of it in this sense.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

_MOST_RUNS = 400


class _Chooser:
    """Decides open questions, differently in each run, until all combinations have been tried."""

    def __init__(self) -> None:
        self.path: list[list[int]] = []  # the choice made and how many there were
        self.at = 0
        self.always_last = False

    def choose(self, count: int) -> int:
        if self.always_last:
            return count - 1
        if self.at == len(self.path):
            self.path.append([0, count])
        choice = self.path[self.at][0]
        self.at += 1
        return choice

    def next_run(self) -> bool:
        self.at = 0
        while self.path and self.path[-1][0] + 1 >= self.path[-1][1]:
            self.path.pop()
        if self.path:
            self.path[-1][0] += 1
        return bool(self.path)


Thunk = Callable[[], Any]
Result = tuple[Any, type[BaseException] | None]


class _Operators:
    """What the rewritten expression calls."""

    def __init__(self, chooser: _Chooser) -> None:
        self.chooser = chooser
        self.side: int | None = None  # which branch to take where a condition raises, if any

    def connected(self, decisive: bool, *thunks: Thunk) -> Any:
        return self._decided(decisive, iter(thunks), lambda value: value)

    def quantified(self, decisive: bool, thunks: Iterator[Thunk]) -> bool:
        return bool(self._decided(decisive, iter(thunks), bool, default=not decisive))

    def _decided(
        self, decisive: bool, thunks: Iterator[Thunk], as_result: Callable[[Any], Any], default: Any = None
    ) -> Any:
        value = default
        for thunk in thunks:
            try:
                value = as_result(thunk())
            except Exception:
                if self.chooser.choose(2) and self._comes_later(decisive, thunks):
                    return decisive
                raise
            if bool(value) is decisive:
                return value
        return value

    def _comes_later(self, decisive: bool, thunks: Iterator[Thunk]) -> bool:
        for thunk in thunks:
            try:
                if bool(thunk()) is decisive:
                    return True
            except Exception:
                continue
        return False

    def conditional(self, test: Thunk, *branches: Thunk) -> Any:
        try:
            chosen = 0 if test() else 1
        except Exception:
            if self.side is None:
                raise
            chosen = self.side
        return branches[chosen]()

    def strict(self, combine: Callable[[list[Any]], Any], *thunks: Thunk) -> Any:
        values, errors = [], []
        for thunk in thunks:
            try:
                values.append(thunk())
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[self.chooser.choose(len(errors)) if len(errors) > 1 else 0]
        return combine(values)


def _thunk(node: ast.expr) -> ast.Lambda:
    nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(args=nothing, body=node)


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


def _operator(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(func=ast.Attribute(ast.Name("_o", ast.Load()), name, ast.Load()), args=list(args), keywords=[])


class _Rewriter(ast.NodeTransformer):
    def __init__(self) -> None:
        self.depth = 0

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        parts = [_thunk(self.visit(value)) for value in node.values]
        return _operator("connected", ast.Constant(isinstance(node.op, ast.Or)), *parts)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        return _operator("conditional", *(_thunk(self.visit(part)) for part in (node.test, node.body, node.orelse)))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        if len(node.ops) > 1:
            operands = [node.left, *node.comparators]
            pairs: list[ast.expr] = [
                ast.Compare(left=operands[i], ops=[op], comparators=[operands[i + 1]]) for i, op in enumerate(node.ops)
            ]
            return self.visit_BoolOp(ast.BoolOp(op=ast.And(), values=pairs))
        loop = node.comparators[0]
        if isinstance(loop, ast.GeneratorExp) and isinstance(node.ops[0], ast.In | ast.NotIn):
            found = self._quantified(True, ast.Compare(node.left, [ast.Eq()], [loop.elt]), loop.generators)
            met = self._strict([node.left, loop.generators[0].iter], lambda a, b: ast.Tuple([a, b], ast.Load()))
            wanted = found if isinstance(node.ops[0], ast.In) else ast.UnaryOp(ast.Not(), found)
            return ast.Subscript(ast.Tuple([met, wanted], ast.Load()), ast.Constant(1), ast.Load())
        return self._strict([node.left, loop], lambda a, b: ast.Compare(a, node.ops, [b]))

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        """All conditions of one loop are one."""
        source, ifs = _unfiltered(node)
        joined: list[ast.expr] = [ast.BoolOp(op=ast.And(), values=ifs)] if len(ifs) > 1 else ifs
        return self.generic_visit(ast.comprehension(node.target, source, joined, 0))  # type: ignore[return-value]

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        return self._strict([node.left, node.right], lambda a, b: ast.BinOp(a, node.op, b))

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if isinstance(node.slice, ast.Slice):
            bounds = [part or ast.Constant(None) for part in (node.slice.lower, node.slice.upper, node.slice.step)]
            return self._strict([node.value, *bounds], lambda a, *b: ast.Subscript(a, ast.Slice(*b), ast.Load()))
        return self._strict([node.value, node.slice], lambda a, b: ast.Subscript(a, b, ast.Load()))

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        if isinstance(node.ctx, ast.Store):
            return node
        return self._items(node.elts, lambda *parts: ast.Tuple(list(parts), ast.Load()), node)

    def visit_List(self, node: ast.List) -> ast.expr:
        return self._items(node.elts, lambda *parts: ast.List(list(parts), ast.Load()), node)

    def visit_Set(self, node: ast.Set) -> ast.expr:
        return self._items(node.elts, lambda *parts: ast.Set(list(parts)), node)

    def _items(self, items: list[ast.expr], build: Callable[..., ast.expr], node: ast.expr) -> ast.expr:
        if len(items) < 2:
            return self.generic_visit(node)  # type: ignore[return-value]
        starred = [isinstance(item, ast.Starred) for item in items]
        listed = [_call("list", item.value) if isinstance(item, ast.Starred) else item for item in items]

        def rebuilt(*parts: ast.expr) -> ast.expr:
            return build(*(ast.Starred(p, ast.Load()) if s else p for p, s in zip(parts, starred, strict=True)))

        return self._strict(listed, rebuilt)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node:
            case ast.Call(func=ast.Name(id="all" | "any" as name), args=[arg]):
                loop = _as_generator(arg)
                if loop is not None:
                    return self._quantified(name == "any", loop.elt, loop.generators)
            case ast.Call(func=ast.Attribute(value=receiver, attr=attr), args=args, keywords=[]) if args:
                return self._strict(
                    [receiver, *args], lambda a, *b: ast.Call(ast.Attribute(a, attr, ast.Load()), list(b), [])
                )
            case ast.Call(func=func, args=args, keywords=keywords) if len(args) + len(keywords) > 1:
                names = [keyword.arg for keyword in keywords]

                def build(*parts: ast.expr) -> ast.expr:
                    named = [ast.keyword(n, p) for n, p in zip(names, parts[len(args) :], strict=True)]
                    return ast.Call(func, list(parts[: len(args)]), named)

                return self._strict([*args, *(keyword.value for keyword in keywords)], build)
        return self.generic_visit(node)  # type: ignore[return-value]

    def _quantified(self, some: bool, element: ast.expr, loops: list[ast.comprehension]) -> ast.expr:
        """`all` of nested loops as `all` of `all`, a condition as an alternative."""
        loop, *inner = loops
        body: ast.expr = self._quantified(some, element, inner) if inner else self.visit(element)
        iterated, ifs = _unfiltered(loop)
        for test in reversed(ifs):
            condition = self.visit(test) if some else ast.UnaryOp(ast.Not(), self.visit(test))
            body = _operator("connected", ast.Constant(not some), _thunk(condition), _thunk(body))
        source = ast.comprehension(target=loop.target, iter=self.visit(iterated), ifs=[], is_async=0)
        return _operator("quantified", ast.Constant(some), ast.GeneratorExp(_thunk(body), [source]))

    def _strict(self, operands: list[ast.expr], build: Callable[..., ast.expr]) -> ast.expr:
        self.depth += 1
        name = f"_v{self.depth}"
        thunks = [_thunk(self.visit(operand)) for operand in operands]
        parts = [ast.Subscript(ast.Name(name, ast.Load()), ast.Constant(i), ast.Load()) for i in range(len(operands))]
        params = ast.arguments(posonlyargs=[], args=[ast.arg(name)], kwonlyargs=[], kw_defaults=[], defaults=[])
        return _operator("strict", ast.Lambda(params, build(*parts)), *thunks)


def _unfiltered(loop: ast.comprehension) -> tuple[ast.expr, list[ast.expr]]:
    """What a loop goes through and under which conditions, those of a `filter` it loops over included."""
    match loop.iter, loop.target:
        case ast.Call(func=ast.Name(id="filter"), args=[function, source]), ast.Name(id=name):
            return source, [ast.Call(function, [ast.Name(name, ast.Load())], []), *loop.ifs]
    return loop.iter, loop.ifs


def _as_generator(node: ast.expr) -> ast.GeneratorExp | None:
    match node:
        case ast.GeneratorExp():
            return node
        case ast.Call(func=ast.Name(id="map"), args=[function, source]):
            item = ast.Name("_item", ast.Load())
            loop = ast.comprehension(target=ast.Name("_item", ast.Store()), iter=source, ifs=[], is_async=0)
            return ast.GeneratorExp(ast.Call(function, [item], []), [loop])
    return None


def outcomes(text: str, namespace: dict[str, Any], values: list[Any]) -> Iterator[Result]:
    """Everything that may come of a lambda: pairs of a value and the type of an exception, one of them None."""
    tree = ast.fix_missing_locations(_Rewriter().visit(ast.parse(text, mode="eval")))
    chooser = _Chooser()
    operators = _Operators(chooser)
    function = eval(compile(tree, "<other orders>", "eval"), {**namespace, "_o": operators})

    def run() -> Result:
        try:
            return function(*values), None
        except Exception as error:
            return None, type(error)

    # a loop may leave open so many questions that the last combination would not be come to
    chooser.always_last = True
    yield run()
    chooser.always_last = False
    for _ in range(_MOST_RUNS):
        operators.side = None
        yield run()
        path = chooser.at
        sides = []
        for operators.side in (0, 1):
            chooser.at = 0
            sides.append(run())
            del chooser.path[path:]
        if sides[0] == sides[1]:
            yield sides[0]
        if not chooser.next_run():
            return
