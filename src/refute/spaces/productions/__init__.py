"""Productions: how the values of a type are made from parts."""
