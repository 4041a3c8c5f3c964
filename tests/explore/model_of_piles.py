"""Piles as lists of integers: the functions that a module of piles has."""

from __future__ import annotations


def empty() -> list[int]:
    return []


def put(item: int, pile: list[int]) -> list[int]:
    return [*pile, item]


def split(pile: list[int]) -> tuple[list[int], list[int]]:
    return pile[:1], pile[1:]


def total(pile: list[int]) -> int:
    return sum(pile)
