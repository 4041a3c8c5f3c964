"""What CrossHair is told of search trees: plain types, and preconditions in the place of refinements."""

from program import Leaf, Node

Plain = Leaf | Node
Node.__init__.__annotations__.update(key=int, value=bool, left=Plain, right=Plain)  # it cannot read refined fields

IMPORTS = "from contracts import Plain\nfrom program import is_search_tree"
PLAIN = {"Ordered": ("Plain", "is_search_tree({})")}
