"""Is what a call did a finding? Results against their types, crashes told by the user's own lines, what was changed.

`contracts` answers fast and millions of times, `walk` slowly and to the point; where they differ, the slow one is
right. A correct program is never accused: a result is of its type by Python's own rules, not only by how refute would
have built it.
"""
