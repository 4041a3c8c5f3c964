"""Functions of numbers: constants, thresholds, magnitudes, and relations of two parameters."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal

SERVICES = {22: "ssh", 443: "https", 8080: "proxy"}
WORKDAY = 480
LARGEST = 2**31 - 1


def discounted(code: int) -> int:
    rate = {4711: 50, 815: 20}.get(code, 10)
    return 1000 // rate


def service(port: int) -> str:
    name = SERVICES.get(port, "unknown")
    assert name in ("unknown", "ssh", "https", "proxy")
    return name


def capped(minutes: int) -> int:
    worked = min(minutes, 6 * WORKDAY)
    assert worked <= 2_880
    return worked


def saturated(x: int) -> int:
    kept = LARGEST if x > LARGEST else x
    assert kept < 2**31
    return kept


def padded(number: int) -> str:
    text = f"{number:06d}" if 0 <= number <= 999_999 else "------"
    assert len(text) == 6
    return text


def signed_byte(x: int) -> int:
    x &= 0xFF
    y = x - 256 if x >= 128 else x
    assert -128 <= y < 128
    return y


def settled(paid: int, due: int) -> int:
    rest = 3 * paid - due - 1000
    return 60_000 // rest if rest else 0


def interest(days: int, rate: int) -> int:
    if days + rate == 365:
        return 0
    return 100_000 // (365 - days - rate)


def scaled(width: int, height: int) -> int:
    left = width * height - 1_001
    return 5_000_000 // left if left else 0


def is_square(root: int) -> bool:
    square = root * root
    found = math.isqrt(square)
    assert found * found == square
    return True


def grouped(amount: int) -> str:
    text = f"{amount:,}"
    assert int(text.replace(",", "")) == amount
    return text


def percentage(share: float) -> float:
    if share != share:
        return 0.0
    bounded = min(max(share, 0.0), 100.0)
    assert 0 <= bounded <= 100
    return bounded


def fever(temperature: float) -> str:
    grade = "high" if temperature >= 38.5 else "some" if temperature >= 37.5 else "none"
    assert grade != "high" or temperature >= 38.5
    assert grade != "none" or not temperature >= 37.5
    return grade


def slope(rise: float, run: float) -> float:
    if run == 2.5:
        return 0.0
    return rise / (run - 2.5)


def whole(x: float) -> int:
    return int(x) if math.isfinite(x) else 0


def successor(x: float) -> float:
    if not abs(x) < 2.0**52:
        return x
    assert x + 1 > x
    return x + 1


def rounded(price: Decimal) -> Decimal:
    if not price.is_finite() or not -(10**20) < price < 10**20:
        return Decimal(0)
    cents = price.quantize(Decimal("0.01"), ROUND_HALF_UP)
    assert abs(cents - price) < Decimal("0.01")
    return cents


def taxed(price: Decimal) -> str:
    if price.is_nan():
        return "unknown"
    return "taxed" if price > Decimal("22.50") else "free"
