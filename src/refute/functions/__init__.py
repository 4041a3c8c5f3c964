"""Functions as arguments: what they may answer, and all behaviours of them."""
