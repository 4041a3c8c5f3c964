"""Words of a command line, read so that what is wrong with them is told in two lines."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from refute.errors import RefuteError
from refute.words import close_to, meant


class UsageError(RefuteError):
    """A command line that cannot be read."""


class Parser(argparse.ArgumentParser):
    """Raises errors of refute, which name what may have been meant; targets may stand anywhere among options."""

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Raises UsageError."""
        options, others = self.parse_known_args(words)
        command: Parser = getattr(options, "parser", self)
        for word in others:
            if word.startswith("-"):
                option = word.partition("=")[0]
                near = close_to(option, list(command._option_string_actions))
                command.error(f"there is no option {option}", meant(near))
            if not any(action.dest == "targets" for action in command._actions):
                command.error(f"there is one word too many: {word!r}")
            options.targets = [*getattr(options, "targets", ()), word]
        if command is self:
            self.error("no command is named", "Name one: refute check FILE.")
        return options

    def add_command(self, commands: Any, name: str, **how: Any) -> Parser:
        command: Parser = commands.add_parser(name, **how)
        command.set_defaults(parser=command)
        return command

    def error(self, message: str, remedy: str = "") -> NoReturn:
        raise UsageError(
            message.removeprefix("argument "), remedy=f"{remedy} See `{self.prog} --help`.".lstrip()
        ) from None

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Tell of a choice that there is not in the same words in every version of Python."""
        if action.choices is None or value in action.choices:
            return
        names = [str(choice) for choice in action.choices]
        if isinstance(action, argparse._SubParsersAction):
            near = meant(close_to(str(value), names))
            said = f"Commands are {', '.join(names[:-1])} and {names[-1]}."
            self.error(f"there is no command {value!r}", f"{near} {said}".lstrip())
        self.error(f"{'/'.join(action.option_strings)}: {value!r} is none of {', '.join(names)}")
