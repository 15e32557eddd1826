"""Planted faults: handlers of the emulator made wrong one at a time, to show that the instruction tests notice."""
