"""Explorations in a host: started, gone on with, asked about, and their failures told."""
