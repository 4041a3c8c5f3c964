"""Models: simple classes that do the same, run beside those that are explored."""
