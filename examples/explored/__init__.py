"""Modules to be explored from outside: right ones, faulty ones, and models of what some of them do."""
