"""Functions with quantifiers in their properties and refinements, right and wrong."""

from __future__ import annotations

from typing import Annotated

from refute import Nat, Pos, Scope, assume, exists, exists_unique, forall, where

Square = Annotated[int, where(lambda v: exists(Nat, lambda k: k * k == v))]
Prime = Annotated[int, where(lambda v: v >= 2 and not exists(Nat, lambda k: 1 < k < v and v % k == 0))]
Nothing = Annotated[int, "v > 3 and v < 2"]


# Right


def prop_there_is_a_larger_one(n: Nat) -> bool:
    return exists(Nat, lambda k: k > n)


def prop_every_number_has_a_square(n: Nat) -> bool:
    return exists_unique(Nat, lambda k: k == n * n)


def prop_squares_for_all(b: bool) -> bool:
    return forall(Nat, lambda n: exists(Nat, lambda k: k == n * n))


def prop_addition_commutes(a: int) -> bool:
    return forall(int, lambda b: a + b == b + a)


def prop_of_two(b: bool) -> bool:
    return forall(bool, lambda c: (b and c) == (c and b))


def prop_primes_are_odd(p: Prime) -> bool:
    return p == 2 or p % 2 == 1


def root(n: Square) -> Annotated[int, where(lambda v, n: v * v == n and v >= 0)]:
    return int(n**0.5)


def square(n: int) -> Square:
    return n * n


def prop_of_nothing(b: bool) -> bool:
    return forall(Nothing, lambda v: False)


def prop_assumes_it(n: Nat) -> bool:
    assume(exists(Nat, lambda k: 2 * k == n))
    return n % 2 == 0


# Wrong


def prop_all_are_small(n: Nat) -> bool:
    return forall(Nat, lambda k: k < n + 3)


def prop_all_are_even(b: bool) -> bool:
    return forall(Nat, lambda n: exists(Nat, lambda k: 2 * k == n))


def test_roots_are_unique(n: Pos) -> None:
    assert exists_unique(int, lambda k: k * k == n * n)


def prop_there_is_a_negative_one(n: Nat) -> bool:
    return exists(Nat, lambda k: k + n < 0, scope=Scope(size=3))


def almost_square(n: Nat) -> Square:
    return n * n if n < 3 else n * n + 1


def prop_divides(n: Nat) -> bool:
    return forall(Nat, lambda k: n % (2 - k) == 0 or k < 2)


def prop_nothing_fits(b: bool) -> bool:
    return exists(Nothing, lambda v: True)


def prop_small_squares(n: Nat) -> bool:
    return exists(Nat, lambda k: k == n * n, scope=Scope(size=99))


def prop_large_ones_differ(n: Nat) -> bool:
    return forall(Nat, lambda k: n < 39 or k != n)


def prop_breaks_late(n: Nat) -> bool:
    return forall(Nat, lambda k: k >= 0) and ([True] * 39)[n]


# Unusable


def prop_of_an_unknown_type(b: bool) -> bool:
    return forall("Nowhere", lambda v: True)


def of_an_unknown_type(n: Nat) -> Annotated[int, where(lambda v: exists("Nowhere", lambda k: k == v))]:
    return n


def prop_of_too_many(b: bool) -> bool:
    return forall(list[int], lambda v: True, scope=Scope(size=12))
