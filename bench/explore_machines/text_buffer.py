"""A text with undo and its model: positions are chosen from those that there are."""

from __future__ import annotations

from explored.models.text_buffer import ModelTextBuffer
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from explore_machines.programs import Modelled


class Texts(Modelled):
    made = "TextBuffer"
    model_class = ModelTextBuffer

    @initialize()
    def begin(self) -> None:
        self.make()

    @rule(data=st.data(), text=st.text("ab", max_size=3))
    def insert(self, data: st.DataObject, text: str) -> None:
        self.both("insert", data.draw(st.integers(0, len(self.model.text))), text)

    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        end = data.draw(st.integers(0, len(self.model.text)))
        self.both("delete", data.draw(st.integers(0, end)), end)

    @rule()
    def undo(self) -> None:
        self.both("undo")

    @rule()
    def redo(self) -> None:
        self.both("redo")

    @invariant()
    def is_right(self) -> None:
        self.look(self.object.text, self.model.text)
