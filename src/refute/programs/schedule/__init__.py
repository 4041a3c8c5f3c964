"""The schedule: which calls come next, the same in every process that knows as much."""
