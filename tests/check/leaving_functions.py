"""Functions that refuse by ending the program, by files that are not there, or by arguments that they hand on."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Annotated, Any

from refute import where


def by_exit(n: int) -> int:
    if n == 0:
        sys.exit("no zero")
    return n


def by_system_exit(n: int) -> int:
    if n == 0:
        raise SystemExit("no zero")
    return n


def by_the_error_of_a_parser(n: int) -> int:
    if n == 0:
        argparse.ArgumentParser().error("no zero")
    return n


def by_parsing_arguments(n: int) -> int:
    argparse.ArgumentParser().parse_args(["zero"] if n == 0 else [])
    return n


def by_exit_of_what_it_calls(n: int) -> int:
    return by_exit(n)


def by_exit_deeper(n: int) -> int:
    return by_exit_of_what_it_calls(n)


def by_parsing_arguments_deeper(n: int) -> int:
    return _parsed_by_another(n)


def _parsed_by_another(n: int) -> int:
    return by_parsing_arguments(n)


def by_the_exit_of_the_prompt_deeper(n: int) -> int:
    return _by_the_exit_of_the_prompt(n)


def _by_the_exit_of_the_prompt(n: int) -> int:
    return _at_the_prompt(n)


def _at_the_prompt(n: int) -> int:
    if n == 0:
        exit("no zero")
    return n


def by_exit_of_refined(n: Annotated[int, where("v < 100")]) -> int:
    return by_exit(n)


# -- by files that are not there, and arguments that are handed on -----------------------------------------------------


def by_a_file(n: int) -> int:
    return n if n else os.stat("no/such/file").st_size


def by_no_name_of_a_file(n: int) -> int:
    return n if n else os.stat("\0").st_size


def by_a_file_of_the_system(n: int) -> int:
    return n if n else len(os.listdir("/no/such/directory"))


def by_a_file_beside_the_code(n: int) -> int:
    return n if n else len(os.listdir(os.path.join(os.path.dirname(__file__), "no such directory")))


def _takes_one(n: int, *, depth: int = 0) -> int:
    return n


def handing_on(**options: Any) -> int:
    return _takes_one(0, **options)


def handing_on_by_position(*numbers: int) -> int:
    return _takes_one(0, *numbers)


def handing_on_what_is_wrong(n: int) -> int:
    return _takes_one(n, 1) if n == 0 else n  # type: ignore[call-arg]
