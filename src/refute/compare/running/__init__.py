"""The same inputs and programs, run in both versions."""
