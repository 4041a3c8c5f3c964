"""Functions among the arguments and results: stand-ins for them, and the bodies that vary what they answer."""
