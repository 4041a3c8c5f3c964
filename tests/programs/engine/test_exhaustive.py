"""The law of explorations: the calls of all programs up to a number are made, and no others."""

from __future__ import annotations

import pytest
from natural_programs import HEARD, Situation, situations
from zoo_of_objects import ZOO, Zoo

from refute.programs.engine.exploration import Exploring
from refute.programs.hosting.explored import Explored
from refute.run.inside import Inside
from refute.run.limits import Limits


def explored(zoo: Zoo, most_calls: int) -> set[Situation]:
    """The calls that an exploration makes."""
    del HEARD[:]
    how = Exploring("deepening", most_calls)
    exploration = Explored(zoo.interface(), "zoo_of_objects", how, Limits(), Inside())
    try:
        for _ in exploration.run(0, None):
            pass
    finally:
        exploration.close()
    return {*HEARD}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("zoo", ZOO, ids=lambda zoo: zoo.name)
def test_the_calls_of_all_programs_are_made_and_no_others(zoo: Zoo) -> None:
    for most_calls in range(1, zoo.most_calls + 1):
        wanted = situations(zoo.doings, tuple(zoo.classes), most_calls)
        made = explored(zoo, most_calls)
        assert made - wanted == set(), most_calls
        assert wanted - made == set(), most_calls
