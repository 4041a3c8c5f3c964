"""The modules of `right` with one fault each, which some program of calls shows."""
