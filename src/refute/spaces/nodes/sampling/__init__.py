"""Drawing values of nodes."""
