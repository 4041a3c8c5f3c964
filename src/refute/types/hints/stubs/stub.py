"""A stub file: what its names stand for, each found when it is asked for.

A name stands for what the module itself has by this name, if that is a class, a type variable or an alias: types of a
stub are those of running programs. What only the stub has is made of its definition.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import sys
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any

from typeshed_client.parser import ImportedName, InvalidStub, NameInfo, OverloadedName, parse_ast

from refute.errors import AnnotationError, Place
from refute.types.hints.stubs.context import search_context
from refute.types.hints.stubs.expressions import Names, TypeAliasType, Unresolved, attribute_of, evaluated
from refute.types.hints.stubs.files import TYPESHED, StubFile, stub_file
from refute.types.hints.stubs.making import Parameterised, made_class, made_variable
from refute.types.hints.stubs.serving import SERVING
from refute.types.hints.stubs.writing import Definition, annotations_of, function_of
from refute.types.reading.context import Context
from refute.types.reading.guarded import is_instance, names_of_module

# Modules whose names stand for themselves, whatever their own stubs say.
_OF_TYPING = ("typing", "typing_extensions", "collections.abc", "_collections_abc", "types", "builtins", "abc", "enum")
# An alias for two protocols, of which one does: the other has what is compared the other way round.
_ORDERED = ("SupportsRichComparison", "SupportsDunderLT")
_INSTEAD: dict[tuple[str, str], Any] = {
    ("builtins", "function"): types.FunctionType,
    ("builtins", "ellipsis"): types.EllipsisType,
    ("types", "EllipsisType"): types.EllipsisType,
}


class Stub:
    """The names of one stub file."""

    def __init__(self, file: StubFile, names: Mapping[str, NameInfo]) -> None:
        self.file = file
        self.names = names
        self._values: dict[str, Any] = {}
        self._making: set[str] = set()

    def __repr__(self) -> str:
        return f"<Stub {self.file.path}>"

    @property
    def is_typeshed(self) -> bool:
        return self.file.origin == TYPESHED

    # -- names in expressions ------------------------------------------------------------------------------------------

    def named(self, name: str) -> Any:
        """What a name of the module stands for. Raises Unresolved."""
        if name in self._values:
            return self._values[name]
        info = self.names.get(name)
        if info is None:
            return self._builtin(name)
        if name in self._making:  # it refers to itself
            return TypeAliasType(name, self.file.module, lambda: self.named(name))
        self._making.add(name)
        try:
            self._values[name] = found = self._found(name, info)
        finally:
            self._making.discard(name)
        return found

    def member(self, owner: Any, name: str) -> Any:
        if isinstance(owner, _Module):
            return named_in(owner.name, name)
        return attribute_of(owner, name)

    def refinement(self, node: ast.expr) -> Any:
        """Metadata in an `Annotated`, which is Python, and may have a lambda in it."""
        names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        known: dict[str, Any] = {}
        for name in sorted(names):
            try:
                value = self.named(name)
            except Unresolved:
                continue
            known[name] = runtime_module(value.name) if isinstance(value, _Module) else value
        place = Place(str(self.file.path), node.lineno)
        return Context(self.file.module, {**self.namespace, **known}, place=place).evaluate(ast.unparse(node))

    @property
    def namespace(self) -> dict[str, Any]:
        """The names of the module itself."""
        module = runtime_module(self.file.module)
        return {} if module is None else names_of_module(module)

    def _builtin(self, name: str) -> Any:
        if self.file.module != "builtins" and hasattr(builtins, name):
            return getattr(builtins, name)
        instead = _INSTEAD.get((self.file.module, name)) or self.namespace.get(name)
        if instead is None:
            raise Unresolved(name)
        return instead

    def _found(self, name: str, info: NameInfo) -> Any:
        if (self.file.module, name) == ("_typeshed", _ORDERED[0]):
            return self.named(_ORDERED[1])[Any]
        definition: Any = info.ast
        if isinstance(definition, OverloadedName):
            definition = definition.definitions[-1]
        match definition:
            case ImportedName(module_name=module, name=None):
                return _Module(".".join(module))
            case ImportedName(module_name=module, name=str(original)):
                return imported(".".join(module), original)
            case ast.ClassDef():
                return self._class(name, info, definition)
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                return self._assigned(name, value, definition)
            case ast.AnnAssign() | ast.FunctionDef() | ast.AsyncFunctionDef():
                raise Unresolved(name)
        return evaluated(definition.value, self, strict=True)  # `type X = …`

    def _class(self, name: str, info: NameInfo, definition: ast.ClassDef) -> Any:
        if self.file.module == "_typeshed" and name in SERVING:
            return SERVING[name]
        found = _INSTEAD.get((self.file.module, name)) or self.namespace.get(name)
        if is_instance(found, type):
            return found

        def register(cls: type) -> None:
            self._values[name] = cls

        return made_class(definition, info.child_nodes or {}, self, self.file.module, register)

    def _assigned(self, name: str, value: ast.expr, definition: ast.Assign | ast.AnnAssign) -> Any:
        made = made_variable(name, value, self)
        if made is not None:
            return self._own_variable(name, made)
        if isinstance(definition, ast.AnnAssign) and not _is_alias(definition):
            raise Unresolved(name)
        return evaluated(value, self, strict=True)

    def _own_variable(self, name: str, made: Any) -> Any:
        """A type variable of the module itself, where that has one by this name: its classes go by it."""
        own = self.namespace.get(name)
        return own if type(own) is type(made) else made

    # -- definitions ---------------------------------------------------------------------------------------------------

    def functions(self, path: Sequence[str]) -> list[tuple[Stub, Definition]]:
        """The definitions of a function or method, by its qualified name: several, if it is overloaded, or a property
        that can be set."""
        return list(self._functions(path, 10))

    def _functions(self, path: Sequence[str], deepest: int) -> Iterator[tuple[Stub, Definition]]:
        scope, (*classes, name) = self.names, path
        for cls in classes:
            info = scope.get(cls)
            if info is None or not info.child_nodes:
                if info is not None and isinstance(info.ast, ImportedName) and deepest and scope is self.names:
                    yield from _functions_elsewhere(info.ast, path[1:], deepest)
                return
            scope = info.child_nodes
        info = scope.get(name)
        for one in _definitions(info):
            match one:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    yield self, one
                case ImportedName() if deepest:
                    yield from _functions_elsewhere(one, (), deepest)
                case ast.Assign(value=ast.Name(id=other)) if deepest and other != name:  # `bisect = bisect_right`
                    yield from self._functions((*classes, other), deepest - 1)


def _functions_elsewhere(
    imported: ImportedName, inner: Sequence[str], deepest: int
) -> Iterator[tuple[Stub, Definition]]:
    stub = stub_of(".".join(imported.module_name))
    if stub is not None and imported.name is not None:
        yield from stub._functions((imported.name, *inner), deepest - 1)


def _definitions(info: NameInfo | None) -> Sequence[Any]:
    if info is None:
        return ()
    return info.ast.definitions if isinstance(info.ast, OverloadedName) else (info.ast,)


def _is_alias(definition: ast.AnnAssign) -> bool:
    return ast.unparse(definition.annotation).rpartition(".")[2] == "TypeAlias"


class _Module:
    """A module that a stub imports: its names are looked for in its own stub, and in itself."""

    def __init__(self, name: str) -> None:
        self.name = name


def imported(module: str, name: str) -> Any:
    """What `from module import name` stands for in a stub."""
    try:
        return named_in(module, name)
    except Unresolved:
        if stub_file(f"{module}.{name}") is not None or runtime_module(f"{module}.{name}") is not None:
            return _Module(f"{module}.{name}")
        raise


def named_in(module: str, name: str) -> Any:
    """What a name of a module stands for. Raises Unresolved."""
    if module in _OF_TYPING:
        for known in ("typing", module, "typing_extensions") if module.startswith("typing") else (module,):
            found = runtime_module(known)
            if found is not None and hasattr(found, name):
                value = getattr(found, name)
                return SERVING.get(name, value) if name == "Buffer" else value
        if (module, name) in _INSTEAD:
            return _INSTEAD[module, name]
    stub = stub_of(module)
    if stub is not None and name in stub.names:
        return stub.named(name)
    found = runtime_module(module)
    if found is None:
        raise Unresolved(f"{module}.{name}")
    value = attribute_of(found, name)
    return _Module(f"{module}.{name}") if is_instance(value, ModuleType) else value


def runtime_module(name: str) -> ModuleType | None:
    """A module as it is when the program runs; None for one that only its stub has, and one that cannot be imported."""
    if name == "_typeshed" or name.startswith("_typeshed."):
        return None
    found: Any = sys.modules.get(name)
    if found is None:
        try:
            found = importlib.import_module(name)
        except Exception:  # not installed, or of another system
            return None
    return found if is_instance(found, ModuleType) else None


def stub_of(module: str) -> Stub | None:
    """The stub of a module; None if it has none. Raises AnnotationError for one that is not Python."""
    return _stub_of(module, str(getattr(sys.modules.get(module), "__file__", "")), tuple(sys.path))


@lru_cache(maxsize=512)
def _stub_of(module: str, _file: str, _path: tuple[str, ...]) -> Stub | None:
    file = stub_file(module)
    return None if file is None else Stub(file, _names_in(file))


def _names_in(file: StubFile) -> Mapping[str, NameInfo]:
    try:
        tree = ast.parse(file.path.read_text(encoding="utf-8"))
    except OSError:
        return {}
    except (SyntaxError, ValueError) as error:
        raise AnnotationError(
            f"the stub of {file.module} is not Python: {error}",
            place=Place(str(file.path), getattr(error, "lineno", None) or 0),
            remedy="Correct it, or take it away: types are then those of the module itself.",
        ) from None
    try:
        return _extracted(tree, file)
    except (InvalidStub, RuntimeError):
        return _extracted(ast.Module([one for one in tree.body if _is_clear(one, file)], []), file)


def _is_clear(statement: ast.stmt, file: StubFile) -> bool:
    """Whether a statement is one that stubs may have."""
    try:
        _extracted(ast.Module([statement], []), file)
    except (InvalidStub, RuntimeError):
        return False
    return True


def _extracted(tree: ast.Module, file: StubFile) -> Mapping[str, NameInfo]:
    module: Any = tuple(file.module.split("."))
    return parse_ast(tree, search_context(), module, file_path=file.path, is_init=file.is_package)


class _Produced:
    """What names mean in the type of a result: protocols for which other types serve as arguments are anything."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def named(self, name: str) -> Any:
        found = self._names.named(name)
        return Any if name in SERVING and found is SERVING[name] else found

    def member(self, owner: Any, name: str) -> Any:
        return self._names.member(owner, name)

    def refinement(self, node: ast.expr) -> Any:
        return self._names.refinement(node)


def definition_as_function(stub: Stub, definition: Definition, qualname: str) -> Callable[..., Any]:
    """A definition as a function with its types, in the namespace of the module that it is about."""
    names = Parameterised(definition, stub)
    made = function_of(definition, names, stub.namespace, qualname, stub.file.module, file=str(stub.file.path))
    made.__annotations__ = annotations_of(definition, names, _Produced(names))
    return made
