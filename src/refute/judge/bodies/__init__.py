"""Bodies: what workers run over the inputs of one function, call by call or family by family."""
