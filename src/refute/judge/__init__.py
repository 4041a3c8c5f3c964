"""One outcome against its promises: is what a call did a finding?

A case is performed (`calls`), and oracles map its outcome to a failure, or to nothing. A correct program is never
accused: a result is of its type by Python's own rules, not only by how refute would have built it.
"""
