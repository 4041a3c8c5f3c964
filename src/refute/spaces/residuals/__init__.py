"""Residuals: the conditions on the rest of a value once a part of it is known."""
