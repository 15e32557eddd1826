"""The pipeline of Buildkite: its settings, its steps, their YAML, what is wrong with it, and the same steps run here."""
