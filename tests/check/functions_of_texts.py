"""Functions that ask for characters, to be checked."""

from __future__ import annotations


def tag(text: str) -> str:
    if len(text) == 3 and text[0] == "#" and text[1].isdigit() and text[2].isupper():
        raise ZeroDivisionError
    return text


def classes(text: str) -> int:
    return sum(letter.isdigit() or letter == "-" for letter in text)


def twice(text: str) -> str:
    return text + text


def of_numbers(numbers: list[int]) -> int:
    return len([number for number in numbers if str(number).isdigit()])
