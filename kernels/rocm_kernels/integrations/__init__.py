"""Whole models over the ops of this package: Hugging Face's model code, and lm-eval on top. Needs the extra ``models``."""
