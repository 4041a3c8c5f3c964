"""What may happen to any code, if inputs are only large enough."""

from __future__ import annotations

import pytest

from refute.judge.findings import Failure
from refute.judge.troubles import takes_too_much


def crash(error: Exception) -> Failure:
    name = type(error).__name__
    return Failure("crash", ("crash", name), f"raised {name}: {error}", ())


def raised(call: str) -> Exception:
    with pytest.raises(ArithmeticError) as caught:
        eval(call)
    return caught.value


@pytest.mark.parametrize("call", ["'' * 2**63", "[][2**70:].insert(2**70, 0)", "float(2**1024)", "2**2000 / 3"])
def test_an_integer_that_the_machine_cannot_take_is_too_much(call: str) -> None:
    assert takes_too_much(crash(raised(call)))


@pytest.mark.parametrize("call", ["__import__('math').exp(1e9)", "1.5.__floordiv__(0)", "(-1).to_bytes(2, 'big')"])
def test_what_happens_to_small_numbers_too_is_not(call: str) -> None:
    assert not takes_too_much(crash(raised(call)))
