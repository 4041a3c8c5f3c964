"""`check`: from an annotated function to a verdict.

annotation → refinement type → space      `function`, in a host
           → case → outcome               bodies of `judge`, in workers
           → verdict → report             `campaign`, in refute itself
"""
