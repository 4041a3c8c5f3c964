"""Regular languages: patterns, derivatives, sets of characters."""
