"""What the command line names: functions, types, and the modules they are in."""
