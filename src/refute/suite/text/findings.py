"""Findings as tests: what should hold and does not, as a failure that is expected."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from refute.judge.findings import Finding
from refute.programs.promises.wording import variable
from refute.suite.data import Import, Script
from refute.suite.text.functions import WrittenTest, function_lines
from refute.suite.text.layout import decorated, quoted
from refute.suite.text.names import name_with, unique
from refute.words import cut

_LONGEST = 120  # characters of a reason


def written_finding(
    finding: Finding, script: Script | None, exception: tuple[str, str], taken: set[str], width: int
) -> WrittenTest | None:
    """The test of a finding; None where there is no program that shows it. `exception`: of a crash, as Python text, and
    the module that this needs."""
    try:
        body = ast.parse(finding.source).body
    except SyntaxError:
        return None
    imports = [*_imports(body)]
    statements = [_statement(node) for node in body if not isinstance(node, ast.Import | ast.ImportFrom)]
    if not statements:
        return None
    marked = [f"strict=True, reason={quoted(_reason(finding))}"]
    raised, module = exception
    if finding.kind == "crash" and raised:
        marked.insert(0, f"raises={raised}")
        imports += [(module, "" if raised.startswith(f"{module}.") else raised.partition(".")[0])] if module else []
    decorator = decorated(f"pytest.mark.xfail({', '.join(marked)})", width)
    name = unique(_name(finding, script, raised), taken)
    lines = [*decorator, *function_lines(name, (), statements, width)]
    return WrittenTest(name, tuple(lines), (*imports, ("pytest", "")), "finding", finding.target)


def _statement(node: ast.stmt) -> str:
    """A statement; that a property is not False is put as tests do it."""
    match node:
        case ast.Assert(test=ast.Compare(left=left, ops=[ast.IsNot()], comparators=[ast.Constant(value=False)])):
            return ast.unparse(ast.Assert(left))
    return ast.unparse(node)


def _imports(body: list[ast.stmt]) -> Iterator[Import]:
    for node in body:
        match node:
            case ast.Import(names=names):
                yield from ((alias.name, "") for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from ((module, alias.name) for alias in names)


def _reason(finding: Finding) -> str:
    """What happens, and why that is wrong, in a line."""
    first = finding.explanation.partition("\n")[0]
    said = finding.outcome if finding.kind == "crash" or not first else f"{finding.outcome}: {first}"
    return cut(" ".join(said.split()), _LONGEST)


def _name(finding: Finding, script: Script | None, raised: str) -> str:
    """What should be so."""
    if finding.kind == "crash":
        outcome = f"does_not_raise_{variable(raised or 'anything')}"
    elif finding.outcome.startswith("left "):
        outcome = f"keeps_the_promises_of_{variable(finding.outcome.split()[1])}"
    else:
        outcome = "keeps_its_promise"
    if script is None:
        return f"test_{variable(finding.target.replace('.', '_'))}_{outcome}"
    return name_with(script, outcome)
