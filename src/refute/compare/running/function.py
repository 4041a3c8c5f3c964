"""One function in two versions: searched for an input on which they differ."""

from __future__ import annotations

import time
from collections.abc import Callable

from refute.campaign.report import Report
from refute.check.data import Options
from refute.check.search import How, Search
from refute.compare.running.comparing import Comparing
from refute.compare.running.leads import Lead
from refute.compare.running.pair import MOST_LARGEST, Pair
from refute.compare.running.sides import Sides
from refute.compare.running.timing import Slower, timed
from refute.compare.saying.telling import Teller
from refute.errors import RefuteError


def searched(
    sides: Sides,
    name: str,
    teller: Teller,
    how: How,
    tolerance: float = 0.0,
    now: Callable[[], float] = time.monotonic,
    *,
    timing: bool = False,
) -> tuple[Report, list[Slower]]:
    """Compare a function by the inputs of its types; if `timing`, also what these take."""
    lead, other = leads(sides, name, how.options, now)
    pair = Pair(lead, other, Comparing(sides, name, tolerance), teller, now)
    search = Search(pair, how, how.clock(now))  # type: ignore[arg-type]
    began = now()
    search.run(None, None)
    report = search.report()
    report.seconds = now() - began
    slower: list[Slower] = []
    if timing and not report.interrupted:
        pair.largest.sort(key=lambda one: len(one.call), reverse=True)
        slower = timed(sides, pair.largest[:MOST_LARGEST])
    search.tell(report)
    pair.close()
    search.tell_the_rest(report)
    return report, slower


def leads(sides: Sides, name: str, options: Options, now: Callable[[], float]) -> tuple[Lead, Lead | None]:
    """What asks about the version whose types say what the inputs are: the old one, if they can be read; and about the
    other one, if its types can be read as well. Raises RefuteError where neither is so."""
    found: list[Lead] = []
    first: RefuteError | None = None
    for side in (sides.old, sides.new):
        try:
            found.append(Lead(side.host, side.site, options, name, now))
        except RefuteError as error:
            first = first or error
    if not found:
        assert first is not None
        raise first
    return found[0], found[1] if len(found) > 1 else None
