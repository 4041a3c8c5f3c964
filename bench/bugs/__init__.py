"""Programs with planted faults, the properties that tell, and how each tool is given them."""
