"""Annotations that name no class to build: protocols, abstract classes, iterators, functions, classes of classes."""
