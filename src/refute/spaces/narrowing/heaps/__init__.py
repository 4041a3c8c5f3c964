"""Heaps: instances of classes whose fields may point at each other, with sharing and cycles, up to isomorphism."""
