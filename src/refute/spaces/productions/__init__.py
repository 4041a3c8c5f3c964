"""Productions: the ways in which values of a type are made from parts."""
