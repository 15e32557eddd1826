"""The matrix: load, plan, run, judge, report."""
