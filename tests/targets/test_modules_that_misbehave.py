"""Modules that raise, exit, lie about themselves or change the process: each costs its own file, with a message."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from modules_on_disk import write

from command_line import refute
from refute import AnnotationError, ScopeError, TargetError
from refute.settings.settings import settings_for
from refute.targets.parts import parts_of
from refute.targets.subjects import find_functions
from refute.types.signatures import read_signature

GOOD = "def good(n: int) -> int:\n    return n\n"


def names(text: str) -> list[str]:
    return [subject.name for subject in find_functions(text)]


# -- what a text names is found without importing ----------------------------------------------------------------------


@pytest.mark.parametrize("text", ["script.py", "script", "./script.py", "box.script", "box", "box/script.py", "."])
def test_parts_are_found_without_running_anything(text: str) -> None:
    write("script.py", "open('was_run', 'w')\nraise SystemExit(0)\n")
    write("box/__init__.py", "open('was_run', 'w')\n")
    write("box/script.py", "open('was_run', 'w')\n")
    assert parts_of(text)
    assert not Path("was_run").exists()


def test_the_modules_of_a_package_inside_another_are_found() -> None:
    write("box/__init__.py", "raise ValueError\n")
    write("box/inner/__init__.py", "")
    write("box/inner/things.py", GOOD)
    assert [Path(part).name for part in parts_of("box.inner")] == ["__init__.py", "things.py"]
    assert parts_of("box.inner.things") == ["box.inner.things"]


# -- importing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("raise GeneratorExit", "cannot be imported: GeneratorExit"),
        ("raise KeyboardInterrupt('now')", "cannot be imported: KeyboardInterrupt: now"),
        ("class Odd(BaseException): pass\nraise Odd", "cannot be imported: Odd"),
        ("raise SystemExit(0)", "exits when it is imported"),
        ("class Odd(Exception):\n    def __str__(self): raise ValueError\nraise Odd", "cannot be imported: Odd"),
        ("def f(:", "cannot be imported: SyntaxError"),
        ("x = 1\x00", "cannot be imported: "),
        ("import sys\nsys.modules[__name__] = None", "is no module but an object of NoneType"),
        ("import sys\ndel sys.modules[__name__]", "cannot be imported: KeyError"),
        ("import sys\nsys.modules[__name__] = 3", "is no module but an object of int"),
    ],
)
def test_whatever_an_import_raises_costs_that_file_only(code: str, said: str) -> None:
    write("bad.py", code + "\n")
    write("fine.py", GOOD)
    with pytest.raises(TargetError) as caught:
        find_functions("bad.py")
    assert said in caught.value.problem
    assert names("fine.py") == ["good"]


@pytest.mark.parametrize("code", ["raise GeneratorExit", "raise KeyboardInterrupt", "def f(:"])
def test_the_message_names_the_line(code: str) -> None:
    write("bad.py", f"\n\n{code}\n")
    with pytest.raises(TargetError) as caught:
        find_functions("bad.py")
    assert str(caught.value.place) == "bad.py:3"


def test_an_interrupt_from_the_keyboard_is_none_of_the_module(monkeypatch: pytest.MonkeyPatch) -> None:
    write("slow.py", f"import os, signal\nos.kill(os.getpid(), {signal.SIGINT.value})\n")
    with pytest.raises(KeyboardInterrupt):
        find_functions("slow.py")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_module_that_changes_the_directory_does_not_hide_later_files() -> None:
    write("elsewhere/nothing.txt", "")
    write("moving.py", "import os\nos.chdir('elsewhere')\n" + GOOD)
    write("deep/fine.py", GOOD)
    before = os.getcwd()
    assert names("moving.py") == ["good"]
    assert names("deep/fine.py") == ["good"]
    assert os.getcwd() == before


def test_a_directory_without_init_is_a_package_if_its_modules_import_from_it() -> None:
    write("loose/values.py", "LIMIT = 3\n")
    write("loose/things.py", "from . import values\nfrom .values import LIMIT\n" + GOOD)
    write("loose/inner/things.py", "from ..values import LIMIT\n" + GOOD)
    assert names("loose/things.py") == ["good"]
    assert names("loose/inner/things.py") == ["good"]
    assert [find_functions(file)[0].function.__module__ for file in ("loose/things.py", "loose/inner/things.py")] == [
        "loose.things",
        "loose.inner.things",
    ]


# -- objects that raise when they are asked ----------------------------------------------------------------------------

RAISING = """
class Raising:
    def __getattribute__(self, name):
        raise ValueError(name)

class Deaf:
    def __getattr__(self, name):
        raise RuntimeError(name)

class Liar:
    @property
    def __class__(self):
        raise KeyError("class")
    @property
    def __module__(self):
        raise KeyError("module")

class Wrapping:
    @property
    def __wrapped__(self):
        raise KeyError("wrapped")
    def __call__(self): ...

class Never:
    def __ne__(self, other): raise KeyError("ne")
    __eq__ = __ne__
    __hash__ = None

class Odd:
    __module__ = Never()

one, two, three, four, five = Raising(), Deaf(), Liar(), Wrapping(), Odd()
"""


def test_objects_that_raise_when_they_are_looked_at_are_no_functions() -> None:
    write("odd.py", RAISING + GOOD)
    assert names("odd.py") == ["good"]


@pytest.mark.parametrize(
    "code",
    [
        "class Module(types.ModuleType):\n    def __getattribute__(self, name):\n        raise ValueError(name)\n",
        "class Module(types.ModuleType):\n    def __getattr__(self, name):\n        raise ValueError(name)\n",
    ],
)
def test_a_module_that_raises_when_it_is_asked_is_looked_into_all_the_same(code: str) -> None:
    write(
        "odd.py",
        f"import sys, types\nfrom dataclasses import dataclass\n{code}\n{GOOD}\n"
        "@dataclass\nclass Box:\n    n: 'int'\n    def get(self) -> int:\n        return self.n\n"
        "sys.modules[__name__].__class__ = Module\n",
    )
    found = find_functions("odd.py")
    assert [subject.name for subject in found] == ["good", "Box.get"]
    assert [read_signature(subject.function, bound_to=subject.bound_to).name for subject in found] == [
        "good",
        "Box.get",
    ]


def test_a_module_that_answers_to_every_name_has_the_functions_it_defines() -> None:
    write("odd.py", "def __getattr__(name):\n    raise RuntimeError(name)\n" + GOOD)
    assert names("odd.py") == ["good"]
    with pytest.raises(TargetError, match="has no 'bad'"):
        find_functions("odd.py:bad")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def bad(n: int) -> int: ...\nbad.__signature__ = 5\n", "the signature of bad cannot be read: TypeError"),
        ("def bad(n: int) -> int: ...\nbad.__wrapped__ = 5\n", "the signature of bad cannot be read: "),
        (
            "class Bad:\n    @property\n    def __signature__(self): raise KeyError('signature')\n"
            "    def __call__(self, n: int) -> int: ...\n"
            "bad = Bad()\nbad.__wrapped__ = lambda n: n\nbad.__qualname__ = 'bad'\n",
            "KeyError",
        ),
    ],
)
def test_a_function_whose_signature_cannot_be_read_is_told(code: str, said: str) -> None:
    write("odd.py", code + GOOD)
    subjects = {subject.name: subject for subject in find_functions("odd.py")}
    assert set(subjects) == {"bad", "good"}
    with pytest.raises(Exception, match="cannot be read") as caught:
        read_signature(subjects["bad"].function)
    assert said in str(caught.value)


META = """
class Meta(type):
    {}

class Box(metaclass=Meta):
    def __init__(self, n: int) -> None:
        self.n = n
    def get(self) -> int:
        return self.n

def boxed(n: int) -> Box:
    return Box(n)

def unboxed(box: Box) -> int:
    return box.n
"""


@pytest.mark.parametrize(
    "meta",
    [
        "def __eq__(self, other): return True",
        "def __eq__(self, other): return True\n    def __hash__(self): return 0",
        "def __eq__(self, other): raise ValueError\n    def __hash__(self): return 0",
        "def __hash__(self): raise ValueError",
    ],
)
def test_classes_that_cannot_be_told_apart_are_no_types_of_parameters(meta: str) -> None:
    write("odd.py", META.format(meta) + GOOD)
    subjects = {subject.name: subject for subject in find_functions("odd.py")}
    assert set(subjects) == {"Box", "Box.get", "boxed", "unboxed", "good"}
    assert read_signature(subjects["boxed"].function).result is not None
    for name in ("unboxed", "Box.get"):
        with pytest.raises(AnnotationError, match=r"Meta defines its own __(eq|hash)__"):
            read_signature(subjects[name].function, bound_to=subjects[name].bound_to)


@pytest.mark.parametrize("more", ["", "; __subclasscheck__ = __instancecheck__"])
def test_a_class_that_raises_when_it_is_asked_for_its_instances_is_a_type(more: str) -> None:
    raising = "__instancecheck__ = lambda self, instance: 1 / 0"
    write("odd.py", META.format(raising + more))
    done = refute("check", "odd.py", "--size", "2", "--in-process", "--no-store", cwd=Path.cwd())
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 functions: 4 exhausted" in done.stdout


# -- on the command line -----------------------------------------------------------------------------------------------


def test_a_script_that_exits_does_not_end_the_check() -> None:
    write("script.py", "import sys\nsys.exit(0)\n")
    write("bad.py", "def bad(n: int) -> int:\n    assert n != 1\n    return n\n")
    done = refute("check", "script.py", "bad.py", "--size", "2", "--no-store", cwd=Path.cwd())
    assert done.returncode == 1
    assert "script.py:2" in done.stdout
    assert "exits when it is imported" in done.stdout
    assert "bad(n=1)" in done.stdout


def test_a_file_that_does_not_parse_does_not_end_the_check() -> None:
    write("broken.py", "def f(:\n")
    write("fine.py", GOOD)
    done = refute("check", "broken.py", "fine.py", "--size", "2", "--no-store", cwd=Path.cwd())
    assert done.returncode == 2
    assert "fault of refute" not in done.stdout + done.stderr
    assert "broken.py:1" in done.stdout
    assert "good" in done.stdout


WAITS = "import threading\n\nthreading.Event().wait()\n"
CALLS_WHAT_WAITS = "import threading\n\ndef wait():\n    threading.Event().wait()\n\nwait()\n"


@pytest.mark.parametrize(
    ("text", "said", "is_set"),
    [
        (WAITS, "waits.py:3: importing waits.py did not return within 1 s", False),
        (CALLS_WHAT_WAITS, "waits.py:4: importing waits.py ran `wait`, which did not return within 1 s", True),
    ],
)
def test_an_import_that_does_not_end_is_told_with_its_line_and_how_to_allow_more(
    text: str, said: str, is_set: bool
) -> None:
    write("waits.py", text)
    if is_set:
        write("pyproject.toml", '[tool.refute]\nimport-limit = "1s"\n')
    options = [] if is_set else ["--import-limit", "1s"]
    done = refute("check", "waits.py", "--no-store", *options, cwd=Path.cwd())
    assert done.returncode == 2
    assert said in done.stdout
    assert "or allow more: --import-limit 2m, or import-limit in [tool.refute]." in done.stdout


def test_an_import_may_take_half_a_minute_unless_something_else_is_said() -> None:
    assert settings_for({}, Path.cwd()).limits.importing == 30.0
    with pytest.raises(ScopeError, match="an import cannot be limited to 0 s"):
        settings_for({"import-limit": 0.0}, Path.cwd())
