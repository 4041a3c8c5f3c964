"""The wall: what code under test may not do, whatever it is called with.

    audit hook    in the host and in workers: tells what was wanted, where, and by which line
    Landlock      files, also where no audit event tells of it; where the kernel has it
    seccomp       processes and sockets, also where no audit event tells of it; where the kernel has it

Code may compute, read files, and write into the directory that is its own. Doors in the wall are opened by `Rules`.
"""
