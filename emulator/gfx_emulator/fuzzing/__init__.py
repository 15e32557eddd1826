"""Feeds damaged code objects and senseless launches to the emulator, and proves that the process survives them."""
