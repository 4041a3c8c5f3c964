"""An exception that a function with plain types means to raise is refused, not found; all others are crashes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import crashing_functions as crashing
import documented_functions as documented
import leaving_functions as leaving
import pytest
import refusing_classes as classes
import refusing_functions as those

from command_line import refute
from refute import RefinementError, Scope, check, raises
from refute.campaign.report import Report
from refute.judge.tracebacks import named_beside
from refute.report.lines import plain
from refute.report.verdicts import told

SCOPE = Scope(size=2)


def checked(function: Callable[..., Any], **options: Any) -> Report:
    return check(function, **{"scope": SCOPE, "in_process": True} | options)


def ways(report: Report) -> dict[str, int]:
    """How many inputs were refused by which exception, with what it says, or else the place that it is raised at."""
    return {str(way).partition(" at ")[0]: count for way, count in report.claims.refusals}


REFUSED = [
    (those.by_value, "ValueError 'no zero'"),
    (those.by_type, "TypeError 'not …, please'"),
    (those.by_percent, "ValueError '… is … % of it'"),
    (those.by_format, "ValueError '… is …, not {}'"),
    (those.by_key, "KeyError"),
    (those.not_implemented, "NotImplementedError"),
    (those.not_implemented_deeper, "NotImplementedError"),
    (those.not_installed, "ModuleNotFoundError"),
    (those.by_own_class, "Odd 'no …'"),
    (those.by_own_class_deeper, "Odd 'no …'"),
    (those.by_own_class_of_itself, "Odd 'too small'"),
    (those.by_a_group, "ExceptionGroup 'all of these'"),
    (those.over_lines, "ValueError 'it is …, which is too small'"),
    (those.in_a_comprehension, "ValueError 'no zero'"),
    (those.translated, "ValueError 'no zero'"),
    (those.translated_by_context, "ValueError 'no zero'"),
    (those.through_finally, "ValueError 'no zero'"),
    (those.again_after_its_own, "ValueError 'no zero'"),
    (those.by_name, "ValueError"),
    (those.by_factory, "Later 'today'"),
    (those.without_traceback, "ValueError"),
    (those.validated, "ValueError 'not valid'"),
    (classes.Made, "ValueError 'no zero'"),
    (classes.Turned, "Odd"),
    (classes.Chosen, "KeyError 'no zero'"),
    (classes.Asserting, "AssertionError"),
    (classes.Counter.of, "ValueError 'of nothing'"),
    (classes.Counter.checked, "ValueError 'nothing'"),
    (those.decorated, "ValueError 'not valid'"),
    (those.guarded, "ValueError 'guarded'"),
    (those.cached, "ValueError 'no zero'"),
    (those.awaited, "ValueError 'no zero'"),
    (those.generated, "ValueError 'no zero'"),
    (those.generated_later, "ValueError 'no zero'"),
    (those.entered, "ValueError 'no zero'"),
    (leaving.by_a_file, "FileNotFoundError"),
    (leaving.by_no_name_of_a_file, "ValueError"),
    (leaving.by_a_file_of_the_system, "FileNotFoundError"),
    (leaving.by_exit, "SystemExit"),
    (leaving.by_system_exit, "SystemExit 'no zero'"),
    (leaving.by_the_error_of_a_parser, "SystemExit"),
    (leaving.by_parsing_arguments, "SystemExit"),
    (leaving.by_exit_of_what_it_calls, "SystemExit"),
    (leaving.by_parsing_arguments_deeper, "SystemExit"),
    (documented.by_google, "ZeroDivisionError"),
    (documented.by_sphinx, "ZeroDivisionError"),
    (documented.by_numpy, "ZeroDivisionError"),
    (documented.deep_but_documented, "ValueError 'not valid'"),
    (documented.Documented, "ZeroDivisionError"),
    (documented.by_base, "IndexError"),
    (documented.by_exception, "OSError"),
]
CRASHES = [
    (those.validated_deeper, "ValueError"),
    (leaving.by_a_file_beside_the_code, "FileNotFoundError"),
    (those.not_installed_and_not_expected, "ModuleNotFoundError"),
    (leaving.handing_on_what_is_wrong, "TypeError"),
    (leaving.by_exit_deeper, "SystemExit"),
    (leaving.by_the_exit_of_the_prompt_deeper, "SystemExit"),
    (leaving.by_exit_of_refined, "SystemExit"),
    (crashing.by_int, "ValueError"),
    (crashing.by_look_up, "KeyError"),
    (crashing.by_index, "IndexError"),
    (crashing.by_division, "ZeroDivisionError"),
    (crashing.by_attribute, "AttributeError"),
    (crashing.by_assertion, "AssertionError"),
    (crashing.by_a_group, "ExceptionGroup"),
    (crashing.by_own_assertion, "Broken"),
    (crashing.by_leaving, "Left"),
    (crashing.by_recursion, "RecursionError"),
    (crashing.by_what_it_calls_itself_with, "ValueError"),
    (crashing.raised_again, "ValueError"),
    (crashing.raised_again_by_name, "ValueError"),
    (crashing.raised_again_without_traceback, "KeyError"),
    (crashing.raising_a_text, "TypeError"),
    (crashing.raising_what_is_no_exception, "TypeError"),
    (crashing.raising_nothing, "TypeError"),
    (crashing.raising_without_arguments, "TypeError"),
    (crashing.raising_from_a_text, "TypeError"),
    (crashing.Adding, "TypeError"),
    (crashing.Choosing, "ValueError"),
    (crashing.ChoosingLater, "ValueError"),
    (crashing.by_a_library, "TypeError"),
    (documented.recursing_beside_its_base, "RecursionError"),
    (documented.indexing_beside_its_base, "IndexError"),
    (documented.dividing_beside_exception, "ZeroDivisionError"),
    (documented.asserting_beside_exception, "AssertionError"),
    (documented.never, "ZeroDivisionError"),
    (documented.by_numpy_of_another, "ZeroDivisionError"),
    (documented.in_passing, "ZeroDivisionError"),
    (those.refined, "ValueError"),
    (those.refined_inside, "ValueError"),
    (those.refined_result, "ValueError"),
    (those.declaring, "ValueError"),
    (those.declaring_above, "ValueError"),
    (those.prop_of_numbers, "ValueError"),
    (those.of_invariant, "ValueError"),
]


def _name(value: object) -> str:
    return getattr(value, "__qualname__", "")


@pytest.mark.parametrize(("function", "way"), REFUSED, ids=_name)
def test_what_is_meant_is_refused(function: Callable[..., Any], way: str) -> None:
    report = checked(function)
    assert (report.status, report.tests, ways(report)) == ("exhausted", 5, {way: 1}), report
    assert report.claims.returned == 4


@pytest.mark.parametrize(("function", "kind"), CRASHES, ids=_name)
def test_what_happens_to_a_function_is_a_crash(function: Callable[..., Any], kind: str) -> None:
    report = checked(function)
    assert [(finding.kind, finding.outcome.split(":")[0]) for finding in report.findings] == [
        ("crash", f"raised {kind}")
    ], report
    assert report.claims.refused == 0


@pytest.mark.parametrize(
    ("method", "cls", "kind"),
    [
        (classes.Counter.less, classes.Counter, "refused"),
        (classes.Counter.half.fget, classes.Counter, "refused"),
        (those.Natural.less, those.Natural, "crash"),
    ],
)
def test_a_method_speaks_by_its_parameters_and_the_invariants_of_its_class(
    method: Callable[..., Any], cls: type, kind: str
) -> None:
    report = checked(method, bound_to=cls)
    assert (report.claims.refused > 0, len(report.findings)) == ((True, 0) if kind == "refused" else (False, 1))


def test_type_variables_are_plain_types() -> None:
    report = checked(those.by_variable)
    assert report.status == "exhausted"
    assert list(ways(report)) == ["ValueError 'empty'"]


def test_a_function_that_takes_functions_obeys_the_same() -> None:
    report = checked(those.with_a_function)
    assert (report.status, ways(report)) == ("exhausted", {"ValueError 'it is true'": 1})
    assert checked(those.with_a_function, strict=True).status == "refuted"


@pytest.mark.parametrize("in_process", [True, False])
def test_refusals_are_told_by_kind_the_most_frequent_first(in_process: bool) -> None:
    report = checked(those.in_several_ways, in_process=in_process)
    assert report.claims.tried == (
        "all 5 inputs to size 2, 3 of them refused (Odd '… is negative' ×2, ValueError 'no zero' ×1)"
    )
    assert report.warnings == [
        "60 % of the inputs were refused by in_several_ways: rule them out with a refinement instead"
    ]


def test_of_many_kinds_the_first_are_told() -> None:
    report = checked(those.in_many_ways, scope=Scope(size=4))
    assert "ValueError 'a' ×1, " in report.claims.tried
    assert report.claims.tried.endswith(", 2 more)")
    assert len(report.claims.refusals) == 5


def test_samples_are_counted_as_well() -> None:
    report = checked(those.mostly, scope=None, tests=300)
    assert sum(count for _, count in report.claims.refusals) == report.claims.refused
    assert report.claims.refused + report.claims.returned == report.tests


@pytest.mark.parametrize("in_process", [True, False])
def test_nothing_is_said_to_hold_where_every_input_is_refused(in_process: bool) -> None:
    report = checked(those.always, in_process=in_process)
    assert (report.status, report.ok, report.claims.refused) == ("undecided", False, 5)
    assert report.claims.tried == "all 5 inputs to size 2, 5 of them refused (ValueError 'never')"
    assert report.warnings == ["every input was refused: nothing is known of what always does with those that it takes"]


def test_a_way_is_told_also_where_its_first_input_is_blocked() -> None:
    report = checked(those.blocked_at_first, in_process=False)
    assert report.claims.tried == "7 inputs, 3 of them refused (ValueError 'a pair'), 1 of them blocked"


def test_a_function_without_types_obeys_the_same() -> None:
    assert list(ways(checked(those.untyped, untyped=True))) == ["ValueError 'no zero'"]
    assert checked(those.untyped_but_declaring, untyped=True).status == "refuted"


def test_the_verbose_list_has_the_inputs_that_the_headline_speaks_of() -> None:
    report = checked(those.mostly, scope=None, tests=300)
    claims = replace(report.claims, refusals=[(way, count + 2) for way, count in report.claims.ways_of_them])
    text = plain(told(replace(report, claims=claims), verbose=True))
    assert f"{claims.of_them['refused']} of them refused" in text
    assert f"'only zero', {claims.of_them['refused']} inputs" in text


def test_a_crash_is_found_beside_refusals() -> None:
    report = checked(those.refuses_and_crashes)
    assert [finding.outcome for finding in report.findings] == ["raised IndexError: list index out of range"]
    assert ways(report) == {"ValueError 'no zero'": 1}


@pytest.mark.parametrize("function", [leaving.handing_on, leaving.handing_on_by_position])
def test_arguments_that_are_handed_on_to_what_takes_others_are_refused(function: Callable[..., Any]) -> None:
    report = checked(function)
    assert (report.status, report.claims.returned) == ("exhausted", 1)
    assert list(ways(report)) == ["TypeError"]


@pytest.mark.parametrize(
    "function", [those.by_value, leaving.by_exit, those.by_own_class_deeper, documented.by_google, those.decorated]
)
def test_strict_makes_them_findings(function: Callable[..., Any]) -> None:
    report = checked(function, strict=True)
    assert (report.status, report.claims.refused) == ("refuted", 0)
    assert report.findings[0].kind == "crash"


def test_a_class_says_what_it_takes_also_to_a_strict_judge() -> None:
    assert ways(checked(classes.Asserting, strict=True)) == {"AssertionError": 1}
    assert ways(checked(classes.Turned, strict=True)) == {"Odd": 1}


@pytest.mark.parametrize("cls", [classes.Moment, classes.Day])
def test_a_base_class_of_a_library_turns_arguments_of_a_subclass_down(cls: type) -> None:
    report = checked(cls)
    assert report.findings == []
    assert report.claims.refused > 0


@pytest.mark.parametrize("cls", [classes.Parsed, classes.Overfull])
def test_another_mistake_in_a_constructor_is_found(cls: type) -> None:
    assert [finding.kind for finding in checked(cls).findings] == ["crash"]


def test_the_constructor_of_another_class_does_not_speak_for_a_class() -> None:
    assert ways(checked(crashing.Turning, strict=True)) == {"TypeError 'no zero'": 1}
    assert [finding.kind for finding in checked(crashing.Building, strict=True).findings] == ["crash"]


@pytest.mark.parametrize("name", ["ZeroDivisionError", "ArithmeticError", "builtins.ZeroDivisionError"])
def test_what_any_function_may_raise_counts_as_declared(name: str) -> None:
    report = checked(crashing.by_division, raises=[name])
    assert (report.status, report.claims.raised, report.claims.refused) == ("exhausted", 1, 0)
    assert checked(crashing.by_division, raises=["ValueError"]).status == "refuted"


def test_calls_that_all_raise_what_any_function_may_are_warned_of() -> None:
    report = checked(those.always, raises=["ValueError"])
    assert report.warnings == ["every one of the 5 calls raised ValueError, as declared"]


@pytest.mark.parametrize(
    "function",
    [
        those.demanding_above,
        those.declaring_below_a_decorator,
        those.DeclaringAbove,
        those.DeclaringAbove.below,
        those.DeclaringAbove.above,
    ],
    ids=_name,
)
def test_raises_declares_also_above_a_function(function: Callable[..., Any]) -> None:
    report = checked(function)
    assert (report.status, report.claims.raised) == ("exhausted", 1)


def test_raises_above_what_cannot_have_it_says_where_to_write_it() -> None:
    with pytest.raises(RefinementError, match="stands above a function") as caught:
        raises(ValueError)(len)
    assert "Annotated" in caught.value.remedy


def test_a_crash_says_the_ways_on_once() -> None:
    text = str(checked(crashing.by_division))
    line = "fix it, refine n, or declare it: `@raises(ZeroDivisionError)` above by_division (from refute import raises)"
    assert text.splitlines()[-1].strip() == line
    assert "declare it" not in str(checked(those.prop_of_numbers))
    assert "declare it" not in str(checked(those.demanding_above))


def test_the_exception_to_declare_is_written_so_that_it_is_known() -> None:
    text = str(checked(crashing.by_a_text))
    line = "`@raises(json.decoder.JSONDecodeError)` above by_a_text (import json.decoder; from refute import raises)"
    assert text.splitlines()[-1].strip().endswith(line)


@pytest.mark.parametrize(
    ("error", "named"),
    [
        (KeyError, ("KeyError", "")),
        (subprocess.TimeoutExpired, ("subprocess.TimeoutExpired", "subprocess")),
        (crashing.Kept.Lost, ("Kept.Lost", "")),
        (crashing.Broken, ("Broken", "")),
        (type("Unseen", (Exception,), {}), ("Unseen", "")),
    ],
)
def test_an_exception_is_named_as_it_can_be_written_above_a_function(
    error: type[BaseException], named: tuple[str, str]
) -> None:
    assert named_beside(error, crashing.by_division) == named


FILE = """\
def half(n: int) -> int:
    if n % 2:
        raise ValueError(f"{n} is odd")
    return n // 2
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "halves.py").write_text(FILE)
    return tmp_path


def settled(project: Path, text: str) -> None:
    (project / "pyproject.toml").write_text(f"[tool.refute]\n{text}\n")


def test_the_formats_carry_the_counts(project: Path) -> None:
    found = json.loads(refute("check", "halves.py", "--size", "2", "--format", "json", cwd=project).stdout)
    function = found["functions"][0]
    assert (function["status"], function["refused"]) == ("exhausted", 2)
    assert function["refusals"] == [{"type": "ValueError", "message": "… is odd", "place": "halves.py:3", "inputs": 2}]
    xml = refute("check", "halves.py", "--size", "2", "--format", "junit", cwd=project).stdout
    assert '<property name="refute_refused" value="2" />' in xml
    assert '<property name="refute_refusal" value="ValueError \'&#8230; is odd\' &#215;2" />' in xml


def test_strict_is_an_option_and_a_setting(project: Path) -> None:
    assert refute("check", "halves.py", "--size", "2", cwd=project).returncode == 0
    assert refute("check", "halves.py", "--size", "2", "--strict", cwd=project).returncode == 1
    settled(project, "strict = true")
    assert refute("check", "halves.py", "--size", "2", cwd=project).returncode == 1


def test_a_project_says_what_any_function_may_raise(project: Path) -> None:
    settled(project, 'strict = true\nraises = ["ValueError"]')
    assert refute("check", "halves.py", "--size", "2", cwd=project).returncode == 0
    settled(project, 'raises = ["no name"]')
    done = refute("check", "halves.py", cwd=project)
    assert "expected a list of names of exceptions" in done.stderr
