"""Running tools on the same tasks, each in a process of its own, and making tables of what came out."""
