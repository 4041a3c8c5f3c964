"""Functions in types: what they promise, and functions given by a table of their answers."""
