"""Per-instruction tests of gfx_emulator: independent numpy models and the harness that compares them."""
