"""Ground types: types with a scope put in, ready to be enumerated."""
