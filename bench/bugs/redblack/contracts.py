"""What CrossHair is told of red-black trees: plain types, and preconditions in the place of refinements."""

from program import Colour, Leaf, Node

Plain = Leaf | Node
Node.__init__.__annotations__.update(colour=Colour, key=int, value=bool, left=Plain, right=Plain)

IMPORTS = "from contracts import Plain\nfrom program import is_red_black"
PLAIN = {"RedBlack": ("Plain", "is_red_black({})")}
