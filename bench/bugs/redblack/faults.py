"""Faults of red-black trees, and the properties that each breaks."""

from __future__ import annotations

from bugs.workloads import Fault

FAULTS = (
    Fault(
        "insert_singleton",
        "grown",
        "if isinstance(t, Leaf):\n        return Node(RED, k, v, Leaf(), Leaf())",
        "return Node(RED, k, v, Leaf(), Leaf())",
    ),
    Fault(
        "insert_never_right",
        "grown",
        "    if k > t.key:\n        return balanced(t.colour, t.key, t.value, t.left, grown(k, v, t.right))\n",
        "",
    ),
    Fault(
        "insert_keeps_value",
        "grown",
        "return Node(t.colour, t.key, v, t.left, t.right)",
        "return t",
    ),
    Fault(
        "delete_drops_node",
        "shrunk",
        "return shrunk_left(k, t)\n    if k > t.key:\n        return shrunk_right(k, t)",
        "return shrunk(k, t.left)\n    if k > t.key:\n        return shrunk(k, t.right)",
    ),
    Fault(
        "delete_swapped",
        "shrunk",
        "if k < t.key:\n        return shrunk_left(k, t)\n    if k > t.key:\n        return shrunk_right(k, t)",
        "if k > t.key:\n        return shrunk_left(k, t)\n    if k < t.key:\n        return shrunk_right(k, t)",
    ),
    Fault(
        "new_leaf_black",
        "grown",
        "Node(RED, k, v, Leaf(), Leaf())",
        "Node(BLACK, k, v, Leaf(), Leaf())",
    ),
    Fault(
        "root_not_blackened",
        "delete",
        "painted(BLACK, shrunk(k, t))",
        "shrunk(k, t)",
    ),
    Fault(
        "left_not_reddened",
        "left_balanced",
        "reddened(c)",
        "c",
    ),
    Fault(
        "right_not_reddened",
        "right_balanced",
        "reddened(a)",
        "a",
    ),
    Fault(
        "join_paints_red",
        "join",
        "Node(RED, z, zv, Node(BLACK, x, xv, a, e), Node(BLACK, y, yv, f, d))",
        "Node(RED, z, zv, Node(RED, x, xv, a, e), Node(RED, y, yv, f, d))",
    ),
    Fault(
        "left_not_balanced",
        "grown",
        "balanced(t.colour, t.key, t.value, grown(k, v, t.left), t.right)",
        "Node(t.colour, t.key, t.value, grown(k, v, t.left), t.right)",
    ),
    Fault(
        "right_not_balanced",
        "grown",
        "balanced(t.colour, t.key, t.value, t.left, grown(k, v, t.right))",
        "Node(t.colour, t.key, t.value, t.left, grown(k, v, t.right))",
    ),
    Fault(
        "rotation_swaps",
        "balanced",
        "case Node(Colour.RED, y, yv, Node(Colour.RED, x, xv, a, b), c):\n"
        "                return Node(RED, y, yv, Node(BLACK, x, xv, a, b), Node(BLACK, k, v, c, right))",
        "case Node(Colour.RED, y, yv, Node(Colour.RED, x, xv, a, b), c):\n"
        "                return Node(RED, y, yv, Node(BLACK, x, xv, a, b), Node(BLACK, k, v, right, c))",
    ),
)

_INSERT = ("insert_post", "insert_model", "insert_insert")
_DELETE = ("delete_post", "delete_model", "delete_delete")
_BOTH = ("insert_delete", "delete_insert")

# Not here are pairs in which the fault keeps the promise: a node of the wrong colour is found all the same. Some faults
# break what follows, as deletion relies on colours.
TASKS: dict[str, tuple[str, ...]] = {
    "insert_singleton": (*_INSERT, "delete_insert"),
    "insert_never_right": (*_INSERT, *_BOTH),
    "insert_keeps_value": (*_INSERT, "insert_delete"),
    "delete_drops_node": (*_DELETE, *_BOTH),
    "delete_swapped": (*_DELETE, *_BOTH),
    "new_leaf_black": ("insert_valid", "delete_insert"),
    "root_not_blackened": ("delete_valid",),
    "left_not_reddened": ("delete_valid", "delete_delete"),
    "right_not_reddened": ("delete_valid", "delete_delete"),
    "join_paints_red": ("delete_valid", "delete_delete"),
    "left_not_balanced": ("insert_valid", *_BOTH),
    "right_not_balanced": ("insert_valid", *_BOTH),
    "rotation_swaps": ("insert_valid", "delete_valid", *_INSERT, *_DELETE, *_BOTH),
}
