"""In workers: programs recorded, performed and observed, made smaller, and run on mutants."""
