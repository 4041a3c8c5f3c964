"""What is asked of the operating system: processes, signals, stacks."""
