"""Ways through a space of inputs: all of them, smallest first, or a uniform sample of the larger ones."""
