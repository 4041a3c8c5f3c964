"""Functions in types: declarations beside their types, and functions given by tables."""
