"""`forall`, `exists` and `exists_unique`."""
