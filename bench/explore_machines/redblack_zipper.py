"""Red-black trees: a bundle of them and one of pointers; where a pointer is a pair, one of zippers."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, MultipleResults, initialize, multiple, rule

from explore_machines.programs import Machine

SIDES = st.sampled_from(["LEFT", "RIGHT"])


class _Trees(Machine):
    trees = Bundle("trees")

    @initialize(target=trees)
    def empty(self) -> Any:
        return self.call(self.module.empty)

    @rule(target=trees, key=st.integers(0, 7), tree=trees)
    def insert(self, key: int, tree: Any) -> Any:
        return self.checked(self.call(self.module.insert, key, tree))

    def checked(self, tree: Any) -> Any:
        assert tree.is_ordered()
        assert tree.is_balanced()
        return tree


class Pointers(_Trees):
    """With pointers that nobody can take apart."""

    pointers = Bundle("pointers")

    @rule(target=pointers, tree=_Trees.trees)
    def zip_open(self, tree: Any) -> Any:
        return self.call(self.module.zip_open, tree)

    @rule(target=_Trees.trees, pointer=pointers)
    def zip_close(self, pointer: Any) -> Any:
        return self.checked(self.call(self.module.zip_close, pointer))

    @rule(target=pointers, pointer=pointers)
    def move_up(self, pointer: Any) -> MultipleResults[Any]:
        return _present(self.call(self.module.move_up, pointer))

    @rule(target=pointers, side=SIDES, pointer=pointers)
    def move(self, side: str, pointer: Any) -> MultipleResults[Any]:
        return _present(self.call(self.module.move, self.module.Direction[side], pointer))


class Pairs(_Trees):
    """With pointers that are pairs of any tree and any zipper."""

    zippers = Bundle("zippers")

    @rule(target=zippers, tree=_Trees.trees)
    def zip_open(self, tree: Any) -> Any:
        return self.call(self.module.zip_open, tree)[1]

    @rule(target=_Trees.trees, tree=_Trees.trees, zipper=zippers)
    def zip_close(self, tree: Any, zipper: Any) -> Any:
        return self.checked(self.call(self.module.zip_close, (tree, zipper)))

    @rule(target=zippers, tree=_Trees.trees, zipper=zippers)
    def move_up(self, tree: Any, zipper: Any) -> MultipleResults[Any]:
        return self._zipper(self.call(self.module.move_up, (tree, zipper)))

    @rule(target=zippers, side=SIDES, tree=_Trees.trees, zipper=zippers)
    def move(self, side: str, tree: Any, zipper: Any) -> MultipleResults[Any]:
        return self._zipper(self.call(self.module.move, self.module.Direction[side], (tree, zipper)))

    def _zipper(self, pointer: Any) -> MultipleResults[Any]:
        if pointer is not None:
            self.checked(pointer[0])
        return _present(pointer and pointer[1])


def _present(result: Any) -> MultipleResults[Any]:
    return multiple() if result is None else multiple(result)
