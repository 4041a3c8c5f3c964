"""`check`: from an annotated function to a verdict.

annotation → refinement type → space      `hosting`, in a host
           → case → outcome               bodies of `judge`, in workers
           → verdict → report             `campaign`, in refute itself
"""
