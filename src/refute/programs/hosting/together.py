"""Several workers on one stage: each makes the calls of a part of its indices, and all of them together what is new.

What a worker finds new may be new to another as well. The calls that led there are in the logs of both, and whoever
goes on makes them again in the order of their indices, so that it comes to the same pools as one worker would have.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence

from refute.programs.engine.log import Log
from refute.run.events import Event, Finished, Waiting

Run = Callable[[Log, int, int], Iterator[Event]]


def together(run: Run, log: Log, first: int, stop: int, count: int, largest: int) -> Iterator[Event]:
    """Run the calls from an index to before another by so many workers; `run` does so for a part, with a log. Of the
    numbers that are told, the first so many are the `largest` of all, others sums."""
    step = -(-(stop - first) // count)
    ranges = [(begin, min(begin + step, stop)) for begin in range(first, stop, step)]
    logs = [log.copy() for _ in ranges]
    happening: queue.SimpleQueue[Event | BaseException | None] = queue.SimpleQueue()
    over = threading.Event()
    threads = [
        threading.Thread(target=_pass_on, args=(run(own, *part), happening, over), daemon=True)
        for own, part in zip(logs, ranges, strict=True)
    ]
    for thread in threads:
        thread.start()
    left = len(threads)
    try:
        while left:
            event = happening.get()
            if event is None:
                left -= 1
            elif isinstance(event, BaseException):
                raise event
            elif not isinstance(event, Finished):
                yield event
    finally:
        over.set()
        for thread in threads:
            thread.join()
        _merge(log, logs, largest, stop)


def _pass_on(
    events: Iterator[Event], happening: queue.SimpleQueue[Event | BaseException | None], over: threading.Event
) -> None:
    try:
        for event in events:
            if not isinstance(event, Waiting):
                happening.put(event)
            if over.is_set():
                break
    except BaseException as error:  # told where the events are read
        happening.put(error)
    finally:
        close = getattr(events, "close", None)
        if close is not None:
            close()
        happening.put(None)


def _merge(log: Log, logs: Sequence[Log], largest: int, stop: int) -> None:
    """All entries in order, and what was counted; `stop` is the index to go on with."""
    for one in logs:
        log.mark_as(one)
        log.note(one.noted)
    newer = [one for one in logs if one.beginning > log.beginning]
    if newer:  # something was not known that would have had to be: all calls are made again
        knowledge = log.knowledge
        for one in newer:
            found = one.knowledge
            knowledge = knowledge.with_more(changing=found.changing, varying=found.varying, random=found.random)
        log.begin_anew(stop, knowledge)
        for one in logs:
            one.close()
        return
    entries = sorted({entry for one in logs for entry in one.between(0, 1 << 61)} - set(log.between(0, 1 << 61)))
    before = log.numbers
    log.extend(entries)
    finds = {line for one in logs for line in one.finds.splitlines(keepends=True)}
    for line in sorted(finds - set(log.finds.splitlines(keepends=True)), key=lambda line: int(line.partition(b" ")[0])):
        log.find(line)
    each = list(zip(*(one.numbers for one in logs), strict=True))
    sums = [sum(numbers) - (len(logs) - 1) * old for old, numbers in zip(before, each, strict=True)]
    log.tell([*map(max, each[:largest]), *sums[largest:]])
    for one in logs:
        one.close()
