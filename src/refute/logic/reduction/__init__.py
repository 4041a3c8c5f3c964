"""The partial evaluator: terms in normal form, and the rules that bring them there."""
