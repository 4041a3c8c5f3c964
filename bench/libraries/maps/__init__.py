"""Maps as weight-balanced search trees: the complete interface, in modules by what functions are for."""
