"""Programs: values that are made by calling a module's own functions, as a client of it would."""
