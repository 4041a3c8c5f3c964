"""What both versions offer, and which thing of the one is which of the other."""
