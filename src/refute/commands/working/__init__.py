"""How the work of a command is shared: by several processes, and in turns."""
