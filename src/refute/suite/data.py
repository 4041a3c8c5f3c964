"""What refute and a host tell each other about suites: plain data."""

from __future__ import annotations

from dataclasses import dataclass

from refute.programs.engine.coverage.lines import FunctionLines
from refute.programs.program.program import Program
from refute.run.host.wire import may_cross

Import = tuple[str, str]  # a module, and a name in it; without one, the module itself


@dataclass(frozen=True)
class Candidate:
    """A program that did something of its own when it was explored."""

    program: Program
    operation: str
    places: tuple[int, ...]  # of lines and branches that its last call has reached
    size: int  # of its calls and constants


@dataclass(frozen=True)
class Fact:
    """Something that holds of a value: `{} == 3`, with the part of the text that is about it alone."""

    text: str  # `{}` stands for the value; so does `expected`, if that is empty
    expected: str = ""  # what stands for `⟨⟩` in the text
    imports: tuple[Import, ...] = ()

    @property
    def whole(self) -> str:
        return self.text.replace(EXPECTED, self.expected)


EXPECTED = "⟨⟩"


@dataclass(frozen=True)
class Seen:
    """What is known of a value: facts, and words for the name of a test."""

    facts: tuple[Fact, ...]
    words: str
    is_whole: bool = False  # whether the facts say all of it


@dataclass(frozen=True)
class Raised:
    """An exception that a call ended with."""

    module: str
    name: str
    message: str
    is_meant: bool  # whether a statement of the target raises it
    is_documented: bool = False


@dataclass(frozen=True)
class Given:
    """A constant of a program, as it is written, and for what."""

    text: str
    parameter: str
    words: str
    imports: tuple[Import, ...] = ()


@dataclass(frozen=True)
class Script:
    """A program as text, with `⟦0⟧`, `⟦1⟧`, … in the places of its constants."""

    lines: tuple[str, ...]  # of all calls but the last
    act: str  # the last call
    is_statement: bool
    constants: tuple[Given, ...]
    imports: tuple[Import, ...]
    operation: str
    form: str  # the kind of it: "make", "call", "method", …
    sign: str = ""  # of an operator: "+"
    before: tuple[str, ...] = ()  # the operations of the other calls
    arguments: tuple[str, ...] = ()  # words for what it is given


@dataclass(frozen=True)
class Observation:
    """What a program did when it was performed from nothing, twice alike."""

    script: Script
    places: tuple[int, ...]  # of lines and branches that it has reached
    result: Seen | None = None
    raised: Raised | None = None
    # What arguments were left as: a name or a constant of the script, and what is known of it.
    left: tuple[tuple[str, Seen], ...] = ()
    output: str = ""
    steps: int = 0  # lines that were run
    is_property: bool = False

    @property
    def digest(self) -> str:
        """The same for all that a test would tell no difference of."""
        facts = [] if self.result is None else [fact.whole for fact in self.result.facts]
        left = [(name, *(fact.whole for fact in seen.facts)) for name, seen in self.left]
        return repr(
            (facts, self.raised and (self.raised.module, self.raised.name, self.raised.message), left, self.output)
        )


@dataclass(frozen=True)
class Observed:
    """The observation of the program with a number, or why there is none."""

    number: int
    observation: Observation | None
    why: str = ""


@dataclass(frozen=True)
class Smaller:
    """A program that does what the one with a number was chosen for, with fewer calls or simpler constants."""

    number: int
    program: Program


@dataclass(frozen=True)
class Mutant:
    """A change of one function."""

    number: int
    function: str
    file: str
    line: int
    change: str  # `< becomes <=`


@dataclass(frozen=True)
class Tried:
    """What became of a mutant: by which programs, by their numbers, it was noticed."""

    mutant: Mutant
    killers: tuple[int, ...] = ()
    tried: int = 0  # programs that were run on it
    is_equivalent: bool = False  # whether its code does the same
    is_ended: bool = False  # whether it ended the process that ran it, or did not come to an end


@dataclass(frozen=True)
class TargetInfo:
    """What there is to know of a target to write tests of it."""

    module: str
    file: str
    path: tuple[str, ...]  # directories that modules were imported from
    functions: tuple[FunctionLines, ...] = ()
    about: tuple[str, ...] = ()  # the operations that tests are about; empty: all


may_cross(
    Candidate,
    Fact,
    Seen,
    Raised,
    Given,
    Script,
    Observation,
    Observed,
    Smaller,
    Mutant,
    Tried,
    TargetInfo,
    FunctionLines,
)
