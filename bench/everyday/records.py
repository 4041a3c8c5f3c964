"""Functions of data classes: fields with constants, relations of fields, nested records."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    PLAIN = "plain"
    EXPRESS = "express"


@dataclass
class Order:
    code: str
    quantity: int


@dataclass
class Money:
    cents: int
    currency: str


@dataclass
class Span:
    low: int
    high: int


@dataclass
class Parcel:
    kind: Kind
    grams: int


@dataclass
class Branch:
    weight: int
    children: list[Branch]


def price(order: Order) -> int:
    unit = 80 if order.code == "B2B" and order.quantity >= 500 else 100
    assert 50 <= unit <= 100
    return unit


def written(money: Money) -> str:
    digits = 0 if money.currency == "JPY" else 2
    assert digits == 0 or money.currency != "JPY"
    return f"{money.cents / 10**digits:.{digits}f}" if abs(money.cents) < 10**15 else str(money.cents)


def middle(span: Span) -> int:
    if span.low > span.high:
        return span.low
    found = span.low + (span.high - span.low) // 2
    assert span.low <= found <= span.high
    return found


def share(span: Span) -> int:
    return 1_000 // (span.high - span.low) if span.high != span.low else 0


def overlap(one: Span, other: Span) -> int:
    shared = max(0, min(one.high, other.high) - max(one.low, other.low))
    assert shared <= max(0, one.high - one.low)
    return shared


def postage(parcel: Parcel) -> int:
    fee = 499 if parcel.grams <= 2_000 else 1_899
    fee += 600 if parcel.kind is Kind.EXPRESS else 0
    assert fee in (499, 1_099, 1_899, 2_499)
    return fee


def height(branch: Branch) -> int:
    below = [height(child) for child in branch.children]
    tallest = 1 + max(below, default=0)
    assert all(tallest > one for one in below)
    return tallest


def heaviest(orders: list[Order]) -> int:
    large = [order.quantity for order in orders if order.quantity > 250]
    return max(large, default=0)
