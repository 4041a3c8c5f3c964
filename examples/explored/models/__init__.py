"""Simple classes with the methods of modules in `right`: what these do, without regard to time and memory."""
