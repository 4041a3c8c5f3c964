"""Pools: the instances of each type, and the plain data that arguments are made of."""
