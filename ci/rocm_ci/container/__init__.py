"""Images and containers: building them from the lock, running the matrix in them, looking into their layers."""
