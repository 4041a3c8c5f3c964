"""Residuals: what remains to be asked of the rest of a value once a part is known."""
