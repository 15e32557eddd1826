"""Stand-ins for tests: each marks itself as a fake wherever its name could reach a report."""
