"""What `refute show` prints: the inhabitants of a type, and how each refinement was understood."""
