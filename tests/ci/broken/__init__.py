"""pytest plugins, each with one fault planted on purpose; PYTEST_PLUGINS brings one into a run of the judge."""
