"""Faults of search trees, and the properties that each breaks."""

from __future__ import annotations

from bugs.workloads import Fault

_SPLIT = "return Node(t.key, t.value, union(t.left, below(t.key, u)), union(t.right, above(t.key, u)))"
_EQUAL = "if t.key == u.key:\n        return Node(t.key, t.value, union(t.left, u.left), union(t.right, u.right))"
_SPLICED = "Node(t.key, t.value, t.left, Node(u.key, u.value, union(t.right, u.left), u.right))"

FAULTS = (
    Fault(
        "insert_singleton",
        "insert",
        "if isinstance(t, Leaf):\n        return Node(k, v, Leaf(), Leaf())",
        "return Node(k, v, Leaf(), Leaf())",
    ),
    Fault(
        "insert_never_right",
        "insert",
        "    if k > t.key:\n        return Node(t.key, t.value, t.left, insert(k, v, t.right))\n",
        "",
    ),
    Fault(
        "insert_keeps_value",
        "insert",
        "return Node(t.key, v, t.left, t.right)",
        "return t",
    ),
    Fault(
        "delete_drops_node",
        "delete",
        "return Node(t.key, t.value, delete(k, t.left), t.right)\n"
        "    if k > t.key:\n"
        "        return Node(t.key, t.value, t.left, delete(k, t.right))",
        "return delete(k, t.left)\n    if k > t.key:\n        return delete(k, t.right)",
    ),
    Fault(
        "delete_swapped",
        "delete",
        "if k < t.key:\n"
        "        return Node(t.key, t.value, delete(k, t.left), t.right)\n"
        "    if k > t.key:\n"
        "        return Node(t.key, t.value, t.left, delete(k, t.right))",
        "if k > t.key:\n"
        "        return Node(t.key, t.value, delete(k, t.left), t.right)\n"
        "    if k < t.key:\n"
        "        return Node(t.key, t.value, t.left, delete(k, t.right))",
    ),
    Fault(
        "union_splices",
        "union",
        _SPLIT,
        f"return {_SPLICED}",
    ),
    Fault(
        "union_splits_nothing",
        "union",
        _SPLIT,
        f"{_EQUAL}\n    if t.key < u.key:\n        return {_SPLICED}\n    return union(u, t)",
    ),
    Fault(
        "union_swaps",
        "union",
        _SPLIT,
        f"{_EQUAL}\n"
        "    if t.key < u.key:\n"
        "        rest = Node(u.key, u.value, above(t.key, u.left), u.right)\n"
        "        return Node(t.key, t.value, union(t.left, below(t.key, u.left)), union(t.right, rest))\n"
        "    return union(u, t)",
    ),
)

_INSERT = ("insert_post", "insert_model", "insert_insert", "insert_union", "union_delete_insert")
_DELETE = ("delete_post", "delete_model", "delete_insert", "delete_delete", "delete_union", "union_delete_insert")
_UNION = ("union_post", "union_model", "insert_union", "delete_union", "union_delete_insert")

# Not here are pairs in which the fault keeps the promise: an insertion that forgets keys still returns a search tree.
TASKS: dict[str, tuple[str, ...]] = {
    "insert_singleton": (*_INSERT, "delete_insert"),
    "insert_never_right": (*_INSERT, "insert_delete", "delete_insert"),
    "insert_keeps_value": (*_INSERT, "insert_delete"),
    "delete_drops_node": (*_DELETE, "insert_delete"),
    "delete_swapped": _DELETE,
    "union_splices": (*_UNION, "union_valid", "union_idempotent"),
    "union_splits_nothing": (*_UNION, "union_valid", "union_associative"),
    "union_swaps": (*_UNION, "union_associative"),
}
