"""Functions of operations: what a list of them does to a structure, beside a model of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Stay:
    """From a day on, so many days."""

    first: int
    days: int


class Node:
    """Of an AVL tree of stays by their first days. `last` is the last day of all stays at it and below."""

    def __init__(self, stay: Stay) -> None:
        self.stay = stay
        self.left: Node | None = None
        self.right: Node | None = None
        self.height = 1
        self.last = end(stay)


def end(stay: Stay) -> int:
    return stay.first + max(stay.days, 0)


def updated(node: Node) -> Node:
    below = [child for child in (node.left, node.right) if child is not None]
    node.height = 1 + max((child.height for child in below), default=0)
    node.last = max(end(node.stay), *(child.last for child in below)) if below else end(node.stay)
    return node


def tilt(node: Node | None) -> int:
    if node is None:
        return 0
    return (node.left.height if node.left else 0) - (node.right.height if node.right else 0)


def raised_left(node: Node) -> Node:
    top = node.left
    assert top is not None
    node.left, top.right = top.right, node
    updated(node)
    return updated(top)


def raised_right(node: Node) -> Node:
    top = node.right
    assert top is not None
    node.right, top.left = top.left, node
    updated(node)
    return updated(top)


def inserted(node: Node | None, stay: Stay) -> Node:
    if node is None:
        return Node(stay)
    if stay.first < node.stay.first:
        node.left = inserted(node.left, stay)
    else:
        node.right = inserted(node.right, stay)
    updated(node)
    if tilt(node) > 1 and node.left is not None:
        if tilt(node.left) < 0:
            node.left = raised_right(node.left)
        return raised_left(node)
    if tilt(node) < -1 and node.right is not None:
        if tilt(node.right) > 0:
            node.right = raised_left(node.right)
        return raised_right(node)
    return node


def found(node: Node | None, day: int) -> int:
    if node is None or node.last < day:
        return 0
    number = found(node.left, day)
    if node.stay.first <= day:
        number += (day <= end(node.stay)) + found(node.right, day)
    return number


def guests(stays: list[Stay], day: int) -> int:
    tree: Node | None = None
    for stay in stays:
        tree = inserted(tree, stay)
    number = found(tree, day)
    assert number == sum(stay.first <= day <= end(stay) for stay in stays)
    return number


@dataclass(frozen=True)
class Put:
    value: int


@dataclass(frozen=True)
class Get:
    pass


def ring(steps: list[Put | Get]) -> int:
    room, first, size = [0] * 4, 0, 0
    model: list[int] = []
    for step in steps:
        match step:
            case Put(value) if size < 4:
                room[(first + size) % 4] = value
                size += 1
                model.append(value)
            case Get() if size:
                assert room[first] == model.pop(0)
                first = (first + 1) % 4
                size -= 1
    return size


@dataclass(frozen=True)
class Insert:
    at: int
    text: str


@dataclass(frozen=True)
class Delete:
    at: int
    length: int


@dataclass(frozen=True)
class Undo:
    pass


def edited(steps: list[Insert | Delete | Undo]) -> str:
    text = ""
    changes: list[tuple[int, int, str]] = []  # what undoes each step: where, how much goes, what comes
    before: list[str] = []
    for step in steps:
        match step:
            case Insert(at, new):
                at = max(0, min(at, len(text)))
                before.append(text)
                changes.append((at, len(new), ""))
                text = text[:at] + new + text[at:]
            case Delete(at, length) if length > 0:
                at = max(0, min(at, len(text)))
                before.append(text)
                changes.append((at, 0, text[at : at + length]))
                text = text[:at] + text[at + length :]
            case Undo() if changes:
                at, length, cut = changes.pop()
                text = text[:at] + cut + text[at + length :]
                assert text == before.pop()
    return text


@dataclass(frozen=True)
class Add:
    key: int
    value: int


@dataclass(frozen=True)
class Remove:
    key: int


class Branch:
    def __init__(self, key: int, value: int) -> None:
        self.key, self.value = key, value
        self.left: Branch | None = None
        self.right: Branch | None = None


def with_key(branch: Branch | None, key: int, value: int) -> Branch:
    if branch is None:
        return Branch(key, value)
    if key < branch.key:
        branch.left = with_key(branch.left, key, value)
    elif key > branch.key:
        branch.right = with_key(branch.right, key, value)
    else:
        branch.value = value
    return branch


def without_key(branch: Branch | None, key: int) -> Branch | None:
    if branch is None:
        return None
    if key < branch.key:
        branch.left = without_key(branch.left, key)
    elif key > branch.key:
        branch.right = without_key(branch.right, key)
    elif branch.left is None or branch.right is None:
        return branch.left or branch.right
    else:
        least = branch.right
        while least.left is not None:
            least = least.left
        branch.key, branch.value = least.key, least.value
        branch.right = without_key(branch.right, least.key)
    return branch


def value_at(branch: Branch | None, key: int) -> int | None:
    while branch is not None and branch.key != key:
        branch = branch.left if key < branch.key else branch.right
    return None if branch is None else branch.value


def entries(steps: list[Add | Remove]) -> int:
    tree: Branch | None = None
    model: dict[int, int] = {}
    for step in steps:
        match step:
            case Add(key, value):
                tree = with_key(tree, key, value)
                model[key] = value
            case Remove(key):
                tree = without_key(tree, key)
                model.pop(key, None)
    assert all(value_at(tree, key) == value for key, value in model.items())
    return len(model)
