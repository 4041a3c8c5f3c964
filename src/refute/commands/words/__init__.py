"""The words of a command line: commands, options, and errors that name what may have been meant."""
