"""Many calls: inputs are planned, run, judged and accounted for."""
