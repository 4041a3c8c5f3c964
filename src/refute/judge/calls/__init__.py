"""Calls: made as the signature says, run to their end, logged if that is asked for."""
