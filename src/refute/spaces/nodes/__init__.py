"""The algebra of spaces: sums, products, maps; how they are counted, indexed, enumerated and sampled."""
