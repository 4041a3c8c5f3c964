"""`show`: the values of a type, as a host finds them."""
