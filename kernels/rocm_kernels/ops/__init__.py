"""The ops that a model asks for, one module each."""
