"""What CrossHair is told of the lambda calculus: plain types, and a precondition in the place of the refinement."""

from program import Abs, App, Term, Truth, Type, Var

Var.__init__.__annotations__.update(index=int)  # it cannot read refined fields
Abs.__init__.__annotations__.update(type=Type, body=Term)
App.__init__.__annotations__.update(function=Term, argument=Term)
Truth.__init__.__annotations__.update(value=bool)

IMPORTS = "from program import Term, type_of"
PLAIN = {"WellTyped": ("Term", "type_of({}, ()) is not None")}
