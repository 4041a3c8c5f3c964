"""Random files of a store: syntax trees of anything that Python has, and texts with small changes."""

from __future__ import annotations

import ast
import random

from hostile_entries import ENTRIES, FILES, written

_IMPORTS = [
    "from kept_types import Account, Colour, Forgetful, Leaf, Model, Node, Permission, Plain, Point, Struct",
    "import datetime",
    "import kept_types",
    "from collections import deque",
    "from decimal import Decimal",
    "from fractions import Fraction",
    "from kept_types import f",
]
_ODD_IMPORTS = ["import os", "from os import system as Point", "import subprocess as f", "from builtins import eval"]
_CALLED = [
    *("Point", "Node", "Leaf", "Account", "Plain", "Model", "Struct", "Forgetful", "Colour", "Permission", "Decimal"),
    *("Fraction", "deque", "set", "frozenset", "float", "complex", "datetime.date", "datetime.timedelta", "int", "g"),
]
_NAMED = [
    *("Colour.RED", "Colour.BLACK", "Permission.READ", "Permission.WRITE", "kept_types.Mode.FAST", "Leaf", "int", "g"),
    *("datetime.timezone.utc", "kept_types.Outer.Shade.LIGHT"),
]
_ODD = ["eval", "os.system", "x", "__import__", "Point.__class__", "open", "datetime.datetime.now", "f", "y.__dict__"]
_ODD_STATEMENTS = [
    *("import os", "x = 1", "del x", "assert x", "pass", "x += 1", "x: int = 1", "return", "global x", "raise"),
    *("if x: y", "while x: y", "for x in y: z", "with x: y", "try: x\nfinally: y", "match x:\n case _: y"),
    *("class A: pass", "def h(x): return 1", "async def h(): await x", "lambda: x", "f(x=1)"),
]
_KEYWORDS = ["x", "y", "value", "below", "owner", "label", "tags", "flag", "seed", "salt", "days", "maxlen", "tag"]
_GOOD = [
    "f(x=[1, -2, 3.5, 'a', b'b', None, True, ...])",
    "# size 3, crash: raised KeyError\n# passed once\nfrom kept_types import f\nf(x=frozenset({1, complex(1.0, 2.0)}))",
    "from kept_types import Leaf, Node\nf(x=Node(1, below=Node(2, below=Leaf())))",
    "from kept_types import Permission\nf(x=Permission.READ | Permission.WRITE)",
    "import datetime\nf(x=datetime.datetime(2024, 2, 29, 1, 0, fold=1, tzinfo=datetime.timezone.utc))",
    "from decimal import Decimal\nfrom fractions import Fraction\nf(x={Decimal('1.5'): (Fraction(1, 3), {2, 3})})",
    """\
def g(x):
    if x in (0, 2): return 1
    if x != x: return [2]
    raise LookupError("g was not asked this")
f(x=g)
""",
    """\
from kept_types import Point
async def g(x, y=1, *, z):
    if (x, y) == (0, Point(1)): return 2
    return {}
f(x=g)
""",
    """\
def h(): return iter([1])
def g(x):
    if (x(0), x(1)) == (1, 0) and x == h: return h
    return iter([])
f(x=g)
""",
]
_PIECES = [
    *"()[]{},:.=|+-*#'\"\\\n \t0189aefxj_;@%^~<>!?$`\0\x0c\ré\u2028",
    *("==", "!=", "**", "\n\n", "\r\n", "    ", "'''", '"""', "f'{", "}'", "\\N{", "\\u", "\\x", "0x", "1e9", "9" * 50),
    *("lambda: ", " for x in ", " if ", " else ", " and ", " or ", " not ", " is ", " in ", "await ", "yield ", ":= "),
    *("def g(x): ", "return ", "raise ", "import os\n", "from os import *\n", "class A: ", "del ", "async ", "eval("),
    *("[" * 300, "]" * 300, "-" * 1100, ".a" * 600, "()" * 600, "f(x=1)\n" * 20),
]


class RandomTrees:
    """Files of entries with values of all sorts, most of which are as they should be."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def text(self) -> str:
        body: list[ast.stmt] = [*self._imports()]
        if self._chance(0.3):
            body.append(self._definition())
        body.append(ast.Expr(self._call_of_the_function()))
        if self._chance(0.05):
            body.append(self._odd_statement())
        return ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    def _imports(self) -> list[ast.stmt]:
        chosen = [text for text in _IMPORTS if self._chance(0.9)]
        chosen += [text for text in _ODD_IMPORTS if self._chance(0.01)]
        return ast.parse("\n".join(chosen)).body

    def _call_of_the_function(self) -> ast.expr:
        name = "f" if self._chance(0.97) else self._random.choice(_ODD)
        values = [self._value(3)]
        if self._chance(0.05):
            values.append(self._value(2))
        if self._chance(0.6):
            return ast.Call(_name(name), [], [ast.keyword("x", value) for value in values])
        return ast.Call(_name(name), [*values], [])

    def _value(self, depth: int) -> ast.expr:
        if self._chance(0.04):
            return self._odd_value(max(depth - 1, 0))
        kind = self._random.randrange(9 if depth else 3)
        parts = [self._value(depth - 1) for _ in range(self._random.randrange(4))] if depth else []
        match kind:
            case 0 | 1:
                return self._constant()
            case 2:
                return _name(self._random.choice(_NAMED))
            case 3:
                return ast.List(parts, ast.Load())
            case 4:
                return ast.Tuple(parts, ast.Load())
            case 5:
                return ast.Set(parts or [self._constant()])
            case 6:
                return ast.Dict([self._value(0) for _ in parts], [*parts])
            case 7:
                return ast.BinOp(_name("Permission.READ"), ast.BitOr(), _name("Permission.WRITE"))
        by_name = self._random.sample(_KEYWORDS, len(parts)) if self._chance(0.5) else []
        args = parts if not by_name else []
        keywords = [ast.keyword(name, part) for name, part in zip(by_name, parts, strict=False)]
        return ast.Call(_name(self._random.choice(_CALLED)), args, keywords)

    def _constant(self) -> ast.expr:
        number = self._random.choice([0, 1, 7, 2.5, 1e300, 3j, 10**30])
        plain: list[object] = [True, None, ..., "", "it's\n\x00é", b"\xff"]
        if self._chance(0.4):
            return ast.Constant(self._random.choice(plain))
        return ast.UnaryOp(ast.USub(), ast.Constant(number)) if self._chance(0.3) else ast.Constant(number)

    def _odd_value(self, depth: int) -> ast.expr:
        one, other = self._value(depth), self._value(depth)
        name = ast.Name("y", ast.Load())
        store = ast.Name("y", ast.Store())
        loop = ast.comprehension(store, one, [], 0)
        arguments = ast.arguments([], [], None, [], [], None, [])
        odd: list[ast.expr] = [
            _name(self._random.choice(_ODD)),
            ast.Call(_name(self._random.choice(_ODD)), [one], []),
            ast.Call(one, [other], []),
            ast.Call(_name("Point"), [ast.Starred(one, ast.Load())], []),
            ast.Call(_name("Point"), [], [ast.keyword(None, one)]),
            ast.Attribute(one, "real", ast.Load()),
            ast.Subscript(one, other, ast.Load()),
            ast.Subscript(one, ast.Slice(None, other, None), ast.Load()),
            ast.List([ast.Starred(one, ast.Load())], ast.Load()),
            ast.Dict([None], [one]),
            ast.Lambda(arguments, one),
            ast.IfExp(one, other, one),
            ast.ListComp(name, [loop]),
            ast.SetComp(name, [loop]),
            ast.DictComp(name, other, [loop]),
            ast.GeneratorExp(name, [loop]),
            ast.NamedExpr(store, one),
            ast.JoinedStr([ast.FormattedValue(name, -1, None)]),
            ast.Compare(one, [self._random.choice([ast.Eq(), ast.Is(), ast.In(), ast.Lt()])], [other]),
            ast.BoolOp(self._random.choice([ast.And(), ast.Or()]), [one, other]),
            ast.UnaryOp(self._random.choice([ast.Not(), ast.Invert(), ast.USub(), ast.UAdd()]), one),
            ast.BinOp(one, self._random.choice([ast.Add(), ast.Sub(), ast.BitOr(), ast.Mult(), ast.Pow()]), other),
        ]
        return self._random.choice(odd)

    def _definition(self) -> ast.stmt:
        names = self._random.sample(["x", "y", "z"], self._random.randrange(1, 4))
        defaults = [self._value(1)] if self._chance(0.2) else []
        arguments = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, defaults)
        lines: list[ast.stmt] = [
            ast.If(self._condition(names), [ast.Return(self._answer())], []) for _ in range(self._random.randrange(4))
        ]
        unknown = ast.Raise(ast.Call(_name("LookupError"), [ast.Constant("not asked")], []), None)
        lines.append(unknown if self._chance(0.3) else ast.Return(self._answer()))
        if self._chance(0.05):
            lines.append(self._odd_statement())
        if self._chance(0.2):
            return ast.AsyncFunctionDef("g", arguments, lines, [], None)
        return ast.FunctionDef("g", arguments, lines, [], None)

    def _answer(self) -> ast.expr:
        if self._chance(0.2):
            return ast.Call(_name("iter"), [ast.List([self._value(1)], ast.Load())], [])
        return self._value(1)

    def _condition(self, names: list[str]) -> ast.expr:
        name = _name(self._random.choice(names))
        all_names = ast.Tuple([_name(other) for other in names], ast.Load())
        value, other = self._value(1), self._value(1)
        conditions: list[ast.expr] = [
            ast.Compare(name, [ast.Eq()], [value]),
            ast.Compare(name, [ast.NotEq()], [name]),
            ast.Compare(name, [ast.In()], [ast.Tuple([value, other], ast.Load())]),
            ast.Compare(all_names, [ast.Eq()], [value]),
            ast.Compare(ast.Call(name, [value], []), [ast.Eq()], [other]),
            ast.Compare(_vars(name), [ast.Eq()], [_vars(value)]),
        ]
        chosen = self._random.choice(conditions)
        return ast.BoolOp(ast.And(), [chosen, conditions[0]]) if self._chance(0.2) else chosen

    def _odd_statement(self) -> ast.stmt:
        (statement,) = ast.parse(self._random.choice(_ODD_STATEMENTS)).body
        return statement


class RandomChanges:
    """Texts that are right, and hostile ones, with a few pieces left out, put in, repeated or moved."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        hostile = [written(text, "marker") for text, _ in (*ENTRIES, *FILES)]
        self._texts = [*_GOOD * 20, *hostile]

    def text(self) -> str:
        text = self._random.choice(self._texts)
        for _ in range(self._random.randrange(1, 4)):
            begin, end = sorted(self._random.randrange(len(text) + 1) for _ in range(2))
            end = min(end, begin + 12)
            match self._random.randrange(8):
                case 0:
                    text = text[:begin] + text[begin + 1 :]
                case 1:
                    text = text[:begin] + text[end:]
                case 2:
                    text = text[:end] + text[begin:]
                case 3:
                    text = text[:begin] + self._random.choice(_PIECES) + text[begin:]
                case 4:
                    other = self._random.choice(self._texts)
                    text = text[:begin] + other[self._random.randrange(len(other) + 1) :]
                case _:
                    text = text[:begin] + self._random.choice("0123456789abx-, ") + text[begin + 1 :]
        return text


def _name(text: str) -> ast.expr:
    first, *attributes = text.split(".")
    found: ast.expr = ast.Name(first, ast.Load())
    for attribute in attributes:
        found = ast.Attribute(found, attribute, ast.Load())
    return found


def _vars(node: ast.expr) -> ast.expr:
    return ast.Call(_name("vars"), [node], [])
