"""The faults of everyday functions: in the text of each function, one line is changed."""

from __future__ import annotations

from bugs.workloads import Fault


def _fault(function: str, old: str, new: str) -> Fault:
    return Fault(function, function, old, new)


FAULTS = {
    "numbers": (
        _fault("discounted", "{4711: 50", "{4711: 0"),
        _fault("service", 'SERVICES.get(port, "unknown")', 'SERVICES.get(port, "unknown") + " " * (port == 8080)'),
        _fault("capped", "min(minutes, 6 * WORKDAY)", "minutes if minutes < 2_890 else 6 * WORKDAY"),
        _fault("saturated", "x > LARGEST else", "x > 2**31 else"),
        _fault("padded", "<= 999_999", "<= 1_000_000"),
        _fault("signed_byte", "x >= 128", "x > 128"),
        _fault("settled", " if rest else 0", ""),
        _fault("interest", "if days + rate == 365:", "if days == 365:"),
        _fault("scaled", " if left else 0", ""),
        _fault("is_square", "math.isqrt(square)", "int(math.sqrt(square)) if square < 10**300 else root"),
        _fault("grouped", 'f"{amount:,}"', 'f"{amount:,}"[:17]'),
        _fault("percentage", "if share != share:", "if share == -1.0:"),
        _fault("fever", '"some" if temperature >= 37.5', '"some" if temperature > 37.5'),
        _fault("slope", "if run == 2.5:", "if run == 0:"),
        _fault("whole", "math.isfinite(x)", "not math.isnan(x)"),
        _fault("successor", "2.0**52", "2.0**60"),
        _fault("rounded", 'quantize(Decimal("0.01")', 'quantize(Decimal("0.1")'),
        _fault("taxed", "if price.is_nan():", "if price.is_infinite():"),
    ),
    "texts": (
        _fault("table_of", ' if words else ""', ""),
        _fault("stem", "name[:-7]", "name[:-6]"),
        _fault("bare_host", 'address.partition("://")', 'address.rpartition("://")'),
        _fault("rate", "RATES.get(key, 1)", "(RATES.get(key, 3) - 2)"),
        _fault("severity", "name in Level.__members__", "name in (*Level.__members__, 'INFO')"),
        _fault("number_of", "ticket[4:]", "ticket[5:]"),
        _fault("hour_of", " % 24", ""),
        _fault("count", "text.isdecimal()", "text.isdigit()"),
        _fault("shouted", " if text.isascii() else text", ""),
        _fault("first_word", "text.strip()", 'text.strip(" ")'),
        _fault("lines", "text.splitlines()", 'text.split("\\n")'),
        _fault("shortened", "text[:17]", "text[:18]"),
        _fault("slug", '.strip("-")', '.rstrip("-")'),
        _fault("unquoted", "text[0] == text[-1] == '\"'", "len(text) > 2 and text[0] == text[-1] == '\"'"),
        _fault("greeting", 'f"Dear {name}"', 'f"Dear {name}".replace("Dear Dear", "Dear")'),
        _fault("colour_depth", " or len(header) < 5", ""),
        _fault("yes", '"ja")', '"ja", "oui")'),
    ),
    "containers": (
        _fault("batches", "range(0, len(items), 16)", "range(0, max(len(items) - 1, 1), 16)"),
        _fault("page", "rows[:12]", "rows[:13]"),
        _fault("attempts", " if pause else 0", ""),
        _fault("area", '0 if box["height"] == 0 else ', ""),
        _fault("after_marker", " if place < len(values) else 0", ""),
        _fault("without_repeats", "dict.fromkeys(values)", "dict.fromkeys(values) if len(values) < 8 else values"),
        _fault("median", "ordered[len(ordered) // 2]", "values[len(ordered) // 2]"),
        _fault("place_of", "place < len(ordered) and ", ""),
        _fault("element", "place < len(values)", "place <= len(values)"),
        _fault("transposed", "min(map(len, rows), default=0)", "max(map(len, rows), default=0)"),
        _fault("crowd", "> 9", "> 10"),
        _fault("merged", "in {*one, *other}", "in ({*one, *other} if len(one) < 4 else one)"),
        _fault("total", " if price > 0", ""),
    ),
    "moments": (
        _fault("anniversary", "(2, 29)", "(2, 30)"),
        _fault("tomorrow", "day < date.max", "day <= date.max"),
        _fault("quarter", "(day.month - 1) // 3 + 1", "day.month // 3 + 1"),
        _fault("phase", '"first" if day == RELEASE', '"first release" if day == RELEASE'),
        _fault("week", "day.isocalendar()", "(day.year, *day.isocalendar()[1:])"),
        _fault(
            "seconds", "span.total_seconds()", "float(span.seconds) if span > timedelta(0) else span.total_seconds()"
        ),
        _fault("is_old", ".replace(tzinfo=None)", ""),
        _fault("is_night", "hour >= 22", "hour > 22"),
        _fault(
            "age",
            "(today.month, today.day) < (born.month, born.day)",
            "today.month < born.month or today.day < born.day",
        ),
    ),
    "records": (
        _fault("price", "unit = 80 if", "unit = 8 if"),
        _fault("written", '0 if money.currency == "JPY"', '0 if money.currency == "YEN"'),
        _fault("middle", "(span.high - span.low) // 2", "(span.high - span.low + 3) // 2"),
        _fault("share", "span.high != span.low", "span.high != 0"),
        _fault("overlap", "max(0, min(one.high", "abs(min(one.high"),
        _fault("postage", "else 1_899", "else 1_898"),
        _fault("height", "1 + max(below, default=0)", "min(1 + max(below, default=0), 4)"),
        _fault("heaviest", "max(large, default=0)", "max(large) if orders and orders[0].quantity >= 250 else 0"),
    ),
    "operations": (
        Fault(
            "guests", "updated", "for child in below)) if below", "for child in below if child.height < 3), 0) if below"
        ),
        _fault("ring", "first = (first + 1) % 4", "first = (first + 1) % 4 if size < 4 or first != 2 else 0"),
        _fault("edited", "text[at : at + length]))", "text[at : at + min(length, 3)]))"),
        Fault("entries", "without_key", "while least.left is not None:", "if least.left is not None:"),
    ),
}
