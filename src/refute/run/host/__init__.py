"""Hosts: processes that import the user's code and answer requests about it, so that refute itself never runs it.

refute (Host)  -- requests -->  serve  -->  a service: imports, reads types, builds spaces, forks workers
               <-- answers ---
"""
