"""Time limits in one thread, and clocks that stand still."""
