"""The tables: one module each, with tasks, tools, and how their results are shown."""
