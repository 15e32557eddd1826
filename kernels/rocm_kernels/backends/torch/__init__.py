"""Backend of plain PyTorch: right on any device."""
