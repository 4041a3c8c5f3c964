"""Persistent queues: a bundle of pairs, a queue and a list of what is in it."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, MultipleResults, initialize, multiple, rule

from explore_machines.programs import Machine

Pair = tuple[Any, list[int]]


class Queues(Machine):
    queues = Bundle("queues")

    @initialize(target=queues)
    def empty(self) -> Pair:
        return self.call(self.module.empty), []

    @rule(target=queues, item=st.integers(0, 2), pair=queues)
    def push(self, item: int, pair: Pair) -> Pair:
        return self.checked(self.call(self.module.push, item, pair[0]), [*pair[1], item])

    @rule(target=queues, pair=queues)
    def pop(self, pair: Pair) -> MultipleResults[Pair]:
        queue, items = pair
        popped = self.call(self.module.pop, queue)
        assert (popped is None) == (not items)
        if popped is None:
            return multiple()
        assert popped[0] == items[0]
        return multiple(self.checked(popped[1], items[1:]))

    @rule(pair=queues)
    def peek(self, pair: Pair) -> None:
        queue, items = pair
        assert self.call(self.module.peek, queue) == (items[0] if items else None)

    def checked(self, queue: Any, items: list[int]) -> Pair:
        assert queue.is_front_heavy()
        self.look([*queue], items)
        return queue, items
