"""What is said of both versions: differences, findings, verdicts, and which changes are intended."""
