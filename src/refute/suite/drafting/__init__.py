"""Drafting: tests of one target, of programs that were gathered, observed, chosen and made smaller."""
