"""What a host does for `check`: functions, their spaces and bodies, and answers to requests about them."""
